"""Alternating directions between frequencies and the cones of the relaxation over groups.

The method is that of the relaxation over states with a rotation; there is no
Fourier transform here, and the cones are smaller than the matrices: what a
projection removes has a low rank and is never written out (docs/decisions/0045).
Triangles are exchanged between runs of steps, which keep one length.

References
----------
Wen, Goldfarb and Yin, Alternating direction augmented Lagrangian methods for semidefinite
programming (2010).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.groups.cone import PRECISION, Matrix, Removed
from alphacut.solver.bisection.bounds.groups.model import Model
from alphacut.solver.bisection.bounds.groups.triangles import TriangleRows
from alphacut.solver.bisection.bounds.residual_balancing import balanced
from alphacut.solver.bisection.bounds.simplex import on_simplex

STEP = 0.9  # of each of the two updates of multipliers
FIRST_PENALTY = 40.0  # times the largest cost of a link


@dataclass(frozen=True)
class Dual:
    """What gives a bound: what both cones removed, times the penalty, and the triangles."""

    even: Removed
    odd: Removed
    penalty: float
    rows: TriangleRows


class Splitting:
    """One run; its matrices are over (group, state)."""

    def __init__(self, model: Model) -> None:
        self.model = model
        size = model.order * model.states
        share = np.full(size, 1.0 / model.states, dtype=PRECISION)
        self.even, self.odd = np.outer(share, share), np.zeros((size, size), dtype=PRECISION)
        self._set_diagonal(share)
        self._z_even, self._z_odd = np.zeros_like(self.even), np.zeros_like(self.odd)
        scale = float(np.abs(model.groups.between).max(initial=0)) / 2.0
        self.penalty = FIRST_PENALTY * max(scale, 0.5)
        self.rows = TriangleRows.none(model)
        self.primal_residual = np.inf

    def _set_diagonal(self, single: Matrix) -> None:
        """Give groups paired with themselves their own frequencies."""
        states = self.model.states
        for start in range(0, len(single), states):
            own = slice(start, start + states)
            self.even[own, own] = self.odd[own, own] = np.diag(single[own])

    def run(self, steps: int) -> Dual:
        """Make steps; then balance the penalty, and return the last multipliers."""
        for _ in range(steps):
            removed, residual, moved = self._step()
        dual = Dual(*removed, self.penalty, self.rows.copy())
        self._balance(residual, moved)
        return dual

    def _step(self) -> tuple[tuple[Removed, Removed], float, float]:
        beta, (even_cone, odd_cone) = self.penalty, self.model.cones
        even, odd = self.even + self._z_even / beta, self.odd + self._z_odd / beta
        removed = even_cone.project(even), odd_cone.project(odd)
        self._follow(even, odd)
        before_even, before_odd = self.even, self.odd
        self._find_frequencies(even - self._z_even / beta, odd - self._z_odd / beta)
        self._follow(even, odd)
        even -= self.even
        odd -= self.odd
        self.rows.move(self.odd, beta)
        before_even -= self.even
        before_odd -= self.odd
        return removed, _length(even, odd), _length(before_even, before_odd)

    def _follow(self, even: Matrix, odd: Matrix) -> None:
        """Move the multipliers by how far frequencies and cones are apart."""
        for own, near, multipliers in (
            (self.even, even, self._z_even),
            (self.odd, odd, self._z_odd),
        ):
            apart = own - near
            apart *= STEP * self.penalty
            multipliers += apart

    def _find_frequencies(self, even: Matrix, odd: Matrix) -> None:
        """Set the nearest frequencies to matrices that are moved down their costs."""
        model, states = self.model, self.model.states
        odd -= (model.odd + self.rows.costs) / self.penalty
        diagonal = np.diagonal(even) + np.diagonal(odd) - model.single.ravel() / self.penalty
        single = on_simplex(diagonal.reshape(-1, states).astype(float) / 2.0).astype(PRECISION)
        equal, opposite = np.maximum(even + odd, 0.0), np.maximum(even - odd, 0.0)
        self.even, self.odd = equal + opposite, equal - opposite
        self.even *= 0.5
        self.odd *= 0.5
        self._set_diagonal(single.ravel())

    def _balance(self, residual: float, moved: float) -> None:
        size = _length(self.even, self.odd)
        multipliers = _length(self._z_even, self._z_odd)
        self.primal_residual = residual / (1.0 + size)
        dual_residual = self.penalty * moved / (1.0 + multipliers)
        self.penalty = balanced(self.penalty, self.primal_residual, dual_residual)


def _length(even: Matrix, odd: Matrix) -> float:
    return float(np.hypot(np.linalg.norm(even), np.linalg.norm(odd)))
