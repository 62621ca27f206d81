"""Hypermetric inequalities with any integers of odd sum, and the search for violated ones.

For the signs x of a cut and integers b of odd sum, Σ b_i·x_i is odd, so that (Σ b_i·x_i)² ≥ 1. With
b_i = ±1 over few switches these are the inequalities of `cliques`. Those of neighbourhoods (b is t
at a switch and -1 at its neighbours) are strong where t is near an eigenvalue of a regular network:
in the Hoffman-Singleton graph, whose eigenvalues are 7, 2 and -3, those with t = 2 alone raise the
spectral bound from 62.5 to 65, the value.

References
----------
Deza and Laurent, Geometry of cuts and metrics, 1997, chapter 28. Galli, Kaparis and Letchford, Gap
inequalities for the max-cut problem, 2012.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray

TOLERANCE = 1e-2  # least violation


@dataclass(frozen=True)
class OddSums:
    """Some inequalities (Σ b_i·x_i)² ≥ 1.

    Attributes
    ----------
    coefficients
        Matrix (inequalities × classes) of the b, each row with an odd sum.
    """

    coefficients: IntArray

    def __len__(self) -> int:
        return len(self.coefficients)

    @classmethod
    def none(cls, classes: int) -> OddSums:
        """Return no inequalities over so many classes of switches."""
        return cls(np.zeros((0, classes), np.int64))

    @property
    def least(self) -> FloatArray:
        """The limits (1 - Σ b²)/2 of Σ_{i<j} b_i·b_j·x_i·x_j.

        Returns
        -------
        (inequalities,).
        """
        return np.asarray((1.0 - (self.coefficients**2).sum(axis=1)) / 2.0)

    def chosen(self, which: IntArray) -> OddSums:
        """Return some of them.

        Parameters
        ----------
        which
            (n,), their numbers.
        """
        return OddSums(self.coefficients[which])

    def joined(self, other: OddSums) -> OddSums:
        """Return these and others."""
        return OddSums(np.concatenate([self.coefficients, other.coefficients]))

    def different(self) -> IntArray:
        """Return which of them to keep so that none is the same as one before it.

        Returns
        -------
        (n,), their numbers, in order.
        """
        table = self.coefficients
        rows = np.arange(len(table))
        first = table[rows, np.argmax(table != 0, axis=1)] if len(table) else rows
        _, kept = np.unique(table * np.sign(first)[:, None], axis=0, return_index=True)
        return np.sort(kept)

    def mapped(self, place: IntArray, sign: IntArray, classes: int) -> OddSums:
        """Return them over classes that are merged further.

        Parameters
        ----------
        place, sign
            (classes before,) each: the new class of each old one, and its sign in there.
        classes
            How many there are then.
        """
        coefficients = np.zeros((classes, len(self)), np.int64)
        np.add.at(coefficients, place, (self.coefficients * sign).T)
        return OddSums(coefficients.T)


def violated(products: FloatArray, neighbours: IntArray, most: int) -> OddSums:
    """Return the most violated inequalities of neighbourhoods.

    Parameters
    ----------
    products
        Symmetric matrix (classes × classes) of the products of signs.
    neighbours
        Of the same shape: how many pairs of their switches have a link, with signs.
    """
    table = _of_neighbourhoods(products, neighbours)
    by = 1.0 - np.einsum("mi,ij,mj->m", table, products, table, optimize=True)
    order = np.argsort(-by, kind="stable")
    kept = order[by[order] > TOLERANCE][:most]
    sums = OddSums(table[kept])
    return sums.chosen(sums.different())


def _of_neighbourhoods(products: FloatArray, neighbours: IntArray) -> IntArray:
    """Return for each class t·e - (its neighbours), with the two best t that make its sum odd."""
    own = np.eye(len(products), dtype=np.int64)
    hollow = neighbours - np.diag(np.diagonal(neighbours))
    best = np.einsum("ij,ji->i", hollow, products)  # the real t at which bᵀXb is least
    odd = 1 - hollow.sum(axis=1) % 2
    below = 2 * np.floor((best - odd) / 2).astype(np.int64) + odd
    return np.concatenate([(below + more)[:, None] * own - hollow for more in (0, 2)])


class OddSumRows:
    """Some of them with their multipliers, as rows of a relaxation.

    Parameters
    ----------
    multipliers
        (inequalities,), not negative.
    """

    def __init__(self, sums: OddSums, multipliers: FloatArray) -> None:
        self.sums, self.multipliers = sums, multipliers
        self._table = sums.coefficients.astype(float)
        self.steps = np.ones(len(sums))

    def __len__(self) -> int:
        return len(self.sums)

    def excess(self, products: FloatArray) -> FloatArray:
        """Return by how much they are violated, as sums over pairs i < j.

        Parameters
        ----------
        products
            (classes, classes), symmetric, products of signs.

        Returns
        -------
        (inequalities,); positive where one is violated.
        """
        values = np.einsum("mi,mi->m", self._table @ products, self._table)
        return np.asarray((1.0 - values) / 2.0)

    def costs(self) -> FloatArray:
        """Return the matrix (0 on its diagonal) that the multipliers take off the costs.

        Returns
        -------
        (classes, classes), symmetric.
        """
        table = (self._table.T * self.multipliers) @ self._table / 2.0
        return np.asarray(table - np.diag(np.diagonal(table)))

    @property
    def constant(self) -> float:
        """What they add to the bound."""
        return float(self.multipliers @ self.sums.least)

    def shared(self) -> FloatArray:
        """Return how much they weigh on each pair, above the diagonal of a matrix.

        Returns
        -------
        (classes, classes).
        """
        size = np.abs(self._table)
        return np.asarray(np.triu(size.T @ size, 1))

    def take_steps(self, shared: FloatArray) -> None:
        """Set the steps of the multipliers by what all rows weigh on each pair.

        Parameters
        ----------
        shared
            (classes, classes), of all rows together.
        """
        size = np.abs(self._table)
        weight = np.einsum("mi,ij,mj->m", size, shared, size, optimize=True)
        self.steps = 2.0 / np.maximum(1.0, weight)

    def exchanged(self, new: OddSums, products: FloatArray, slack: float) -> OddSumRows:
        """Return these without what is idle, and with new ones.

        Parameters
        ----------
        new
            What separation has brought.
        products
            (classes, classes), where the run stands.
        slack
            Rows that are met by more than that, and have no multiplier, go.
        """
        kept = np.nonzero((self.multipliers > 0) | (self.excess(products) > -slack))[0]
        grown = self.sums.chosen(kept).joined(new)
        multipliers = np.concatenate([self.multipliers[kept], np.zeros(len(new))])
        different = grown.different()
        return OddSumRows(grown.chosen(different), multipliers[different])
