"""Bounds on the correlations of two sequences of sides that present frequencies violate.

As for one position (`bounds.sequences`), for two: with its autocorrelations, and the
crosscorrelations of one with the other. What weights come to at most is at first what a climb
finds; the search that a proof needs says whether some two sequences have more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import combinations

import numpy as np

from solver.bisection.bounds.hull import BETTER, WEIGHT, WORTHWHILE, climb, separated
from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.bounds.sequences import autocorrelations
from solver.bisection.verify.crosscorrelations import MOST_STEPS, CrossBound, beyond, images, named
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.sequences import LONGEST, circulant

CLIMBS = 1_000  # random sequences from which to climb
ALIKE = 0.15  # of the letters of the second sequence differ, in half of these
KEPT = 1_500  # pairs of sequences for the next time, with the least slack
MOST_KNOWN = 200  # different bounds that are remembered
LEARNT = 2  # pairs of positions for which a bound is looked for at a time
DUE = 0.005  # least distance from the hull, of the weights' largest, that is worth a search
OVERDUE = 1.1  # factor by which the others are taken to be further from the hull each time
STEPS = MOST_STEPS // 2  # of a search: another machine's may take some more
REPEATED = 4  # images of one bound that may be the same

Held = Collection[CrossBound]


class Crosscorrelations:
    """What is known of two sequences of one odd length, at the positions of a block."""

    def __init__(self, length: int, width: int) -> None:
        self.length = length
        self._pairs = tuple(combinations(range(width), 2))
        self._met = [_runs(length)] * len(self._pairs)
        self._due = np.full(len(self._pairs), np.inf)  # how far from the hull they may be
        self._known = np.zeros((0, 2 * length - 1), dtype=np.int64)
        self._most = np.zeros(0, dtype=np.int64)
        self._names = set[tuple[int, ...]]()

    def __len__(self) -> int:
        """Return how many bounds are known."""
        return len(self._known)

    @property
    def full(self) -> bool:
        """Whether no more are looked for."""
        return len(self) >= MOST_KNOWN

    def violated(
        self, products: FloatArray, seed: int, held: Held = (), *, learn: bool = True
    ) -> list[CrossBound]:
        """Return at most one bound for each pair of positions, and none that is held.

        Parameters
        ----------
        products
            Mean products (offset × position × position) of a letter and one that many blocks on.
        learn
            Whether new bounds are looked for; that takes seconds.
        """
        present = self._present(products)
        if learn and len(self._pairs):
            self._learn(present, np.random.default_rng(seed))
        found = (self._worst(number, each, held)[0] for number, each in enumerate(present))
        return [each for each in found if each is not None]

    def _present(self, products: FloatArray) -> list[FloatArray]:
        own = slice(1, self.length // 2 + 1)
        return [
            np.concatenate([products[own, p, p], products[own, q, q], products[:, p, q]])
            for p, q in self._pairs
        ]

    def _worst(
        self, number: int, present: FloatArray, held: Held = ()
    ) -> tuple[CrossBound | None, float]:
        """Return the most violated bound that is known, and not held, and by how much."""
        positions = self._pairs[number]
        there = {each.weights for each in held if each.positions == positions}
        factors, places = images(len(present))
        excess = (self._known @ _imaged(present).T - self._most[:, None] / self.length) / WEIGHT
        most = REPEATED * (len(there) + 1)
        flat = excess.ravel()
        nearest = np.argpartition(-flat, most)[:most] if len(flat) > most else np.arange(len(flat))
        for place in nearest[np.argsort(-flat[nearest], kind="stable")].tolist():
            if flat[place] <= WORTHWHILE:
                break
            known, image = divmod(place, excess.shape[1])
            weights = tuple((factors[image] * self._known[known][places[image]]).tolist())
            if weights not in there:
                most = int(self._most[known])
                bound = CrossBound(positions=positions, weights=weights, most=most)
                return bound, float(flat[place])
        return None, 0.0

    def _learn(self, present: list[FloatArray], rng: np.random.Generator) -> None:
        """Look for new bounds where the hull may be furthest away."""
        self._due *= OVERDUE
        for number in np.argsort(-self._due, kind="stable")[:LEARNT].tolist():
            if self.full or self._due[number] < DUE:
                return
            each = present[number]
            found = separated(each, self._met[number], lambda w: self._climbed(w, rng))
            self._met[number] = found.met[:KEPT]
            self._due[number] = max(found.most, WORTHWHILE)
            _, reached = self._worst(number, each)
            if found.excess > max(WORTHWHILE, BETTER * reached):
                self._remember(found.rounded, rng)

    def take_over(self, bounds: Iterable[CrossBound]) -> None:
        """Remember what others found, whose certificates are checked as a whole."""
        for each in bounds:
            if not self.full and named(each.weights) not in self._names:
                self._add(each.weights, each.most)

    def _remember(self, weights: tuple[int, ...], rng: np.random.Generator) -> None:
        """Find what a bound comes to; leave it if that may take a verifier too long."""
        climbed = self._climbed(np.array(weights, dtype=float), rng)
        most = round(self.length * float((climbed @ weights).max()))
        try:
            while (more := beyond(weights, most, STEPS)) is not None:
                most = more  # and the search that a verifier makes is another one
        except Refused:
            return
        self._add(weights, most)

    def _add(self, weights: tuple[int, ...], most: int) -> None:
        self._names.add(named(weights))
        self._known = np.concatenate([self._known, [weights]])
        self._most = np.append(self._most, most)

    def _climbed(self, weights: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return correlations of sequences that are the best of all next to them."""
        length, half = self.length, CLIMBS // 2
        share = rng.random((CLIMBS, 1))
        letters = np.where(rng.random((CLIMBS, 2 * length)) < share, 1.0, -1.0)
        differ = np.where(rng.random((half, length)) < ALIKE, -1.0, 1.0)
        letters[:half, length:] = letters[:half, :length] * differ * rng.choice([-1, 1], (half, 1))
        own, other, cross = np.split(weights, [length // 2, length - 1])
        across = circulant(cross)
        alone = (circulant((0.0, *each, *each[::-1])) for each in (own, other))
        first, second = alone
        climb(np.block([[first, across], [across.T, second]]), letters)
        found = correlations(letters[:, :length], letters[:, length:])
        return np.unique(found.round(9), axis=0)


@lru_cache(maxsize=4)
def crosscorrelations_of(length: int, width: int) -> Crosscorrelations | None:
    """Return what this process knows of two sequences, unless they are too long."""
    return Crosscorrelations(length, width) if length <= LONGEST else None


def correlations(firsts: FloatArray, seconds: FloatArray) -> FloatArray:
    """Return the mean products (pair × product), in the order of a bound's weights."""
    length = firsts.shape[1]
    cross = [(firsts * np.roll(seconds, -d, axis=1)).mean(axis=1) for d in range(length)]
    own = (autocorrelations(firsts), autocorrelations(seconds))
    return np.concatenate([*own, np.stack(cross, axis=1)], axis=1)


def _imaged(present: FloatArray) -> FloatArray:
    """Return what is present (image × product), so that weights need not be moved."""
    factors, places = images(len(present))
    found = np.zeros(places.shape)
    np.put_along_axis(found, places, factors * present, axis=1)
    return found


def _runs(length: int) -> FloatArray:
    """Return the correlations of two sequences that are a run of each letter."""
    every = np.arange(length)
    runs = np.where(every < np.arange(length // 2 + 1)[:, None], 1.0, -1.0)
    turned = np.concatenate([np.roll(runs[::4], turn, axis=1) for turn in every])
    firsts = np.repeat(runs, len(turned), axis=0)
    found = correlations(firsts, np.tile(turned, (len(runs), 1)))
    return np.unique(found.round(9), axis=0)
