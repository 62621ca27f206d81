"""A search for two sequences x and y of 1 and -1 that have more than a number.

Let M and N be the circulant matrices of the weights of their autocorrelations and C that of their
crosscorrelations, so that they have xᵀMx/2 + yᵀNy/2 + xᵀCy. With any v for which P = v·I - N is
definite this is, for sequences of n letters,

    v·n/2 + xᵀMx/2 + gᵀP⁻¹g/2 - (y - P⁻¹g)ᵀP(y - P⁻¹g)/2,  where g = Cᵀx.

Without its last part it bounds what x has with any y, and is itself a weighted sum of the
autocorrelations of x, so that all x can be looked at. For those for which it is not enough, y is
built letter by letter, as in decoding by a sphere, and left when the last part is too large.

Where the size of Σ_i y_i is in some range, t·(Σ_i y_i)²/2 is at most t/2 times the square of one of
its ends, for a t of any sign: N less t in every place may take the place of N, and that be added.

References
----------
Fincke and Pohst, Improved methods for calculating vectors of short length in a lattice, 1985.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import IntArray
from solver.bisection.verify.imbalances import Imbalance, Imbalances, within
from solver.bisection.verify.sequences import FloatArray, circulant, looked_at

SINGLE = 2.0**-18  # of all weights: what sums in single precision lose, and more
BATCH = 1 << 14  # first sequences whose second ones are searched together
AT_ONCE = 1 << 15  # second ones, as far as they are built, to which a letter is added
SAMPLE = 20_000  # sequences by which the way to search is chosen
TRIES = 40  # values of v
# P's least eigenvalue is at least this and 1/250 of what the weights come to, so that P is
# conditioned to some 2,000, and what is searched below 10⁹: double precision loses below 0.1
LEAST = 1.0
NARROWEST, WIDEST = 4e-3, 2.0  # more than that, for v, relative to what the weights come to
TILTS = (0.0, -0.3, -0.1, -0.03, 0.03, 0.1, 0.3)  # relative to the weights' sum for each letter


class Search:
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
        """Return the most that two sequences have, if it is more than the number."""
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
