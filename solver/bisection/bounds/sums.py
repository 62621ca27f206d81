"""Sums of integer functions of blocks whose inequality present frequencies violate.

Y = Σ f_i(state of block i), with values -1, 0 and 1, is an integer,
so that (Y - low)·(Y - low - 1) ≥ 0. With three blocks these are the triangle
inequalities of sets of states.

References
----------
Boros and Hammer, Cut-polytopes, Boolean quadric polytopes and nonnegative
quadratic pseudo-Boolean functions, 1993. Laurent and Poljak, Gap inequalities
for the cut polytope, 1996.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.bisection.bounds.pairs import FloatArray, IntArray, ShortArray
from solver.bisection.compiled import compiled
from solver.bisection.verify.sums import IntegerSum

SIZES = (3, 4, 5, 6, 7, 8)  # blocks of a sum
TRIES, THOROUGH = 600, 400  # random sums of each size from which a search climbs; of many states
MOST, MOST_OF_MANY = 15, 40  # sums of each size that one search returns; of many states
MANY = 64  # states
ALIKE = 8  # times as many as may be at the same offsets
CLIMBS = 30  # most rounds over the blocks of a sum
WORTHWHILE = 2e-3  # least violation
DIGITS = 6  # of a violation, by which sums that are alike are told from others
SLIGHT = 1e-6  # a gain that may come from rounding
SHARES = np.array([0.15, 0.3, 0.45])  # of states at which a function is not zero at first


@dataclass(frozen=True)
class Joint:
    """How often two blocks are in two signed states at once, and one block in one.

    Attributes
    ----------
    tables
        Tables (table × signed states × signed states).
    place
        Which table is that of two blocks (blocks × blocks).
    alone
        Frequencies (blocks × signed states).
    """

    tables: ShortArray
    place: IntArray
    alone: ShortArray

    @classmethod
    def of(cls, even: FloatArray, odd: FloatArray, place: IntArray, single: FloatArray) -> Joint:
        """Write even and odd tables, and frequencies of states (blocks × states), by signs."""
        equal, opposite = (even + odd) / 4, (even - odd) / 4
        tables = np.block([[equal, opposite], [opposite, equal]]).astype(np.float32)
        return cls(tables, place, (np.tile(single, 2) / 2).astype(np.float32))


def violated(joint: Joint, seed: int, *, thorough: bool = True) -> list[IntegerSum]:
    """Climb from random sums, one block's function after the other the best for the others.

    Parameters
    ----------
    thorough
        Whether it is worth to climb from many, though states are many.
    """
    rng = np.random.default_rng(seed)
    sizes = [size for size in SIZES if size <= len(joint.place)]
    tries = max(TRIES * 64 // joint.alone.shape[1], THOROUGH if thorough else 0)
    most = MOST_OF_MANY if joint.alone.shape[1] > 2 * MANY else MOST
    drawn = (_drawn(joint, size, tries, rng) for size in sizes)
    return [each for sums in drawn for each in _violated(joint, sums, most)]


@dataclass(frozen=True)
class _Drawn:
    """Sums from which to climb: blocks (sum × size), their functions, and where Y is."""

    blocks: IntArray
    values: IntArray  # (sum × size × signed states)
    low: IntArray


def _drawn(joint: Joint, size: int, tries: int, rng: np.random.Generator) -> _Drawn:
    """Draw random sums."""
    order, signed = joint.alone.shape
    blocks = rng.random((tries, order)).argsort(axis=1)[:, :size]
    blocks = (blocks - blocks[:, :1]) % order  # they look alike: the first may be block 0
    inside = rng.random((tries, size, signed)) < rng.choice(SHARES, size=(tries, 1, 1))
    values = inside * rng.choice(np.array([-1, 1]), size=(tries, size, 1))
    low = np.floor((values * joint.alone[blocks]).sum(axis=(1, 2))).astype(np.int64)
    return _Drawn(blocks, values, low)


def _violated(joint: Joint, drawn: _Drawn, most: int) -> list[IntegerSum]:
    """Climb, and return the most violated sums, each once, few at the same blocks."""
    blocks, values, low = drawn.blocks, drawn.values, drawn.low
    excess = _climb(joint.tables, joint.place, joint.alone, blocks, values, low)
    found: list[IntegerSum] = []
    seen: set[float] = set()
    alike: dict[tuple[int, ...], int] = {}
    for number in np.argsort(-excess):
        if excess[number] < WORTHWHILE or len(found) == most:
            break
        place = tuple(int(each) for each in blocks[number])
        same = round(float(excess[number]), DIGITS)
        if same in seen or alike.get(place, 0) > most // ALIKE:
            continue
        seen.add(same)
        alike[place] = alike.get(place, 0) + 1
        functions = values[number].reshape(len(place), 2, -1).copy()  # not all that were tried
        found.append(IntegerSum(offsets=place, values=functions, low=int(low[number])))
    return found


@compiled
def _climb(
    tables: ShortArray,
    place: IntArray,
    alone: ShortArray,
    blocks: IntArray,
    values: IntArray,
    low: IntArray,
) -> FloatArray:
    """Improve sums in place while a block's function can be; return how violated each is."""
    tries, size = blocks.shape
    signed = alone.shape[1]
    excess = np.empty(tries)
    others = np.empty((size, signed), np.float32)  # expected sum of the other blocks, at each state
    for t in range(tries):
        others[:] = 0.0
        for i in range(size):
            for s in range(signed):
                _add(others, tables, place, blocks[t], i, s, values[t, i, s])
        odd = 2 * low[t] + 1
        for _ in range(CLIMBS):
            if not _improve(others, tables, place, alone, blocks[t], values[t], odd):
                break
        excess[t] = _excess(tables, place, alone, blocks[t], values[t], low[t])
    return excess


@compiled
def _excess(
    tables: ShortArray,
    place: IntArray,
    alone: ShortArray,
    blocks: IntArray,
    values: IntArray,
    low: int,
) -> float:
    """Return how violated a sum is, so precisely that sums that are alike come to the same."""
    total = low * (low + 1.0)
    for i in range(len(blocks)):
        for s in range(alone.shape[1]):
            value = values[i, s]
            if value == 0:
                continue
            total += float(alone[blocks[i], s]) * (value * value - (2 * low + 1) * value)
            for j in range(i):
                row = tables[place[blocks[i], blocks[j]], s]
                for r in range(len(row)):
                    total += float(row[r]) * (2 * value * values[j, r])
    return -total / 2.0


@compiled
def _add(
    others: ShortArray,
    tables: ShortArray,
    place: IntArray,
    blocks: IntArray,
    changed: int,
    state: int,
    change: int,
) -> None:
    """Change the value of one state, as seen from the other blocks."""
    if change == 0:
        return
    times = np.float32(change)
    for j in range(len(blocks)):
        if j != changed:
            row = tables[place[blocks[changed], blocks[j]], state]
            for r in range(len(row)):
                others[j, r] += times * row[r]


@compiled
def _improve(
    others: ShortArray,
    tables: ShortArray,
    place: IntArray,
    alone: ShortArray,
    blocks: IntArray,
    values: IntArray,
    odd: int,
) -> bool:
    """Make each block's function the best for the others; tell whether any changed."""
    changed = False
    for i in range(len(blocks)):
        for s in range(alone.shape[1]):
            share = alone[blocks[i], s]
            gain = 2.0 * others[i, s] - odd * share
            best, least = 0, -SLIGHT
            if share + gain < least:
                best, least = 1, share + gain
            if share - gain < least:
                best = -1
            if best != values[i, s]:
                changed = True
                _add(others, tables, place, blocks, i, s, best - values[i, s])
                values[i, s] = best
    return changed
