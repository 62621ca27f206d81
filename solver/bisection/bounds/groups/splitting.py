"""Alternating directions between frequencies and the cones, for groups without a rotation.

The method is that of the relaxation over states of blocks that turn; there is no
Fourier transform here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.bisection.bounds.groups.cone import Cone, Removed
from solver.bisection.bounds.groups.model import PRECISION, Matrix, Model
from solver.bisection.bounds.groups.rows import SumRows
from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.bounds.states.splitting import on_simplex
from solver.bisection.verify.sums import IntegerSum

STEP = 0.9  # of each of the two updates of multipliers
FIRST_PENALTY = 40.0  # times half the largest cost of a link
ADAPT = 1.3  # factor of the penalty when one residual lags behind


@dataclass(frozen=True)
class Dual:
    """What gives a bound: what both cones changed, times the penalty, and the rows."""

    even: Removed
    odd: Removed
    penalty: float
    sums: tuple[IntegerSum, ...]
    multipliers: FloatArray


class Splitting:
    """One run; its matrices are over (group, state)."""

    def __init__(self, model: Model) -> None:
        self.model = model
        order, states = model.single.shape
        share = np.full(model.size, 1.0 / states, dtype=PRECISION)
        self.even, self.odd = np.outer(share, share), np.zeros_like(model.odd)
        self._set_diagonal(share)
        self._z_even, self._z_odd = np.zeros_like(self.even), np.zeros_like(self.odd)
        inside = np.kron(np.eye(order), np.ones((states, 1)))
        weights = model.groups.weights.reshape(-1, 1).astype(float)
        self._cones = Cone(inside - inside.mean(axis=1, keepdims=True)), Cone(weights)
        self.penalty = FIRST_PENALTY * max(0.5, max(model.weights) / 2)
        self.rows = SumRows(model, (), np.zeros(0))
        self.primal_residual = np.inf

    def _set_diagonal(self, single: Matrix) -> None:
        """Give groups paired with themselves their own frequencies."""
        states = self.model.single.shape[1]
        for start in range(0, len(single), states):
            own = slice(start, start + states)
            self.even[own, own] = self.odd[own, own] = np.diag(single[own])

    @property
    def single(self) -> FloatArray:
        """The frequencies of single groups (group × state)."""
        return np.diagonal(self.even).reshape(self.model.single.shape).astype(float)

    @property
    def objective(self) -> float:
        """Twice the scaled capacity of the present frequencies, semidefinite or not."""
        cost = float((self.model.odd * self.odd).sum(dtype=float))
        return cost + float((self.model.single * self.single).sum()) + self.model.constant

    def step(self, *, check: bool) -> Dual | None:
        """Make one step; with check return multipliers that give a bound."""
        beta = self.penalty
        (near_even, by_even), (near_odd, by_odd) = (
            cone.project(own + multipliers / beta)
            for cone, own, multipliers in zip(
                self._cones, (self.even, self.odd), (self._z_even, self._z_odd), strict=True
            )
        )
        rows = self.rows
        dual = Dual(by_even, by_odd, beta, rows.sums, rows.multipliers) if check else None
        self._follow(near_even, near_odd)
        before = self.even, self.odd
        self._find_frequencies(near_even, near_odd)
        self._follow(near_even, near_odd)
        rows.move(self.even, self.odd, beta)
        if check:
            gap = _length(self.even - near_even, self.odd - near_odd)
            self._adapt(gap, _length(self.even - before[0], self.odd - before[1]))
        return dual

    def _follow(self, near_even: Matrix, near_odd: Matrix) -> None:
        """Move the multipliers by how far frequencies and cones are apart."""
        factor = PRECISION(STEP * self.penalty)
        self._z_even += factor * (self.even - near_even)
        self._z_odd += factor * (self.odd - near_odd)

    def _find_frequencies(self, near_even: Matrix, near_odd: Matrix) -> None:
        """Set the nearest frequencies to matrices that are moved down their costs."""
        model, rows, beta = self.model, self.rows, PRECISION(self.penalty)
        even = near_even - (self._z_even + rows.even) / beta
        odd = near_odd - (self._z_odd + rows.odd + model.odd) / beta
        diagonal = (np.diagonal(even) + np.diagonal(odd)).reshape(model.single.shape)
        wanted = diagonal - (model.single + rows.single) / self.penalty
        single = on_simplex(wanted / 2).astype(PRECISION)
        equal, opposite = np.maximum(even + odd, 0.0), np.maximum(even - odd, 0.0)
        self.even, self.odd = (equal + opposite) / 2, (equal - opposite) / 2
        self._set_diagonal(single.ravel())

    def _adapt(self, gap: float, moved: float) -> None:
        """Balance the two residuals by the penalty."""
        multipliers = _length(self._z_even, self._z_odd)
        self.primal_residual = gap / (1.0 + _length(self.even, self.odd))
        dual_residual = self.penalty * moved / (1.0 + multipliers)
        if self.primal_residual > 3.0 * dual_residual:
            self.penalty *= ADAPT
        elif dual_residual > 3.0 * self.primal_residual:
            self.penalty /= ADAPT


def _length(even: Matrix, odd: Matrix) -> float:
    return float(np.hypot(np.linalg.norm(even), np.linalg.norm(odd)))
