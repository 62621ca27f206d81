"""Classes of numbers that maps connect: union by least number, with path halving, compiled.

References
----------
Tarjan and van Leeuwen, Worst-case analysis of set union algorithms (1984).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.compiled import compiled

IntArray = NDArray[np.int64]


@compiled
def _root(parent: IntArray, number: int) -> int:
    while parent[number] != number:
        parent[number] = parent[parent[number]]
        number = parent[number]
    return number


@compiled
def union(parent: IntArray, numbers: IntArray, images: IntArray) -> None:
    """Put each number into one class with its image.

    Parameters
    ----------
    parent
        Leads from each number to the least one of its class; at first each to itself.
    numbers, images
        (n,) each.
    """
    for at in range(len(numbers)):
        one, other = _root(parent, numbers[at]), _root(parent, images[at])
        if one < other:
            parent[other] = one
        else:
            parent[one] = other


@compiled
def flatten(parent: IntArray) -> None:
    """Let each number lead to the least one of its class at once.

    Parameters
    ----------
    parent
        (numbers,), as `union` leaves it; changed in place.
    """
    for number in range(len(parent)):
        parent[number] = parent[parent[number]]
