"""Bounds on autocorrelations of sequences of sides that present frequencies violate.

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
from functools import lru_cache

import numpy as np

from solver.bisection.bounds.hull import BETTER, WEIGHT, WORTHWHILE, climb, separated
from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.verify.sequences import LONGEST, SequenceBound, circulant, images, largest

CLIMBS = 1_000  # random sequences from which to climb
KEPT = 1_000  # sequences for the next time, with the least slack
MOST_KNOWN = 400  # different bounds that are remembered


class Sequences:
    """What is known of sequences of one odd length, at the positions of a block."""

    def __init__(self, length: int, width: int) -> None:
        self.length = length
        runs = np.where(np.arange(length) < np.arange(length // 2 + 1)[:, None], 1.0, -1.0)
        self._met = [autocorrelations(runs)] * width
        self._known = np.zeros((0, length // 2), dtype=np.int64)  # weights of bounds
        self._most = np.zeros(0, dtype=np.int64)
        self._forms = 0

    def violated(
        self, present: FloatArray, seed: int, held: Collection[SequenceBound] = ()
    ) -> list[SequenceBound]:
        """Return at most one bound for each position, and none that is held.

        Parameters
        ----------
        present
            Mean products (position × offset from 1 to half) of two letters.
        """
        rng = np.random.default_rng(seed)
        found = (
            self._worst(position, each, {h.weights for h in held if h.position == position}, rng)
            for position, each in enumerate(present)
        )
        return [each for each in found if each is not None]

    def _worst(
        self,
        position: int,
        present: FloatArray,
        held: Collection[tuple[int, ...]],
        rng: np.random.Generator,
    ) -> SequenceBound | None:
        best, reached = self._best(present, held)
        found = separated(present, self._met[position], lambda w: self._climbed(w, rng))
        self._met[position] = found.met[:KEPT]
        if found.excess > max(WORTHWHILE, BETTER * reached) and self._forms < MOST_KNOWN:
            self._learn(found.rounded)
            best, reached = self._best(present, held)
        if best is None or reached <= WORTHWHILE:
            return None
        return SequenceBound(position=position, weights=best)

    def _best(
        self, present: FloatArray, held: Collection[tuple[int, ...]]
    ) -> tuple[tuple[int, ...] | None, float]:
        """Return the most violated weights that are known, and not held, and by how much."""
        excess = (self._known @ present - self._most / self.length) / WEIGHT
        for number in np.argsort(-excess, kind="stable").tolist():
            weights = tuple(self._known[number].tolist())
            if weights not in held:
                return weights, float(excess[number])
        return None, 0.0

    def _learn(self, weights: tuple[int, ...]) -> None:
        """Find what a bound comes to, and remember it with all that are the same."""
        if (self._known == weights).all(axis=1).any():
            return
        same = np.array(sorted(set(images(weights))), dtype=np.int64)
        self._known = np.concatenate([self._known, same])
        self._most = np.concatenate([self._most, np.full(len(same), largest(weights))])
        self._forms += 1

    def _climbed(self, weights: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return autocorrelations of sequences that are the best of all next to them."""
        share = rng.random((CLIMBS, 1))
        letters = np.where(rng.random((CLIMBS, self.length)) < share, 1.0, -1.0)
        climb(circulant((0.0, *weights, *weights[::-1])), letters)
        return np.unique(autocorrelations(letters).round(9), axis=0)


@lru_cache(maxsize=8)
def sequences_of(length: int, width: int) -> Sequences | None:
    """Return what this process knows of sequences, unless they are too long."""
    return Sequences(length, width) if length <= LONGEST else None


def autocorrelations(sequences: FloatArray) -> FloatArray:
    """Return the mean products (sequence × offset from 1 to half) of two letters."""
    length = sequences.shape[1]
    return np.stack(
        [
            (sequences * np.roll(sequences, -offset, axis=1)).mean(axis=1)
            for offset in range(1, length // 2 + 1)
        ],
        axis=1,
    )
