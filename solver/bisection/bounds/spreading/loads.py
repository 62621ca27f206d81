"""The loads of a factor's links when each of its switches sends a unit evenly to all."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams

Integers = NDArray[np.int64]


def least_ratio(
    links: Mapping[tuple[int, int], int], side: int, params: SpreadingParams
) -> Fraction | None:
    """Return the least capacity for a unit of load where each switch of a factor sends one unit.

    A link on w of the W shortest ways between two switches carries w/W of what one sends the other.
    """
    if not links or side**2 * len(links) > params.most_work:
        return None
    far, ways = _shortest(np.array(list(links)), side)
    if (far < 0).any() or ways.max() > params.most_ways:
        return None
    common = lcm(*set(ways.ravel().tolist()))
    if common * side**2 >= 1 << 60:
        return None
    each_way = common // ways
    ratios = []
    for (u, v), capacity in links.items():
        nearer, further = far[:, u] < far[:, v], far[:, u] > far[:, v]
        on = far[nearer, u][:, None] + 1 + far[v, further] == far[np.ix_(nearer, further)]
        passing = np.outer(ways[nearer, u], ways[v, further]) * each_way[np.ix_(nearer, further)]
        load = 2 * int(passing[on].sum())  # as much back
        ratios.append(Fraction(capacity * common * side, load))
    return min(ratios)


def _shortest(ends: Integers, side: int) -> tuple[Integers, Integers]:
    """Return distances and numbers of shortest ways; -1 where there is no way."""
    own, other = np.concatenate([ends, ends[:, ::-1]]).T
    order = np.argsort(own, kind="stable")
    with_some, begins = np.unique(own[order], return_index=True)
    far = np.where(np.eye(side, dtype=bool), 0, -1)
    ways, latest = np.eye(side, dtype=np.int64), np.eye(side, dtype=np.int64)
    for distance in range(1, side):
        further = np.zeros_like(latest)
        further[with_some] = np.add.reduceat(latest[other[order]], begins, axis=0)
        latest = further * (far < 0)
        if not latest.any():
            break
        far[latest > 0] = distance
        ways += latest
        if ways.max() > 1 << 30:
            break
    return far, ways
