"""Separating bounds on the correlations of two sequences of sides.

As for one position (`autocorrelations`), for two: with its autocorrelations, and the
crosscorrelations of one with the other. What weights come to at most is at first what a local
search finds; the search that a proof needs says whether some two sequences have more.

References
----------
Schmidt, Sequences with small correlation (2016).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.sequences.autocorrelations import Weights, autocorrelations
from alphacut.solver.bisection.bounds.sequences.local_search import local_optima
from alphacut.solver.bisection.bounds.sequences.params import USUAL_SEQUENCE, SequenceParams
from alphacut.solver.bisection.bounds.sequences.separating_hyperplane import WEIGHT, separated
from alphacut.solver.bisection.verify.sequences.autocorrelations import circulant
from alphacut.solver.bisection.verify.sequences.crosscorrelations import (
    CrossBound,
    beyond,
    canonical,
    images,
)
from alphacut.solver.common.errors import Refused

REPEATED = 4  # images of one bound that may be the same

Held = Collection[CrossBound]


class Crosscorrelations:
    """What is known of two sequences of one odd length, at the positions of a block.

    Parameters
    ----------
    length
        Of a sequence: the number of blocks.
    width
        Positions in a block, of which pairs are bounded.
    """

    def __init__(self, length: int, width: int, params: SequenceParams = USUAL_SEQUENCE) -> None:
        self.length, self._params = length, params
        self._pairs = tuple(combinations(range(width), 2))
        self._vertices: dict[int, FloatArray] = {}  # of the hull, by pair of positions
        self._due: dict[int, float] = {}  # how far from the hull they may be
        self._weights = np.zeros((0, 2 * length - 1), dtype=np.int64)  # (bound × product)
        self._most = np.zeros(0, dtype=np.int64)
        self._names = set[Weights]()

    def __len__(self) -> int:
        """Return how many bounds are known."""
        return len(self._most)

    @property
    def full(self) -> bool:
        """Whether no more are looked for."""
        return len(self) >= self._params.most_of_two

    def violated(
        self, products: FloatArray, seed: int, held: Held = (), *, new_bounds: bool = True
    ) -> list[CrossBound]:
        """Return at most one bound for each pair of positions, and none that is held.

        Parameters
        ----------
        products
            Mean products (offset × position × position) of an entry and one that many blocks on.
        new_bounds
            Whether new bounds are looked for; that takes seconds.
        """
        present = self._present(products)
        if new_bounds and present:
            self._separate(present, np.random.default_rng(seed))
        worst = (self._worst(number, each, held)[0] for number, each in enumerate(present))
        return [each for each in worst if each is not None]

    def take_over(self, bounds: Iterable[CrossBound]) -> None:
        """Remember what others found, whose certificates are checked as a whole."""
        for each in bounds:
            if canonical(each.weights) not in self._names and not self.full:
                self._add(each.weights, each.most)

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
        there = {h.weights for h in held if h.positions == positions}
        if not len(self):
            return None, 0.0
        factors, places = images(len(present))
        sums = self._weights @ _imaged(present, factors, places).T
        excess = ((sums - self._most[:, None] / self.length) / WEIGHT).ravel()
        few = min(len(excess), REPEATED * (len(there) + 1))
        nearest = np.argpartition(-excess, few - 1)[:few]
        for each in nearest[np.argsort(-excess[nearest], kind="stable")].tolist():
            if excess[each] <= self._params.worthwhile:
                break
            bound, image = divmod(each, len(factors))
            weights = tuple((factors[image] * self._weights[bound][places[image]]).tolist())
            if weights not in there:
                most = int(self._most[bound])
                violated = CrossBound(positions=positions, weights=weights, most=most)
                return violated, float(excess[each])
        return None, 0.0

    def _separate(self, present: list[FloatArray], rng: np.random.Generator) -> None:
        """Look for new bounds where the hull may be furthest away."""
        if self.full:
            return
        params = self._params
        due = {n: params.overdue * self._due.get(n, np.inf) for n in range(len(present))}
        self._due |= due
        for number in sorted(due, key=lambda each: -due[each])[: params.at_a_time]:
            if due[number] < params.due or self.full:
                continue
            each = present[number]
            vertices = self._vertices[number] if number in self._vertices else self._runs()
            separation = separated(
                each, vertices, lambda weights: self._local_optima(weights, rng), params
            )
            self._vertices[number] = separation.vertices[: params.kept_of_two]
            self._due[number] = max(separation.most, params.worthwhile)
            _, reached = self._worst(number, each)
            worth = separation.excess > max(params.worthwhile, params.better * reached)
            if worth and not self._remember(separation.rounded, rng):
                self._due[number] *= params.again

    def _remember(self, weights: Weights, rng: np.random.Generator) -> bool:
        """Find what a bound comes to; leave it if that may take a verifier too long."""
        wanted = np.array(weights, dtype=float)
        optima = (self._local_optima(wanted, rng) @ weights for _ in range(self._params.sure))
        most = round(self.length * max(float(each.max()) for each in optima))
        try:
            while (more := beyond(weights, most, self._params.steps)) is not None:
                most = more  # and the search that a verifier makes is another one
        except Refused:
            return False
        self._add(weights, most)
        return True

    def _add(self, weights: Weights, most: int) -> None:
        name = canonical(weights)
        self._names.add(name)
        self._weights = np.concatenate([self._weights, [name]])
        self._most = np.append(self._most, most)

    def _local_optima(self, weights: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return correlations of sequences that are the best of all next to them."""
        length, starts = self.length, self._params.starts_of_two
        half = starts // 2
        share = rng.random((starts, 1))
        entries = np.where(rng.random((starts, 2 * length)) < share, 1.0, -1.0)
        differ = np.where(rng.random((half, length)) < self._params.alike, -1.0, 1.0)
        entries[:half, length:] = entries[:half, :length] * differ * rng.choice([-1, 1], (half, 1))
        own, other, cross = np.split(weights, [length // 2, length - 1])
        across = circulant(cross)
        alone = (circulant((0.0, *each, *each[::-1])) for each in (own, other))
        first, second = alone
        between = np.block([[first, across], [across.T, second]])
        return _different(*np.split(local_optima(between, entries), 2, axis=1))

    def _runs(self) -> FloatArray:
        """Return the correlations of two sequences that are a run of each entry."""
        every = np.arange(self.length)
        runs = np.where(every < np.arange(self.length // 2 + 1)[:, None], 1.0, -1.0)
        turned = np.concatenate([np.roll(runs[::4], turn, axis=1) for turn in every])
        return _different(np.repeat(runs, len(turned), axis=0), np.tile(turned, (len(runs), 1)))


def correlations(firsts: FloatArray, seconds: FloatArray) -> FloatArray:
    """Return the mean products (pair × product), in the order of a bound's weights."""
    length = firsts.shape[1]
    cross = [(firsts * np.roll(seconds, -d, axis=1)).mean(axis=1) for d in range(length)]
    own = (autocorrelations(firsts), autocorrelations(seconds))
    return np.concatenate([*own, np.stack(cross, axis=1)], axis=1)


def _different(firsts: FloatArray, seconds: FloatArray) -> FloatArray:
    """Return the different mean products of pairs of sequences."""
    return np.unique(correlations(firsts, seconds).round(9), axis=0)


def _imaged(present: FloatArray, factors: IntArray, places: IntArray) -> FloatArray:
    """Return what is present (image × product), so that weights need not be moved."""
    found = np.zeros(places.shape)
    np.put_along_axis(found, places, factors * present, axis=1)
    return found
