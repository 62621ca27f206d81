"""Bounds on the correlations of two sequences of sides that present frequencies violate.

As for one position (`bounds.sequences`), for two: with its autocorrelations, and the
crosscorrelations of one with the other. What weights come to at most is at first what a climb
finds; the search that a proof needs says whether some two sequences have more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import itemgetter

import numpy as np

from alphacut.solver.bisection.bounds.climbs import climbed, moved_into
from alphacut.solver.bisection.bounds.hull import BETTER, WEIGHT, WORTHWHILE, separated
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.sequences import Ranges, autocorrelations
from alphacut.solver.bisection.verify.crosscorrelations import (
    MOST_STEPS,
    CrossBound,
    beyond,
    images,
    named,
    serving,
)
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.imbalances import Imbalances
from alphacut.solver.bisection.verify.sequences import LONGEST, circulant

CLIMBS = 400  # random pairs of sequences from which to climb
SURE = 5  # times as many before a search, which has to begin anew where a climb missed the most
ALIKE = 0.15  # of the letters of the second sequence differ, in half of these
KEPT = 1_500  # pairs of sequences for the next time, with the least slack
MOST_KNOWN = 200  # different bounds that are remembered, of the same imbalances
LEARNT = 3  # pairs of positions for which a bound is looked for at a time
DUE = 0.005  # least distance from the hull, of the weights' largest, that is worth a search
AGAIN = 0.5  # factor by which one is taken to be nearer whose bound takes too long to prove
OVERDUE = 1.1  # factor by which the others are taken to be further from the hull each time
STEPS = MOST_STEPS // 2  # of a search: another machine's may take some more
REPEATED = 4  # images of one bound that may be the same

Held = Collection[CrossBound]
Place = tuple[int, Imbalances | None]  # a pair of positions, and their imbalances
Named = tuple[tuple[int, ...], Imbalances | None]  # weights, and imbalances for which they are


@dataclass
class _Bounds:
    """What is known of two sequences of some imbalances."""

    imbalances: Imbalances | None
    weights: IntArray  # (bound × product)
    most: IntArray

    def add(self, weights: tuple[int, ...], most: int) -> None:
        """Remember a bound."""
        self.weights = np.concatenate([self.weights, [weights]])
        self.most = np.append(self.most, most)

    def worst(
        self,
        positions: tuple[int, int],
        asked: Imbalances | None,
        present: FloatArray,
        held: Collection[Named],
    ) -> tuple[CrossBound, float] | None:
        """Return the most violated bound that serves and is not held, and by how much."""
        serves = serving(len(present), self.imbalances, asked)
        if not (serves.any() and len(self.most)):
            return None
        factors, places = (each[serves] for each in images(len(present)))
        length = len(present) // 2 + 1
        sums = self.weights @ _imaged(present, factors, places).T
        excess = ((sums - self.most[:, None] / length) / WEIGHT).ravel()
        few = min(len(excess), REPEATED * (len(held) + 1))
        nearest = np.argpartition(-excess, few - 1)[:few]
        for number in nearest[np.argsort(-excess[nearest], kind="stable")].tolist():
            bound, image = divmod(number, len(factors))
            weights = factors[image] * self.weights[bound][places[image]]
            found = CrossBound(
                positions=positions,
                weights=tuple(weights.tolist()),
                most=int(self.most[bound]),
                imbalances=self.imbalances and _turned(self.imbalances, places[image]),
            )
            if (found.weights, found.imbalances) not in held:
                return found, float(excess[number])
        return None


class Crosscorrelations:
    """What is known of two sequences of one odd length, at the positions of a block.

    Parameters
    ----------
    mirrored
        Whether new bounds are the same for sequences that are read backwards.
    """

    def __init__(self, length: int, width: int, mirrored: bool = False) -> None:
        self.length, self._mirrored = length, mirrored
        self._pairs = tuple(combinations(range(width), 2))
        self._met: dict[Place, FloatArray] = {}
        self._due: dict[Place, float] = {}  # how far from the hull they may be
        self._known: dict[Imbalances | None, _Bounds] = {}
        self._names = set[Named]()

    def __len__(self) -> int:
        """Return how many bounds are known."""
        return sum(len(each.most) for each in self._known.values())

    @property
    def full(self) -> bool:
        """Whether no more are looked for of all sequences."""
        return self._is_full(None)

    def _is_full(self, imbalances: Imbalances | None) -> bool:
        return len(self._about(imbalances).most) >= MOST_KNOWN

    def violated(
        self,
        products: FloatArray,
        seed: int,
        held: Held = (),
        *,
        learn: bool = True,
        ranges: Ranges | None = None,
    ) -> list[CrossBound]:
        """Return at most one bound for each pair of positions, and none that is held.

        Parameters
        ----------
        products
            Mean products (offset × position × position) of a letter and one that many blocks on.
        learn
            Whether new bounds are looked for; that takes seconds.
        ranges
            Imbalances of each position, where they are not all possible.
        """
        present = self._present(products)
        places = [
            (number, self._imbalances(pair, ranges)) for number, pair in enumerate(self._pairs)
        ]
        if learn and places:
            self._learn(present, places, np.random.default_rng(seed))
        found = (self._worst(place, present[place[0]], held)[0] for place in places)
        return [each for each in found if each is not None]

    def _imbalances(self, pair: tuple[int, int], ranges: Ranges | None) -> Imbalances | None:
        """Return those of a pair of positions, if not all are possible at both."""
        if ranges is None or all(ranges[position] is None for position in pair):
            return None
        first, second = (ranges[position] or (0, self.length) for position in pair)
        return first, second

    def _present(self, products: FloatArray) -> list[FloatArray]:
        own = slice(1, self.length // 2 + 1)
        return [
            np.concatenate(
                [products[own, p, p], products[own, q, q], self._cross(products[:, p, q])]
            )
            for p, q in self._pairs
        ]

    def _cross(self, products: FloatArray) -> FloatArray:
        """Return crosscorrelations (… × offset) as they are in bounds."""
        return mirrored(products) if self._mirrored else products

    def _worst(
        self, place: Place, present: FloatArray, held: Held = ()
    ) -> tuple[CrossBound | None, float]:
        """Return the most violated bound that is known, and not held, and by how much."""
        number, asked = place
        positions = self._pairs[number]
        there = {(h.weights, h.imbalances) for h in held if h.positions == positions}
        offers = (each.worst(positions, asked, present, there) for each in self._known.values())
        found = [each for each in offers if each is not None and each[1] > WORTHWHILE]
        return max(found, key=itemgetter(1), default=(None, 0.0))

    def _learn(
        self, present: list[FloatArray], places: list[Place], rng: np.random.Generator
    ) -> None:
        """Look for new bounds where the hull may be furthest away."""
        wanted = [place for place in places if not self._is_full(place[1])]
        due = {place: OVERDUE * self._due.get(place, np.inf) for place in wanted}
        self._due |= due
        for place in sorted(due, key=lambda each: -due[each])[:LEARNT]:
            number, imbalances = place
            if due[place] < DUE or self._is_full(imbalances):
                continue
            each = present[number]
            met = self._met[place] if place in self._met else self._runs(imbalances, rng)
            found = separated(each, met, self._climbing(imbalances, rng))
            self._met[place] = found.met[:KEPT]
            self._due[place] = max(found.most, WORTHWHILE)
            _, reached = self._worst(place, each)
            if found.excess > max(WORTHWHILE, BETTER * reached) and not self._remember(
                found.rounded, imbalances, rng
            ):
                self._due[place] *= AGAIN

    def _climbing(
        self, imbalances: Imbalances | None, rng: np.random.Generator
    ) -> Callable[[FloatArray], FloatArray]:
        return lambda weights: self._climbed(weights, imbalances, rng)

    def take_over(self, bounds: Iterable[CrossBound]) -> None:
        """Remember what others found, whose certificates are checked as a whole."""
        for each in bounds:
            known = named(each.weights, each.imbalances) in self._names
            if not known and not self._is_full(each.imbalances):
                self._add(each.weights, each.most, each.imbalances)

    def _remember(
        self, weights: tuple[int, ...], imbalances: Imbalances | None, rng: np.random.Generator
    ) -> bool:
        """Find what a bound comes to; leave it if that may take a verifier too long."""
        wanted = np.array(weights, dtype=float)
        climbs = (self._climbed(wanted, imbalances, rng) @ weights for _ in range(SURE))
        most = round(self.length * max(float(each.max()) for each in climbs))
        try:
            while (more := beyond(weights, most, STEPS, imbalances)) is not None:
                most = more  # and the search that a verifier makes is another one
        except Refused:
            return False
        self._add(weights, most, imbalances)
        return True

    def _about(self, imbalances: Imbalances | None) -> _Bounds:
        none = np.zeros((0, 2 * self.length - 1), dtype=np.int64)
        ordered = None if imbalances is None else (min(imbalances), max(imbalances))
        empty = _Bounds(ordered, none, np.zeros(0, dtype=np.int64))
        return self._known.setdefault(ordered, empty)

    def _add(self, weights: tuple[int, ...], most: int, imbalances: Imbalances | None) -> None:
        name = named(weights, imbalances)
        self._names.add(name)
        self._about(imbalances).add(name[0], most)

    def _climbed(
        self, weights: FloatArray, imbalances: Imbalances | None, rng: np.random.Generator
    ) -> FloatArray:
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
        between = np.block([[first, across], [across.T, second]])
        found = climbed(between, letters, imbalances, rng)
        return self._correlations(*np.split(found, 2, axis=1))

    def _runs(self, imbalances: Imbalances | None, rng: np.random.Generator) -> FloatArray:
        """Return the correlations of two sequences that are a run of each letter, or nearly."""
        length = self.length
        every = np.arange(length)
        runs = np.where(every < np.arange(length // 2 + 1)[:, None], 1.0, -1.0)
        firsts, seconds = (moved_into(runs, each, rng) for each in imbalances or (None, None))
        turned = np.concatenate([np.roll(seconds[::4], turn, axis=1) for turn in every])
        return self._correlations(
            np.repeat(firsts, len(turned), axis=0), np.tile(turned, (len(runs), 1))
        )

    def _correlations(self, firsts: FloatArray, seconds: FloatArray) -> FloatArray:
        """Return the different mean products of pairs of sequences, as they are in bounds."""
        found, own = correlations(firsts, seconds), 2 * (self.length // 2)
        found[:, own:] = self._cross(found[:, own:])
        return np.unique(found.round(9), axis=0)


@lru_cache(maxsize=4)
def crosscorrelations_of(
    length: int, width: int, mirrored: bool = False
) -> Crosscorrelations | None:
    """Return what this process knows of two sequences, unless they are too long."""
    return Crosscorrelations(length, width, mirrored) if length <= LONGEST else None


def mirrored(cross: FloatArray) -> FloatArray:
    """Return the mean of crosscorrelations (… × offset) and those of sequences read backwards."""
    return np.asarray((cross + np.roll(cross[..., ::-1], 1, axis=-1)) / 2)


def correlations(firsts: FloatArray, seconds: FloatArray) -> FloatArray:
    """Return the mean products (pair × product), in the order of a bound's weights."""
    length = firsts.shape[1]
    cross = [(firsts * np.roll(seconds, -d, axis=1)).mean(axis=1) for d in range(length)]
    own = (autocorrelations(firsts), autocorrelations(seconds))
    return np.concatenate([*own, np.stack(cross, axis=1)], axis=1)


def _imaged(present: FloatArray, factors: IntArray, places: IntArray) -> FloatArray:
    """Return what is present (image × product), so that weights need not be moved."""
    found = np.zeros(places.shape)
    np.put_along_axis(found, places, factors * present, axis=1)
    return found


def _turned(imbalances: Imbalances, places: IntArray) -> Imbalances:
    """Return the imbalances of an image's sequences, which may have changed places."""
    return imbalances if places[0] < len(places) // 4 else imbalances[::-1]
