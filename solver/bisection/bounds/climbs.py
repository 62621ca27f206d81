"""Sequences of 1 and -1 that are the best of all next to them, for sums of products.

A climb exchanges one letter after the other. Where the imbalances of the sequences have to stay in
ranges, it may also exchange two unlike letters of one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.compiled import compiled
from alphacut.solver.bisection.verify.imbalances import Imbalance, within

STAY, VARIED = 6, 8  # least number of steps for which a letter stays, and how many more at most
SLIGHT = 1e-6  # what sums may differ by from rounding


def climbed(
    between: FloatArray,
    letters: FloatArray,
    imbalances: Sequence[Imbalance] | None,
    rng: np.random.Generator,
) -> FloatArray:
    """Climb from some sequences to where Σ_(i<j) between_ij·x_i·x_j is the largest nearby.

    Parameters
    ----------
    between
        Symmetric (letter × letter), with 0 in the diagonal.
    letters
        From which to climb (try × letter): of one sequence after the other, of the same length.
    imbalances
        Range of each sequence, if not all are possible; letters are first moved into it.
    """
    if imbalances is None:
        found = letters.copy()
        _climb(between, found)
        return found
    own = np.split(letters, len(imbalances), axis=1)
    moved = [moved_into(part, each, rng) for part, each in zip(own, imbalances, strict=True)]
    found = np.concatenate(moved, axis=1)
    _climb_within(between, found, own[0].shape[1], np.array(imbalances, dtype=float))
    return found


def wandered(between: FloatArray, letters: FloatArray, steps: int) -> FloatArray:
    """Return the best that was passed on a way of so many steps from each start.

    Each step exchanges the letter that is best to, whether that raises the sum or not; one that
    was exchanged stays for some steps, unless that makes a new best.

    Parameters
    ----------
    between, letters
        As for `climbed`.
    """
    found = letters.copy()
    _wander(between, found, steps)
    return found


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
def _climb(between: FloatArray, letters: FloatArray) -> None:
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


@compiled
def _wander(between: FloatArray, letters: FloatArray, steps: int) -> None:
    """Go from each start, in place, to the best that was passed."""
    tries, length = letters.shape
    for t in range(tries):
        x = letters[t].copy()
        fields = np.zeros(length)
        for i in range(length):
            for j in range(length):
                fields[i] += between[i, j] * x[j]
        free = np.zeros(length)
        above, most = 0.0, 0.0
        for step in range(steps):
            best, gained = -1, -np.inf
            for i in range(length):
                gain = -2.0 * x[i] * fields[i]
                if gain > gained and (free[i] <= step or above + gain > most + SLIGHT):
                    best, gained = i, gain
            if best < 0:
                continue
            for i in range(length):
                fields[i] -= 2.0 * between[i, best] * x[best]
            x[best] = -x[best]
            above += gained
            free[best] = step + STAY + (step + t) % VARIED
            if above > most + SLIGHT:
                most = above
                letters[t] = x


@compiled
def _climb_within(
    between: FloatArray, letters: FloatArray, middle: int, ranges: FloatArray
) -> None:
    """Exchange a letter, or two unlike ones of a sequence, in place, while one raises the sum.

    Parameters
    ----------
    middle
        Where the second sequence of each try begins, or the end.
    ranges
        Least and most imbalance (sequence × 2), in which they are and stay.
    """
    tries, length = letters.shape
    for t in range(tries):
        x = letters[t]
        fields = np.zeros(length)
        sums = np.zeros(len(ranges))
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
