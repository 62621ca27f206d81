"""Bounds on the correlations of three sequences of sides that present frequencies violate.

As for two (`bounds.crosscorrelations`). What weights come to is what is found on ways from random
sequences; whether that is so a search says only for the bounds that are used (`Triples.sure`), as
it takes long. Its weights are divided into three parts of two sequences each for that, so that what
the parts come to at most by themselves is as little as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import numpy as np

from solver.bisection.bounds.crosscorrelations import mirrored
from solver.bisection.bounds.hull import WEIGHT, WORTHWHILE, separated
from solver.bisection.bounds.met import Met
from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.verify.crosscorrelations import beyond
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.sequences import LONGEST
from solver.bisection.verify.squares import Part
from solver.bisection.verify.three import ThreeSearch
from solver.bisection.verify.triples import (
    MOST_STEPS,
    MOST_STEPS_OF_TWO,
    PLACES,
    Highest,
    Parts,
    TripleBound,
    beyond_three,
)

Place = tuple[int, int, int]  # positions, in order

WAYS = 64  # on which to look for sequences at a time
SURE = 4  # times as many, for what weights come to
LEARNT = 16  # triples of positions for which a bound is looked for at a time
OVERDUE = 1.1  # factor by which the others are taken to be further from the hull each time
UNKNOWN: Highest = (0, 0, 0)  # of a bound for which no search was made yet
ROUNDS, DESCENT = 6, 100  # of looks, and steps after each, to divide weights into parts
STEEP = 0.05  # of the largest weight, the first of these steps
SIGNS = ((1, 1), (-1, 1), (-1, -1))  # of how a part changes with the share of each of its two
ONLY_MIRRORED = True  # other bounds take six times as long to prove
COSTLY = 1e9  # letters, as estimated, of a search that is not begun
STEPS = MOST_STEPS // 2  # letters that one may set: another machine's may set some more
STEPS_OF_TWO = MOST_STEPS_OF_TWO // 2


class Triples:
    """What is known of three sequences of one odd length, at the positions of a block.

    Parameters
    ----------
    mirrored
        Whether new bounds are the same for sequences that are read backwards.
    """

    def __init__(self, length: int, width: int, mirrored: bool = False) -> None:
        self.length, self._mirrored = length, mirrored
        self._places: tuple[Place, ...] = tuple(combinations(range(width), 3))
        self._met = {place: Met(length, 3, mirrored) for place in self._places}
        self._due = dict.fromkeys(self._places, np.inf)
        self._kept: dict[Place, list[TripleBound]] = {place: [] for place in self._places}
        self._sure = dict[TripleBound, TripleBound | None]()

    def __len__(self) -> int:
        """Return how many bounds are known."""
        return sum(len(each) for each in self._kept.values())

    def violated(
        self,
        products: FloatArray,
        seed: int,
        held: Collection[TripleBound] = (),
        *,
        learn: bool = True,
    ) -> list[TripleBound]:
        """Return at most one bound for each three positions, and none that is held.

        Parameters
        ----------
        products
            Mean products (offset × position × position) of a letter and one that many blocks on.
        learn
            Whether new bounds are looked for; that takes seconds.
        """
        if learn:
            self._learn(products, np.random.default_rng(seed))
        found = (self._worst(place, products, held) for place in self._places)
        return [each for each in found if each is not None]

    def take_over(self, bounds: Iterable[TripleBound]) -> None:
        """Remember what others found, whose certificates are checked as a whole."""
        for each in bounds:
            kept = self._kept[_place_of(each)]
            if each not in kept:
                kept.append(each)
                self._sure[each] = each

    def _present(self, place: Place, products: FloatArray) -> FloatArray:
        own = [products[1 : self.length // 2 + 1, p, p] for p in place]
        cross = [products[:, p, q] for p, q in combinations(place, 2)]
        return np.concatenate(
            [*own, *(mirrored(each) if self._mirrored else each for each in cross)]
        )

    def _worst(
        self, place: Place, products: FloatArray, held: Collection[TripleBound]
    ) -> TripleBound | None:
        """Return the most violated bound that is known, and not held."""
        best, most = None, WORTHWHILE
        for each in self._kept[place]:
            if each not in held and (excess := self._excess(each, products)) > most:
                best, most = each, excess
        return best

    def _excess(self, bound: TripleBound, products: FloatArray) -> float:
        weights = np.array(bound.weights) / WEIGHT
        present = self._present(bound.positions, products)
        return float(weights @ present) - bound.most / (WEIGHT * self.length)

    def _learn(self, products: FloatArray, rng: np.random.Generator) -> None:
        """Look for new bounds where the hull may be furthest away."""
        for place in self._places:
            self._due[place] *= OVERDUE
        for place in sorted(self._places, key=lambda each: -self._due[each])[:LEARNT]:
            met, present = self._met[place], self._present(place, products)
            if not len(met.correlations):
                met.look(present, WAYS, rng)
            found = separated(present, met.correlations, self._looking(met, rng))
            self._due[place] = max(found.most, WORTHWHILE)
            if found.excess > WORTHWHILE:
                self._keep(place, found.rounded, present, rng)

    def _looking(self, met: Met, rng: np.random.Generator) -> Callable[[FloatArray], FloatArray]:
        return lambda weights: met.look(weights, WAYS, rng)

    def _keep(
        self,
        place: Place,
        weights: tuple[int, ...],
        present: FloatArray,
        rng: np.random.Generator,
    ) -> None:
        """Remember a bound as far as is found, if it is still violated."""
        wanted, met = np.array(weights, dtype=float), self._met[place]
        for _ in range(SURE):
            met.look(wanted, WAYS, rng)
        most = float((met.correlations @ wanted).max())
        if float(wanted @ present) - most > WORTHWHILE * WEIGHT:
            parts = _as_parts(_parts(_halves(wanted), *_split(wanted)))
            bound = TripleBound(
                positions=place, parts=parts, highest=UNKNOWN, most=round(self.length * most)
            )
            self._kept[place].append(bound)

    def sure(self, bound: TripleBound) -> TripleBound | None:
        """Return a bound as searches find it to hold, or None if they take too long."""
        if bound not in self._sure:
            kept = self._kept[_place_of(bound)]
            if bound in kept:
                kept.remove(bound)
            try:
                sure = _proven(bound)
            except Refused:
                self._sure[bound] = None
            else:
                self._sure[bound] = self._sure[sure] = sure
                kept.append(sure)
        return self._sure[bound]


@lru_cache(maxsize=4)
def triples_of(length: int, width: int, mirrored: bool = False) -> Triples | None:
    """Return what this process knows of three sequences, where they are worth looking for."""
    possible = length % 2 and length <= LONGEST and width > 2 and (mirrored or not ONLY_MIRRORED)
    return Triples(length, width, mirrored) if possible else None


def _place_of(bound: TripleBound) -> Place:
    first, second, third = sorted(bound.positions)
    return first, second, third


def _proven(bound: TripleBound) -> TripleBound:
    """Return a bound in parts, with what searches find in place of what was found on ways."""
    length = (len(bound.parts[0]) + 1) // 2
    parts = divided(np.array(bound.weights, dtype=float), length, np.random.default_rng(0))
    one, two, three = (_most_of_two(part) for part in parts)
    highest, most = (one, two, three), bound.most
    if ThreeSearch(parts, highest, most, STEPS).letters > COSTLY:
        raise Refused("a bound on three sequences takes too long to prove")
    while (more := beyond_three(parts, highest, most, STEPS)) is not None:
        most = more
    return replace(bound, parts=parts, highest=highest, most=most)


def _most_of_two(part: Part) -> int:
    """Return what a part comes to at most: from what is found on ways, by searches."""
    length = (len(part) + 1) // 2
    met, rng, wanted = Met(length, 2), np.random.default_rng(0), np.array(part, dtype=float)
    for _ in range(SURE):
        met.look(wanted, WAYS, rng)
    most = round(length * float((met.correlations @ wanted).max()))
    while (more := beyond(part, most, STEPS_OF_TWO)) is not None:
        most = more
    return most


def divided(weights: FloatArray, length: int, rng: np.random.Generator) -> Parts:
    """Divide integer weights of three sequences into parts of two.

    Only how much of the autocorrelations of a sequence is in either of its two parts is free. What
    the parts come to at most, all together, is a convex function of that: it is descended along
    the pairs of sequences that were met.
    """
    own, cross = _split(weights)
    met = [Met(length, 2) for _ in PLACES]
    share, best, least = own / 2, own / 2, np.inf
    for _ in range(ROUNDS):
        parts = _parts(share, own, cross)
        for each, part in zip(met, parts, strict=True):
            each.look(part, WAYS, rng)
        total = sum(
            float((each.correlations @ part).max()) for each, part in zip(met, parts, strict=True)
        )
        if total < least:
            best, least = share, total
        share = _descended(best, own, cross, met)
    return _as_parts(_parts(np.rint(best), own, cross))


def _split(weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return weights of autocorrelations (sequence × offset) and of crosscorrelations."""
    length = (2 * len(weights) + 3) // 9
    half = length // 2
    return weights[: 3 * half].reshape(3, half), weights[3 * half :].reshape(3, length)


def _halves(weights: FloatArray) -> FloatArray:
    return np.asarray(_split(weights)[0] // 2)


def _as_parts(parts: list[FloatArray]) -> Parts:
    one, two, three = (tuple(np.rint(part).astype(int).tolist()) for part in parts)
    return one, two, three


def _parts(share: FloatArray, own: FloatArray, cross: FloatArray) -> list[FloatArray]:
    """Return the weights of two sequences each, if a share of each one's own is in its first."""
    mine = [
        [share[p] if first else own[p] - share[p] for p, first in each]
        for each in ((((0, True), (1, True)), ((0, False), (2, True)), ((1, False), (2, False))))
    ]
    return [np.concatenate([*both, c]) for both, c in zip(mine, cross, strict=True)]


def _descended(start: FloatArray, own: FloatArray, cross: FloatArray, met: list[Met]) -> FloatArray:
    """Go down from some shares to where the pairs that were met have less, all parts together."""
    half = own.shape[1]
    size = max(1.0, float(np.abs(own).max()), float(np.abs(cross).max()))
    share, best, least = start, start, np.inf
    for step in range(DESCENT):
        total, slope = 0.0, np.zeros_like(own)
        for each, part, (p, q), signs in zip(
            met, _parts(share, own, cross), PLACES, SIGNS, strict=True
        ):
            have = each.correlations @ part
            highest = int(have.argmax())
            total += float(have[highest])
            mine = each.correlations[highest, : 2 * half].reshape(2, half)
            slope[p] += signs[0] * mine[0]
            slope[q] += signs[1] * mine[1]
        if total < least:
            best, least = share, total
        share = share - size * STEEP / (1 + step) ** 0.5 * slope / max(
            1e-9, float(np.linalg.norm(slope))
        )
    return best
