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

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray, ShortArray
from alphacut.solver.bisection.bounds.states.params import USUAL_STATE
from alphacut.solver.bisection.verify.sums import IntegerSum
from alphacut.solver.common.compiled import compiled

LEAST, MOST = 3, 8  # blocks of a sum
WIDEST_DRAWN = 5  # blocks of a random one, if there are others with which to begin
MOST_TRIES = 4  # times as many random sums at few states, where most are drawn twice
RETURNED = 80  # sums that one search returns
ALIKE = 8  # of these, how many may be at the same offsets
ROUNDS = 30  # most of a local search over the blocks of a sum
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
    def of(cls, even: FloatArray, odd: FloatArray) -> Joint:
        """Write even and odd tables by signs.

        Parameters
        ----------
        even, odd
            (offset, states, states) each, of blocks that a rotation carries around.
        """
        order = len(even)
        equal, opposite = (even + odd) / 4, (even - odd) / 4
        tables = np.block([[equal, opposite], [opposite, equal]]).astype(np.float32)
        place = (np.arange(order) - np.arange(order)[:, None]) % order
        alone = np.tile(np.diagonal(even[0]), (order, 2)) / 2
        return cls(tables, place, alone.astype(np.float32))


def violated(
    joint: Joint,
    seed: int,
    held: Sequence[IntegerSum] = (),
    random_sums: int = USUAL_STATE.random_sums,
) -> list[IntegerSum]:
    """Search locally from random sums and from some that are nearly the held ones.

    One block's function after the other is made the best for the others.

    Parameters
    ----------
    held
        Sums that have a multiplier: what is violated is most often near them.
    random_sums
        Of each size, at 32 states; of fewer, more are drawn.
    """
    rng = np.random.default_rng(seed)
    order, signed = joint.alone.shape
    tries = max(1, int(random_sums * min(MOST_TRIES, 64 / signed)))
    nearby = _nearby(held, order, rng)
    optima = []
    for size in range(LEAST, min(MOST, order) + 1):
        starts = nearby.get(size, [])
        if size <= WIDEST_DRAWN or not starts:
            starts = [*_drawn(joint, size, tries, rng), *starts]
        optima.append(_local_optima(joint, starts))
    return _worst([each for several in optima for each in several], order, held)


@dataclass(frozen=True)
class _Start:
    """A sum to start from: its blocks, their functions (size × signed states), where Y is."""

    blocks: IntArray
    values: IntArray
    low: int


def _drawn(joint: Joint, size: int, tries: int, rng: np.random.Generator) -> list[_Start]:
    """Draw random sums."""
    order, signed = joint.alone.shape
    blocks = rng.random((tries, order)).argsort(axis=1)[:, :size]
    inside = rng.random((tries, size, signed)) < rng.choice(SHARES, size=(tries, 1, 1))
    values = inside * rng.choice(np.array([-1, 1]), size=(tries, size, 1))
    low = np.floor((values * joint.alone[blocks]).sum(axis=(1, 2))).astype(np.int64)
    return [_Start(b, v, int(y)) for b, v, y in zip(blocks, values, low, strict=True)]


def _nearby(
    held: Sequence[IntegerSum], order: int, rng: np.random.Generator
) -> dict[int, list[_Start]]:
    """Return sums, by size, of which one block is another, or is one more or less."""
    starts: dict[int, list[_Start]] = {}

    def begin(blocks: IntArray, values: IntArray, low: int) -> None:
        starts.setdefault(len(blocks), []).append(_Start(blocks, values, low))

    for each in held:
        blocks, values, size = np.array(each.offsets), _rows(each), len(each.offsets)
        others = np.setdiff1d(np.arange(order), blocks)
        changed = int(rng.integers(size))
        if len(others):
            nothing = values * (np.arange(size) != changed)[:, None]
            begin(_with(blocks, changed, rng.choice(others)), nothing, each.low)
        if len(others) and size < MOST:
            more = np.append(blocks, rng.choice(others))
            begin(more, np.vstack([values, np.zeros_like(values[:1])]), each.low)
        if size > LEAST:
            begin(np.delete(blocks, changed), np.delete(values, changed, axis=0), each.low)
    return starts


def _with(blocks: IntArray, place: int, block: int) -> IntArray:
    changed = blocks.copy()
    changed[place] = block
    return changed


@dataclass(frozen=True)
class _LocalOptimum:
    """Where a local search ended, and how violated the sum is there."""

    excess: float
    start: _Start


def _local_optima(joint: Joint, starts: list[_Start]) -> list[_LocalOptimum]:
    """Search from sums of the same size, and return those that are violated."""
    blocks = np.array([each.blocks for each in starts])
    values = np.array([each.values for each in starts])
    low = np.array([each.low for each in starts])
    excess = _ascend(joint.tables, joint.place, joint.alone, blocks, values, low)
    return [
        _LocalOptimum(float(excess[i]), _Start(blocks[i], values[i].copy(), int(low[i])))
        for i in np.nonzero(excess > WORTHWHILE)[0]
    ]


def _rows(held: IntegerSum) -> IntArray:
    return held.values.reshape(len(held.offsets), -1)


def _worst(optima: list[_LocalOptimum], order: int, held: Sequence[IntegerSum]) -> list[IntegerSum]:
    """Return the most violated sums that are not held, each once, few at the same blocks.

    Their first block is 0. Blocks whose function is zero are left out.
    """
    worst: list[IntegerSum] = []
    known = {_name(each) for each in held}
    seen: set[float] = set()
    alike: Counter[tuple[int, ...]] = Counter()
    for optimum in sorted(optima, key=lambda each: -each.excess):
        counts = optimum.start.values.any(axis=1)
        blocks = optimum.start.blocks[counts]
        place = tuple(((blocks - blocks[0]) % order).tolist())
        values = optimum.start.values[counts].reshape(len(place), 2, -1)
        each = IntegerSum(offsets=place, values=values, low=optimum.start.low)
        same = round(optimum.excess, DIGITS)
        if len(place) < LEAST or same in seen:
            continue
        seen.add(same)
        if alike[place] == ALIKE or _name(each) in known:
            continue
        alike[place] += 1
        worst.append(each)
        if len(worst) == RETURNED:
            break
    return worst


def _name(each: IntegerSum) -> tuple[tuple[int, ...], int, bytes]:
    return each.offsets, each.low, each.values.astype(np.int8).tobytes()


@compiled
def _ascend(
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
        for _ in range(ROUNDS):
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
