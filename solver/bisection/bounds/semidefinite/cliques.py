"""Hypermetric inequalities over three, five and seven switches, and the search for violated ones.

For the signs x of an odd number k of switches and any b with b_i = ±1, (Σ b_i·x_i)² ≥ 1, so that
Σ_{i<j} b_i·b_j·x_i·x_j ≥ (1 - k)/2. These are the triangle, pentagonal and heptagonal inequalities.

References
----------
Deza and Laurent, Geometry of cuts and metrics, 1997. Gusmeroli et al., BiqBin, 2022, for what the
larger ones add to a semidefinite bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray

TOLERANCE = 1e-3  # least violation


@dataclass(frozen=True)
class Cliques:
    """Some inequalities over the same number of switches.

    Attributes
    ----------
    switches
        Matrix (inequalities × k), each row in increasing order.
    signs
        The same shape, 1 or -1, and 1 in the first column.
    """

    switches: IntArray
    signs: IntArray

    def __len__(self) -> int:
        return len(self.switches)

    @classmethod
    def none(cls, size: int) -> Cliques:
        """Return no inequalities over so many switches."""
        return cls(np.zeros((0, size), np.int64), np.zeros((0, size), np.int64))

    @classmethod
    def of(cls, switches: IntArray, signs: IntArray) -> Cliques:
        """Bring inequalities into the one form in which they are compared.

        Parameters
        ----------
        switches, signs
            (inequalities, k) each, in any order.
        """
        order = np.argsort(switches, axis=1)
        signs = np.take_along_axis(signs, order, axis=1)
        return cls(np.take_along_axis(switches, order, axis=1), signs * signs[:, :1])

    @property
    def size(self) -> int:
        """The number k of switches of each."""
        return int(self.switches.shape[1])

    @property
    def least(self) -> float:
        """The limit (1 - k)/2."""
        return (1 - self.size) / 2

    @cached_property
    def products(self) -> IntArray:
        """The signs (inequalities × pairs) b_i·b_j."""
        first, second = np.triu_indices(self.size, 1)
        return np.asarray(self.signs[:, first] * self.signs[:, second])

    def places(self, width: int) -> IntArray:
        """Return where (inequalities × pairs) their pairs stand in a flat matrix of a width."""
        first, second = np.triu_indices(self.size, 1)
        return np.asarray(self.switches[:, first] * width + self.switches[:, second])

    def chosen(self, which: IntArray) -> Cliques:
        """Return some of them.

        Parameters
        ----------
        which
            (n,), their numbers.
        """
        return Cliques(self.switches[which], self.signs[which])

    def joined(self, other: Cliques) -> Cliques:
        """Return these and others."""
        return Cliques(
            np.concatenate([self.switches, other.switches]),
            np.concatenate([self.signs, other.signs]),
        )

    def different(self) -> IntArray:
        """Return which of them to keep so that none is the same as one before it.

        Returns
        -------
        (n,), their numbers, in order.
        """
        written = 2 * self.switches + (self.signs > 0)
        _, first = np.unique(written, axis=0, return_index=True)
        return np.sort(first)


def violated_triangles(products: FloatArray, most: int) -> tuple[Cliques, float]:
    """Return the most violated inequalities over three switches, and the largest excess.

    Parameters
    ----------
    products
        Symmetric matrix (switches × switches) of the products of signs.
    """
    tables, excess = [np.zeros((0, 5), np.int64)], [np.zeros(0)]
    least = TOLERANCE
    for first in range(len(products) - 2):
        row, rest = products[first, first + 1 :], products[first + 1 :, first + 1 :]
        for sign, by in (
            (1, np.abs(row[:, None] + row) - rest),  # the other two have the same sign
            (-1, np.abs(row[:, None] - row) + rest),
        ):
            second, third = np.nonzero(by > 1.0 + least)
            kept = second < third
            second, third = second[kept], third[kept]
            if len(second) > most:
                worst = np.argpartition(-by[second, third], most)[:most]
                second, third = second[worst], third[worst]
            side = -np.sign(row[second] + sign * row[third]).astype(np.int64)
            tables.append(
                np.stack(
                    [np.full_like(second, first), first + 1 + second, first + 1 + third,
                     side, sign * side],
                    axis=1,
                )
            )  # fmt: skip
            excess.append(by[second, third] - 1.0)
    table, by_all = np.concatenate(tables), np.concatenate(excess)
    order = np.argsort(-by_all, kind="stable")[:most]
    table = table[order]
    signs = np.column_stack([np.ones(len(table), np.int64), table[:, 3:]])
    return Cliques(table[:, :3], signs), float(by_all.max(initial=0.0))


def extended(products: FloatArray, cliques: Cliques, most: int) -> Cliques:
    """Return violated inequalities over two more switches, the best for each of some cliques.

    Parameters
    ----------
    products
        (switches, switches), symmetric, products of signs.
    cliques
        Inequalities over k switches.
    most
        How many are returned.

    Returns
    -------
    Inequalities over k + 2 switches.
    """
    size, width = cliques.size, len(products)
    if not len(cliques) or width < size + 2:
        return Cliques.none(size + 2)
    inner = cliques.products * products.ravel()[cliques.places(width)]
    sums = np.einsum("mk,mkn->mn", cliques.signs, products[cliques.switches])
    switches, signs, excess = [], [], []
    above = np.triu(np.ones((width, width), dtype=bool), 1)
    for number in range(len(cliques)):
        each = sums[number]
        alike = products - np.abs(each[:, None] + each)
        unlike = -products - np.abs(each[:, None] - each)
        value = np.where(above, np.minimum(alike, unlike), np.inf)
        members = cliques.switches[number]
        value[members], value[:, members] = np.inf, np.inf
        place = int(np.argmin(value))
        u, v = divmod(place, width)
        by = (-1 - size) / 2 - float(inner[number].sum()) - float(value[u, v])
        if by <= TOLERANCE:
            continue
        sign = 1 if alike[u, v] <= unlike[u, v] else -1
        side = -1 if each[u] + sign * each[v] > 0 else 1
        switches.append([*members, u, v])
        signs.append([*cliques.signs[number], side, sign * side])
        excess.append(by)
    order = np.argsort(-np.array(excess), kind="stable")[:most]
    if not len(order):
        return Cliques.none(size + 2)
    larger = Cliques.of(np.array(switches)[order], np.array(signs)[order])
    return larger.chosen(larger.different())
