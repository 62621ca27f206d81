"""Bounds on the correlations of three sequences of sides that present frequencies violate.

As for two (`bounds.crosscorrelations`). What weights come to is what is found on ways from random
sequences; whether that is so a search says only for the bounds that are used (`Triples.sure`), as
it takes long (`bounds.searches`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from itertools import combinations

import numpy as np

from alphacut.solver.bisection.bounds.crosscorrelations import mirrored
from alphacut.solver.bisection.bounds.dividing import WAYS, halved
from alphacut.solver.bisection.bounds.hull import WEIGHT, WORTHWHILE, separated
from alphacut.solver.bisection.bounds.met import Met
from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.searches import SURE, Prepared, prepared, searched
from alphacut.solver.bisection.verify.sequences import LONGEST
from alphacut.solver.bisection.verify.triples import Highest, TripleBound

Place = tuple[int, int, int]  # positions, in order

LEARNT = 16  # triples of positions for which a bound is looked for at a time
OVERDUE = 1.1  # factor by which the others are taken to be further from the hull each time
UNKNOWN: Highest = (0, 0, 0)  # of a bound for which no search was made yet
ONLY_MIRRORED = True  # other bounds take six times as long to prove


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
        self._prepared = dict[TripleBound, Prepared | None]()
        self._searched = dict[TripleBound, TripleBound | None]()

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
                self._searched[each] = each

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
            bound = TripleBound(
                positions=place,
                parts=halved(wanted),
                highest=UNKNOWN,
                most=round(self.length * most),
            )
            self._kept[place].append(bound)

    def is_sure(self, bound: TripleBound) -> bool:
        """Tell whether a bound is known to hold."""
        return self._searched.get(bound) == bound

    def letters(self, bound: TripleBound) -> float:
        """Return about how many letters a search sets to prove a bound, which takes seconds.

        That is none if the bound is known to hold, and infinitely many if it is not to be searched.
        """
        if self.is_sure(bound):
            return 0.0
        ready = self._prepare(bound)
        return np.inf if ready is None else ready.letters

    def sure(self, bound: TripleBound) -> TripleBound | None:
        """Return a bound as searches find it to hold, or None if they take too long."""
        if bound not in self._searched:
            ready = self._prepare(bound)
            sure = None if ready is None else searched(ready.bound)
            self._forget(bound)
            self._searched[bound] = sure
            if sure is None:
                self._prepared[bound] = None
            else:
                self._searched[sure] = sure
                self._kept[_place_of(sure)].append(sure)
        return self._searched[bound]

    def _prepare(self, bound: TripleBound) -> Prepared | None:
        if bound not in self._prepared:
            self._prepared[bound] = prepared(bound)
            if self._prepared[bound] is None:
                self._forget(bound)
        return self._prepared[bound]

    def _forget(self, bound: TripleBound) -> None:
        kept = self._kept[_place_of(bound)]
        if bound in kept:
            kept.remove(bound)


@lru_cache(maxsize=4)
def triples_of(length: int, width: int, mirrored: bool = False) -> Triples | None:
    """Return what this process knows of three sequences, where they are worth looking for."""
    possible = length % 2 and length <= LONGEST and width > 2 and (mirrored or not ONLY_MIRRORED)
    return Triples(length, width, mirrored) if possible else None


def _place_of(bound: TripleBound) -> Place:
    first, second, third = sorted(bound.positions)
    return first, second, third
