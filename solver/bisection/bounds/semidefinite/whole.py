"""Alternating directions for one matrix of products of signs, from the interior-point optimum.

As `splitting`, for networks without a rotation: the matrix is one real block, and hypermetric
inequalities (`cliques` over three, five and seven switches, and `odd_sums`) are rows of it. Their
multipliers take steps as long as the rows that share their pairs allow.

References
----------
Boyd et al., Distributed optimization and statistical learning via the alternating direction
method of multipliers, 2011, section 3.4.3 for over-relaxation. Pock and Chambolle, Diagonal
preconditioning for first order primal-dual algorithms, 2011, for the steps of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.residual_balancing import balanced
from alphacut.solver.bisection.bounds.semidefinite.cliques import Cliques
from alphacut.solver.bisection.bounds.semidefinite.face import Face
from alphacut.solver.bisection.bounds.semidefinite.interior_point import Optimum
from alphacut.solver.bisection.bounds.semidefinite.odd_sums import OddSumRows, OddSums

SIZES = (3, 5, 7)
ROW_STEP = 1.8  # of the rows' multipliers, where 2 is about as much as is stable
RELAXED = 1.6  # how far a step goes beyond the projection
FIRST_PENALTY = 2.0  # times the length of the multipliers over that of the products
LEAST_LENGTH = 1e-3  # of the multipliers: there may be none
SLACK = 0.02  # a row without a multiplier is kept while it is so near


@dataclass(frozen=True)
class WholeDual:
    """What gave a bound.

    Attributes
    ----------
    box
        Matrix of multipliers of the diagonal and of the limits -1 and 1.
    cliques
        The inequalities of that moment, by their sizes, with their multipliers.
    sums
        Inequalities of odd sums, with their multipliers.
    lines
        Multipliers of the rows that stand for lines.
    """

    bound: float
    box: FloatArray
    cliques: tuple[tuple[Cliques, FloatArray], ...]
    sums: tuple[OddSums, FloatArray]
    lines: FloatArray


class CliqueRows:
    """Inequalities over one number of switches, with their multipliers.

    Parameters
    ----------
    multipliers
        (inequalities,), not negative.
    width
        Rows of the matrix.
    """

    def __init__(self, cliques: Cliques, multipliers: FloatArray, width: int) -> None:
        self.cliques, self.multipliers, self._width = cliques, multipliers, width
        self.places = cliques.places(width)
        self.products = cliques.products.astype(float)
        self.steps = np.ones(len(cliques))

    def excess(self, products: FloatArray) -> FloatArray:
        """Return by how much they are violated.

        Parameters
        ----------
        products
            (width, width), symmetric, products of signs.

        Returns
        -------
        (inequalities,); positive where one is violated.
        """
        values = np.einsum("mp,mp->m", self.products, products.ravel()[self.places])
        return np.asarray(self.cliques.least - values)

    def costs(self) -> FloatArray:
        """Return the matrix that the multipliers take off the costs.

        Returns
        -------
        (width, width), symmetric.
        """
        width = self._width
        weights = (self.multipliers[:, None] * self.products / 2.0).ravel()
        half = np.bincount(self.places.ravel(), weights, minlength=width**2)
        table = half.reshape(width, width)
        return np.asarray(table + table.T)

    def exchanged(self, new: Cliques, products: FloatArray) -> CliqueRows:
        """Return these without what is idle, and with new ones.

        Parameters
        ----------
        new
            What separation has brought.
        products
            (width, width), where the run stands.
        """
        kept = np.nonzero((self.multipliers > 0) | (self.excess(products) > -SLACK))[0]
        grown = self.cliques.chosen(kept).joined(new)
        multipliers = np.concatenate([self.multipliers[kept], np.zeros(len(new))])
        different = grown.different()
        return CliqueRows(grown.chosen(different), multipliers[different], self._width)


class Whole:
    """One run, for costs (a matrix with 0 on its diagonal) that are to be minimised.

    Parameters
    ----------
    face
        On which the matrix lies.
    lines, limits
        Matrices (lines × entries) of length 1, and what they are at most.
    rows, sums
        Inequalities to begin with, by `SIZES`, and of odd sums.
    """

    def __init__(
        self,
        costs: FloatArray,
        constant: float,
        face: Face,
        start: Optimum,
        lines: FloatArray,
        limits: FloatArray,
        rows: Sequence[CliqueRows] = (),
        sums: OddSumRows | None = None,
    ) -> None:
        self._plain, self._constant, self._face = costs, constant, face
        self._lines, self._limits = lines, limits
        size = len(costs)
        none = [CliqueRows(Cliques.none(k), np.zeros(0), size) for k in SIZES]
        self.rows = list(rows) or none
        self.sums = sums or OddSumRows(OddSums.none(size), np.zeros(0))
        self.line_multipliers = np.zeros(len(limits))
        self.products = np.clip(start.products, -1.0, 1.0)
        np.fill_diagonal(self.products, 1.0)
        self._costs = costs - self.sums.costs() - sum(each.costs() for each in self.rows)
        slack = self._costs - np.diag(start.diagonal)
        length = max(LEAST_LENGTH, float(np.linalg.norm(face.inside(slack))))
        self.penalty = FIRST_PENALTY * length / float(np.linalg.norm(self.products))
        self._scaled = -np.diag(start.diagonal) / self.penalty
        self.roots = np.zeros((len(costs), 0))  # whose rows' products the last projection gave

    def exchange(self, new: Sequence[Cliques], sums: OddSums) -> None:
        """Drop rows that are idle, and add new ones."""
        self.rows = [
            rows.exchanged(some, self.products) for rows, some in zip(self.rows, new, strict=True)
        ]
        self.sums = self.sums.exchanged(sums, self.products, SLACK)
        shared = self.sums.shared().ravel()
        for rows in self.rows:
            shared += np.bincount(rows.places.ravel(), minlength=len(shared))
        for rows in self.rows:
            rows.steps = 2.0 / np.maximum(1.0, shared[rows.places].sum(axis=1))
        self.sums.take_steps(shared.reshape(self.products.shape))

    def run(self, steps: int) -> None:
        """Make steps; then balance the penalty."""
        for _ in range(steps):
            near = self._projected(self.products - self._scaled - self._costs / self.penalty)
            before = self.products
            moved = RELAXED * near + (1.0 - RELAXED) * before + self._scaled
            self.products = np.clip(moved, -1.0, 1.0)
            np.fill_diagonal(self.products, 1.0)
            self._scaled = moved - self.products
            self._move_rows()
        self._balance(self.products - near, self.products - before)

    def _move_rows(self) -> None:
        """Raise the multipliers of what is violated, and lower the others."""
        step, flat = ROW_STEP * self.penalty, self.products.ravel()
        self._costs = self._plain
        if len(self._limits):
            step /= 2.0
            moved = step / len(self._limits) * (self._lines @ flat - self._limits)
            self.line_multipliers = np.maximum(0.0, self.line_multipliers + moved)
            lines = self.line_multipliers @ self._lines
            self._costs = self._costs + lines.reshape(self.products.shape)
        for rows in self.rows:
            if len(rows.cliques):
                moved = step * rows.steps * rows.excess(self.products)
                rows.multipliers = np.maximum(0.0, rows.multipliers + moved)
                self._costs = self._costs - rows.costs()
        if len(self.sums):
            moved = step * self.sums.steps * self.sums.excess(self.products)
            self.sums.multipliers = np.maximum(0.0, self.sums.multipliers + moved)
            self._costs = self._costs - self.sums.costs()

    def _balance(self, residual: FloatArray, moved: FloatArray) -> None:
        primal = np.linalg.norm(residual) / (1 + np.linalg.norm(self.products))
        dual = np.linalg.norm(moved) / (1e-9 + np.linalg.norm(self._scaled))
        before, self.penalty = self.penalty, balanced(self.penalty, float(primal), float(dual))
        self._scaled *= before / self.penalty

    def _projected(self, table: FloatArray) -> FloatArray:
        """Return the nearest semidefinite matrix that vanishes on the weights."""
        values, vectors = np.linalg.eigh(self._face.inside(table))
        positive = values > 0
        self.roots = self._face.vectors(vectors[:, positive]) * np.sqrt(values[positive])
        return np.asarray(self.roots @ self.roots.T)

    def dual(self) -> WholeDual:
        """Return the present multipliers and the bound that they give."""
        box, size = -self.penalty * self._scaled, len(self._plain)
        lowest = np.linalg.eigvalsh(self._face.inside(self._costs - box))[:1]
        least = float(lowest.sum())  # without any, nothing is subtracted
        diagonal = float(np.trace(box))
        limits = diagonal - (float(np.abs(box).sum()) - float(np.abs(np.diagonal(box)).sum()))
        rows = sum(float(each.multipliers.sum()) * each.cliques.least for each in self.rows)
        lines = -float(self.line_multipliers @ self._limits)
        return WholeDual(
            self._constant + least * size + limits + rows + self.sums.constant + lines,
            box,
            tuple((each.cliques, each.multipliers.copy()) for each in self.rows),
            (self.sums.sums, self.sums.multipliers.copy()),
            self.line_multipliers.copy(),
        )
