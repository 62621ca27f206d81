"""Sums of integer functions of blocks whose inequality present frequencies violate.

Y = Σ f_i(state of the block at offset i), with values -1, 0 and 1, is an integer,
so that (Y - low)·(Y - low - 1) ≥ 0. With three blocks these are the triangle
inequalities of sets of states.

References
----------
Boros and Hammer, Cut-polytopes, Boolean quadric polytopes and nonnegative
quadratic pseudo-Boolean functions, 1993. Laurent and Poljak, Gap inequalities
for the cut polytope, 1996.
"""

from __future__ import annotations

import numpy as np

from solver.bisection.bounds.pairs import FloatArray, IntArray
from solver.bisection.compiled import compiled
from solver.bisection.verify.states import IntegerSum

SIZES = (3, 4, 5, 6, 7, 8)  # blocks of a sum
TRIES = 600  # random sums of each size from which a search climbs
MOST = 15  # sums of each size that one search returns
ALIKE = 2  # of these, at the same offsets
CLIMBS = 30  # most rounds over the blocks of a sum
WORTHWHILE = 2e-3  # least violation
SHARES = np.array([0.15, 0.3, 0.45])  # of states at which a function is not zero at first


def violated(even: FloatArray, odd: FloatArray, seed: int) -> list[IntegerSum]:
    """Climb from random sums, one block's function after the other the best for the others.

    Parameters
    ----------
    even, odd
        Tables (offset × states × states).
    """
    rng = np.random.default_rng(seed)
    equal, opposite = (even + odd) / 4, (even - odd) / 4
    joint = np.ascontiguousarray(np.block([[equal, opposite], [opposite, equal]]))
    alone = np.tile(np.diagonal(even[0]), 2) / 2
    return [
        each for size in SIZES if size <= len(joint) for each in _violated(joint, alone, size, rng)
    ]


def _violated(
    joint: FloatArray, alone: FloatArray, size: int, rng: np.random.Generator
) -> list[IntegerSum]:
    order, signed = len(joint), len(alone)
    offsets = np.zeros((TRIES, size), dtype=np.int64)
    offsets[:, 1:] = 1 + rng.random((TRIES, order - 1)).argsort(axis=1)[:, : size - 1]
    inside = rng.random((TRIES, size, signed)) < rng.choice(SHARES, size=(TRIES, 1, 1))
    values = inside * rng.choice(np.array([-1, 1]), size=(TRIES, size, 1))
    low = np.floor((values @ alone).sum(axis=1)).astype(np.int64)
    excess = _climb(joint, alone, offsets, values, low)
    found: list[IntegerSum] = []
    seen: set[float] = set()
    alike: dict[tuple[int, ...], int] = {}
    for number in np.argsort(-excess):
        if excess[number] < WORTHWHILE or len(found) == MOST:
            break
        place = tuple(int(each) for each in offsets[number])
        same = round(float(excess[number]), 7)
        if same in seen or alike.get(place, 0) == ALIKE:
            continue
        seen.add(same)
        alike[place] = alike.get(place, 0) + 1
        functions = values[number].reshape(size, 2, signed // 2)
        found.append(IntegerSum(offsets=place, values=functions, low=int(low[number])))
    return found


@compiled
def _climb(
    joint: FloatArray, alone: FloatArray, offsets: IntArray, values: IntArray, low: IntArray
) -> FloatArray:
    """Improve sums in place while a block's function can be; return how violated each is."""
    tries, size = offsets.shape
    excess = np.empty(tries)
    others = np.empty((size, len(alone)))  # expected sum of the other blocks, at each state
    for t in range(tries):
        others[:] = 0.0
        for i in range(size):
            for s in range(len(alone)):
                _add(others, joint, offsets[t], i, s, values[t, i, s])
        odd = 2 * low[t] + 1
        for _ in range(CLIMBS):
            if not _improve(others, joint, alone, offsets[t], values[t], odd):
                break
        total = low[t] * (low[t] + 1.0)
        for i in range(size):
            for s in range(len(alone)):
                value = values[t, i, s]
                total += value * (value * alone[s] + others[i, s] - odd * alone[s])
        excess[t] = -total / 2.0
    return excess


@compiled
def _add(
    others: FloatArray, joint: FloatArray, offsets: IntArray, block: int, state: int, change: int
) -> None:
    """Change the value of one state, as seen from the other blocks."""
    if change == 0:
        return
    for j in range(len(offsets)):
        if j != block:
            row = joint[(offsets[j] - offsets[block]) % len(joint), state]
            for r in range(len(row)):
                others[j, r] += change * row[r]


@compiled
def _improve(
    others: FloatArray,
    joint: FloatArray,
    alone: FloatArray,
    offsets: IntArray,
    values: IntArray,
    odd: int,
) -> bool:
    """Make each block's function the best for the others; tell whether any changed."""
    changed = False
    for i in range(len(offsets)):
        for s in range(len(alone)):
            gain = 2.0 * others[i, s] - odd * alone[s]
            best, least = 0, -1e-9
            if alone[s] + gain < least:
                best, least = 1, alone[s] + gain
            if alone[s] - gain < least:
                best = -1
            if best != values[i, s]:
                changed = True
                _add(others, joint, offsets, i, s, best - values[i, s])
                values[i, s] = best
    return changed
