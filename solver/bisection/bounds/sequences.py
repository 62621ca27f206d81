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

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from alphacut.solver.bisection.bounds.climbs import climbed, moved_into
from alphacut.solver.bisection.bounds.hull import BETTER, WEIGHT, WORTHWHILE, separated
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.verify.imbalances import Imbalance
from alphacut.solver.bisection.verify.sequences import (
    LONGEST,
    SequenceBound,
    circulant,
    images,
    largest,
)

CLIMBS = 1_000  # random sequences from which to climb
KEPT = 1_000  # sequences for the next time, with the least slack
MOST_KNOWN = 400  # different bounds that are remembered, of the same imbalance

Ranges = Sequence[Imbalance | None]  # of the positions of a block; None: all are possible
Named = tuple[tuple[int, ...], Imbalance | None]


@dataclass
class _Bounds:
    """What is known of the sequences of some imbalance."""

    weights: IntArray  # (bound × offset)
    most: IntArray
    forms: int = 0  # that are different, even if letters are taken in another order

    def add(self, weights: tuple[int, ...], imbalance: Imbalance | None) -> None:
        """Find what a bound comes to, and remember it with all that are the same."""
        if (self.weights == weights).all(axis=1).any():
            return
        same = np.array(sorted(set(images(weights))), dtype=np.int64)
        most = np.full(len(same), largest(weights, imbalance))
        self.weights = np.concatenate([self.weights, same])
        self.most = np.concatenate([self.most, most])
        self.forms += 1


class Sequences:
    """What is known of sequences of one odd length, at the positions of a block."""

    def __init__(self, length: int) -> None:
        self.length = length
        self._met: dict[tuple[int, Imbalance | None], FloatArray] = {}
        self._known: dict[Imbalance | None, _Bounds] = {}

    def violated(
        self,
        present: FloatArray,
        seed: int,
        held: Collection[SequenceBound] = (),
        ranges: Ranges | None = None,
    ) -> list[SequenceBound]:
        """Return at most one bound for each position, and none that is held.

        Parameters
        ----------
        present
            Mean products (position × offset from 1 to half) of two letters.
        ranges
            Imbalances of each position, where they are not all possible.
        """
        rng = np.random.default_rng(seed)
        within_ranges = [None] * len(present) if ranges is None else ranges
        found = (
            self._worst(position, each, imbalance, held, rng)
            for position, (each, imbalance) in enumerate(zip(present, within_ranges, strict=True))
        )
        return [each for each in found if each is not None]

    def _worst(
        self,
        position: int,
        present: FloatArray,
        imbalance: Imbalance | None,
        held: Collection[SequenceBound],
        rng: np.random.Generator,
    ) -> SequenceBound | None:
        there = {(h.weights, h.imbalance) for h in held if h.position == position}
        best, reached = self._best(present, imbalance, there)
        place = position, imbalance
        met = self._met.get(place, self._runs(imbalance, rng))
        found = separated(present, met, lambda w: self._climbed(w, imbalance, rng))
        self._met[place] = found.met[:KEPT]
        known = self._about(imbalance)
        if found.excess > max(WORTHWHILE, BETTER * reached) and known.forms < MOST_KNOWN:
            known.add(found.rounded, imbalance)
            best, reached = self._best(present, imbalance, there)
        if best is None or reached <= WORTHWHILE:
            return None
        return SequenceBound(position=position, weights=best[0], imbalance=best[1])

    def _best(
        self, present: FloatArray, imbalance: Imbalance | None, held: Collection[Named]
    ) -> tuple[Named | None, float]:
        """Return the most violated weights that are known, and not held, and by how much."""
        best, most = None, 0.0
        for each in {None, imbalance}:
            known = self._about(each)
            excess = (known.weights @ present - known.most / self.length) / WEIGHT
            for number in np.argsort(-excess, kind="stable").tolist():
                if best is not None and excess[number] <= most:
                    break
                weights = tuple(known.weights[number].tolist())
                if (weights, each) not in held:
                    best, most = (weights, each), float(excess[number])
                    break
        return best, most

    def _about(self, imbalance: Imbalance | None) -> _Bounds:
        """Return what is known of sequences of an imbalance; at first how large it is."""
        if imbalance not in self._known:
            none = np.zeros(0, dtype=np.int64)
            known = _Bounds(np.zeros((0, self.length // 2), dtype=np.int64), none)
            if imbalance is not None:
                for sign in (1, -1):
                    known.add((sign * WEIGHT,) * (self.length // 2), imbalance)
            self._known[imbalance] = known
        return self._known[imbalance]

    def _runs(self, imbalance: Imbalance | None, rng: np.random.Generator) -> FloatArray:
        """Return autocorrelations of sequences that are a run of each letter, or nearly."""
        half = self.length // 2 + 1
        runs = np.where(np.arange(self.length) < np.arange(half)[:, None], 1.0, -1.0)
        return np.unique(autocorrelations(moved_into(runs, imbalance, rng)).round(9), axis=0)

    def _climbed(
        self, weights: FloatArray, imbalance: Imbalance | None, rng: np.random.Generator
    ) -> FloatArray:
        """Return autocorrelations of sequences that are the best of all next to them."""
        share = rng.random((CLIMBS, 1))
        letters = np.where(rng.random((CLIMBS, self.length)) < share, 1.0, -1.0)
        between = circulant((0.0, *weights, *weights[::-1]))
        found = climbed(between, letters, imbalance and (imbalance,), rng)
        return np.unique(autocorrelations(found).round(9), axis=0)


@lru_cache(maxsize=8)
def sequences_of(length: int) -> Sequences | None:
    """Return what this process knows of sequences, unless they are too long."""
    return Sequences(length) if length <= LONGEST else None


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
