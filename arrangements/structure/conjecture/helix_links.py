"""Helix, link by link: a union-find over the links as they are generated."""

from __future__ import annotations

import numpy as np

from alphacut.arrangements.structure.conjecture._compiled import compiled, find, join


@compiled
def connect(a: int, h: int) -> tuple[int, int, int]:
    """Count the GCCs of a helix dragonfly.

    Switch (x, c) has the number c·g + x: the links of one position lead to the
    next, all of them as many groups ahead.

    Returns
    -------
    components : int
        The number of GCCs.
    links : int
        The number of links looked at; the loop ends once all is one.
    flaws : int
        Always 0: no lemma is checked on the way.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, section 2.2,
    equations 1 and 3.
    """
    g = a * h + 1
    half = h // 2
    parent = np.arange(a * g, dtype=np.int32)
    components = a * g
    links = 0
    for j in range(a):
        for k in range(half + h % 2):
            outgoing = k < half
            step = j * half + k + 1 if outgoing else a * half + j + 1
            to = (j + 1) % a if outgoing else a - 1 - j
            if not outgoing and to < j:
                continue  # met from its other end
            for x in range(g):
                root = find(parent, j * g + x)
                node = to * g + (x + step) % g
                links += 1
                if find(parent, node) != root:
                    components -= 1
                    join(parent, root, node)
    return components, links, 0
