"""What multipliers of rows prove: a bound, whoever found them.

Solvers give floating-point duals. Rounded to fractions with one denominator
they are multipliers like any others, and every choice of multipliers gives a
valid bound, so nothing here depends on how well the solver did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.bisection.alpha import Alpha
from solver.bisection.bounds.counts import Count
from solver.bisection.bounds.pairs import FloatArray, IntArray, Pairs
from solver.bisection.bounds.rows import Inequality
from solver.bisection.problem import KnownPoint
from solver.bisection.region import Region

SCALE = 1 << 40  # common denominator of all multipliers

Leaf = dict[str, Any]  # the JSON object of one leaf; see docs on the certificate format
Dual = Iterable[tuple[int, float]]  # floats by index


@dataclass(frozen=True, kw_only=True)
class Multipliers:
    """Rounded duals (in units of 1/SCALE), all but halves and products not negative."""

    objective: int  # SCALE, or 0 for a proof that nothing is feasible
    halves: dict[int, int]  # by odd element, of either sign
    rows: dict[int, int]  # by index in the table of inequalities
    known: dict[int, int]  # by index in the problem's known points
    counts: dict[int, tuple[int, int]]  # by index on the node's path, least and largest
    products: dict[int, int]  # by even element, of either sign
    intercept: tuple[int, int] = (0, 0)  # for its least and its largest level
    slope: tuple[int, int] = (0, 0)

    @classmethod
    def rounded(
        cls,
        *,
        objective: int,
        halves: Dual,
        known: Dual,
        levels: tuple[float, float],
        counts: Dual,
        products: Dual,
        rows: Dual,
    ) -> Multipliers:
        """Round floats; of two-sided rows a positive one belongs to the lower side."""
        return cls(
            objective=objective * SCALE,
            halves=_rounded(halves),
            known=_positive(known),
            rows=_positive(rows),
            counts={index: _sides(dual) for index, dual in counts if any(_sides(dual))},
            products=_rounded(products),
            intercept=_sides(levels[0]),
            slope=_sides(levels[1]),
        )

    def as_json(
        self, rows: dict[int, int], symmetry: int | None, element: Callable[[int], int | list[int]]
    ) -> Leaf:
        """Write the leaf.

        Parameters
        ----------
        rows
            Where each used inequality stands in the certificate's table.
        symmetry
            Which of the certificate's groups was used, if any.
        element
            Writes an element by its number.
        """
        leaf: Leaf = {"objective": self.objective}
        if self.halves:
            leaf["halves"] = [[element(e), value] for e, value in sorted(self.halves.items())]
        if self.rows:
            leaf["rows"] = sorted([rows[index], value] for index, value in self.rows.items())
        if self.known:
            leaf["known"] = [[index, value] for index, value in sorted(self.known.items())]
        if self.counts:
            leaf["counts"] = [[index, *pair] for index, pair in sorted(self.counts.items())]
        if self.products:
            leaf["products"] = [[element(e), value] for e, value in sorted(self.products.items())]
        for name, pair in (("intercept", self.intercept), ("slope", self.slope)):
            if any(pair):
                leaf[name] = list(pair)
        if symmetry is not None:
            leaf["symmetry"] = symmetry
        return leaf


class Duals:
    """Evaluates what multipliers prove, in floats.

    Attributes
    ----------
    objective
        Coefficients (orbits) of the scaled capacity.
    projected
        Orbits and coefficients of each inequality, in the order of its number.
    """

    def __init__(self, pairs: Pairs, alpha: Alpha, known: tuple[KnownPoint, ...]) -> None:
        self._pairs = pairs
        self._known = known
        self.objective = self.line_row(alpha)
        self.projected: list[tuple[IntArray, IntArray]] = []
        self._limits: list[int] = []

    def line_row(self, alpha: Alpha) -> IntArray:
        """Return the coefficients of the capacity scaled for an α."""
        return alpha.denominator * self._pairs.intercept + alpha.numerator * self._pairs.slope

    def count_row(self, count: Count) -> tuple[IntArray, FloatArray]:
        """Return orbits and coefficients of the number of separated pairs of a set."""
        members = np.array(count.members)
        orbits = self._pairs.orbit[members[:, 0], members[:, 1]]
        columns, numbers = np.unique(orbits, return_counts=True)
        return columns, numbers.astype(float)

    def project(self, inequality: Inequality) -> tuple[IntArray, IntArray]:
        """Return orbits and coefficients of an inequality's left side."""
        elements = np.array([self._pairs.place[element] for element in inequality.elements])
        return self._pairs.quadratic_row(elements, np.array(inequality.values))

    def append(self, inequality: Inequality, columns: IntArray, values: IntArray) -> None:
        """Give an inequality the next number."""
        self.projected.append((columns, values))
        self._limits.append(inequality.limit)

    def bound(self, m: Multipliers, region: Region, counts: Sequence[Count]) -> float:
        """Evaluate the bound that multipliers prove in a subproblem."""
        reduced = m.objective * self.objective.astype(float)
        constant = 0.0
        for element, value in m.halves.items():
            reduced -= value * self._pairs.half_row(element)
            constant += float(value) * self._pairs.balance.half
        for index, value in m.known.items():
            reduced -= value * self.line_row(self._known[index].alpha)
            constant += float(value) * self._known[index].bound
        for number, value in m.rows.items():
            columns, coefficients = self.projected[number]
            reduced[columns] += float(value) * coefficients
            constant -= float(value) * self._limits[number]
        for index, pair in m.counts.items():
            columns, numbers = self.count_row(counts[index])
            reduced[columns] -= float(pair[0] - pair[1]) * numbers
            constant += float(pair[0]) * counts[index].low
            constant -= float(pair[1]) * counts[index].high
        for element, value in m.products.items():
            reduced -= float(value) * self._pairs.product_row(element, region.low.intercept)
            constant += float(value) * region.low.intercept
        low, high = region.low, region.high
        for row, pair, least, most in (
            (self._pairs.intercept, m.intercept, low.intercept, high.intercept),
            (self._pairs.slope, m.slope, low.slope, high.slope),
        ):
            reduced -= float(pair[0] - pair[1]) * row
            constant += float(pair[0]) * least - float(pair[1]) * most
        return float(constant + np.minimum(reduced, 0.0).sum()) / SCALE


def _sides(dual: float) -> tuple[int, int]:
    value = round(dual * SCALE)
    return max(0, value), max(0, -value)


def _rounded(duals: Dual) -> dict[int, int]:
    values = ((index, round(dual * SCALE)) for index, dual in duals)
    return {index: value for index, value in values if value}


def _positive(duals: Dual) -> dict[int, int]:
    return {index: value for index, value in _rounded(duals).items() if value > 0}
