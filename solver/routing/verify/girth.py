"""Whether a graph of dependencies has a cycle shorter than a given one."""

from __future__ import annotations

import numpy as np

from alphacut.solver.common.compiled import compiled
from alphacut.solver.common.errors import BeyondLimit
from alphacut.solver.routing.verify.fabric import Integers

MOST_VISITS = 20_000_000_000


def some_shorter(rows: Integers, channels: int, length: int) -> bool:
    """Tell whether some channel comes back to itself in fewer dependencies.

    Parameters
    ----------
    rows
        (E, 2) dependencies, in order of the first channel.

    Raises
    ------
    BeyondLimit
        If too many dependencies would have to be followed.
    """
    starts = np.searchsorted(rows[:, 0], np.arange(channels + 1))
    found = _walked(starts, rows[:, 1].copy(), length, MOST_VISITS)
    if found < 0:
        raise BeyondLimit("time", "the search for a shorter cycle takes too long")
    return found > 0


@compiled
def _walked(starts: Integers, ends: Integers, length: int, most: int) -> int:
    """Walk from every channel, level by level: 1 if one is met again too soon, -1 if too long."""
    count = len(starts) - 1
    mark = np.full(count, -1, np.int64)
    level, after = np.empty(count, np.int64), np.empty(count, np.int64)
    visits = 0
    for root in range(count):
        level[0], size = root, 1
        for _ in range(length - 1):
            grown = 0
            for k in range(size):
                for e in range(starts[level[k]], starts[level[k] + 1]):
                    end = ends[e]
                    visits += 1
                    if end == root:
                        return 1
                    if mark[end] != root:
                        mark[end] = root
                        after[grown] = end
                        grown += 1
            level, after, size = after, level, grown
        if visits > most:
            return -1
    return 0
