"""Separating bounds on autocorrelations of sequences of sides.

The autocorrelations of the switches at one position, averaged over all bisections that
frequencies stand for, lie in the hull of those of single sequences. Weights by which they do not
are rounded to small integers, and what they come to at most is found by looking at all sequences.

References
----------
Deza and Laurent, Geometry of Cuts and Metrics, 1997: with one position, these are
the inequalities of the cut polytope that a cyclic group keeps.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.sequences.local_search import local_optima
from alphacut.solver.bisection.bounds.sequences.params import USUAL_SEQUENCE, SequenceParams
from alphacut.solver.bisection.bounds.sequences.separating_hyperplane import WEIGHT, separated
from alphacut.solver.bisection.verify.sequences.autocorrelations import (
    SequenceBound,
    circulant,
    images,
    largest,
)

Weights = tuple[int, ...]


class Autocorrelations:
    """What is known of sequences of one odd length, at the positions of a block."""

    def __init__(self, length: int, params: SequenceParams = USUAL_SEQUENCE) -> None:
        self.length, self._params = length, params
        self._vertices: dict[int, FloatArray] = {}  # of the hull, by position
        self._weights = np.zeros((0, length // 2), dtype=np.int64)  # (bound × offset)
        self._most = np.zeros(0, dtype=np.int64)
        self._forms = 0  # that are different, even if entries are taken in another order

    def violated(
        self, present: FloatArray, seed: int, held: Collection[SequenceBound] = ()
    ) -> list[SequenceBound]:
        """Return at most one bound for each position, and none that is held.

        Parameters
        ----------
        present
            Mean products (position × offset from 1 to half) of two entries.
        """
        rng = np.random.default_rng(seed)
        worst = (self._worst(position, each, held, rng) for position, each in enumerate(present))
        return [each for each in worst if each is not None]

    def _worst(
        self,
        position: int,
        present: FloatArray,
        held: Collection[SequenceBound],
        rng: np.random.Generator,
    ) -> SequenceBound | None:
        there = {h.weights for h in held if h.position == position}
        best, reached = self._best(present, there)
        vertices = self._vertices[position] if position in self._vertices else self._runs()
        separation = separated(
            present, vertices, lambda weights: self._local_optima(weights, rng), self._params
        )
        self._vertices[position] = separation.vertices[: self._params.kept_of_one]
        if (
            separation.excess > max(self._params.worthwhile, self._params.better * reached)
            and self._forms < self._params.most_of_one
        ):
            self._remember(separation.rounded)
            best, reached = self._best(present, there)
        if best is None or reached <= self._params.worthwhile:
            return None
        return SequenceBound(position=position, weights=best)

    def _best(self, present: FloatArray, held: Collection[Weights]) -> tuple[Weights | None, float]:
        """Return the most violated weights that are known, and not held, and by how much."""
        excess = (self._weights @ present - self._most / self.length) / WEIGHT
        for number in np.argsort(-excess, kind="stable").tolist():
            if excess[number] <= 0.0:
                break
            weights = tuple(self._weights[number].tolist())
            if weights not in held:
                return weights, float(excess[number])
        return None, 0.0

    def _remember(self, weights: Weights) -> None:
        """Find what a bound comes to, and remember it with all that are the same."""
        if (self._weights == weights).all(axis=1).any():
            return
        same = np.array(sorted(set(images(weights))), dtype=np.int64)
        self._weights = np.concatenate([self._weights, same])
        self._most = np.concatenate([self._most, np.full(len(same), largest(weights))])
        self._forms += 1

    def _runs(self) -> FloatArray:
        """Return autocorrelations of sequences that are a run of each entry."""
        half = self.length // 2 + 1
        runs = np.where(np.arange(self.length) < np.arange(half)[:, None], 1.0, -1.0)
        return np.unique(autocorrelations(runs).round(9), axis=0)

    def _local_optima(self, weights: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return autocorrelations of sequences that are the best of all next to them."""
        starts = self._params.starts_of_one
        share = rng.random((starts, 1))
        entries = np.where(rng.random((starts, self.length)) < share, 1.0, -1.0)
        between = circulant((0.0, *weights, *weights[::-1]))
        return np.unique(autocorrelations(local_optima(between, entries)).round(9), axis=0)


def autocorrelations(sequences: FloatArray) -> FloatArray:
    """Return the mean products (sequence × offset from 1 to half) of two entries."""
    length = sequences.shape[1]
    return np.stack(
        [
            (sequences * np.roll(sequences, -offset, axis=1)).mean(axis=1)
            for offset in range(1, length // 2 + 1)
        ],
        axis=1,
    )
