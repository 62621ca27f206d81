"""Breadth-first searches that count shortest paths, compiled.

References
----------
Brandes, A faster algorithm for betweenness centrality (2001), for the counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from alphacut.arrangements.structure.conjecture._compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Reals = NDArray[np.float64]

TOP = 1e100  # paths to a switch; from here on those of a level are counted in larger units


@compiled
def _rescale(level: Integers, paths: Reals, hops: Reals, unit: float) -> None:
    """Count the paths to the switches of one level in a larger unit."""
    for u in level:
        paths[u] /= unit
        for kind in range(hops.shape[1]):
            hops[u, kind] /= unit


@compiled
def _carry(paths: Reals, hops: Reals, u: int, v: int, kind: int, count: float) -> float:
    """Extend the shortest paths to u by parallel links to v; return how many lead there now."""
    paths[v] += paths[u] * count
    for each in range(hops.shape[1]):
        hops[v, each] += hops[u, each] * count
    hops[v, kind] += paths[u] * count
    return float(paths[v])


@compiled
def search_from(
    start: Integers, ends: Integers, kinds: Integers, counts: Reals, source: int, weight: int,
    histogram: Integers, used: Reals, work: tuple[Any, Any, Any, Any],
) -> int:  # fmt: skip
    """Add what one source sees; return its largest distance.

    Parameters
    ----------
    start, ends, kinds, counts
        Links from u lead to ends[start[u]:start[u + 1]], each with its class and multiplicity.
    weight
        Switches that the source stands for.
    histogram
        Pairs at each distance.
    used
        For each class, hops over its links, for each pair the mean over its shortest paths.
    work
        Level and place of each switch, number of paths to it, and hops of these by class.
    """
    levels, order, paths, hops = work
    levels[:] = -1
    levels[source], order[0], paths[source] = 0, source, 1.0
    hops[source, :] = 0.0
    begin, filled, level = 0, 1, 0
    while begin < filled:
        end, top = filled, 0.0
        for at in range(begin, end):
            u = order[at]
            histogram[level] += weight
            for kind in range(len(used)):
                used[kind] += weight * hops[u, kind] / paths[u]
            for e in range(start[u], start[u + 1]):
                v = ends[e]
                if levels[v] < 0:
                    levels[v], order[filled], paths[v] = level + 1, v, 0.0
                    hops[v, :] = 0.0
                    filled += 1
                if levels[v] == level + 1:
                    top = max(top, _carry(paths, hops, u, v, kinds[e], counts[e]))
        if top > TOP:
            _rescale(order[end:filled], paths, hops, top)
        begin, level = end, level + 1
    return level - 1
