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

from arrangements.structure.conjecture._compiled import compiled, find, join


@compiled
def _outgoing(a: int, h: int, figures: bool, i: int, ends: Any, owners: Any) -> int:
    """List the intervals of group i in order: the last group of each, and whose they are.

    They cover the groups after i without gaps; the answer is how many there are.
    """
    count = 0
    low = i
    for turn in range(2):  # first those who link ahead, then, the last one first, those back
        for step in range(a):
            j = step if turn == 0 else a - 1 - step
            ahead = (i * a + j if figures else j) % 2 == 0
            makes = h - (i - j + a - 1) // a
            if ahead == (turn == 0) and makes > 0:
                low += makes
                ends[count] = low
                owners[count] = j
                count += 1
    return count


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
    place = np.zeros(a, dtype=np.int32)  # in the list of group j: the interval that group i is in
    last = np.zeros(a, dtype=np.int32)  # the end of this interval
    own = np.zeros(a, dtype=np.int32)  # the node whose it is
    some_ends = np.zeros(a, dtype=np.int32)
    some_owners = np.zeros(a, dtype=np.int32)
    components = a * a
    for i in range(g):
        for j in range(min(i, a)):
            if last[j] < i:
                place[j] += 1
                last[j] = ends[j, place[j]]
                own[j] = j * a + owners[j, place[j]]
        if i < a:
            count = _outgoing(a, h, figures, i, ends[i], owners[i])
            place[i] = -1
            last[i] = i
            for j in range(i):  # a switch of the first groups that has an owner
                root = find(parent, own[j])
                other = find(parent, i * a + j)
                if root != other:
                    components -= 1
                    parent[max(root, other)] = min(root, other)
            if count == 0 and g > 1 or count > 0 and ends[i, count - 1] != g - 1:
                return components, i, 1
            continue
        count = _outgoing(a, h, figures, i, some_ends, some_owners)
        if count and some_ends[count - 1] != g - 1:
            return components, i, 1
        c = i % a
        at = place[c]
        begin = i + 1
        for k in range(count):
            root = find(parent, own[some_owners[k]])
            while ends[c, at] < begin:
                at += 1
            while True:
                node = c * a + owners[c, at]
                if find(parent, node) != root:
                    components -= 1
                    root = join(parent, root, node)
                if ends[c, at] >= some_ends[k]:
                    break
                at += 1
            begin = some_ends[k] + 1
        if components == 1:
            return 1, i + 1, 0
    return components, g, 0
