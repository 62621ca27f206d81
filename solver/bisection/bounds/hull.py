"""How far correlations are from those of sequences, and weights that tell.

What frequencies present is an average over bisections, and lies in the hull of what single
sequences of 1 and -1 have. The nearest point of the hull of those that were met tells weights by
which it does not, and a climb from random sequences whether one that was not met yet has more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from solver.bisection.bounds.nearest import Mixture, nearest
from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.compiled import compiled
from solver.bisection.verify.imbalances import Imbalance, within

WEIGHT = 256  # the largest of a bound
WORTHWHILE = 2e-3  # least violation, with weights of at most 1
BETTER = 1.3  # factor by which a new bound is more violated than one that is known
ROUNDS = 100  # of climbs
ADDED = 200  # of the sequences that a climb found, to those that were met
ENOUGH = 0.8  # of the largest excess that there may be
SLIGHT = 1e-6  # violations that may come from rounding


@dataclass(frozen=True)
class Separated:
    """Weights of at most 1 by which more is present than sequences have.

    Attributes
    ----------
    excess
        How much more that is.
    most
        And how much at most with the last weights.
    met
        Sequences that were met, those with the least slack first.
    """

    excess: float
    most: float
    weights: FloatArray
    met: FloatArray

    @property
    def rounded(self) -> tuple[int, ...]:
        """The weights as integers."""
        return tuple(np.rint(WEIGHT * self.weights).astype(int).tolist())


def separated(
    present: FloatArray, met: FloatArray, climbed: Callable[[FloatArray], FloatArray]
) -> Separated:
    """Return weights that tell what is present from the point of the hull that is nearest to it.

    As far as the climb sees: where it misses a sequence, that is further.

    Parameters
    ----------
    present
        Mean products of two letters.
    met
        Those of sequences (sequence × product).
    climbed
        Finds more sequences for given weights.
    """
    best, bound = Separated(0.0, 0.0, np.zeros(len(present)), met), 0.0
    weights, mixture = best.weights, Mixture.of(met - present)
    for _ in range(ROUNDS):
        mixture = nearest(met - present, mixture)
        towards = present - mixture.at(met)
        if not np.abs(towards).max() > SLIGHT:
            best = replace(best, most=0.0)
            break
        weights = towards / np.abs(towards).max()
        bound = float((met @ weights).max())
        most = float(weights @ present) - bound
        best = replace(best, most=most)
        if most <= WORTHWHILE:
            break
        new = climbed(weights)
        over = new @ weights - bound
        reached = most - max(0.0, float(over.max()))
        if reached > best.excess:
            best = Separated(reached, most, weights, met)
        order = np.argsort(-over)[:ADDED]
        new = new[order[over[order] > SLIGHT]]
        met = np.concatenate([met, new])
        if not len(new) or best.excess > ENOUGH * most:
            break
    return replace(best, met=met[np.argsort(bound - met @ weights, kind="stable")])


@compiled
def climb(between: FloatArray, letters: FloatArray) -> None:
    """Exchange the letter that raises Σ_(i<j) between_ij·x_i·x_j most, in place, while one does."""
    tries, length = letters.shape
    for t in range(tries):
        x = letters[t]
        fields = np.zeros(length)
        for i in range(length):
            for j in range(length):
                fields[i] += between[i, j] * x[j]
        while True:
            best, least = -1, -SLIGHT
            for i in range(length):
                if x[i] * fields[i] < least:
                    best, least = i, x[i] * fields[i]
            if best < 0:
                break
            for i in range(length):
                fields[i] -= 2.0 * between[i, best] * x[best]
            x[best] = -x[best]


def moved_into(
    letters: FloatArray, imbalance: Imbalance | None, rng: np.random.Generator
) -> FloatArray:
    """Exchange random letters of sequences, as few as it takes to be in a range of imbalances."""
    if imbalance is None:
        return letters
    moved, sums = letters.copy(), letters.sum(axis=1)
    for number in np.nonzero(~within(sums, imbalance))[0].tolist():
        size, side = abs(sums[number]), 1.0 if sums[number] > 0 else -1.0
        above = size > imbalance[1]
        least = size - imbalance[1] if above else imbalance[0] - size
        places = np.nonzero(moved[number] == (side if above else -side))[0]
        chosen = rng.choice(places, math.ceil(least / 2), replace=False)
        moved[number, chosen] *= -1.0
    return moved


@compiled
def climb_within(between: FloatArray, letters: FloatArray, middle: int, ranges: FloatArray) -> None:
    """Exchange a letter, or two unlike ones of a sequence, in place, while one raises the sum.

    Parameters
    ----------
    middle
        Where the second sequence of each try begins, or the end.
    ranges
        Least and most imbalance (sequence × 2), in which they stay.
    """
    tries, length = letters.shape
    for t in range(tries):
        x = letters[t]
        fields = np.zeros(length)
        sums = np.zeros(2)
        for i in range(length):
            sums[int(i >= middle)] += x[i]
            for j in range(length):
                fields[i] += between[i, j] * x[j]
        while True:
            first, second = _best_exchange(between, x, fields, sums, middle, ranges)
            if first < 0:
                break
            for place in (first, second):
                if place >= 0:
                    for i in range(length):
                        fields[i] -= 2.0 * between[i, place] * x[place]
                    sums[int(place >= middle)] -= 2.0 * x[place]
                    x[place] = -x[place]


@compiled
def _best_exchange(
    between: FloatArray,
    x: FloatArray,
    fields: FloatArray,
    sums: FloatArray,
    middle: int,
    ranges: FloatArray,
) -> tuple[int, int]:
    """Return one or two places whose exchange raises the sum most; -1 stands for none."""
    first, second, most = -1, -1, SLIGHT
    for i in range(len(x)):
        which = int(i >= middle)
        gain = -2.0 * x[i] * fields[i]
        size = abs(sums[which] - 2.0 * x[i])
        if gain > most and ranges[which, 0] <= size <= ranges[which, 1]:
            first, second, most = i, -1, gain
        for j in range(which * middle, i):
            both = gain - 2.0 * x[j] * (fields[j] - 2.0 * between[i, j] * x[i])
            if x[i] != x[j] and both > most:
                first, second, most = i, j, both
    return first, second
