"""Weighted sums of the mean products of entries: the part of a row that sequences have.

A row on the correlations of sequences looks at a table through few functions of a state, the
sides of a block's switches: at each offset, at one number for each two positions. All such rows
together cost as little as one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray


@dataclass(frozen=True)
class Products:
    """Σ weights[d, p, q] · (signs[:, p]ᵀ·O[d]·signs[:, q]), where O are the odd tables.

    Attributes
    ----------
    signs
        Sides (state × position) of the switches of a block.
    weights
        (offset × position × position); none at offset 0, where one block has both entries.
    """

    signs: FloatArray
    weights: FloatArray


class ProductStack:
    """Products of several rows, which have the same signs."""

    def __init__(self, each: Mapping[int, Products]) -> None:
        self.numbers: IntArray = np.array(list(each), dtype=np.int64)  # of the rows
        self.signs = next(iter(each.values())).signs
        self._weights = np.array([one.weights for one in each.values()])
        self._flat = self._weights.reshape(len(self.numbers), -1)

    def values(self, odd: FloatArray) -> FloatArray:
        """Return what each row has of tables.

        Parameters
        ----------
        odd
            (offset, states, states).

        Returns
        -------
        (rows,).
        """
        return np.asarray(self._flat @ (self.signs.T @ odd @ self.signs).ravel())

    def add_to(self, multipliers: FloatArray, odd: FloatArray) -> None:
        """Add multiples of all rows to costs, half at an offset and half at its opposite.

        Parameters
        ----------
        multipliers
            (all rows of the program,).
        odd
            (offset, states, states), changed in place.
        """
        total = (multipliers[self.numbers] @ self._flat).reshape(self._weights.shape[1:])
        odd += self.signs @ _halved(total) @ self.signs.T

    @cached_property
    def costs(self) -> FloatArray:
        """What each row adds (row × offset · position · position), between signs."""
        return np.asarray(_halved(self._weights).reshape(self._flat.shape))

    @cached_property
    def products(self) -> FloatArray:
        """What `values` gives of each row's own costs.

        Returns
        -------
        (rows, rows).
        """
        between = self.signs.T @ self.signs
        seen = between @ self.costs.reshape(self._weights.shape) @ between
        return np.asarray(self._flat @ seen.reshape(self._flat.shape).T)


def _halved(weights: FloatArray) -> FloatArray:
    """Move half of the weights (… × offset × position × position) to the opposite offset."""
    turned = np.roll(np.flip(np.swapaxes(weights, -1, -2), axis=-3), 1, axis=-3)
    return (weights + turned) / 2
