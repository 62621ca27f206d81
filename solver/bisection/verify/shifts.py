"""How a square is completed to narrow the search for two sequences (`verify.sphere`).

Which of them is looked at whole, and v, are chosen by what a sample of first sequences comes to:
the fewer are left, the better.

Where the size of Σ_i y_i is in some range, t·(Σ_i y_i)²/2 is at most t/2 times the square of one of
its ends, for a t of any sign: N less t in every place may take the place of N, and that be added.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from alphacut.solver.bisection.verify.frame import IntArray
from alphacut.solver.bisection.verify.imbalances import Imbalance, Imbalances, within
from alphacut.solver.bisection.verify.sequences import FloatArray, circulant
from alphacut.solver.bisection.verify.sphere import Form

SAMPLE = 20_000  # sequences by which the way to search is chosen
TRIES = 40  # values of v
# P's least eigenvalue is at least this and 1/250 of what the weights come to, so that P is
# conditioned to some 2,000, and what is searched below 10⁹: double precision loses below 0.1
LEAST = 1.0
NARROWEST, WIDEST = 4e-3, 2.0  # more than that, for v, relative to what the weights come to
TILTS = (0.0, -0.3, -0.1, -0.03, 0.03, 0.1, 0.3)  # relative to the weights' sum for each letter


def of_two(weights: IntArray, imbalances: Imbalances | None, most: int) -> Form:
    """Return what two sequences have, with the square that leaves the fewest of either."""
    length = (len(weights) + 1) // 2
    first, second, cross = np.split(weights.astype(np.float64), [length // 2, length - 1])
    backwards = np.roll(cross[::-1], 1)
    ranges = imbalances or (None, None)
    ways = [_Way(first, second, cross, *ranges), _Way(second, first, backwards, *ranges[::-1])]
    tried = [_best_shift(way, most + 0.5) for way in ways]
    chosen = int(tried[1][0] < tried[0][0])
    way, (_, shift, tilt) = ways[chosen], tried[chosen]
    other = circulant(around(way.other))
    return Form(
        own=circulant(around(way.own)),
        cross=circulant(way.cross),
        other=other,
        definite=shift * np.eye(length) - other + tilt,
        free=(shift * length + way.tilted(tilt)) / 2,
        first=way.first,
        second=way.second,
    )


def tried(
    mine: FloatArray, across: FloatArray, theirs: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return values of v, and what each sequence of a sample has at most with each.

    Parameters
    ----------
    mine, across, theirs
        The spectra of M and N, and the squared one of C, at all frequencies.
    """
    length = len(mine)
    power = _power(length)
    most = float(np.abs(theirs).max() + np.sqrt(across).max())
    shifts = theirs.max() + LEAST + np.geomspace(NARROWEST, WIDEST, TRIES) * most
    rows = mine[:, None] + across[:, None] / (shifts - theirs[:, None])
    return shifts, power @ rows + shifts * length / 2


@lru_cache(maxsize=2)
def _power(length: int) -> FloatArray:
    """Return half of a sample's power at each frequency, for each letter."""
    return np.asarray(np.abs(np.fft.fft(sample(length, None)[0], axis=1)) ** 2 / (2 * length))


def around(own: FloatArray) -> FloatArray:
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
    letters, share = sample(length, way.first)
    power = np.abs(np.fft.fft(letters, axis=1)) ** 2 / (2 * length)
    mine, theirs = (np.fft.fft(around(each)).real for each in (way.own, way.other))
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
def sample(length: int, imbalance: Imbalance | None) -> tuple[FloatArray, float]:
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
