"""The question that one matrix of products of signs answers, and the leaf that proves the answer.

See docs on the certificate format for what the verifier computes with a leaf. The matrix that has
to be semidefinite is not stored: it is what the multipliers leave of the capacity.

References
----------
Karisch, Rendl and Clausen, Solving graph bisection problems with semidefinite programming (2000).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from alphacut.arrangements.network import Line
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.semidefinite.cliques import Cliques
from alphacut.solver.bisection.bounds.semidefinite.face import multipliers_of_balance
from alphacut.solver.bisection.bounds.semidefinite.leaf import FINEST, LARGEST, ROUNDING
from alphacut.solver.bisection.bounds.semidefinite.merged import Merged
from alphacut.solver.bisection.bounds.semidefinite.odd_sums import OddSums
from alphacut.solver.bisection.bounds.semidefinite.whole import SIZES, WholeDual
from alphacut.solver.bisection.bounds.states.leaf import packed
from alphacut.solver.bisection.certificate.leaves import (
    CliqueTable,
    OddSumTable,
    SemidefiniteLeaf,
)
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region


@dataclass(frozen=True)
class _Line:
    """The inequality ⟨table, X⟩ ≤ limit for the products X outside the diagonal."""

    number: int  # among known points and the four levels
    table: IntArray  # (classes × classes), with what merging leaves on the diagonal
    limit: int

    @cached_property
    def length(self) -> float:
        return max(1.0, float(np.linalg.norm(_hollow(self.table))))


class OneMatrix:
    """The scaled capacity of the bisections in a region, for which some pairs are decided.

    Parameters
    ----------
    region
        The lines that are open.
    merged
        The classes of switches whose products of signs are decided.

    Attributes
    ----------
    capacity
        Matrix (classes × classes) of the scaled capacities of the links.
    neighbours
        Of the same shape: how many pairs of their switches have a link, with signs.
    weights
        Of the classes.
    """

    def __init__(self, problem: PointProblem, region: Region, merged: Merged) -> None:
        self.problem, self.region, self.merged = problem, region, merged
        self._base, self._slope = (self._links(part) for part in ("base", "slope"))
        alpha = problem.alpha
        full = self._scaled(alpha.denominator, alpha.numerator)
        self.capacity, self._total = merged.table(full), int(full.sum())
        self.neighbours = merged.table(self._joined())
        self.weights = merged.sums(np.array(problem.balance.extended, dtype=np.int64))
        self.lines = self._lines()

    def _links(self, part: str) -> IntArray:
        network, size = self.problem.network, len(self.problem.balance.extended)
        found = np.zeros((size, size), dtype=np.int64)
        for link in network.links:
            each: int = getattr(network.class_by_name[link.link_class], part)
            found[link.first, link.second] += each * link.multiplicity
        return np.asarray(found + found.T)

    def _joined(self) -> IntArray:
        """Return a matrix with 1 where two switches have a link."""
        size = len(self.problem.balance.extended)
        found = np.zeros((size, size), dtype=np.int64)
        for link in self.problem.network.links:
            found[link.first, link.second] = found[link.second, link.first] = 1
        return found

    def _scaled(self, first: int, second: int) -> IntArray:
        return np.asarray(first * self._base + second * self._slope)

    def _lines(self) -> tuple[_Line, ...]:
        """Return what is known of capacities, where it says something."""
        known, low, high = self.problem.known, self.region.low, self.region.high
        whole: Line = self.problem.network.total
        inequalities = [
            (self._scaled(each.alpha.denominator, each.alpha.numerator), 1, each.bound)
            for each in known
        ]
        for part, table in (("intercept", self._base), ("slope", self._slope)):
            most, top = getattr(high, part), getattr(whole, part)
            inequalities += [(table, 1, getattr(low, part)), (table, -1, min(most, top + 1))]
        tops = [each.alpha.scaled(whole) for each in known]
        tops += [whole.intercept] * 2 + [whole.slope] * 2
        return tuple(
            self._line(number, table, sign, value)
            for number, ((table, sign, value), top) in enumerate(
                zip(inequalities, tops, strict=True)
            )
            if (value > 0 if sign > 0 else value < top)
        )

    def _line(self, number: int, table: IntArray, sign: int, value: int) -> _Line:
        """Write 4·capacity = Σ (1 - X)·table ≥ 4·value as an inequality for X."""
        merged = sign * self.merged.table(table)
        limit = sign * (int(table.sum()) - 4 * value) - int(np.trace(merged))
        return _Line(number, merged, limit)

    @property
    def costs(self) -> FloatArray:
        """What is to be minimised over X, with 0 on the diagonal.

        Returns
        -------
        (classes, classes), scaled.
        """
        return _hollow(self.capacity) / -4.0

    @property
    def constant(self) -> float:
        """What is added to it."""
        return (self._total - int(np.trace(self.capacity))) / 4.0

    @property
    def rows(self) -> tuple[FloatArray, FloatArray]:
        """The lines as a matrix (lines × entries) of rows of length 1, and their limits."""
        size = len(self.weights)
        rows = [_hollow(line.table).ravel() / line.length for line in self.lines]
        limits = [line.limit / line.length for line in self.lines]
        return np.array(rows).reshape(len(rows), size**2), np.array(limits)

    def leaf(self, dual: WholeDual) -> SemidefiniteLeaf:
        """Round multipliers, and lower the diagonal until the matrix is semidefinite.

        Those that have grown too large, as they may where no bisection is left, prove nothing.
        """
        objective = self._unit(dual)
        if not objective:
            nothing = np.zeros_like(self.capacity)
            return self.refutation(nothing, nothing[0], nothing)
        box = np.rint(8.0 * objective * (dual.box + dual.box.T) / 2.0).astype(np.int64)
        decided = np.diagonal(box).copy()  # and what links within classes add, below
        np.fill_diagonal(box, 0)
        cliques = [
            (each, np.rint(4.0 * objective * values).astype(np.int64))
            for each, values in dual.cliques
        ]
        sums = (dual.sums[0], np.rint(4.0 * objective * dual.sums[1]).astype(np.int64))
        lengths = [line.length for line in self.lines]
        parts = np.rint(4.0 * objective * dual.lines / np.array(lengths)).astype(np.int64)
        charged = -2 * objective * self.capacity
        for line, value in zip(self.lines, parts.tolist(), strict=True):
            charged = charged + 2 * value * line.table
        diagonal = np.diagonal(charged) + decided
        matrix = charged - box - np.diag(diagonal)
        for each, multiples in cliques:
            _subtract(matrix, each, multiples)
        table = sums[0].coefficients
        matrix = matrix - _hollow((table.T * sums[1]) @ table)
        halves = _halves(matrix, self.weights.astype(float))
        product = np.outer(halves, self.weights)
        matrix = matrix - (product + product.T)
        numbers = [line.number for line in self.lines]
        lines = dict(zip(numbers, parts.tolist(), strict=True))
        return self._written(
            objective, diagonal + _lowest(matrix), halves, box, cliques, sums, lines
        )

    def refutation(
        self, matrix: IntArray, halves: IntArray, box: IntArray, line: tuple[int, int] | None = None
    ) -> SemidefiniteLeaf:
        """Return the leaf of multipliers that outweigh the capacity, as they do in an empty part.

        Parameters
        ----------
        matrix
            (classes, classes), what multipliers of the balance and of a line leave of nothing.
        halves
            (classes,), those of the balance.
        box
            (classes, classes), those of limits of products, 0 on the diagonal.
        line
            Which of known points and levels has a multiplier, and this.
        """
        nothing = (Cliques.none(SIZES[0]), np.zeros(0, dtype=np.int64))
        sums = (OddSums.none(len(self.weights)), np.zeros(0, dtype=np.int64))
        charged = matrix - box - 2 * self.capacity
        diagonal = np.diagonal(charged) + _lowest(_hollow(charged))
        lines = {} if line is None else dict([line])
        return self._written(1, diagonal, halves, box, [nothing], sums, lines)

    @property
    def overwhelming(self) -> int:
        """Multipliers of this size, for each class, outweigh the capacity of all links."""
        return 64 + 4 * self._total

    def part(self, name: str) -> tuple[IntArray, int]:
        """Return what intercepts or slopes of the links come to over classes, and all together.

        Parameters
        ----------
        name
            "intercept" or "slope".

        Returns
        -------
        (classes, classes), signed, and a number; each link counts twice in both.
        """
        links = self._base if name == "intercept" else self._slope
        return self.merged.table(links), int(links.sum())

    def _written(
        self,
        objective: int,
        diagonal: IntArray,
        halves: IntArray,
        box: IntArray,
        cliques: list[tuple[Cliques, IntArray]],
        sums: tuple[OddSums, IntArray],
        lines: dict[int, int],
    ) -> SemidefiniteLeaf:
        """Write multipliers of classes as those of the switches that stand for them."""
        kept, size, known = self.merged.kept, len(self.merged.place), len(self.problem.known)
        wide = np.zeros((1, size, size), dtype=np.int64)
        wide[0][np.ix_(kept, kept)] = box
        vectors = np.zeros((2, size), dtype=np.int64)
        vectors[:, kept] = diagonal, halves
        triangles, *larger = ((_columns(each, values, kept)) for each, values in cliques)
        least, most, flattest, steepest = (lines.get(known + number, 0) for number in range(4))
        return SemidefiniteLeaf(
            objective=objective,
            diagonal=packed(vectors[0]),
            halves=packed(vectors[1]),
            box=packed(wide),
            number=triangles.shape[1],
            triangles=packed(triangles),
            cliques=tuple(
                CliqueTable(size=len(table) - 2, number=table.shape[1], table=packed(table))
                for table in larger
                if table.shape[1]
            ),
            sums=tuple(_sum_tables(*sums, kept)),
            known=tuple((number, lines[number]) for number in range(known) if lines.get(number)),
            intercept=(least, most),
            slope=(flattest, steepest),
        )

    def _unit(self, dual: WholeDual) -> int:
        """Return a power of two as large as the verifier's limits allow; 0 if there is none."""
        total = max(1.0, float(np.abs(self.capacity).max(initial=0)), float(np.abs(dual.box).max()))
        total *= len(self.weights)
        total += sum(each.size**2 * float(values.sum()) for each, values in dual.cliques)
        each, multipliers = dual.sums
        total += float(multipliers @ np.abs(each.coefficients).sum(axis=1) ** 2)
        for line, value in zip(self.lines, dual.lines.tolist(), strict=True):
            total += value / line.length * float(np.abs(line.table).max(initial=0))
        if not 64.0 * total < LARGEST:  # it may be no number
            return 0
        return min(FINEST, 1 << int(np.log2(LARGEST / (64.0 * total))))


def _hollow(table: IntArray) -> IntArray:
    """Return a matrix without its diagonal."""
    return np.asarray(table - np.diag(np.diagonal(table)))


def _columns(cliques: Cliques, multipliers: IntArray, kept: IntArray) -> IntArray:
    """Return the table of the format: switches, the mark of their signs, multipliers."""
    used = np.nonzero(multipliers)[0]
    some, last = cliques.chosen(used), cliques.size - 1
    negative = (some.signs < 0).astype(np.int64)
    marks = negative @ (1 << (last - np.arange(cliques.size)))
    return np.stack([*kept[some.switches].T, marks, multipliers[used]])


def _sum_tables(sums: OddSums, multipliers: IntArray, kept: IntArray) -> Iterator[OddSumTable]:
    """Write those that are used, by how many switches they have."""
    used = np.nonzero(multipliers)[0]
    table, multiples = sums.coefficients[used], multipliers[used]
    sizes = np.count_nonzero(table, axis=1)
    for size in np.unique(sizes).tolist():
        rows = np.nonzero(sizes == size)[0]
        places = np.nonzero(table[rows])[1].reshape(len(rows), size)
        values = np.take_along_axis(table[rows], places, axis=1)
        columns = np.stack([*kept[places].T, *values.T, multiples[rows]])
        yield OddSumTable(size=size, number=len(rows), table=packed(columns))


def _subtract(matrix: IntArray, cliques: Cliques, multipliers: IntArray) -> None:
    """Subtract multiples of inequalities from a matrix, in place."""
    first, second = np.triu_indices(cliques.size, 1)
    values = multipliers[:, None] * cliques.products
    one, other = cliques.switches[:, first], cliques.switches[:, second]
    for place in ((one, other), (other, one)):
        np.subtract.at(matrix, place, values)


def _halves(matrix: IntArray, weights: FloatArray) -> IntArray:
    """Return multipliers of the balance that make the weights an eigenvector, of a large value."""
    if not weights.any():
        return np.zeros(len(weights), dtype=np.int64)
    eigenvalue = max(0.0, float(np.abs(matrix).sum(axis=1).max()))
    image = matrix.astype(float) @ weights
    return np.rint(multipliers_of_balance(image, weights, eigenvalue)).astype(np.int64)


def _lowest(matrix: IntArray) -> int:
    """Return a number that is surely below all eigenvalues, by more than rounding."""
    least = float(np.linalg.eigvalsh(matrix.astype(float))[0])
    trace = float(np.abs(np.diagonal(matrix) - least).sum())
    return int(np.floor(least - ROUNDING * (len(matrix) + 1) * trace - 2.0))
