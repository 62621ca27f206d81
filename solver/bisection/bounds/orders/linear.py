"""Orders of small width: depth first, and reverse Cuthill-McKee.

(Cuthill and McKee, 1969, as SciPy has it; George and Liu, Computer Solution of Large Sparse
Positive Definite Systems, 1981, for pseudo-peripheral switches.)

References
----------
Cuthill and McKee, Reducing the bandwidth of sparse symmetric matrices (1969).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import (
    breadth_first_order,
    connected_components,
    reverse_cuthill_mckee,
)

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.bounds.orders.adjacency import adjacency
from alphacut.solver.common.alpha import Alpha

IntArray = NDArray[np.int64]


@lru_cache(maxsize=1)
def linear_orders(network: Network, alpha: Alpha) -> tuple[tuple[int, ...], ...]:
    """Return orders of all switches, each once; no order knows how they are numbered.

    Half of each is also a good start of a search for bisections. The last ones are remembered:
    a search, an elimination and a sweep ask one after the other.

    Parameters
    ----------
    alpha
        Links without capacity there do not count.
    """
    graph = adjacency(network, alpha)
    components = _components(graph)
    return tuple(
        tuple(np.concatenate([order(graph, members) for members in components]).tolist())
        for order in (_depth_first, _cuthill_mckee)
    )


def _components(graph: csr_array) -> list[IntArray]:
    """Return the switches of each component, the smallest component first."""
    number, labels = connected_components(graph, directed=False)
    order = np.argsort(labels, kind="stable")
    found = np.split(order, np.cumsum(np.bincount(labels, minlength=number))[:-1])
    return sorted(found, key=len)


def _cuthill_mckee(graph: csr_array, members: IntArray) -> IntArray:
    part = graph[members][:, members]
    found: IntArray = members[reverse_cuthill_mckee(part, symmetric_mode=True)]
    return found


def _depth_first(graph: csr_array, members: IntArray) -> IntArray:
    """Visit a tree of shortest paths depth first, the smallest subtree first.

    Of the subtrees that are left at any time then only few are begun.
    """
    root = _peripheral(graph, members)
    order, above = breadth_first_order(graph, root, directed=False)
    sizes = np.ones(graph.shape[0], dtype=np.int64)
    for switch in order[:0:-1]:
        sizes[above[switch]] += sizes[switch]
    below = dict[int, list[int]]()
    for switch in order[1:]:
        below.setdefault(int(above[switch]), []).append(int(switch))
    found, waiting = list[int](), [int(root)]
    while waiting:
        switch = waiting.pop()
        found.append(switch)
        waiting += sorted(below.get(switch, ()), key=lambda u: -sizes[u])
    return np.array(found, dtype=np.int64)


def _peripheral(graph: csr_array, members: IntArray) -> int:
    """Return a switch that is far from all others, or nearly so."""
    degrees = np.diff(graph.indptr)[members]
    start, depth = int(members[np.argmin(degrees)]), -1
    while True:
        levels = _levels(graph, start)
        if len(levels) <= depth:
            return start
        depth, last = len(levels), levels[-1]
        start = int(last[np.argmin(np.diff(graph.indptr)[last])])


def _levels(graph: csr_array, start: int) -> list[IntArray]:
    """Return the switches by their distance from one."""
    order, above = breadth_first_order(graph, start, directed=False)
    depths = np.zeros(graph.shape[0], dtype=np.int64)
    for switch in order[1:]:
        depths[switch] = depths[above[switch]] + 1
    of = depths[order]
    return np.split(order, np.flatnonzero(np.diff(of)) + 1)
