"""Leaves over joint states of two groups: exact but for two semidefinite matrices.

Twice the slope of a bisection is a sum of tables over pairs of groups and of tables
over single ones. Multiples of what is known to be zero or not negative are
subtracted, in integers; what remains is at least its least entry for every pair
of groups and for every group.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from alphacut.solver.bisection.certificate.leaves import GroupsLeaf
from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.groups.blocks import Groups
from alphacut.solver.bisection.verify.groups.multiples import Known, Multiples
from alphacut.solver.bisection.verify.semidefinite import SIGNS
from alphacut.solver.common.limits import room_for


@dataclass(frozen=True)
class Remainder:
    """What is left of twice the slope, in units of 1/scale."""

    pairs: IntArray  # (pair of groups, states, states): the lesser of equal and opposite signs
    single: IntArray  # (group × states)
    constant: int

    @property
    def least(self) -> int:
        """What the whole is at least."""
        pairs = self.pairs.reshape(len(self.pairs), -1).min(axis=1)
        single = self.single.min(axis=1)
        return sum(map(int, pairs)) + sum(map(int, single)) + self.constant


def products_of(groups: Groups, multiples: Multiples) -> IntArray:
    """Return what products of two signs cost (block × position × block × position), twice."""
    table = -multiples.scale * groups.between
    u, v, w, kind, values = multiples.triangles
    signs = np.array(SIGNS, dtype=np.int64)[kind]
    for column, (i, j) in enumerate(((u, v), (u, w), (v, w))):
        (b, p), (c, q) = groups.place[i].T, groups.place[j].T
        for place in ((b, p, c, q), (c, q, b, p)):
            np.add.at(table, place, -values * signs[:, column])
    return table


def reduced(groups: Groups, known: Known, multiples: Multiples) -> Remainder:
    """Subtract the multiples from twice the slope.

    Parameters
    ----------
    known
        Sums over all groups that are known.
    multiples
        Of the leaf, taken to be what they say.
    """
    return _Reduction(groups, known, multiples).remainder()


class _Reduction:
    """The tables of one leaf."""

    def __init__(self, groups: Groups, known: Known, multiples: Multiples) -> None:
        self._groups, self._known, self._by = groups, known, multiples
        chosen, order = known.chosen, groups.order
        self._signs = groups.signs[chosen]
        self._weights = groups.weights[:, chosen]
        self._even, self._odd = groups.even_features[chosen], groups.odd_features[chosen]
        self._even_matrix = multiples.even.reshape(order, -1, order, self._even.shape[1])
        self._odd_matrix = multiples.odd.reshape(order, -1, order, self._odd.shape[1])
        self._products = products_of(groups, multiples)

    def remainder(self) -> Remainder:
        multiples = self._by
        order = self._groups.order
        pairs, size = order * (order - 1) // 2, len(self._known.chosen)
        room_for(16 * pairs * size**2, f"tables of {pairs:,} x {size} x {size} joint states")
        constant = multiples.scale * int(self._groups.between.sum()) // 2
        constant += sum(
            k * total for k, total in zip(multiples.totals, self._known.totals, strict=True)
        )
        return Remainder(
            np.stack([self._pair(b, c) for b, c in combinations(range(order), 2)]),
            np.stack([self._single(b) for b in range(order)]),
            constant - sum(multiples.triangles[4].tolist()),
        )

    def _pair(self, b: int, c: int) -> IntArray:
        multiples, functions = self._by, self._known.functions
        even = -2 * self._even @ self._even_matrix[b, :, c] @ self._even.T
        even -= multiples.potentials[b, c][:, None] + multiples.potentials[c, b][None, :]
        for by, function in zip(multiples.known, functions, strict=True):
            even -= np.outer(by[b], function[c]) + np.outer(function[b], by[c])
        odd = self._signs @ self._products[b, :, c] @ self._signs.T
        odd -= 2 * self._odd @ self._odd_matrix[b, :, c] @ self._odd.T
        odd -= np.outer(multiples.balance[b], self._weights[c])
        odd -= np.outer(self._weights[b], multiples.balance[c])
        return np.asarray(even - np.abs(odd))

    def _single(self, b: int) -> IntArray:
        multiples = self._by
        others = np.arange(self._groups.order) != b
        single = 2 * multiples.scale * self._groups.slopes[b, self._known.chosen]
        single = single + multiples.potentials[b, others].sum(axis=0)
        single -= multiples.balance[b] * self._weights[b]
        for features, matrix, shift in (
            (self._even, self._even_matrix[b, :, b], multiples.shifts[0]),
            (self._odd, self._odd_matrix[b, :, b], multiples.shifts[1]),
        ):
            single -= ((features @ matrix) * features + shift * features**2).sum(axis=1)
        for k, by, function, total in zip(
            multiples.totals,
            multiples.known,
            self._known.functions,
            self._known.totals,
            strict=True,
        ):
            single -= k * function[b] + by[b] * (function[b] - total)
        return np.asarray(single)


def slope_bound(groups: Groups, known: Known, leaf: GroupsLeaf) -> tuple[int, int]:
    """Return a numerator and a denominator that every slope in a leaf is at least.

    Parameters
    ----------
    known
        Sums over all groups that are known.

    Raises
    ------
    Refused
        If the leaf is not well formed, or a matrix is not shown to be semidefinite.
    """
    multiples = Multiples.read(groups, known, leaf)
    multiples.check(groups, known)
    return reduced(groups, known, multiples).least, 2 * multiples.scale
