"""Rounds of separation for one matrix: triangles and odd sums, larger inequalities later.

References
----------
Rendl, Rinaldi and Wiegele, Solving Max-Cut to optimality by intersecting semidefinite and
polyhedral relaxations, 2010. Gusmeroli et al., BiqBin, 2022, for pentagonal and heptagonal
inequalities.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.semidefinite.cliques import (
    Cliques,
    extended,
    violated_triangles,
)
from alphacut.solver.bisection.bounds.semidefinite.face import Face
from alphacut.solver.bisection.bounds.semidefinite.interior_point import solved
from alphacut.solver.bisection.bounds.semidefinite.odd_sums import OddSumRows, OddSums, violated
from alphacut.solver.bisection.bounds.semidefinite.one_matrix import OneMatrix
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams
from alphacut.solver.bisection.bounds.semidefinite.whole import SIZES, CliqueRows, Whole, WholeDual


@dataclass(frozen=True)
class Start:
    """Inequalities with multipliers: hypermetric ones by their sizes, and of odd sums."""

    cliques: Sequence[tuple[Cliques, FloatArray]] = ()
    sums: tuple[OddSums, FloatArray] | None = None


NOTHING = Start()


@dataclass(frozen=True)
class Stand:
    """Where a run stands: a bound that is valid up to float rounding, and what proves it."""

    bound: float
    dual: WholeDual


class Rounds:
    """Bounds the scaled capacity of one question.

    Parameters
    ----------
    start
        Inequalities to begin with, such as those of the question that this is a part of.
    """

    def __init__(
        self, question: OneMatrix, params: OneMatrixParams, need: float, start: Start = NOTHING
    ) -> None:
        self._params, self._rng = params, np.random.default_rng(0)
        face = Face(question.weights.astype(float))
        rows = [CliqueRows(*each, len(question.weights)) for each in start.cliques]
        sums = OddSumRows(*(start.sums or (OddSums.none(len(question.weights)), np.zeros(0))))
        costs = question.costs
        charged = costs - sums.costs() - sum(each.costs() for each in rows)
        self._neighbours = question.neighbours
        constant = question.constant
        optimum = solved(charged, face, need - constant, params.accuracy)
        lines, limits = question.rows
        self._whole = Whole(costs, constant, face, optimum, lines, limits, rows, sums)
        self._separated = 0

    @property
    def products(self) -> FloatArray:
        """The present products of signs (classes × classes)."""
        return self._whole.products

    @property
    def roots(self) -> FloatArray:
        """Vectors (classes × rank) whose products are near them."""
        return self._whole.roots

    def solve(self, need: Callable[[], float], should_continue: Callable[[], bool]) -> Stand:
        """Raise the bound until it passes what is needed, or that is out of reach.

        Parameters
        ----------
        need
            Tells the bound sought, exclusive: it falls where a better cut is found.
        should_continue
            Asked at each look; returns False to stop.
        """
        params, best = self._params, self._evaluate()
        history = [best.bound]
        for look in range(params.most_looks):
            enough = need() + params.margin * max(1.0, abs(need())) ** 0.5
            if best.bound > enough or not should_continue():
                break
            if params.stopping.gives_up(history, enough):
                break
            if look % params.separate_every == 0:
                self._separate()
            self._whole.run(params.steps)
            best = max(best, self._evaluate(), key=lambda stand: stand.bound)
            history.append(best.bound)
        return best

    def _evaluate(self) -> Stand:
        dual = self._whole.dual()
        return Stand(dual.bound, dual)

    def _separate(self) -> None:
        """Add triangles and odd sums; once few are violated, what extends those that count."""
        params, products = self._params, self.products
        triangles, excess = violated_triangles(products, params.new_triangles)
        larger = [Cliques.none(size) for size in SIZES[1:]]
        self._separated += 1
        if excess < params.settled and self._separated > params.first_larger:
            for number in range(len(larger)):
                larger[number] = self._extended(self._whole.rows[number])
        sums = violated(products, self._neighbours, params.new_sums)
        self._whole.exchange([triangles, *larger], sums)

    def _extended(self, rows: CliqueRows) -> Cliques:
        active = self._rng.permutation(np.nonzero(rows.multipliers > 0)[0])
        some = rows.cliques.chosen(active[: self._params.extended])
        return extended(self.products, some, self._params.extended)


def mapped(start: Start, place: Sequence[int], sign: Sequence[int]) -> Start:
    """Return inequalities over classes that are merged further; cliques that fall together go.

    Parameters
    ----------
    place, sign
        The new class of each old one, and its sign in there.
    """
    places, signs = np.array(place), np.array(sign)
    remapped = []
    for cliques, multipliers in start.cliques:
        moved = places[cliques.switches]
        sides = cliques.signs * signs[cliques.switches]
        ordered = np.sort(moved, axis=1)
        kept = np.nonzero((multipliers > 0) & (np.diff(ordered, axis=1) > 0).all(axis=1))[0]
        grown = Cliques.of(moved[kept], sides[kept])
        different = grown.different()
        remapped.append((grown.chosen(different), multipliers[kept][different]))
    if start.sums is None:
        return Start(remapped)
    sums, multipliers = start.sums
    used = np.nonzero(multipliers > 0)[0]
    merged = sums.chosen(used).mapped(places, signs, max(place) + 1)
    different = merged.different()
    return Start(remapped, (merged.chosen(different), multipliers[used][different]))
