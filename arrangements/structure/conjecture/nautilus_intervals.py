"""Nautilus by intervals: the links of a switch lead to an interval of groups, and that is enough.

Group c < a gives every later group one link, which ends at its position c. So
each switch (x, c) with x > c is joined to one of the switches of group c: its
*owner*. Every GCC therefore has a switch in the first a groups, and only those
a² switches need to be told apart. A later group i, whose switch at position j
stands for its owner in group j, joins the owners of an interval of the groups
at position i mod a: neighbours in the list of intervals of group i mod a.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alphacut.arrangements.structure.conjecture._compiled import compiled, find, join


@compiled
def _outgoing(a: int, h: int, figures: bool, i: int, ends: Any, owners: Any) -> int:
    """List the intervals of group i in order: the last group of each, and whose they are.

    They cover the groups after i without gaps; the answer is how many there are.
    """
    rounds, rest = i // a, i % a  # a switch has rounds links so far, those before `rest` one more
    first = i * a % 2 if figures else 0  # those who link ahead: every second one from here
    count = 0
    low = i
    for j in range(first, a, 2):
        makes = h - rounds - (j < rest)
        if makes > 0:
            low += makes
            ends[count] = low
            owners[count] = j
            count += 1
    for before in range((a + first) // 2 - 1, -1, -1):  # those who link back, the last one first
        j = 1 - first + 2 * before
        makes = h - rounds - (j < rest)
        if makes > 0:
            low += makes
            ends[count] = low
            owners[count] = j
            count += 1
    return count


@compiled
def _advance(i: int, ends: Any, owners: Any, place: Any, last: Any, own: Any) -> None:
    """Move on to the intervals that group i is in, in the lists of the first groups before it."""
    a = len(place)
    for j in range(min(i, a)):
        if last[j] < i:
            place[j] += 1
            last[j] = ends[j, place[j]]
            own[j] = j * a + owners[j, place[j]]


@compiled
def _join_owners(i: int, own: Any, parent: Any) -> int:
    """Join the switches of an early group to their owners; return how many components vanish."""
    gone = 0
    for j in range(i):
        root = find(parent, own[j])
        node = i * len(own) + j
        if find(parent, node) != root:
            gone += 1
            join(parent, root, node)
    return gone


@compiled
def _join_overlaps(
    i: int, ends: Any, some: Any, whose: Any, own: Any, first: int, owners: Any, parent: Any
) -> int:
    """Join what the intervals of a later group overlap; return how many components vanish.

    Both lists are in order, and `first` is the interval of the other list that
    group i is in.
    """
    gone, at, begin = 0, first, i + 1
    base = i % len(own) * len(own)
    for k in range(len(some)):
        root = find(parent, own[whose[k]])
        while ends[at] < begin:
            at += 1
        while True:
            node = base + owners[at]
            if find(parent, node) != root:
                gone += 1
                root = join(parent, root, node)
            if ends[at] >= some[k]:
                break
            at += 1
        begin = some[k] + 1
    return gone


@compiled
def connect(a: int, h: int, figures: bool) -> tuple[int, int, int]:
    """Count the GCCs of a nautilus dragonfly.

    Parameters
    ----------
    a, h, figures
        As for `nautilus_links.connect`.

    Returns
    -------
    components : int
        The number of GCCs.
    groups : int
        How many groups had to be looked at until there was only one, or all.
    flaws : int
        1 if the intervals of a group are not the groups after it (Lemma 1).
    """
    g = a * h + 1
    parent = np.arange(a * a, dtype=np.int32)
    ends = np.zeros((a, a), dtype=np.int32)  # of the intervals of the first groups
    owners = np.zeros((a, a), dtype=np.int32)
    place = np.full(a, -1, dtype=np.int32)  # in the list of group j: the interval i is in
    last = np.arange(a).astype(np.int32)  # the end of this interval
    own = np.zeros(a, dtype=np.int32)  # the node whose it is
    some = np.zeros(a, dtype=np.int32)
    whose = np.zeros(a, dtype=np.int32)
    components = a * a
    for i in range(g):
        _advance(i, ends, owners, place, last, own)
        c = i % a
        count = _outgoing(a, h, figures, i, some, whose)
        if (some[count - 1] if count else i) != g - 1:
            return components, i, 1
        if i < a:
            ends[i, :count] = some[:count]
            owners[i, :count] = whose[:count]
            components -= _join_owners(i, own, parent)
        else:
            components -= _join_overlaps(
                i, ends[c], some[:count], whose, own, place[c], owners[c], parent
            )
        if components == 1:
            return 1, i + 1, 0
    return components, g, 0
