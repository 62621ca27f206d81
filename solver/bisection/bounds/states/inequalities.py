"""Inequalities that all bisections satisfy: searched where present frequencies violate them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.bisection.bounds.pairs import FloatArray, IntArray
from solver.bisection.bounds.sequences import sequences_of
from solver.bisection.bounds.states.rows import Row, heaviest, sequence_row, sum_row
from solver.bisection.bounds.sums import Joint, violated
from solver.bisection.verify.sequences import MOST_BOUNDS, SequenceBound
from solver.bisection.verify.sums import IntegerSum

Inequality = IntegerSum | SequenceBound

MANY = 64  # states, from which on a search for bounds on sequences takes less than steps do


def row_of(each: Inequality, order: int, signs: IntArray) -> Row:
    """Write an inequality as a row; signs are those (states × width) of the states' switches."""
    if isinstance(each, IntegerSum):
        return sum_row(each, order)
    return sequence_row(each, order, signs)


def search(
    even: FloatArray, odd: FloatArray, signs: IntArray, seed: int, held: Sequence[Inequality]
) -> list[Inequality]:
    """Return inequalities that tables (offset × states × states) violate, and that are not held."""
    order = len(even)
    place = (np.arange(order) - np.arange(order)[:, None]) % order
    joint = Joint.of(even, odd, place, np.tile(np.diagonal(even[0]), (order, 1)))
    found: list[Inequality] = [
        *violated(joint, seed, [i for i in held if isinstance(i, IntegerSum)])
    ]
    known = sequences_of(order, signs.shape[1])
    if known is not None and len(signs) >= MANY:
        present = np.einsum("sp,dst,tp->pd", signs, odd[1 : order // 2 + 1], signs, optimize=True)
        bounds = [each for each in held if isinstance(each, SequenceBound)]
        found += known.violated(present, seed, bounds)[: MOST_BOUNDS - len(bounds)]
    return found


def multiplied(
    inequalities: Sequence[Inequality], multipliers: FloatArray, scale: int
) -> tuple[list[tuple[IntegerSum, int]], list[tuple[SequenceBound, int]]]:
    """Return those with a multiplier in units of 1/scale, by kind."""
    sums, bounds = [], []
    for each, value in zip(inequalities, multipliers.tolist(), strict=True):
        if isinstance(each, IntegerSum):
            sums.append((each, round(scale * value)))
        else:
            bounds.append((each, round(2 * scale * value / heaviest(each))))
    return [entry for entry in sums if entry[1] > 0], [entry for entry in bounds if entry[1] > 0]
