"""Nautilus, link by link: a union-find over the links as they are made, and Lemmas 1 to 5."""

from __future__ import annotations

from typing import Any

import numpy as np

from alphacut.arrangements.structure.conjecture._compiled import compiled, find, join

LEMMAS = (1, 2, 3, 4, 5)  # bit k - 1 of the flaws that `connect` returns


@compiled
def connect(a: int, h: int, figures: bool) -> tuple[int, int, int]:
    """Wire a nautilus dragonfly and connect what its global links join.

    Switch (x, c) has the number c·g + x, so that the targets of a switch lie
    side by side in memory.

    Parameters
    ----------
    a, h
        Switches in each group, and global links of each switch.
    figures
        Whether a switch links ahead if its number i·a + j is even; by default
        it does if its position j is.

    Returns
    -------
    components : int
        The number of GCCs.
    links : int
        The number of links made.
    flaws : int
        Which of Lemmas 1 to 5 the network contradicts, one bit for each.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, sections 2.1
    and 4.1.
    """
    g = a * h + 1
    parent = np.arange(a * g, dtype=np.int32)
    incoming = np.zeros(a * g, dtype=np.int16)
    components = a * g
    links = 0
    flaws = 0
    for i in range(g):
        low, high = i + 1, g  # the groups that group i misses
        base = i % a * g
        for j in range(a):
            here = j * g + i
            came = incoming[here]
            if (came == 0) != (j >= i):
                flaws |= 2
            if (came == h) != (j < a - (a * h - i)):
                flaws |= 8
            makes = h - came
            if makes < 0 or low + makes > high:
                return components, links, flaws | 1
            if (i * a + j if figures else j) % 2 == 0:
                start = low
                low += makes
            else:
                high -= makes
                start = high
            components -= _link(parent, incoming, here, base + start, base + start + makes)
            links += makes
        if low != high:
            return components, links, flaws | 1
    return components, links, flaws | _reach(h, parent, incoming, components)


@compiled
def _link(parent: Any, incoming: Any, here: int, start: int, end: int) -> int:
    """Link a switch to those from start to before end; return how many components vanish."""
    gone = 0
    root = find(parent, here)
    for target in range(start, end):
        incoming[target] += 1
        other = parent[target]
        if other == root:
            continue
        other = find(parent, other)
        if other != root:
            gone += 1
            root = join(parent, root, other)
        parent[target] = root
    return gone


@compiled
def _reach(h: int, parent: Any, incoming: Any, components: int) -> int:
    """Tell which of Lemmas 3 and 5 fail: whether each GCC has switches of both kinds."""
    flaws = 0
    for kind, flaw in ((0, 4), (h, 16)):
        seen = np.zeros(len(parent), dtype=np.bool_)
        met = 0
        for node in range(len(parent)):
            if incoming[node] == kind:
                root = find(parent, node)
                if not seen[root]:
                    seen[root] = True
                    met += 1
        if met != components:
            flaws |= flaw
    return flaws
