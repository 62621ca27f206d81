"""Sums of integers, priced into the relaxation over pairs of groups."""

from __future__ import annotations

import numpy as np

from solver.bisection.bounds.groups.model import PRECISION, Matrix, Model
from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.bounds.states.splitting import best_multipliers
from solver.bisection.verify.sums import IntegerSum

POWER_STEPS = 15


class SumRows:
    """Rows -(Y - low)·(Y - low - 1) ≤ 0 with their multipliers, and what these cost.

    Attributes
    ----------
    even, odd, single
        What the rows add to the costs.
    """

    def __init__(self, model: Model, sums: tuple[IntegerSum, ...], multipliers: FloatArray) -> None:
        self._model, self.sums, self.multipliers = model, sums, multipliers
        self.limits = np.array([float(each.constant) for each in sums])
        self._single = np.zeros((len(sums), *model.single.shape))
        self._stacks = self._stacked()
        if sums:
            self._products = self._all_products()
            self._norm = self._largest()
        self.price()

    def __len__(self) -> int:
        return len(self.sums)

    def _stacked(self) -> dict[tuple[int, int], tuple[np.ndarray, ...]]:
        """Return for each pair of groups the rows there, and their even and odd functions."""
        found: dict[tuple[int, int], list[tuple[int, Matrix, Matrix, Matrix, Matrix]]] = {}
        for row, each in enumerate(self.sums):
            values, blocks = each.values.astype(PRECISION), each.offsets
            even, odd = values[:, 0] + values[:, 1], values[:, 0] - values[:, 1]
            self._single[row, list(blocks)] -= each.single()
            for j in range(len(blocks)):
                for i in range(j):
                    a, b = (i, j) if blocks[i] < blocks[j] else (j, i)
                    entry = row, even[a], even[b], odd[a], odd[b]
                    found.setdefault((blocks[a], blocks[b]), []).append(entry)
        return {
            pair: tuple(np.array([entry[part] for entry in entries]) for part in range(5))
            for pair, entries in found.items()
        }

    def _all_products(self) -> FloatArray:
        """Return the rows' products with each other."""
        flat = self._single.reshape(len(self), -1)
        found = flat @ flat.T / 2.0
        for row, even, even2, odd, odd2 in self._stacks.values():
            table = (even @ even.T) * (even2 @ even2.T) + (odd @ odd.T) * (odd2 @ odd2.T)
            found[np.ix_(row, row)] += table / 8.0
        return np.asarray(found)

    def _largest(self) -> float:
        """Estimate the largest eigenvalue of the products."""
        direction = np.random.default_rng(0).standard_normal(len(self))
        for _ in range(POWER_STEPS):
            length = max(1e-12, float(np.linalg.norm(direction)))
            direction = self._products @ (direction / length)
        return 1.05 * max(1e-12, float(np.linalg.norm(direction)))

    def violations(self, even: Matrix, odd: Matrix) -> FloatArray:
        """Return by how much each row is violated."""
        single = np.diagonal(even).reshape(self._model.single.shape)
        found = np.einsum("rbs,bs->r", self._single, single) - self.limits
        evens, odds = even.reshape(self._model.shape), odd.reshape(self._model.shape)
        for (b, c), (row, e0, e1, o0, o1) in self._stacks.items():
            value = ((e0 @ evens[b, :, c]) * e1).sum(1) + ((o0 @ odds[b, :, c]) * o1).sum(1)
            found[row] -= value / 2.0
        return np.asarray(found)

    def price(self) -> None:
        """Add the rows to the costs by their multipliers."""
        model = self._model
        self.even = np.zeros((model.size, model.size), dtype=PRECISION)
        self.odd = np.zeros_like(self.even)
        self.single = np.tensordot(self.multipliers, self._single, 1)
        evens, odds = self.even.reshape(model.shape), self.odd.reshape(model.shape)
        for (b, c), (row, e0, e1, o0, o1) in self._stacks.items():
            weight = (-0.25 * self.multipliers[row]).astype(PRECISION)[:, None]
            for costs, first, second in ((evens, e0, e1), (odds, o0, o1)):
                table = (first * weight).T @ second
                costs[b, :, c], costs[c, :, b] = table, table.T

    def move(self, even: Matrix, odd: Matrix, penalty: float) -> None:
        """Raise the multipliers of what is violated, and lower the others."""
        if len(self):
            force = penalty * self.violations(even, odd)
            self.multipliers = best_multipliers(self.multipliers, force, self._products, self._norm)
            self.price()

    def changed(self, kept: list[int], new: tuple[IntegerSum, ...]) -> SumRows:
        """Return some of these rows and new ones."""
        sums = (*(self.sums[i] for i in kept), *new)
        multipliers = np.concatenate([self.multipliers[kept], np.zeros(len(new))])
        return SumRows(self._model, sums, multipliers)
