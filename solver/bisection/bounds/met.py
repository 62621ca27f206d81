"""Sequences of sides that were met, several at a time: their correlations, and ways from them.

Weights are of the autocorrelations of each sequence, offsets from 1 to half of all, and then of the
crosscorrelations Σ_i x_i·y_(i+d) of each two, offsets from 0 on, as in a bound on them.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from alphacut.solver.bisection.bounds.climbs import wandered
from alphacut.solver.bisection.bounds.crosscorrelations import mirrored
from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.verify.sequences import circulant

STEPS = 1_000  # of a way from each start
KEPT = 1_500  # with the most, for the next time
CHANGED = 0.12  # of the letters of sequences that were met, where a way starts from these
ALIKE = 0.2  # of the letters of one sequence differ from those of the others, in others
NEAREST = 300  # of those that were met, from which ways start


class Met:
    """Sequences that were met, with the most for weights that were asked for.

    Parameters
    ----------
    length, number
        Letters of each sequence, and how many there are at a time.
    mirrored
        Whether crosscorrelations are means with those of the sequences read backwards.
    """

    def __init__(self, length: int, number: int, mirrored: bool = False) -> None:
        self.length, self.number, self._mirrored = length, number, mirrored
        self._letters = np.zeros((0, number * length))
        self.correlations = np.zeros((0, self.products))

    @property
    def products(self) -> int:
        """How many numbers their correlations are."""
        pairs = self.number * (self.number - 1) // 2
        return self.number * (self.length // 2) + pairs * self.length

    def look(self, weights: FloatArray, ways: int, rng: np.random.Generator) -> FloatArray:
        """Look on ways from random sequences and some that were met; return the correlations found.

        All are met then, but only those with the most are remembered.
        """
        starts = self._starts(weights, ways, rng)
        found = wandered(self._between(weights), starts, STEPS)
        new = self._correlations(found)
        letters, have = (
            np.concatenate([self._letters, found]),
            np.concatenate([self.correlations, new]),
        )
        _, first = np.unique(have.round(9), axis=0, return_index=True)
        best = first[np.argsort(-(have[first] @ weights), kind="stable")][:KEPT]
        self._letters, self.correlations = letters[best], have[best]
        return new

    def _starts(self, weights: FloatArray, ways: int, rng: np.random.Generator) -> FloatArray:
        size = self.number * self.length
        starts = np.where(rng.random((ways, size)) < rng.random((ways, 1)), 1.0, -1.0)
        quarter = ways // 4
        one = np.where(
            rng.random((quarter, 1, self.length)) < rng.random((quarter, 1, 1)), 1.0, -1.0
        )
        differ = np.where(rng.random((quarter, self.number, self.length)) < ALIKE, -1.0, 1.0)
        signs = rng.choice([-1.0, 1.0], (quarter, self.number, 1))
        starts[:quarter] = (one * differ * signs).reshape(quarter, size)
        if len(self._letters):
            order = np.argsort(-(self.correlations @ weights))[:NEAREST]
            chosen = self._letters[rng.choice(order, ways // 2)]
            starts[ways - len(chosen) :] = np.where(
                rng.random(chosen.shape) < CHANGED, -chosen, chosen
            )
        return starts

    def _between(self, weights: FloatArray) -> FloatArray:
        """Return what letters have with each other (letter × letter)."""
        length, half = self.length, self.length // 2
        found = np.zeros((self.number, length, self.number, length))
        own = np.split(weights[: self.number * half], self.number)
        for p, each in enumerate(own):
            found[p, :, p] = circulant((0.0, *each, *each[::-1]))
        cross = weights[self.number * half :].reshape(-1, length)
        for (p, q), each in zip(combinations(range(self.number), 2), cross, strict=True):
            found[p, :, q] = circulant(each)
            found[q, :, p] = found[p, :, q].T
        return found.reshape(self.number * length, -1)

    def _correlations(self, letters: FloatArray) -> FloatArray:
        """Return the mean products of sequences."""
        length, half = self.length, self.length // 2
        waves = np.fft.rfft(letters.reshape(len(letters), self.number, length), axis=2)
        own = np.fft.irfft(np.abs(waves) ** 2, length, axis=2)[:, :, 1 : half + 1]
        first, second = np.transpose(list(combinations(range(self.number), 2)))
        cross = np.fft.irfft(np.conj(waves[:, first]) * waves[:, second], length, axis=2)
        cross = mirrored(cross) if self._mirrored else cross
        both = own.reshape(len(letters), -1), cross.reshape(len(letters), -1)
        return np.asarray(np.concatenate(both, axis=1) / length)
