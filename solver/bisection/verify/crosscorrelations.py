"""Correlations of two binary sequences: what a proof holds of them.

The switches at two positions of the blocks make two sequences x and y of 1 and -1, which turn
together. A weighted sum of their autocorrelations and of their crosscorrelations
Σ_i x_i·y_(i+d) is at most a number that no two sequences exceed.

That none does is seen by a search. Let M and N be the circulant matrices of the autocorrelations'
weights and C that of the crosscorrelations', so that the sum is xᵀMx/2 + yᵀNy/2 + xᵀCy. With
any v for which P = v·I - N is definite it is, for sequences of n letters,

    v·n/2 + xᵀMx/2 + gᵀP⁻¹g/2 - (y - P⁻¹g)ᵀP(y - P⁻¹g)/2,  where g = Cᵀx.

Without its last part it bounds what x has with any y, and is itself a weighted sum of the
autocorrelations of x, so that all x can be looked at. For those for which it is not enough, y is
built letter by letter, as in decoding by a sphere, and left when the last part is too large.

References
----------
Fincke and Pohst, Improved methods for calculating vectors of short length in a lattice, 1985.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import IntArray
from solver.bisection.verify.read import integers, listed
from solver.bisection.verify.sequences import (
    HEAVIEST,
    LONGEST,
    MOST_BOUNDS,
    FloatArray,
    Term,
    circulant,
    looked_at,
)

MOST_SEARCHES = 500  # of all pairs of sequences, for the bounds of one certificate
MOST_STEPS = 1 << 26  # letters that one search may set: seconds
SINGLE = 2.0**-18  # of all weights: what sums in single precision lose, and more
BATCH = 1 << 14  # first sequences whose second ones are searched together
AT_ONCE = 1 << 15  # second ones, as far as they are built, to which a letter is added
SAMPLE = 20_000  # sequences by which the way to search is chosen
TRIES = 40  # values of v
# P's least eigenvalue is at least this and 1/250 of what the weights come to, so that P is
# conditioned to some 1,000, and what is searched below 10⁹: double precision loses below 0.1
LEAST = 1.0
NARROWEST, WIDEST = 4e-3, 2.0  # more than that, for v, relative to what the weights come to


@dataclass(frozen=True, kw_only=True)
class CrossBound:
    """A weighted sum of the correlations of the switches at two positions is at most a number.

    Attributes
    ----------
    weights
        Of the autocorrelations of the first from offset 1 to half of all, then of the second,
        then of the crosscorrelations Σ_i x_i·y_(i+d) from offset 0 on.
    """

    positions: tuple[int, int]
    weights: tuple[int, ...]
    most: int

    def check(self) -> None:
        """Refuse if some two sequences have more."""
        if beyond(self.weights, self.most) is not None:
            raise Refused("two sequences have more than a bound on them says")

    @property
    def terms(self) -> Iterator[Term]:
        """Yield what is weighted, with its weight."""
        first, second = self.positions
        half = len(self.weights) // 4
        for number, weight in enumerate(self.weights[: 2 * half]):
            position = self.positions[number // half]
            yield number % half + 1, position, position, weight
        for offset, weight in enumerate(self.weights[2 * half :]):
            yield offset, first, second, weight


def read_crosscorrelations(
    written: Mapping[str, Any], order: int, width: int, searched: set[tuple[tuple[int, ...], int]]
) -> Iterator[tuple[CrossBound, int]]:
    """Read a leaf's bounds on two sequences with their multipliers, or refuse.

    What they say is not looked into here: `CrossBound.check` does.

    Parameters
    ----------
    order, width
        Number of blocks, and switches of each.
    searched
        Weights and bounds for which a certificate needs a search, to which those of the leaf come.
    """
    entries = listed(written, "crosscorrelations")
    if len(entries) > MOST_BOUNDS:
        raise Refused("a leaf has too many bounds on two sequences")
    if entries and order > LONGEST:
        raise Refused(f"a leaf bounds two sequences of more than {LONGEST} letters")
    length = 4 + 2 * order - 1
    for entry in entries:
        first, second, value, most, *weights = integers(
            entry, "a bound on two sequences", length=length
        )
        if not 0 <= first < second < width:
            raise Refused("a bound on two sequences names no two positions of a block, in order")
        if value < 1:
            raise Refused("the multiplier of a bound on two sequences is not positive")
        if sum(map(abs, weights)) > HEAVIEST:
            raise Refused("the weights of a bound on two sequences are too large")
        searched.add((named(tuple(weights)), most))
        if len(searched) > MOST_SEARCHES:
            raise Refused("a certificate has too many different bounds on two sequences")
        yield CrossBound(positions=(first, second), weights=tuple(weights), most=most), value


def beyond(weights: tuple[int, ...], most: int, steps: int = MOST_STEPS) -> int | None:
    """Return the most that two sequences have, if it is more; None: no two have more.

    Parameters
    ----------
    steps
        Letters that the search may set.

    Raises
    ------
    Refused
        If that takes too long to find out.
    """
    return _beyond(named(weights), most, steps)


def named(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of their images that stand for all: what is found for one serves for all."""
    factors, places = images(len(weights))
    found = factors * np.array(weights)[places]
    return tuple(found[np.lexsort(found.T[::-1])[-1]].tolist())


@lru_cache(maxsize=2)
def images(number: int) -> tuple[IntArray, IntArray]:
    """Return factors and places (image × weight): where an image takes its weights from.

    Sequences may change places, the second may be turned against the first or have its signs
    exchanged, and of both every k-th letter may be taken, as of one.
    """
    length = (number + 1) // 2
    half = length // 2
    every = np.arange(length)
    factors, places = [], []
    for step in (k for k in range(1, length) if math.gcd(k, length) == 1):
        moved = step * np.arange(1, half + 1) % length
        own = np.minimum(moved, length - moved) - 1
        for turn in range(length):
            cross = (step * every + turn) % length
            for places_of in (
                (own, half + own, 2 * half + cross),
                (half + own, own, 2 * half + -cross % length),
            ):
                for sign in (1, -1):
                    places.append(np.concatenate(places_of))
                    factors.append(np.repeat([1, sign], [2 * half, length]))
    return np.array(factors), np.array(places)


@lru_cache(maxsize=1024)
def _beyond(weights: tuple[int, ...], most: int, steps: int) -> int | None:
    return _Search(np.array(weights), most, steps).run()


class _Search:
    """A search for two sequences that have more than a number, and as much as possible."""

    def __init__(self, weights: IntArray, most: int, steps: int) -> None:
        self._goal = most + 0.5  # all that sequences have is an integer
        self._found: int | None = None
        self._more = 0.0  # by which the goal was raised, twice
        self._steps = steps  # that are left
        self._length = length = (len(weights) + 1) // 2
        first, second, cross = np.split(weights.astype(np.float64), [length // 2, length - 1])
        backwards = np.roll(cross[::-1], 1)
        ways = [(first, second, cross), (second, first, backwards)]
        tried = [_best_shift(*way, self._goal) for way in ways]
        chosen = int(tried[1][0] < tried[0][0])
        (own, other, across), self._shift = ways[chosen], tried[chosen][1]
        self._own = circulant(_around(own))
        self._cross = circulant(across)
        definite = self._shift * np.eye(length) - circulant(_around(other))
        self._inverse = np.linalg.inv(definite)
        # P = U·Uᵀ with U triangular: letters are set from the first on
        self._root = np.linalg.cholesky(definite[::-1, ::-1])[::-1, ::-1].T
        self._other = circulant(_around(other))

    def run(self) -> int | None:
        """Search; see `beyond`."""
        whole = self._own + self._cross @ self._inverse @ self._cross.T
        lost = SINGLE * float(np.abs(whole).sum())
        rest = self._length / 2 * (self._shift + float(whole[0, 0])) + lost

        def least() -> float:
            return float(np.nextafter(np.float32(self._goal - rest), np.float32(-np.inf)))

        waiting, number = list[FloatArray](), 0
        for heads, tails, values in looked_at(whole, least):
            head, tail = np.nonzero(values > least())
            for start in range(0, len(head), BATCH):
                part = slice(start, start + BATCH)
                waiting.append(np.concatenate([heads[head[part]], tails[tail[part]]], axis=1))
                number += len(waiting[-1])
                if number >= BATCH:
                    self._extend(np.concatenate(waiting))
                    waiting, number = [], 0
        if waiting:
            self._extend(np.concatenate(waiting))
        return self._found

    def _extend(self, firsts: FloatArray) -> None:
        """Search for second sequences with which some of the first have more than the goal."""
        firsts = firsts.astype(np.float64)
        towards = firsts @ self._cross
        centre = towards @ self._inverse
        top = ((firsts @ self._own) * firsts + towards * centre).sum(axis=1) / 2
        slack = 2 * (top + self._shift * self._length / 2 - self._goal) + self._more
        rows = np.nonzero(slack > self._more)[0]
        stack = [(rows, slack[rows], np.zeros((0, len(rows))))]
        while stack:
            rows, slack, steps = stack.pop()
            if len(rows) > AT_ONCE:
                parts = (slice(AT_ONCE), slice(AT_ONCE, None))
                stack += [(rows[part], slack[part], steps[:, part]) for part in parts]
            elif len(rows) and len(steps) == self._length:
                self._raise(firsts[rows], np.rint(centre[rows] + steps.T))
            elif len(rows):
                self._steps -= len(rows)
                if self._steps < 0:
                    raise Refused("a bound on two sequences takes too long to check")
                stack.append(self._longer(rows, slack, steps, centre[rows, len(steps)]))

    def _longer(
        self, rows: IntArray, slack: FloatArray, steps: FloatArray, centre: FloatArray
    ) -> tuple[IntArray, FloatArray, FloatArray]:
        """Set one more letter, to 1 and to -1, where the goal may still be passed."""
        place = len(steps)
        along = self._root[place, :place] @ steps
        longer = []
        for letter in (1.0, -1.0):
            step = letter - centre
            left = slack - (along + self._root[place, place] * step) ** 2
            kept = np.nonzero(left > self._more)[0]
            further = np.concatenate([steps[:, kept], step[None, kept]])
            longer.append((rows[kept], left[kept], further))
        first, second = longer
        return (
            np.concatenate([first[0], second[0]]),
            np.concatenate([first[1], second[1]]),
            np.concatenate([first[2], second[2]], axis=1),
        )

    def _raise(self, firsts: FloatArray, seconds: FloatArray) -> None:
        """Take the most that some first sequences have with some second ones as the goal."""
        found = self._most(firsts, seconds)
        if found > self._goal:
            self._more += 2 * (found + 0.5 - self._goal)
            self._goal, self._found = found + 0.5, found

    def _most(self, firsts: FloatArray, seconds: FloatArray) -> int:
        """Return the most that some first sequences have with some second ones."""
        own = ((firsts @ self._own) * firsts + (seconds @ self._other) * seconds) / 2
        return round(float((own + (firsts @ self._cross) * seconds).sum(axis=1).max()))


def _around(own: FloatArray) -> FloatArray:
    """Write weights of autocorrelations as a row of a circulant matrix."""
    return np.concatenate([[0.0], own, own[::-1]])


def _best_shift(
    own: FloatArray, other: FloatArray, cross: FloatArray, goal: float
) -> tuple[int, float]:
    """Return how many sequences of a sample are not enough for the best v, and v."""
    length = len(cross)
    letters = np.random.default_rng(0).choice([-1.0, 1.0], (SAMPLE, length))
    power = np.abs(np.fft.fft(letters, axis=1)) ** 2 / (2 * length)
    mine, theirs = (np.fft.fft(_around(each)).real for each in (own, other))
    across = np.abs(np.fft.fft(cross)) ** 2
    most = float(np.abs(theirs).max() + np.sqrt(across).max())
    shifts = theirs.max() + LEAST + np.geomspace(NARROWEST, WIDEST, TRIES) * most
    rows = mine[:, None] + across[:, None] / (shifts - theirs[:, None])
    reached = power @ rows + shifts * length / 2
    counts = (reached > goal).sum(axis=0)
    best = int(counts.argmin())
    return int(counts[best]), float(shifts[best])
