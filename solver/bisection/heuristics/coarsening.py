"""Coarsening by matchings of heavy edges, compiled.

References
----------
Karypis and Kumar, A fast and high quality multilevel scheme for partitioning
irregular graphs, SIAM Journal on Scientific Computing 20 (1998). Holtgrewe, Sanders
and Schulz, Engineering a scalable high quality graph partitioner (IPDPS 2010), for
the rating of edges. LaSalle et al., Improving graph partitioning for modern graphs
and architectures (IA3 2015), for pairs of members that have a neighbour in common.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.compiled import compiled

IntArray = NDArray[np.int64]


@compiled
def _joins(
    u: int, v: int, weights: IntArray, counts: IntArray, labels: IntArray, heaviest: int,
    largest: int,
) -> bool:  # fmt: skip
    """Tell whether two members may join."""
    light = weights[u] + weights[v] <= heaviest and counts[u] + counts[v] <= largest
    return bool(light and labels[u] == labels[v])


@compiled
def _chosen(
    start: IntArray, ends: IntArray, capacity: IntArray, weights: IntArray, counts: IntArray,
    labels: IntArray, heaviest: int, largest: int, partner: IntArray, u: int,
) -> tuple[int, int]:  # fmt: skip
    """Return the best free neighbour (-1: none), and the best of all (or the number of members).

    The best is the one with most capacity for the sizes.
    """
    chosen, liked, best, most = -1, len(weights), 0.0, 0.0
    for e in range(start[u], start[u + 1]):
        v = ends[e]
        rating = float(capacity[e]) * float(capacity[e]) / float(counts[u] * counts[v])
        if rating > most:
            liked, most = v, rating
        if partner[v] >= 0 or rating <= best:
            continue
        if _joins(u, v, weights, counts, labels, heaviest, largest):
            chosen, best = v, rating
    return chosen, liked


@compiled
def match(
    start: IntArray, ends: IntArray, capacity: IntArray, weights: IntArray, counts: IntArray,
    labels: IntArray, heaviest: int, largest: int, seed: int,
) -> IntArray:  # fmt: skip
    """Join members in pairs, and number the pairs and those that stay alone.

    A member joins the free neighbour to which it has most capacity for their
    sizes. Of those that find none, two that would like the same neighbour join,
    and two that have no neighbours at all.

    Parameters
    ----------
    start, ends, capacity, weights
        As `Members` holds them.
    counts
        Switches in each member.
    labels
        Only members with the same label join.
    heaviest, largest
        Weight, and number of switches, of a pair, at most.
    seed
        Of the order in which members choose.

    Returns
    -------
    The number of each member's pair, from 0 on.
    """
    np.random.seed(seed)
    size = len(weights)
    partner, waiting = np.full(size, -1, np.int64), np.full(size + 1, -1, np.int64)
    for u in np.random.permutation(size):
        if partner[u] >= 0:
            continue
        chosen, liked = _chosen(
            start, ends, capacity, weights, counts, labels, heaviest, largest, partner, u
        )
        if chosen < 0:
            other = waiting[liked]
            waiting[liked] = u
            free = other >= 0 and partner[other] < 0
            if free and _joins(u, other, weights, counts, labels, heaviest, largest):
                chosen = other
        if chosen >= 0:
            partner[u], partner[chosen] = chosen, u
    return _numbered(partner)


@compiled
def _numbered(partner: IntArray) -> IntArray:
    """Number pairs and single members in order of their first member."""
    number, following = np.full(len(partner), -1, np.int64), 0
    for u in range(len(partner)):
        if number[u] < 0:
            number[u] = following
            if partner[u] >= 0:
                number[partner[u]] = following
            following += 1
    return number


@compiled
def contract(
    start: IntArray, ends: IntArray, capacity: IntArray, number: IntArray, count: int
) -> tuple[IntArray, IntArray, IntArray]:
    """Merge members of the same number; return start, ends and capacity of what comes of it.

    Parameters
    ----------
    start, ends, capacity
        As `Members` holds them.
    number
        (members,), that of the merged member of each.
    count
        How many merged members there are.
    """
    size = len(number)
    offset, members = np.zeros(count + 1, np.int64), np.zeros(size, np.int64)
    for u in range(size):
        offset[number[u] + 1] += 1
    for c in range(count):
        offset[c + 1] += offset[c]
    fill = offset[:-1].copy()
    for u in range(size):
        members[fill[number[u]]] = u
        fill[number[u]] += 1
    new_start, place = np.zeros(count + 1, np.int64), np.full(count, -1, np.int64)
    new_ends, new_capacity = np.zeros(len(ends), np.int64), np.zeros(len(ends), np.int64)
    filled = 0
    for c in range(count):
        begin = filled
        for at in range(offset[c], offset[c + 1]):
            u = members[at]
            for e in range(start[u], start[u + 1]):
                other = number[ends[e]]
                if other == c:
                    continue
                if place[other] < begin:
                    place[other] = filled
                    new_ends[filled] = other
                    filled += 1
                new_capacity[place[other]] += capacity[e]
        new_start[c + 1] = filled
    return new_start, new_ends[:filled].copy(), new_capacity[:filled].copy()
