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
from numpy.typing import NDArray

from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import IntArray
from solver.bisection.verify.imbalances import (
    Box,
    Imbalance,
    Imbalances,
    contains,
    read_range,
    within,
)
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

MOST_SEARCHES = 1_000  # of all pairs of sequences, for the bounds of one certificate
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
TILTS = (0.0, -0.3, -0.1, -0.03, 0.03, 0.1, 0.3)  # relative to the weights' sum for each letter


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
    imbalances: Imbalances | None = None  # of the sequences for which it holds; of all

    def check(self) -> None:
        """Refuse if some two such sequences have more."""
        if beyond(self.weights, self.most, imbalances=self.imbalances) is not None:
            raise Refused("two sequences have more than a bound on them says")

    @property
    def ranges(self) -> tuple[tuple[int, Imbalance], ...]:
        """The positions at which it does not hold for all imbalances, and for which it does."""
        return tuple(zip(self.positions, self.imbalances or (), strict=False))

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
    written: Mapping[str, Any],
    order: int,
    width: int,
    searched: set[tuple[tuple[int, ...], Imbalances | None, int]],
    box: Box | None = None,
) -> Iterator[tuple[CrossBound, int]]:
    """Read a leaf's bounds on two sequences with their multipliers, or refuse.

    What they say is not looked into here: `CrossBound.check` does.

    Parameters
    ----------
    order, width
        Number of blocks, and switches of each.
    searched
        Weights, imbalances and bounds for which a certificate needs a search, to which those of
        the leaf come.
    box
        The imbalances of all positions, where bounds are for sequences in ranges of them.
    """
    entries = listed(written, "crosscorrelations")
    if len(entries) > MOST_BOUNDS:
        raise Refused("a leaf has too many bounds on two sequences")
    if entries and order > LONGEST:
        raise Refused(f"a leaf bounds two sequences of more than {LONGEST} letters")
    limits = 4 if box is not None else 0
    length = 4 + limits + 2 * order - 1
    for entry in entries:
        first, second, value, most, *rest = integers(
            entry, "a bound on two sequences", length=length
        )
        weights, imbalances = rest[limits:], None
        if not 0 <= first < second < width:
            raise Refused("a bound on two sequences names no two positions of a block, in order")
        if value < 1:
            raise Refused("the multiplier of a bound on two sequences is not positive")
        if sum(map(abs, weights)) > HEAVIEST:
            raise Refused("the weights of a bound on two sequences are too large")
        if box is not None:
            imbalances = (
                read_range(rest[:2], box[first], order),
                read_range(rest[2:4], box[second], order),
            )
        searched.add((*named(tuple(weights), imbalances), most))
        if len(searched) > MOST_SEARCHES:
            raise Refused("a certificate has too many different bounds on two sequences")
        yield (
            CrossBound(
                positions=(first, second), weights=tuple(weights), most=most, imbalances=imbalances
            ),
            value,
        )


def beyond(
    weights: tuple[int, ...],
    most: int,
    steps: int = MOST_STEPS,
    imbalances: Imbalances | None = None,
) -> int | None:
    """Return the most that two sequences have, if it is more; None: no two have more.

    Parameters
    ----------
    steps
        Letters that the search may set.
    imbalances
        Of the sequences that are asked about.

    Raises
    ------
    Refused
        If that takes too long to find out.
    """
    return _beyond(*named(weights, imbalances), most, steps)


def named(
    weights: tuple[int, ...], imbalances: Imbalances | None = None
) -> tuple[tuple[int, ...], Imbalances | None]:
    """Return those of their images that stand for all: what is found for one serves for all."""
    factors, places = images(len(weights))
    if imbalances is not None:
        ordered = min(imbalances), max(imbalances)
        chosen = serving(len(weights), imbalances, ordered)
        factors, places, imbalances = factors[chosen], places[chosen], ordered
    found = factors * np.array(weights)[places]
    return tuple(found[np.lexsort(found.T[::-1])[-1]].tolist()), imbalances


def serving(
    number: int, imbalances: Imbalances | None, asked: Imbalances | None
) -> NDArray[np.bool_]:
    """Tell which images of so many weights serve at two positions, if they hold for some.

    Parameters
    ----------
    imbalances
        Of the sequences for which the weights' bound holds.
    asked
        Of the sequences at the two positions.
    """
    if imbalances is None:
        return np.ones(len(images(number)[0]), dtype=bool)
    if asked is None:
        return np.zeros(len(images(number)[0]), dtype=bool)
    first, second = imbalances
    exchanged = images(number)[1][:, 0] >= number // 4
    straight = contains(first, asked[0]) and contains(second, asked[1])
    across = contains(first, asked[1]) and contains(second, asked[0])
    return np.asarray(np.where(exchanged, across, straight))


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


@lru_cache(maxsize=4096)
def _beyond(
    weights: tuple[int, ...], imbalances: Imbalances | None, most: int, steps: int
) -> int | None:
    return _Search(np.array(weights), imbalances, most, steps).run()


class _Search:
    """A search for two sequences that have more than a number, and as much as possible."""

    def __init__(
        self, weights: IntArray, imbalances: Imbalances | None, most: int, steps: int
    ) -> None:
        self._goal = most + 0.5  # all that sequences have is an integer
        self._found: int | None = None
        self._more = 0.0  # by which the goal was raised, twice
        self._steps = steps  # that are left
        self._length = length = (len(weights) + 1) // 2
        first, second, cross = np.split(weights.astype(np.float64), [length // 2, length - 1])
        backwards = np.roll(cross[::-1], 1)
        ranges = imbalances or (None, None)
        ways = [_Way(first, second, cross, *ranges), _Way(second, first, backwards, *ranges[::-1])]
        tried = [_best_shift(way, self._goal) for way in ways]
        chosen = int(tried[1][0] < tried[0][0])
        way, (_, self._shift, tilt) = ways[chosen], tried[chosen]
        own, other, across = way.own, way.other, way.cross
        self._firsts, self._seconds = way.first, way.second
        self._own = circulant(_around(own))
        self._cross = circulant(across)
        self._free = (self._shift * length + way.tilted(tilt)) / 2  # of x
        definite = self._shift * np.eye(length) - circulant(_around(other)) + tilt
        self._inverse = np.linalg.inv(definite)
        # P = U·Uᵀ with U triangular: letters are set from the first on
        self._root = np.linalg.cholesky(definite[::-1, ::-1])[::-1, ::-1].T
        self._other = circulant(_around(other))

    def run(self) -> int | None:
        """Search; see `beyond`."""
        whole = self._own + self._cross @ self._inverse @ self._cross.T
        lost = SINGLE * float(np.abs(whole).sum())
        rest = self._free + self._length / 2 * float(whole[0, 0]) + lost

        def least() -> float:
            return float(np.nextafter(np.float32(self._goal - rest), np.float32(-np.inf)))

        waiting, number = list[FloatArray](), 0
        for heads, tails, values in looked_at(whole, least, self._firsts):
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
        slack = 2 * (top + self._free - self._goal) + self._more
        rows = np.nonzero(slack > self._more)[0]
        stack = [(rows, slack[rows], np.zeros((0, len(rows))))]
        while stack:
            rows, slack, steps = stack.pop()
            if len(rows) > AT_ONCE:
                parts = (slice(AT_ONCE), slice(AT_ONCE, None))
                stack += [(rows[part], slack[part], steps[:, part]) for part in parts]
            elif len(rows) and len(steps) == self._length:
                seconds = np.rint(centre[rows] + steps.T)
                meant = within(seconds.sum(axis=1), self._seconds)
                if meant.any():
                    self._raise(firsts[rows[meant]], seconds[meant])
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


@dataclass(frozen=True)
class _Way:
    """Weights of the sequence that is looked at whole, of the other, and of both; their ranges."""

    own: FloatArray
    other: FloatArray
    cross: FloatArray
    first: Imbalance | None
    second: Imbalance | None

    @property
    def tilts(self) -> FloatArray:
        """Multiples of the second's squared imbalance that are tried."""
        if self.second is None:
            return np.zeros(1)
        most = float(np.abs(self.other).sum() + np.abs(self.cross).sum()) / len(self.cross)
        return most * np.array(TILTS)

    def tilted(self, tilt: float) -> float:
        """Return the most that a multiple of the second's squared imbalance comes to."""
        if self.second is None:
            return 0.0
        return tilt * self.second[tilt > 0] ** 2


def _best_shift(way: _Way, goal: float) -> tuple[float, float, float]:
    """Return how many sequences are not enough for the best v, by a sample, v, and the tilt."""
    length = len(way.cross)
    letters, share = _sample(length, way.first)
    power = np.abs(np.fft.fft(letters, axis=1)) ** 2 / (2 * length)
    mine, theirs = (np.fft.fft(_around(each)).real for each in (way.own, way.other))
    across = np.abs(np.fft.fft(way.cross)) ** 2
    most = float(np.abs(theirs).max() + np.sqrt(across).max())
    found = []
    for tilt in way.tilts.tolist():
        tilted = theirs - tilt * length * (np.arange(length) == 0)
        shifts = tilted.max() + LEAST + np.geomspace(NARROWEST, WIDEST, TRIES) * most
        rows = mine[:, None] + across[:, None] / (shifts - tilted[:, None])
        reached = power @ rows + (shifts * length + way.tilted(tilt)) / 2
        counts = (reached > goal).sum(axis=0)
        best = int(counts.argmin())
        found.append((share * int(counts[best]), float(shifts[best]), tilt))
    return min(found)


@lru_cache(maxsize=8)
def _sample(length: int, imbalance: Imbalance | None) -> tuple[FloatArray, float]:
    """Return sequences (sequence × letter) in a range of imbalances, and their share of all."""
    rng = np.random.default_rng(0)
    if imbalance is None:
        return rng.choice([-1.0, 1.0], (SAMPLE, length)), 1.0
    numbers = np.arange(length + 1)
    chances = np.array([math.comb(length, k) / 2**length for k in numbers.tolist()])
    chances[~within(2 * numbers - length, imbalance)] = 0.0
    share = float(chances.sum())
    if not share:
        return np.zeros((0, length)), 0.0
    ones = rng.choice(numbers, SAMPLE, p=chances / share)
    places = rng.random((SAMPLE, length)).argsort(axis=1)
    return np.where(places < ones[:, None], 1.0, -1.0), share
