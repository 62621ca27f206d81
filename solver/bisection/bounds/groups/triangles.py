"""Triangle inequalities among switches of three groups, priced into the relaxation.

Those within two groups hold by themselves: there all states are told apart.

References
----------
Deza and Laurent, Geometry of Cuts and Metrics (1997).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.groups.cone import PRECISION, Matrix
from alphacut.solver.bisection.bounds.groups.model import Model
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.semidefinite.cliques import violated_triangles
from alphacut.solver.bisection.bounds.semidefinite.triangles import SIGNS

ROW_STEP = 0.5  # of the multipliers; from about 1 on steps are not stable in small networks
SLACK = 0.02  # a triangle without a multiplier is kept while it is so near


@dataclass
class TriangleRows:
    """Inequalities s₁·x_u·x_v + s₂·x_u·x_w + s₃·x_v·x_w ≥ -1 with their multipliers.

    Attributes
    ----------
    written
        Matrix (4 × number): places of three switches in the order of the groups, and kinds.
    multipliers
        In units of twice the slope.
    costs
        What they add to the costs of the odd matrix.
    """

    model: Model
    written: IntArray
    multipliers: FloatArray

    def __post_init__(self) -> None:
        self._signs = SIGNS[self.written[3]].astype(float)
        self._norm = self._largest()
        self.costs = self._costs()

    @classmethod
    def none(cls, model: Model) -> TriangleRows:
        """Return no inequalities."""
        return cls(model, np.zeros((4, 0), np.int64), np.zeros(0))

    def __len__(self) -> int:
        return len(self.multipliers)

    def copy(self) -> TriangleRows:
        """Return the same with multipliers that stay as they are."""
        other = object.__new__(TriangleRows)
        other.__dict__.update(self.__dict__, multipliers=self.multipliers.copy())
        return other

    def _pairs(self) -> tuple[tuple[IntArray, IntArray], ...]:
        u, v, w, _ = self.written
        return (u, v), (u, w), (v, w)

    def _matrix(self, multipliers: FloatArray) -> FloatArray:
        size = self.model.order * self.model.groups.width
        found = np.zeros((size, size))
        for column, pair in enumerate(self._pairs()):
            np.add.at(found, pair, -0.5 * multipliers * self._signs[:, column])
        return found + found.T

    def _costs(self) -> Matrix:
        if not len(self):
            return np.zeros((1, 1), dtype=PRECISION)
        order, width = self.model.order, self.model.groups.width
        products = self._matrix(self.multipliers).reshape(order, width, order, width)
        return self.model.lifted(products)

    def _sums(self, products: FloatArray) -> FloatArray:
        pairs = enumerate(self._pairs())
        return np.asarray(sum(self._signs[:, column] * products[pair] for column, pair in pairs))

    def _largest(self) -> float:
        """Estimate the largest eigenvalue of the rows' products with each other."""
        vector = np.random.default_rng(0).random(len(self))
        length, order, width = 1.0, self.model.order, self.model.groups.width
        for _ in range(12 if len(self) else 0):
            products = self._matrix(vector).reshape(order, width, order, width)
            vector = -self._sums(self._seen(self.model.lifted(products)))
            length = float(np.linalg.norm(vector)) or 1.0
            vector /= length
        return 1.05 * length

    def _seen(self, odd: Matrix) -> FloatArray:
        size = self.model.order * self.model.groups.width
        return self.model.products(odd).reshape(size, size)

    def move(self, odd: Matrix, penalty: float) -> None:
        """Raise the multipliers of what is violated, and lower the others."""
        if len(self):
            excess = -1.0 - self._sums(self._seen(odd))
            step = ROW_STEP * penalty / self._norm
            self.multipliers = np.maximum(0.0, self.multipliers + step * excess)
            self.costs = self._costs()

    def exchanged(self, odd: Matrix, most: int) -> TriangleRows:
        """Return rows without those that are idle, and with the most violated ones."""
        products = self._seen(odd)
        near = -1.0 - self._sums(products) > -SLACK
        kept = np.nonzero((self.multipliers > 0) | near)[0]
        known = {tuple(self.written[:, i].tolist()): self.multipliers[i] for i in kept}
        for row in self._violated(products, most).T.tolist():
            known.setdefault(tuple(row), 0.0)
        written = np.array(list(known), dtype=np.int64).reshape(-1, 4).T
        return TriangleRows(self.model, written, np.array(list(known.values()), dtype=float))

    def _violated(self, products: FloatArray, most: int) -> IntArray:
        """Return the most violated triangles of switches of three groups, as they are written."""
        group = np.arange(len(products)) // self.model.groups.width
        apart = np.where(group[:, None] == group, np.nan, products)  # which nothing is above
        found, _ = violated_triangles(apart, most)
        kinds = 2 * (found.signs[:, 1] < 0) + (found.signs[:, 2] < 0)
        return np.concatenate([found.switches.T, kinds[None]])
