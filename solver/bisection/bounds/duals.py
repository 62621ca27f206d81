"""What multipliers of rows prove: a bound, whoever found them.

Solvers give floating-point duals. Rounded to fractions with one denominator
they are multipliers like any others, and every choice of multipliers gives a
valid bound, so nothing here depends on how well the solver did.

References
----------
Neumaier and Shcherbina, Safe bounds in linear and mixed-integer linear programming (2004).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.pairs import IntArray, Pairs
from alphacut.solver.bisection.bounds.rows import Vector
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.leaves import LinearLeaf
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha

SCALE = 1 << 40  # common denominator of all multipliers
LARGEST_IN_FLOATS = 1 << 26  # capacity of all links, scaled; with more, sums are made in integers

Dual = Iterable[tuple[int, float]]  # floats by index


@dataclass(frozen=True, kw_only=True)
class Multipliers:
    """Rounded duals (in units of 1/SCALE), all but halves not negative."""

    objective: int  # SCALE, or 0 for a proof that nothing is feasible
    halves: dict[int, int]  # by switch, of either sign
    rows: dict[int, int]  # by index in the table of inequalities
    known: dict[int, int]  # by index in the problem's known points
    counts: dict[int, tuple[int, int]]  # by index on the node's path, least and largest
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
        rows: Dual,
    ) -> Multipliers:
        """Round floats; of two-sided rows a positive one belongs to the lower side.

        Parameters
        ----------
        objective
            1, or 0 for a proof that nothing is feasible.
        halves
            By switch.
        known, counts, rows
            By index of the known point, the count on the path, and the inequality.
        levels
            Of intercept and slope.
        """
        return cls(
            objective=objective * SCALE,
            halves=_rounded(halves),
            known=_positive(known),
            rows=_positive(rows),
            counts={index: _sides(dual) for index, dual in counts if any(_sides(dual))},
            intercept=_sides(levels[0]),
            slope=_sides(levels[1]),
        )

    def leaf(self, rows: dict[int, int], symmetry: int | None) -> LinearLeaf:
        """Return the leaf of a certificate.

        Parameters
        ----------
        rows
            Where each used inequality stands in the certificate's table.
        symmetry
            Which of the certificate's groups was used, if any.
        """
        return LinearLeaf(
            objective=self.objective,
            halves=tuple(sorted(self.halves.items())),
            rows=tuple(sorted((rows[index], value) for index, value in self.rows.items())),
            known=tuple(sorted(self.known.items())),
            counts=tuple((index, *pair) for index, pair in sorted(self.counts.items())),
            intercept=self.intercept,
            slope=self.slope,
            symmetry=symmetry,
        )


class Duals:
    """Evaluates what multipliers prove: in floats, or where capacities are large, exactly.

    Where a capacity is far above the bound, rounding in floats would be as large as the bound.

    Parameters
    ----------
    pairs
        The variables.
    alpha
        At which capacities are scaled.
    known
        Points that are certified elsewhere.

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
        total = pairs.network.total
        largest = max(at.scaled(total) for at in (alpha, *(each.alpha for each in known)))
        self._exact = max(largest, *total) > LARGEST_IN_FLOATS
        self.objective = self.line_row(alpha)
        self.projected: list[tuple[IntArray, IntArray]] = []
        self._limits: list[int] = []

    def line_row(self, alpha: Alpha) -> IntArray:
        """Return the coefficients of the capacity scaled for an α.

        Returns
        -------
        (orbits,), integers; of dtype object where they are large.
        """
        pairs = self._pairs
        intercept, slope = (
            (pairs.intercept.astype(object), pairs.slope.astype(object))
            if self._exact
            else (pairs.intercept, pairs.slope)
        )
        return np.asarray(alpha.denominator * intercept + alpha.numerator * slope)

    def count_row(self, count: Count) -> tuple[IntArray, IntArray]:
        """Return orbits and coefficients of the number of separated pairs of a set.

        Returns
        -------
        (n,) each: orbits, and how many pairs of the set are in each.
        """
        members = np.array(count.members)
        orbits = self._pairs.orbit[members[:, 0], members[:, 1]]
        columns, numbers = np.unique(orbits, return_counts=True)
        return columns, numbers

    def project(self, inequality: Vector) -> tuple[IntArray, IntArray]:
        """Return orbits and coefficients of an inequality's left side.

        Returns
        -------
        (n,) each.
        """
        return self._pairs.quadratic_row(np.array(inequality.switches), np.array(inequality.values))

    def append(self, inequality: Vector, columns: IntArray, values: IntArray) -> None:
        """Give an inequality the next number.

        Parameters
        ----------
        columns, values
            (n,) each: orbits and coefficients of its left side, as `project` returns them.
        """
        self.projected.append((columns, values))
        self._limits.append(inequality.limit)

    def bound(self, m: Multipliers, region: Region, counts: Sequence[Count]) -> float:
        """Evaluate the bound that multipliers prove in a subproblem.

        Parameters
        ----------
        region
            The lines that are open.
        counts
            The limits on the subproblem's path, by which multipliers are numbered.
        """
        return float(self._least(m, region, counts, exact=self._exact) / SCALE)

    def whole_bound(self, m: Multipliers, region: Region, counts: Sequence[Count]) -> int:
        """Return the least integer that multipliers prove, which no rounding has lowered.

        Parameters
        ----------
        region, counts
            As `bound` takes them.
        """
        return -int(-self._least(m, region, counts, exact=True) // SCALE)

    def _least(
        self, m: Multipliers, region: Region, counts: Sequence[Count], *, exact: bool
    ) -> float:
        """Return the bound in units of 1/SCALE; an integer if it is exact."""
        total = _Sum(self.objective, m.objective, exact=exact)
        half = self._pairs.balance.half
        for switch, value in m.halves.items():
            total.add(self._pairs.half_row(switch), value, half)
        for index, value in m.known.items():
            known = self._known[index]
            total.add(self.line_row(known.alpha), value, known.bound)
        for number, value in m.rows.items():
            columns, coefficients = self.projected[number]
            total.add(coefficients, -value, self._limits[number], columns)
        for index, pair in m.counts.items():
            columns, numbers = self.count_row(counts[index])
            total.add_sides(numbers, pair, (counts[index].low, counts[index].high), columns)
        low, high = region.low, region.high
        total.add_sides(self._pairs.intercept, m.intercept, (low.intercept, high.intercept))
        total.add_sides(self._pairs.slope, m.slope, (low.slope, high.slope))
        return total.least()


class _Sum:
    """A capacity less multiples of valid inequalities (row · y ≥ side)."""

    def __init__(self, capacity: IntArray, objective: int, *, exact: bool) -> None:
        self._number: type[int] | type[float] = int if exact else float
        self._dtype = object if exact else np.float64
        self._reduced = self._number(objective) * capacity.astype(self._dtype)
        self._constant: float = self._number(0)

    def add(
        self, row: IntArray, multiplier: int, side: int, columns: IntArray | slice = slice(None)
    ) -> None:
        self.add_sides(row, (multiplier, 0), (side, 0), columns)

    def add_sides(
        self,
        row: IntArray,
        multipliers: tuple[int, int],
        sides: tuple[int, int],
        columns: IntArray | slice = slice(None),
    ) -> None:
        """Subtract multiples of a row that is at least one side, and at most another."""
        number = self._number
        low, high = multipliers
        self._reduced[columns] -= number(low - high) * row.astype(self._dtype)
        self._constant += number(low) * sides[0] - number(high) * sides[1]

    def least(self) -> float:
        """Return what is left at least; an integer if it is exact."""
        least: float = self._constant + np.minimum(self._reduced, 0).sum()
        return least


def _sides(dual: float) -> tuple[int, int]:
    value = round(dual * SCALE)
    return max(0, value), max(0, -value)


def _rounded(duals: Dual) -> dict[int, int]:
    values = ((index, round(dual * SCALE)) for index, dual in duals)
    return {index: value for index, value in values if value}


def _positive(duals: Dual) -> dict[int, int]:
    return {index: value for index, value in _rounded(duals).items() if value > 0}
