"""Components of nautilus and helix dragonflies, counted by other means than those that are checked.

Nothing here is shared with `arrangements.structure.conjecture`. Helix has all rotations of its
groups, so that a spanning forest of positions tells all: with a height for each position, cycles
close with multiples of some d modulo g, and the positions of a tree make d components. Nautilus is
wired group by group, an array for each, and its components are those of a sparse matrix.

References
----------
Belka et al., New link arrangements for Dragonfly networks, sections 2.1 and 2.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Counted:
    """What one network is like."""

    components: int
    lemmas: frozenset[int]  # those of Belka et al. that it contradicts


def helix(a: int, h: int) -> int:
    """Count the components of a helix dragonfly of a·h + 1 groups."""
    groups, half = a * h + 1, h // 2
    arcs = [(j, (j + 1) % a, j * half + k) for j in range(a) for k in range(1, half + 1)]
    if h % 2:
        arcs += [(j, a - 1 - j, a * half + j + 1) for j in range(a)]
    near: list[list[tuple[int, int]]] = [[] for _ in range(a)]
    for one, other, ahead in arcs:
        near[one].append((other, ahead))
        near[other].append((one, -ahead))
    height: list[int | None] = [None] * a
    found = 0
    for root in range(a):
        if height[root] is not None:
            continue
        height[root], waiting, apart = 0, [root], groups
        for one in waiting:
            here = height[one]
            assert here is not None
            for other, ahead in near[one]:
                there = height[other]
                if there is None:
                    height[other] = here + ahead
                    waiting.append(other)
                else:
                    apart = gcd(apart, here + ahead - there)
        found += apart
    return found


def nautilus(a: int, h: int, sign: str) -> Counted:
    """Count the components of a nautilus dragonfly of a·h + 1 groups, and see its lemmas.

    Group i makes the links to all groups after it. Its positions take them in turn, of those that
    are left the first ones or the last ones, as many as the h of a switch lack; the link ends at
    position i modulo a.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    groups = a * h + 1
    positions: Integers = np.arange(a)
    starts, ends, failed = [], [], set[int]()
    incoming = np.zeros((groups, a), dtype=np.int64)
    for i in range(groups):
        came = incoming[i]
        failed |= _arrivals(came, i, positions, groups, h)
        makes = h - came
        if makes.min() < 0 or makes.sum() != groups - 1 - i:
            return Counted(components=0, lemmas=frozenset({*failed, 1}))
        first = (positions if sign == "text" else i * a + positions) % 2 == 0
        ahead = np.where(first, makes, 0)
        back = makes - ahead
        low = i + 1 + np.concatenate([[0], np.cumsum(ahead)[:-1]])
        high = groups - np.cumsum(back)
        begin = np.where(first, low, high)
        sources = np.repeat(positions, makes)
        step = np.arange(len(sources)) - np.repeat(np.cumsum(makes) - makes, makes)
        targets = begin[sources] + step
        incoming[targets, i % a] += 1
        starts.append(i * a + sources)
        ends.append(targets * a + i % a)
    one, other = np.concatenate(starts), np.concatenate(ends)
    switches = groups * a
    matrix = coo_array((np.ones(len(one), dtype=np.int8), (one, other)), (switches, switches))
    number, labels = connected_components(matrix, directed=False)
    for kind, lemma in ((0, 3), (h, 5)):
        if len(np.unique(labels[incoming.ravel() == kind])) < number:
            failed.add(lemma)
    return Counted(components=int(number), lemmas=frozenset(failed))


def _arrivals(came: Integers, i: int, positions: Integers, groups: int, h: int) -> set[int]:
    """See which switches of group i had no link when it was visited, and which had all."""
    a, failed = len(positions), set[int]()
    if not np.array_equal(came == 0, positions >= i):
        failed.add(2)
    if not np.array_equal(came == h, positions < a - (groups - 1 - i)):
        failed.add(4)
    return failed
