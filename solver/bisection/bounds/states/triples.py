"""Triples of sets of states whose inequality present frequencies violate."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.bisection.bounds.pairs import FloatArray, IntArray
from solver.bisection.bounds.states.rows import Triple

TRIES = 600  # triples of offsets and sets from which a round climbs
CLIMBS = 25  # most steps of alternating maximisation
WORTHWHILE = 2e-3  # least violation
MOST_ALIKE = 4  # triples at the same offsets in one round


def violated(
    even: FloatArray, odd: FloatArray, chosen: IntArray, states: int, seed: int, most: int
) -> list[Triple]:
    """Climb from random triples, each set the best for the other two; the most violated first.

    Parameters
    ----------
    even, odd
        Tables over the chosen states.
    states
        Number of all states: where the bits of complements begin.
    """
    rng = np.random.default_rng(seed)
    order, size = len(even), len(chosen)
    if order < 3:
        return []
    equal, opposite = (even + odd) / 4, (even - odd) / 4
    joint = np.concatenate(
        [np.concatenate([equal, opposite], 2), np.concatenate([opposite, equal], 2)], 1
    )  # (offset, signed state, signed state)
    alone = np.tile(np.diagonal(even[0]), 2) / 2
    offsets = np.zeros((TRIES, 3), dtype=np.int64)
    offsets[:, 1:] = 1 + rng.random((TRIES, order - 1)).argsort(axis=1)[:, :2]
    _, b, c = offsets.T
    ab, ac, bc = joint[b], joint[c], joint[(c - b) % order]
    covering = rng.random((TRIES, 1)) < 0.3
    sets = [(rng.random((TRIES, 2 * size)) < 0.45).astype(float) for _ in range(3)]
    in_a, in_b, in_c = sets
    for _ in range(CLIMBS):
        gain = _times(ab, in_b) + _times(ac, in_c) - alone
        in_a = (np.where(covering, -gain, gain) > 1e-9).astype(float)
        of_a, of_c = _times_transposed(ab, in_a), _times(bc, in_c)
        in_b = (np.where(covering, alone - of_a - of_c, of_a - of_c) > 1e-9).astype(float)
        of_a, of_b = _times_transposed(ac, in_a), _times_transposed(bc, in_b)
        in_c = (np.where(covering, alone - of_a - of_b, of_a - of_b) > 1e-9).astype(float)
    both = (_times(ab, in_b) * in_a).sum(1) + (_times(ac, in_c) * in_a).sum(1)
    opposite_pair = (_times(bc, in_c) * in_b).sum(1)
    own, others = in_a @ alone, (in_b + in_c) @ alone
    excess = np.where(
        covering[:, 0], own + others - both - opposite_pair - 1, both - opposite_pair - own
    )
    return _distinct(excess, offsets, (in_a, in_b, in_c), covering[:, 0], chosen, states, most)


def _distinct(
    excess: FloatArray,
    offsets: IntArray,
    sets: tuple[FloatArray, FloatArray, FloatArray],
    covering: NDArray[np.bool_],
    chosen: IntArray,
    states: int,
    most: int,
) -> list[Triple]:
    found: list[Triple] = []
    values: set[float] = set()
    alike: dict[tuple[int, ...], int] = {}
    for t in np.argsort(-excess):
        if excess[t] < WORTHWHILE or len(found) >= most:
            break
        place = tuple(int(x) for x in offsets[t])
        value = round(float(excess[t]), 7)
        if value in values or alike.get(place, 0) >= MOST_ALIKE:
            continue
        values.add(value)
        alike[place] = alike.get(place, 0) + 1
        masks = tuple(_mask(inside[t], chosen, states) for inside in sets)
        found.append(
            Triple(
                (place[0], place[1], place[2]), (masks[0], masks[1], masks[2]), bool(covering[t])
            )
        )
    return found


def _mask(inside: FloatArray, chosen: IntArray, states: int) -> int:
    size = len(chosen)
    plus = sum(1 << int(chosen[k]) for k in range(size) if inside[k])
    return plus + sum(1 << (states + int(chosen[k])) for k in range(size) if inside[size + k])


def _times(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    return np.asarray(np.matmul(matrices, vectors[:, :, None])[:, :, 0])


def _times_transposed(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    return np.asarray(np.matmul(vectors[:, None, :], matrices)[:, 0, :])
