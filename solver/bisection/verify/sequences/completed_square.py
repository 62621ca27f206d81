"""How a square is completed to narrow the search for two sequences (`sphere`).

Which of them is looked at whole, and v, are chosen by what a sample of first sequences comes to:
the fewer are left, the better.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.sequences.autocorrelations import FloatArray, circulant
from alphacut.solver.bisection.verify.sequences.sphere import Form

SAMPLE = 20_000  # sequences by which the way to search is chosen
TRIES = 40  # values of v
# P's least eigenvalue is at least this and 1/250 of what the weights come to, so that P is
# conditioned to some 2,000, and what is searched below 10⁹: double precision loses below 0.1
LEAST = 1.0
NARROWEST, WIDEST = 4e-3, 2.0  # more than that, for v, relative to what the weights come to


def of_two(weights: IntArray, most: int) -> Form:
    """Return what two sequences have, with the square that leaves the fewest of either.

    Parameters
    ----------
    weights
        (2·length - 1,): of the first, of the second, and of both.
    """
    length = (len(weights) + 1) // 2
    first, second, cross = np.split(weights.astype(np.float64), [length // 2, length - 1])
    backwards = np.roll(cross[::-1], 1)
    ways = [_Way(first, second, cross), _Way(second, first, backwards)]
    tried = [_best_shift(way, most + 0.5) for way in ways]
    chosen = int(tried[1][0] < tried[0][0])
    way, (_, shift) = ways[chosen], tried[chosen]
    other = circulant(around(way.other))
    return Form(
        own=circulant(around(way.own)),
        cross=circulant(way.cross),
        other=other,
        definite=shift * np.eye(length) - other,
        free=shift * length / 2,
    )


def around(own: FloatArray) -> FloatArray:
    """Write weights of autocorrelations as a row of a circulant matrix.

    Parameters
    ----------
    own
        ((length - 1)/2,), by offset from 1 on.
    """
    return np.concatenate([[0.0], own, own[::-1]])


@dataclass(frozen=True)
class _Way:
    """Weights of the sequence that is looked at whole, of the other, and of both."""

    own: FloatArray
    other: FloatArray
    cross: FloatArray


def _best_shift(way: _Way, goal: float) -> tuple[int, float]:
    """Return how many of a sample's sequences are not enough for the best v, and v."""
    length = len(way.cross)
    mine, theirs = (np.fft.fft(around(each)).real for each in (way.own, way.other))
    across = np.abs(np.fft.fft(way.cross)) ** 2
    most = float(np.abs(theirs).max() + np.sqrt(across).max())
    shifts = theirs.max() + LEAST + np.geomspace(NARROWEST, WIDEST, TRIES) * most
    rows = mine[:, None] + across[:, None] / (shifts - theirs[:, None])
    counts = (_power(length) @ rows + shifts * length / 2 > goal).sum(axis=0)
    best = int(counts.argmin())
    return int(counts[best]), float(shifts[best])


@lru_cache(maxsize=2)
def _power(length: int) -> FloatArray:
    """Return half of a sample's power at each frequency, for each entry."""
    entries = np.random.default_rng(0).choice([-1.0, 1.0], (SAMPLE, length))
    return np.asarray(np.abs(np.fft.fft(entries, axis=1)) ** 2 / (2 * length))
