"""What is to be minimised over joint frequencies of the states of two groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from alphacut.solver.bisection.bounds.groups.cone import PRECISION, Cone, Matrix
from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.verify.groups.blocks import Groups
from alphacut.solver.bisection.verify.groups.multiples import Known


@dataclass(frozen=True)
class Model:
    """Twice the slope as a function of two symmetric matrices over (group, state).

    The even one holds how often two groups are in two states at once, the odd one the
    same with the product of the groups' signs. Twice the slope is
    <odd costs, odd> + <single, diagonal> and a constant.
    """

    groups: Groups
    known: Known

    @property
    def order(self) -> int:
        """The number of groups."""
        return self.groups.order

    @property
    def states(self) -> int:
        """The number of states that a group can have."""
        return len(self.known.chosen)

    @cached_property
    def signs(self) -> Matrix:
        """The signs (states × positions) of the switches in each state."""
        return self.groups.signs[self.known.chosen].astype(PRECISION)

    @cached_property
    def cones(self) -> tuple[Cone, Cone]:
        """The even and the odd cone."""
        chosen, known, order = self.known.chosen, self.known, self.order
        functions = known.functions.reshape(len(known.functions), -1).T.astype(float)
        share = np.array(known.totals, dtype=float) / order
        weights = self.groups.weights[:, chosen].astype(float).reshape(-1, 1)
        even, odd = self.groups.even_features[chosen], self.groups.odd_features[chosen]
        return (
            Cone(order, even.astype(float), functions - share, even=True),
            Cone(order, odd.astype(float), weights, even=False),
        )

    def lifted(self, products: FloatArray) -> Matrix:
        """Return costs of products of two signs as costs of two states (all states squared).

        Parameters
        ----------
        products
            (block, position, block, position).

        Returns
        -------
        (group · state, group · state), in single precision.
        """
        size = self.order * self.states
        right = products.astype(PRECISION).reshape(-1, self.signs.shape[1]) @ self.signs.T
        table = right.reshape(self.order, self.signs.shape[1], size)
        return np.asarray(np.matmul(self.signs, table).reshape(size, size))

    def products(self, odd: Matrix) -> FloatArray:
        """Return the mean products of two signs (block × position × block × position)."""
        order, width = self.order, self.signs.shape[1]
        right = (odd.reshape(-1, self.states) @ self.signs).reshape(order, self.states, -1)
        found = np.matmul(self.signs.T, right)
        return np.asarray(found.reshape(order, width, order, width), dtype=float)

    @cached_property
    def odd(self) -> Matrix:
        """The costs of the odd matrix."""
        return self.lifted(-self.groups.between / 2.0)

    @cached_property
    def single(self) -> Matrix:
        """The costs (group × state) of single groups."""
        return np.asarray(2.0 * self.groups.slopes[:, self.known.chosen], dtype=PRECISION)
