"""Networks of words and rows: De Bruijn graphs, butterflies, cube-connected cycles, Xpanders."""

from __future__ import annotations

import random
from itertools import combinations, product

from alphacut_verify.errors import Unreadable
from alphacut_verify.network import Network
from alphacut_verify.topology.draft import Draft, Spec


def de_bruijn(spec: Spec) -> Network:
    """Build a De Bruijn graph: word w is joined to (w·k + s) mod k^length for each symbol s."""
    k, length = spec.integer("symbols"), spec.integer("length", high=64)
    n = 1
    for _ in range(length):
        n = spec.switches(n * k, "length")
    draft = Draft(spec, n)
    pairs = {(w, (w * k + s) % n) for w, s in product(range(n), range(k))}
    _join_once(draft, pairs)
    return draft.network(hosts=[spec.integer("p", 1, 1)] * n)


def butterfly(spec: Spec) -> Network:
    """Build a butterfly: switch (level, row) is number level·2^d + row.

    It is joined to (level + 1, row) and to (level + 1, row with bit `level` changed); wrapped, the
    last of d levels is joined to the first, else there are d + 1.
    """
    d = spec.integer("dimension", high=64)
    wrapped = spec.rest("wrapped", True)
    if not isinstance(wrapped, bool):
        raise Unreadable(spec.at("wrapped"), "must be true or false")
    rows, levels = 1 << d, d if wrapped else d + 1
    n = spec.switches(rows * levels, "dimension")
    draft = Draft(spec, n)
    for level, row in product(range(d), range(rows)):
        here, ahead = level * rows + row, (level + 1) % levels * rows
        for end in (ahead + row, ahead + (row ^ 1 << level)):
            if end != here:
                draft.join(here, end)
    return draft.network(
        hosts=[spec.integer("p", 1, 1)] * n, groups=[switch // rows for switch in range(n)]
    )


def cube_connected_cycles(spec: Spec) -> Network:
    """Build cube-connected cycles: (corner, place) is number corner·d + place.

    It is joined to the next place of its corner, and to the same place of the corner that differs
    in bit `place`.
    """
    d = spec.integer("dimension", high=64)
    n = spec.switches(d << d, "dimension")
    draft = Draft(spec, n)
    pairs: set[tuple[int, int]] = set()
    for corner, at in product(range(1 << d), range(d)):
        pairs.add((corner * d + at, corner * d + (at + 1) % d))
        pairs.add((corner * d + at, (corner ^ 1 << at) * d + at))
    _join_once(draft, pairs)
    return draft.network(
        hosts=[spec.integer("p", 1, 1)] * n, groups=[switch // d for switch in range(n)]
    )


def xpander(spec: Spec) -> Network:
    """Build a lift of a complete network: groups of `lift` switches, matched two by two.

    Groups are taken in order, (0, 1), (0, 2), …; Python's `random.Random(seed).sample` of all
    places says to which place of the second group each place of the first is joined.
    """
    degree, lift, seed = spec.integer("degree"), spec.integer("lift"), spec.integer("seed", 0, 0)
    n = spec.switches((degree + 1) * lift, "degree")
    draft = Draft(spec, n)
    generator = random.Random(seed)
    for one, other in combinations(range(degree + 1), 2):
        for place, image in enumerate(generator.sample(range(lift), lift)):
            draft.join(one * lift + place, other * lift + image)
    return draft.network(
        hosts=[spec.integer("p", 1, 1)] * n, groups=[switch // lift for switch in range(n)]
    )


def _join_once(draft: Draft, pairs: set[tuple[int, int]]) -> None:
    """Join every two different switches by one link, however often they stand here."""
    for one, other in {(min(pair), max(pair)) for pair in pairs}:
        if one != other:
            draft.join(one, other)


SHUFFLES = {
    "de_bruijn": de_bruijn, "butterfly": butterfly, "xpander": xpander,
    "cube_connected_cycles": cube_connected_cycles,
}  # fmt: skip
