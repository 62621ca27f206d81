"""Inequalities that all bisections satisfy: searched where present frequencies violate them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from alphacut.solver.bisection.bounds.crosscorrelations import crosscorrelations_of
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.sequences import Ranges, sequences_of
from alphacut.solver.bisection.bounds.states.rows import Row, correlation_row, heaviest, sum_row
from alphacut.solver.bisection.bounds.sums import Joint, violated
from alphacut.solver.bisection.bounds.triples import triples_of
from alphacut.solver.bisection.verify.crosscorrelations import CrossBound
from alphacut.solver.bisection.verify.imbalances import Box, contains
from alphacut.solver.bisection.verify.sequences import MOST_BOUNDS, SequenceBound
from alphacut.solver.bisection.verify.sums import IntegerSum
from alphacut.solver.bisection.verify.triples import TripleBound

Inequality = IntegerSum | SequenceBound | CrossBound | TripleBound
Kind = TypeVar("Kind", IntegerSum, SequenceBound, CrossBound, TripleBound)

MANY = 64  # states, from which on to look at bounds on sequences takes less than steps do


def row_of(each: Inequality, order: int, signs: IntArray) -> Row:
    """Write an inequality as a row; signs are those (states × width) of the states' switches."""
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
    learn: bool = False,
    on_three: bool = False,
    mirrored: bool = False,
    ranges: Ranges | None = None,
) -> list[Inequality]:
    """Return inequalities that tables (offset × states × states) violate, and that are not held.

    Parameters
    ----------
    learn
        Whether new bounds on two sequences are looked for, which takes seconds; those that this
        process knows are used in any case. Of few states bounds on one sequence are looked for
        only where some on two are.
    on_three
        Whether new bounds on three are looked for as well.
    mirrored
        Whether all that is possible is so with the blocks in the opposite order.
    ranges
        Imbalances of each position, where they are not all possible.
    """
    order, width = len(even), signs.shape[1]
    place = (np.arange(order) - np.arange(order)[:, None]) % order
    joint = Joint.of(even, odd, place, np.tile(np.diagonal(even[0]), (order, 1)))
    found: list[Inequality] = [*violated(joint, seed, _of(IntegerSum, held))]
    known, crossed = sequences_of(order), crosscorrelations_of(order, width, mirrored)
    if known is None or crossed is None or not (learn or len(crossed) or len(signs) >= MANY):
        return found
    products = signs.T @ odd @ signs
    own = np.diagonal(products, axis1=1, axis2=2).T[:, 1 : order // 2 + 1]
    bounds, pairs = _of(SequenceBound, held), _of(CrossBound, held)
    found += known.violated(own, seed, bounds, ranges)[: MOST_BOUNDS - len(bounds)]
    more = crossed.violated(products, seed, pairs, learn=learn, ranges=ranges)
    most = MOST_BOUNDS // 2 if mirrored else MOST_BOUNDS  # `both_ways` writes two for one
    found += more[: max(0, most - len(pairs))]
    triples = triples_of(order, width, mirrored)
    if triples is None:
        return found
    three = _of(TripleBound, held)
    more_of_three = triples.violated(products, seed, three, learn=on_three)
    found += more_of_three[: max(0, most - len(three))]
    return found


def holds_within(each: Inequality, box: Box | None) -> bool:
    """Tell whether an inequality holds for all bisections whose imbalances are in a box."""
    if isinstance(each, IntegerSum) or not each.ranges:
        return True
    return box is not None and all(contains(wide, box[place]) for place, wide in each.ranges)


def both_ways(
    inequalities: Sequence[Inequality], multipliers: FloatArray, order: int
) -> tuple[tuple[Inequality, ...], FloatArray]:
    """Give half of each multiplier to the same with the blocks in the opposite order."""
    found, values = list[Inequality](), list[float]()
    for each, value in zip(inequalities, multipliers.tolist(), strict=True):
        other = _opposite(each, order)
        both = (each,) if other == each else (each, other)
        found += both
        values += [value / len(both)] * len(both)
    return tuple(found), np.array(values)


def _opposite(each: Inequality, order: int) -> Inequality:
    """Return what holds of bisections as well, since it holds of those in the opposite order."""
    if isinstance(each, IntegerSum):
        return replace(each, offsets=tuple(-offset % order for offset in each.offsets))
    if isinstance(each, CrossBound):
        return replace(each, weights=_backwards(each.weights))
    if isinstance(each, TripleBound):
        xy, xz, yz = map(_backwards, each.parts)
        return replace(each, parts=(xy, xz, yz))
    return each


def _backwards(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Return the weights of two sequences that are read backwards."""
    half = len(weights) // 4
    return (*weights[: 2 * half + 1], *weights[: 2 * half : -1])


@dataclass(frozen=True)
class Multiplied:
    """Inequalities with their multipliers, in units that a certificate holds, by kind."""

    sums: tuple[tuple[IntegerSum, int], ...]
    sequences: tuple[tuple[SequenceBound, int], ...]
    crosscorrelations: tuple[tuple[CrossBound, int], ...]
    triples: tuple[tuple[TripleBound, int], ...]


def multiplied(
    inequalities: Sequence[Inequality], multipliers: FloatArray, scale: int
) -> Multiplied:
    """Round multipliers to units of 1/scale, and leave out those that have none."""
    sums, sequences, crosscorrelations, triples = [], [], [], []
    for each, value in zip(inequalities, multipliers.tolist(), strict=True):
        if isinstance(each, IntegerSum):
            sums.append((each, round(scale * value)))
        elif isinstance(each, SequenceBound):
            sequences.append((each, round(scale * value * 2 / heaviest(each))))
        elif isinstance(each, CrossBound):
            crosscorrelations.append((each, round(scale * value * 2 / heaviest(each))))
        else:
            triples.append((each, round(scale * value * 2 / heaviest(each))))
    return Multiplied(
        sums=tuple(entry for entry in sums if entry[1] > 0),
        sequences=tuple(entry for entry in sequences if entry[1] > 0),
        crosscorrelations=tuple(entry for entry in crosscorrelations if entry[1] > 0),
        triples=tuple(entry for entry in triples if entry[1] > 0),
    )


def _of(kind: type[Kind], inequalities: Sequence[Inequality]) -> list[Kind]:
    return [each for each in inequalities if isinstance(each, kind)]
