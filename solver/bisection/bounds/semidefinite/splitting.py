"""Alternating directions between semidefinite matrices and products of signs.

Minimise costs over the matrix X of products of signs: positive semidefinite with
X·w = 0 for the weights w, 1 on the diagonal, between -1 and 1 elsewhere, and
within the rows. The multipliers of any step give a bound.

The loop is its own: there is one table and no frequencies, so that a step is one projection and
one clipping, and the multipliers are kept over the penalty (docs/decisions/0042).

References
----------
Wen, Goldfarb and Yin, Alternating direction augmented Lagrangian methods for semidefinite
programming (2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.bounds.pairs import ComplexArray, FloatArray
from alphacut.solver.bisection.bounds.residual_balancing import balanced
from alphacut.solver.bisection.bounds.semidefinite.layout import Layout
from alphacut.solver.bisection.bounds.semidefinite.rows import Rows
from alphacut.solver.bisection.bounds.semidefinite.triangles import Triangles
from alphacut.solver.bisection.bounds.states.cone import restored, transformed

ROW_STEP = 1.8  # of the rows' multipliers, where 2 is about as much as is stable
FIRST_PENALTY = 0.2  # times the mean cost of what costs anything


@dataclass(frozen=True)
class Dual:
    """What gave a bound.

    Attributes
    ----------
    box
        Table of multipliers of the diagonal and of the limits -1 and 1.
    triangles
        The inequalities of that moment; the rows change afterwards.
    multipliers, lines
        Of the triangles, and of the rows that stand for lines.
    """

    bound: float
    box: FloatArray
    triangles: Triangles
    multipliers: FloatArray
    lines: FloatArray


class Splitting:
    """One run, for costs (a table) that are to be minimised.

    Parameters
    ----------
    layout
        Of the table.
    costs
        (offset, position, position), with 0 on the diagonal.
    constant
        What is added to them.
    rows
        Inequalities to begin with.
    """

    def __init__(self, layout: Layout, costs: FloatArray, constant: float, rows: Rows) -> None:
        self._layout = layout
        self._plain = costs
        self._constant = constant
        self.rows = rows
        weights = layout.weights / np.linalg.norm(layout.weights)
        basis, _ = np.linalg.qr(np.column_stack([weights, np.eye(layout.width)]))
        self._face = basis[:, 1:]  # orthogonal to the weights
        self.products = layout.diagonal.astype(float)
        self._scaled = np.zeros_like(self.products)  # multipliers over the penalty
        charged = costs[costs != 0]
        self.penalty = FIRST_PENALTY * float(np.abs(charged).mean()) if charged.size else 1.0
        # the first bound is then that of the second eigenvalue of the Laplacian matrix
        self._scaled[layout.diagonal] = -costs.sum(axis=(0, 2)) / self.penalty

    @property
    def costs(self) -> FloatArray:
        """The costs with those of the rows.

        Returns
        -------
        (offset, position, position).
        """
        return self._plain + self.rows.costs()

    @property
    def values(self) -> FloatArray:
        """The product of each pair's signs, by the layout's numbers.

        Returns
        -------
        (numbers,).
        """
        return self._layout.averaged(self.products)

    def run(self, steps: int) -> None:
        """Make steps; then balance the penalty."""
        diagonal = self._layout.diagonal
        for _ in range(steps):
            near = self._projected(self.products - self._scaled - self.costs / self.penalty)
            moved = near + self._scaled
            before = self.products
            self.products = np.clip(moved, -1.0, 1.0)
            self.products[diagonal] = 1.0
            self._scaled = moved - self.products
            self.rows.move(self.values, ROW_STEP * self.penalty / self.rows.norm)
        self._balance(self.products - near, self.products - before)

    def _balance(self, residual: FloatArray, moved: FloatArray) -> None:
        primal = np.linalg.norm(residual) / (1 + np.linalg.norm(self.products))
        dual = np.linalg.norm(moved) / (1e-9 + np.linalg.norm(self._scaled))
        before, self.penalty = self.penalty, balanced(self.penalty, float(primal), float(dual))
        self._scaled *= before / self.penalty

    def _projected(self, table: FloatArray) -> FloatArray:
        """Return the nearest semidefinite table that vanishes on the weights."""
        matrices = transformed(table)
        first, face = _positive(self._on_face(matrices)), self._face
        matrices[0] = face @ first @ face.T
        matrices[1:] = _positive(matrices[1:])
        return restored(matrices, self._layout.order)

    def _on_face(self, matrices: ComplexArray) -> FloatArray:
        return np.asarray(self._face.T @ matrices[0].real @ self._face)

    def dual(self) -> Dual:
        """Return the present multipliers and the bound that they give."""
        layout, box = self._layout, -self.penalty * self._scaled
        matrices = transformed(self.costs - box)
        lowest = [np.linalg.eigvalsh(self._on_face(matrices))]
        lowest += [np.linalg.eigvalsh(each) for each in matrices[1:]]
        least = min(float(values.min(initial=np.inf)) for values in lowest)
        least = least if np.isfinite(least) else 0.0
        limits = box[layout.diagonal].sum() - np.abs(box[~layout.diagonal]).sum()
        each = least * layout.width + limits + self.rows.constant
        return Dual(
            self._constant + layout.order * float(each),
            box,
            self.rows.triangles,
            self.rows.multipliers.copy(),
            self.rows.line_multipliers.copy(),
        )


def _positive(matrices: NDArray[Any]) -> NDArray[Any]:
    """Return the nearest semidefinite matrices."""
    values, vectors = np.linalg.eigh(matrices)
    scaled = vectors * np.maximum(values, 0.0)[..., None, :]
    return np.asarray(scaled @ np.conj(np.swapaxes(vectors, -1, -2)))
