"""Leaves over the states of pairs of groups: exact but for two semidefinite matrices.

Twice the scaled capacity of a bisection is a sum of tables over pairs of groups
and over single ones. Multiples of what is known to be zero or not negative are
subtracted, in integers; what remains is at least its least entry for every pair
of groups and for every group.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from solver.bisection.verify.definite import semidefinite
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import IntArray
from solver.bisection.verify.groups.frame import Groups
from solver.bisection.verify.packed import unpacked
from solver.bisection.verify.read import integer, integers
from solver.bisection.verify.sums import IntegerSum, read_sums

LARGEST_SCALE = 1 << 30
LARGEST = 1 << 60  # of what one entry of a table can add up to

Weights = tuple[int, int]  # of a line's intercept and slope


@dataclass(frozen=True, kw_only=True)
class Multiples:
    """What a leaf subtracts from twice the scaled capacity, in units of 1/scale."""

    scale: int
    even: IntArray  # symmetric matrix over the states of all groups
    odd: IntArray
    shifts: tuple[int, int]  # multiples of the identity, even and odd
    potentials: IntArray  # (group × group × states), those of a group and itself not used
    balance: IntArray  # (group × states)
    sums: tuple[tuple[IntegerSum, int], ...]  # with multipliers; their offsets are groups

    @classmethod
    def read(cls, groups: Groups, written: Mapping[str, Any]) -> Multiples:
        """Read the member "groups" of a leaf, or refuse."""
        scale = integer(written.get("scale"), "scale", least=1)
        if scale > LARGEST_SCALE:
            raise Refused("a leaf's scale is too large")
        order, states = groups.order, groups.states
        even_shift, odd_shift = integers(written.get("shifts"), "shifts", length=2, least=0)
        found = cls(
            scale=scale,
            even=_symmetric(written.get("even"), order * states),
            odd=_symmetric(written.get("odd"), order * states),
            shifts=(even_shift, odd_shift),
            potentials=unpacked(written.get("potentials"), (order, order, states)),
            balance=unpacked(written.get("balance"), (order, states)),
            sums=tuple(read_sums(written, order, states)),
        )
        if any(group >= order for each, _ in found.sums for group in each.offsets):
            raise Refused("a sum names a group that does not exist")
        return found

    def largest(self, groups: Groups, weights: Weights, capacity: int) -> int:
        """Return more than any entry of a table, single ones included, can add up to."""

        def top(table: IntArray) -> int:
            return int(np.abs(table).max(initial=0))

        return (
            2 * self.scale * max(weights) * capacity
            + 4 * (top(self.even) + top(self.odd) + sum(self.shifts))
            + 2 * groups.order * top(self.potentials)
            + 4 * top(groups.weights) * top(self.balance)
            + sum(value * each.most for each, value in self.sums)
        )


@dataclass(frozen=True)
class Remainder:
    """What is left of twice the scaled capacity, in units of 1/scale."""

    pairs: IntArray  # (pair of groups, states, states): the lesser of equal and opposite signs
    single: IntArray  # (group × states)
    constant: int

    @property
    def least(self) -> int:
        """What the whole is at least."""
        pairs = self.pairs.reshape(len(self.pairs), -1).min(axis=1)
        single = self.single.min(axis=1)
        return sum(map(int, pairs)) + sum(map(int, single)) + self.constant


def capacity_by_groups(
    groups: Groups, weights: Weights, written: Mapping[str, Any]
) -> tuple[int, int]:
    """Return a numerator and a denominator that every scaled capacity is at least.

    Parameters
    ----------
    weights
        Of a line's intercept and slope.
    written
        The leaf's member "groups".

    Raises
    ------
    Refused
        If the leaf is not well formed, or a matrix is not shown to be semidefinite.
    """
    multiples = Multiples.read(groups, written)
    for matrix, shift in zip((multiples.even, multiples.odd), multiples.shifts, strict=True):
        if not semidefinite(matrix[None], shift):
            raise Refused("a leaf's matrix is not shown to be semidefinite")
    return reduced(groups, weights, multiples).least, 2 * multiples.scale


def reduced(groups: Groups, weights: Weights, multiples: Multiples) -> Remainder:
    """Subtract the multiples from twice the scaled capacity.

    The matrices are subtracted as they are, and with their shifts; whether they
    are semidefinite is not looked at here.
    """
    base, slope = weights
    joined = base * groups.links("base") + slope * groups.links("slope")
    if multiples.largest(groups, weights, int(joined.sum())) > LARGEST:
        raise Refused("a leaf's multipliers are too large")
    places = {pair: i for i, pair in enumerate(combinations(range(groups.order), 2))}
    between = groups.between(joined)
    equal, opposite = _pairs(groups, multiples, between, places)
    single = _single(groups, multiples, joined)
    constant = multiples.scale * (int(between.sum()) // 2)
    for each, value in multiples.sums:
        blocks = each.offsets
        for i, own in enumerate(each.single()):
            single[blocks[i]] -= value * own
        for i, j, same, other in each.pairs():
            turned = blocks[i] > blocks[j]
            place = places[min(blocks[i], blocks[j]), max(blocks[i], blocks[j])]
            equal[place] -= value * (same.T if turned else same)
            opposite[place] -= value * (other.T if turned else other)
        constant -= value * each.constant
    return Remainder(np.minimum(equal, opposite), single, constant)


def _pairs(
    groups: Groups, multiples: Multiples, between: IntArray, places: Mapping[tuple[int, int], int]
) -> tuple[IntArray, IntArray]:
    """Return the tables of pairs of groups with equal and with opposite signs."""
    states, signs, weights = groups.states, groups.signs, groups.weights
    shape = (groups.order, states, groups.order, states)
    even_matrix, odd_matrix = multiples.even.reshape(shape), multiples.odd.reshape(shape)
    equal = np.empty((len(places), states, states), dtype=np.int64)
    opposite = np.empty_like(equal)
    for (b, c), place in places.items():
        even = -2 * even_matrix[b, :, c] - multiples.potentials[b, c][:, None]
        even -= multiples.potentials[c, b][None, :]
        odd = -multiples.scale * (signs @ between[b, :, c] @ signs.T) - 2 * odd_matrix[b, :, c]
        odd -= np.outer(multiples.balance[b], weights[c])
        odd -= np.outer(weights[b], multiples.balance[c])
        equal[place], opposite[place] = even + odd, even - odd
    return equal, opposite


def _single(groups: Groups, multiples: Multiples, joined: IntArray) -> IntArray:
    """Return the tables of single groups."""
    order = groups.order
    found = 2 * multiples.scale * groups.severed(joined)
    potentials = multiples.potentials.copy()
    potentials[np.arange(order), np.arange(order)] = 0
    found += potentials.sum(axis=1)
    found -= multiples.balance * groups.weights
    diagonal = np.diagonal(multiples.even) + np.diagonal(multiples.odd)
    return np.asarray(found - diagonal.reshape(found.shape) - sum(multiples.shifts))


def _symmetric(written: object, size: int) -> IntArray:
    """Read a symmetric matrix of which the upper triangle is packed, row by row."""
    upper = np.triu_indices(size)
    found = np.zeros((size, size), dtype=np.int64)
    found[upper] = unpacked(written, (len(upper[0]),))
    return found + np.triu(found, 1).T
