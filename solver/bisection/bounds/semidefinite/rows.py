"""Inequalities with their multipliers: triangles, known points and levels.

Each is Σ_o r_o·x_o ≤ limit for the products x of the pairs' signs. Multipliers
times rows are added to the costs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.semidefinite.layout import Layout
from alphacut.solver.bisection.bounds.semidefinite.triangles import Triangles

SLACK = 0.02  # a triangle without a multiplier is kept while it is so near


@dataclass
class Rows:
    """The inequalities of a relaxation; those of lines are few and dense.

    Attributes
    ----------
    lines
        Matrix (lines × numbers), each row of length 1 in the metric of tables.
    limits
        Of the lines.
    """

    layout: Layout
    lines: FloatArray
    limits: FloatArray
    triangles: Triangles = field(default_factory=Triangles.none)

    def __post_init__(self) -> None:
        self.line_multipliers = np.zeros(len(self.limits))
        self.multipliers = np.zeros(len(self.triangles))
        self._arrange()

    def _arrange(self) -> None:
        self._orbits, self._signs = self.triangles.orbits(self.layout), self.triangles.signs
        self.norm = self._norm()

    def excess(self, values: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return by how much lines and triangles are violated.

        Parameters
        ----------
        values
            (numbers,), the product of each pair's signs.

        Returns
        -------
        (lines,) and (triangles,); positive where one is violated.
        """
        triangles = -1.0 - (self._signs * values[self._orbits]).sum(axis=1)
        return self.lines @ values - self.limits, triangles

    def move(self, values: FloatArray, step: float) -> None:
        """Raise the multipliers of what is violated, and lower the others.

        Parameters
        ----------
        values
            (numbers,), the product of each pair's signs.
        step
            By which the violations are multiplied.
        """
        lines, triangles = self.excess(values)
        self.line_multipliers = np.maximum(0.0, self.line_multipliers + step * lines)
        self.multipliers = np.maximum(0.0, self.multipliers + step * triangles)

    def costs(self) -> FloatArray:
        """Return what the multipliers add to each entry of a table.

        Returns
        -------
        (offset, position, position).
        """
        added = self._combined(self.line_multipliers, self.multipliers) / self.layout.entries
        return np.asarray(added[self.layout.orbit])

    @property
    def constant(self) -> float:
        """What the multipliers add to the bound, for each row of switches."""
        return float(-(self.line_multipliers @ self.limits) - self.multipliers.sum())

    def _combined(self, lines: FloatArray, triangles: FloatArray) -> FloatArray:
        weights = (-triangles[:, None] * self._signs).ravel()
        sums = np.bincount(self._orbits.ravel(), weights, minlength=self.layout.count)
        return np.asarray(sums + lines @ self.lines)

    def _norm(self) -> float:
        """Estimate the square of the largest singular value, by a few steps of power iteration."""
        rng = np.random.default_rng(0)
        lines, triangles = rng.random(len(self.limits)), rng.random(len(self.triangles))
        length = 1.0
        for _ in range(15):
            values = self._combined(lines, triangles) / self.layout.entries
            lines = self.lines @ values
            triangles = -(self._signs * values[self._orbits]).sum(axis=1)
            length = float(np.sqrt(lines @ lines + triangles @ triangles)) or 1.0
            lines, triangles = lines / length, triangles / length
        return 1.05 * max(1e-9, length)

    def exchange(self, new: Triangles, values: FloatArray) -> None:
        """Drop triangles that are idle, and add new ones.

        Parameters
        ----------
        new
            What separation has brought.
        values
            (numbers,), where the run stands.
        """
        _, excess = self.excess(values)
        kept = np.nonzero((self.multipliers > 0) | (excess > -SLACK))[0]
        grown = self.triangles.chosen(kept).joined(new)
        multipliers = np.concatenate([self.multipliers[kept], np.zeros(len(new))])
        different = grown.different(self.layout)
        self.triangles, self.multipliers = grown.chosen(different), multipliers[different]
        self._arrange()
