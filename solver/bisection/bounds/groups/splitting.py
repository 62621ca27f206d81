"""Alternating directions between frequencies and the cones of the relaxation over groups.

The method is that of the relaxation over states with a rotation; there is no
Fourier transform here, and the cones are smaller than the matrices.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.bisection.bounds.groups.cone import Removed
from solver.bisection.bounds.groups.model import Model
from solver.bisection.bounds.groups.triangles import TriangleRows
from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.bounds.states.splitting import on_simplex

STEP = 0.9  # of each of the two updates of multipliers
FIRST_PENALTY = 40.0  # times the largest cost of a link
ADAPT = 1.3  # factor of the penalty when one residual lags behind


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
        share = np.full(size, 1.0 / model.states)
        self.even, self.odd = np.outer(share, share), np.zeros((size, size))
        self._set_diagonal(share)
        self._z_even, self._z_odd = np.zeros_like(self.even), np.zeros_like(self.odd)
        scale = float(np.abs(model.groups.between).max(initial=0)) / 2.0
        self.penalty = FIRST_PENALTY * max(scale, 0.5)
        self.rows = TriangleRows.none(model)
        self.primal_residual = np.inf

    def _set_diagonal(self, single: FloatArray) -> None:
        """Give groups paired with themselves their own frequencies."""
        states = self.model.states
        for start in range(0, len(single), states):
            own = slice(start, start + states)
            self.even[own, own] = self.odd[own, own] = np.diag(single[own])

    @property
    def objective(self) -> float:
        """The slope of the present frequencies, which need not be in the cones."""
        model = self.model
        single = np.diagonal(self.odd).reshape(model.order, -1)
        twice = (model.odd * self.odd).sum() + (model.single * single).sum()
        return float(twice + model.constant) / 2.0

    def run(self, steps: int) -> Dual:
        """Make steps; then balance the penalty, and return the last multipliers."""
        for _ in range(steps):
            removed, gap, moved = self._step()
        dual = Dual(*removed, self.penalty, self.rows.copy())
        self._adapt(gap, moved)
        return dual

    def _step(self) -> tuple[tuple[Removed, Removed], float, float]:
        beta, (even_cone, odd_cone) = self.penalty, self.model.cones
        even, odd = self.even + self._z_even / beta, self.odd + self._z_odd / beta
        removed = even_cone.project(even), odd_cone.project(odd)
        self._z_even += STEP * beta * (self.even - even)
        self._z_odd += STEP * beta * (self.odd - odd)
        before_even, before_odd = self.even, self.odd
        self._find_frequencies(even - self._z_even / beta, odd - self._z_odd / beta)
        even -= self.even
        odd -= self.odd
        self._z_even -= STEP * beta * even
        self._z_odd -= STEP * beta * odd
        self.rows.move(self.odd, beta)
        before_even -= self.even
        before_odd -= self.odd
        return removed, _length(even, odd), _length(before_even, before_odd)

    def _find_frequencies(self, even: FloatArray, odd: FloatArray) -> None:
        """Set the nearest frequencies to matrices that are moved down their costs."""
        model, states = self.model, self.model.states
        odd -= (model.odd + self.rows.costs) / self.penalty
        diagonal = np.diagonal(even) + np.diagonal(odd) - model.single.ravel() / self.penalty
        single = on_simplex(diagonal.reshape(-1, states) / 2.0)
        equal, opposite = np.maximum(even + odd, 0.0), np.maximum(even - odd, 0.0)
        self.even, self.odd = (equal + opposite) / 2.0, (equal - opposite) / 2.0
        self._set_diagonal(single.ravel())

    def _adapt(self, gap: float, moved: float) -> None:
        size = _length(self.even, self.odd)
        multipliers = _length(self._z_even, self._z_odd)
        self.primal_residual = gap / (1.0 + size)
        dual_residual = self.penalty * moved / (1.0 + multipliers)
        if self.primal_residual > 3.0 * dual_residual:
            self.penalty *= ADAPT
        elif dual_residual > 3.0 * self.primal_residual:
            self.penalty /= ADAPT


def _length(even: FloatArray, odd: FloatArray) -> float:
    return float(np.hypot(np.linalg.norm(even), np.linalg.norm(odd)))
