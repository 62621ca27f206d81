"""Inequalities that all bisections satisfy: searched where present frequencies violate them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.sequences.separator import SequenceSeparator
from alphacut.solver.bisection.bounds.states.params import USUAL_STATE, StateParams
from alphacut.solver.bisection.bounds.states.rows import Row, correlation_row, heaviest, sum_row
from alphacut.solver.bisection.bounds.sums import Joint, violated
from alphacut.solver.bisection.verify.sequences.autocorrelations import SequenceBound
from alphacut.solver.bisection.verify.sequences.crosscorrelations import CrossBound
from alphacut.solver.bisection.verify.sums import IntegerSum

Inequality = IntegerSum | SequenceBound | CrossBound


def row_of(each: Inequality, order: int, signs: IntArray) -> Row:
    """Write an inequality as a row; signs are those (states × width) of the states' switches.

    Parameters
    ----------
    order
        Number of blocks.
    signs
        (states, width), sides of a block's switches in each state.
    """
    if isinstance(each, IntegerSum):
        return sum_row(each, order)
    return correlation_row(each, order, signs)


def search(
    even: FloatArray,
    odd: FloatArray,
    signs: IntArray,
    seed: int,
    held: Sequence[Inequality],
    *,
    separator: SequenceSeparator | None = None,
    new_bounds: bool = False,
    params: StateParams = USUAL_STATE,
) -> list[Inequality]:
    """Return inequalities that tables (offset × states × states) violate, and that are not held.

    Parameters
    ----------
    separator
        Of bounds on sequences; None: none are looked for.
    new_bounds
        Whether new bounds on two sequences are looked for, which takes seconds; those that are
        known are used in any case. Of few states bounds on one sequence are looked for
        only where some on two are.
    params
        From which number of states on that is, and how many random sums of integers are drawn.
    even, odd
        (offset, states, states) each.
    signs
        (states, width), sides of a block's switches in each state.
    seed
        Of the random sums.
    held
        Those that the run has.
    """
    order = len(even)
    place = (np.arange(order) - np.arange(order)[:, None]) % order
    joint = Joint.of(even, odd, place, np.tile(np.diagonal(even[0]), (order, 1)))
    sums = [each for each in held if isinstance(each, IntegerSum)]
    inequalities: list[Inequality] = [*violated(joint, seed, sums, params.random_sums)]
    if separator is None or not (
        new_bounds or len(separator.two) or len(signs) >= params.sequences_from
    ):
        return inequalities
    bounds = [each for each in held if not isinstance(each, IntegerSum)]
    products = signs.T @ odd @ signs
    return [*inequalities, *separator.violated(products, seed, bounds, new_bounds=new_bounds)]


@dataclass(frozen=True)
class Multiplied:
    """Inequalities with their multipliers, in units that a certificate holds, by kind."""

    sums: tuple[tuple[IntegerSum, int], ...]
    sequences: tuple[tuple[SequenceBound, int], ...]
    crosscorrelations: tuple[tuple[CrossBound, int], ...]


def multiplied(
    inequalities: Sequence[Inequality], multipliers: FloatArray, scale: int
) -> Multiplied:
    """Round multipliers to units of 1/scale, and leave out those that have none.

    Parameters
    ----------
    multipliers
        (inequalities,), not negative.
    scale
        Units that make 1.
    """
    sums, sequences, crosscorrelations = [], [], []
    for each, value in zip(inequalities, multipliers.tolist(), strict=True):
        if isinstance(each, IntegerSum):
            sums.append((each, round(scale * value)))
        elif isinstance(each, SequenceBound):
            sequences.append((each, round(scale * value * 2 / heaviest(each))))
        else:
            crosscorrelations.append((each, round(scale * value * 2 / heaviest(each))))
    return Multiplied(
        sums=tuple(entry for entry in sums if entry[1] > 0),
        sequences=tuple(entry for entry in sequences if entry[1] > 0),
        crosscorrelations=tuple(entry for entry in crosscorrelations if entry[1] > 0),
    )
