"""How many factors of a Cartesian product may meet at a switch, by the squares there alone.

A network that is no product, as most, is known by it at once. Two links that meet belong to one
factor unless just one square without diagonals has both (see `spreading.squares`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


def factors_at(ends: Integers, degrees: Integers) -> int:
    """Count the factors that may have links at a switch with the fewest links.

    Parameters
    ----------
    ends
        (links, 2); of each link both switches. No link stands twice.
    degrees
        (switches,); how many links each switch has.
    """
    switch = int(degrees.argmin())
    beside = _beside(ends, switch)
    near = {each: _beside(ends, each) for each in beside}
    left, classes = set(beside), 0
    while left:
        classes += 1
        waiting = [left.pop()]
        while waiting:
            one = waiting.pop()
            joined = {other for other in left if not _square(near, switch, one, other)}
            left -= joined
            waiting += joined
    return classes


def _beside(ends: Integers, switch: int) -> set[int]:
    """Return the neighbours of a switch."""
    rows = ends[(ends == switch).any(axis=1)]
    return set(rows[rows != switch].tolist())


def _square(near: Mapping[int, set[int]], switch: int, one: int, other: int) -> bool:
    """Tell whether just one square without diagonals has the links to two neighbours."""
    if other in near[one]:
        return False
    corners = (near[one] & near[other]) - {switch}
    return len(corners) == 1 and corners.isdisjoint(near)
