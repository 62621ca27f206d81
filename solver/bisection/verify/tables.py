"""What a leaf bounds, twice, as tables over pairs of blocks from which multiples are subtracted."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.counts import Limit
from alphacut.solver.bisection.verify.packed import LARGEST
from alphacut.solver.bisection.verify.sequences.autocorrelations import SequenceBound
from alphacut.solver.bisection.verify.sequences.crosscorrelations import CrossBound
from alphacut.solver.bisection.verify.sums import IntegerSum
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

COPIES = 5  # of the tables that are there while multiples are subtracted
EXACT = 1 << 53  # up to which all integers are exact in floating point


@dataclass(frozen=True)
class Known:
    """What is known in a leaf besides balance: functions of states with their sums over blocks."""

    chosen: IntArray  # the states that a block can have
    functions: IntArray  # (functional × chosen states)
    totals: tuple[int, ...]

    @classmethod
    def of(
        cls,
        structure: BlockCyclic,
        level: int | None = None,
        counts: Sequence[int] | None = None,
        states: Sequence[int] | None = None,
    ) -> Known:
        """Return the numbers of blocks in each state, or else of each minority, or the intercept.

        Or nothing. Where numbers in states are known, the minorities' are as well.

        Parameters
        ----------
        level
            The intercept.
        counts
            Numbers of blocks of each minority.
        states
            Numbers of blocks in each state.
        """
        everything = np.arange(structure.states)
        if level is None:
            return cls(everything, np.zeros((0, structure.states), dtype=np.int64), ())
        if counts is None:
            return cls(everything, structure.intercepts[None, :], (level,))
        present = [q for q, number in enumerate(counts) if number]
        chosen = np.nonzero(np.isin(structure.minority, present))[0]
        if states is not None:
            each = np.eye(len(chosen), dtype=np.int64)
            return cls(chosen, each, tuple(states[s] for s in chosen.tolist()))
        functions = np.array([structure.minority[chosen] == q for q in present], dtype=np.int64)
        return cls(chosen, functions, tuple(counts[q] for q in present))


@dataclass(frozen=True)
class Remainder:
    """What is left of twice the slope or capacity, in units of 1/scale."""

    pairs: IntArray  # (offset up to half, 2, states, states): equal and opposite signs
    single: IntArray  # (states)
    constant: int

    def least(self, order: int) -> int:
        """Return what the whole is at least."""
        pairs = sum(int(table.min()) for table in self.pairs)
        return order * (pairs + int(self.single.min())) + self.constant


class Tables:
    """The tables of all offsets, from which multiples are subtracted."""

    def __init__(self, structure: BlockCyclic, known: Known) -> None:
        self._structure, self._known = structure, known
        self._signs = structure.signs[known.chosen]
        self._weight = structure.balance_of[known.chosen]
        size = len(known.chosen)
        room_for(
            16 * COPIES * structure.order * size**2,
            f"tables of {structure.order:,} x 2 x {size} x {size}",
        )
        self._pairs = np.zeros((structure.order, 2, size, size), dtype=np.int64)
        self._single = np.zeros(size, dtype=np.int64)
        self._constant = 0
        self._budget = 1 << 60  # what all additions together may come to

    def _spend(self, *values: int) -> None:
        for value in values:
            if abs(value) > LARGEST:
                raise Refused("a multiplier is too large")
            self._budget -= abs(value)
        if self._budget < 0:
            raise Refused("the multipliers of a leaf are too large together")

    def links(self, joined: IntArray, multiplier: int) -> None:
        """Add pairs of switches that are on different sides.

        Parameters
        ----------
        joined
            (offset, width, width), capacities between positions.
        """
        capacity = int(np.abs(joined).sum())
        self._spend(capacity * multiplier)
        signs = self._signs
        products = np.einsum("sj,djk,tk->dst", signs, joined, signs)
        total = joined.sum(axis=(1, 2))[:, None, None]
        # Σ capacity·(1 - x·y)/2, with the opposite sign for the second table
        self._pairs[1:, 0] += multiplier * ((total - products) // 2)[1:]
        self._pairs[1:, 1] += multiplier * ((total + products) // 2)[1:]
        self._single += multiplier * ((total - products) // 2)[0].diagonal()

    def table(self, tables: IntArray, *, odd: bool) -> None:
        """Subtract a semidefinite form of the even or odd indicators.

        Parameters
        ----------
        tables
            (offset, states, states).
        """
        self._spend(int(np.abs(tables).max(initial=0)))
        self._pairs[1:, 0] -= tables[1:]
        self._pairs[1:, 1] += tables[1:] if odd else -tables[1:]
        self._single -= np.diagonal(tables[0])

    def potentials(self, values: IntArray) -> None:
        """Subtract functions of a block's state at each offset: the other block has one state.

        Parameters
        ----------
        values
            (offsets from 1, states).
        """
        self._spend(int(np.abs(values).max(initial=0)) * len(values))
        self._pairs[1:] -= values[:, None, :, None]
        self._single += values.sum(axis=0)

    def products(self, values: IntArray) -> None:
        """Subtract (sum over blocks - total) of what is known, times functions of a state.

        Parameters
        ----------
        values
            (functionals, states).
        """
        for function, total, value in zip(
            self._known.functions, self._known.totals, values, strict=True
        ):
            largest = int(np.abs(value).max(initial=0))
            self._spend(largest * (int(np.abs(function).max(initial=0)) + abs(total)))
            self._pairs[1:] -= np.outer(value, function)
            self._single -= value * function - total * value

    def totals(self, values: Sequence[int]) -> None:
        """Subtract (sum over blocks - total) of what is known."""
        for function, total, value in zip(
            self._known.functions, self._known.totals, values, strict=True
        ):
            self._spend(value * int(np.abs(function).max(initial=0)))
            self._single -= value * function
            self._constant += value * total

    def balance(self, values: IntArray) -> None:
        """Subtract the weights with their signs, times odd functions.

        The weights add up to the difference between the sides, or to its opposite.

        Parameters
        ----------
        values
            (states,).
        """
        difference = self._structure.balance.difference
        most = int(np.abs(self._weight).max(initial=0)) + difference
        self._spend(int(np.abs(values).max(initial=0)) * most)
        product = np.outer(values, self._weight)
        self._pairs[1:, 0] -= product
        self._pairs[1:, 1] += product
        self._single -= values * self._weight + np.abs(values) * difference

    def square(self, value: int) -> None:
        """Subtract the square of the weights with their signs, which is that of the difference."""
        difference = self._structure.balance.difference
        self._spend(value * (int(np.abs(self._weight).max(initial=0)) + difference) ** 2)
        product = value * np.outer(self._weight, self._weight)
        self._pairs[1:, 0] -= product
        self._pairs[1:, 1] += product
        self._single -= product.diagonal()
        self._constant += value * difference**2

    def integer_sums(self, sums: Iterable[tuple[IntegerSum, int]]) -> None:
        """Subtract multiples of (Y - low)·(Y - low - 1) ≥ 0, for each Y from every block on."""
        order = self._structure.order
        pairs = defaultdict[int, list[tuple[IntArray, IntArray]]](list)
        for each, value in sums:
            self._spend(value * each.most)
            self._single -= value * each.single().sum(axis=0)
            self._constant -= value * each.constant * order
            places = zip(each.offsets, value * each.values, each.values, strict=True)
            for (i, first, _), (j, _, second) in itertools.combinations(places, 2):
                pairs[(j - i) % order].append((first, second))
        for offset, members in pairs.items():
            firsts = np.concatenate([first for first, _ in members])
            equal = np.concatenate([second for _, second in members])
            opposite = np.concatenate([second[::-1] for _, second in members])
            self._pairs[offset, 0] -= product(firsts, equal)
            self._pairs[offset, 1] -= product(firsts, opposite)

    def correlations(self, bounds: Iterable[tuple[SequenceBound | CrossBound, int]]) -> None:
        """Subtract what sequences have at most, less what the switches at positions have."""
        for each, value in bounds:
            most = each.most
            self._spend(*(value * weight for weight in each.weights), value * most)
            for offset, position, other, weight in each.terms:
                first, second = self._signs[:, position], self._signs[:, other]
                if not offset:  # both are of one block
                    self._single += value * weight * first * second
                    continue
                products = value * weight * np.outer(first, second)
                self._pairs[offset, 0] += products
                self._pairs[offset, 1] -= products
            self._constant -= value * most

    def count(self, limit: Limit, low: int, high: int) -> None:
        """Subtract the limits of a number of separated pairs, twice.

        Parameters
        ----------
        low, high
            Multipliers of both.
        """
        joined = self._structure.between((first, second, 1) for first, second in limit.members)
        self.links(joined, high - low)
        self._constant += 2 * (low * limit.low - high * limit.high)

    def remainder(self) -> Remainder:
        """Add each offset and its opposite, which belong to the same pairs of blocks."""
        half = self._structure.order // 2
        opposite = np.swapaxes(self._pairs[:half:-1], 2, 3)
        return Remainder(self._pairs[1 : half + 1] + opposite, self._single, self._constant)


def product(first: IntArray, second: IntArray) -> IntArray:
    """Return firstᵀ·second; in floating point, where every sum of terms is below 2**53.

    All of them are integers then, and exact, in whichever order they are added.

    Parameters
    ----------
    first, second
        (terms, rows) and (terms, columns).
    """
    most = int(np.abs(first).sum(axis=0).max(initial=0)) * int(np.abs(second).max(initial=0))
    if most >= EXACT:
        return np.asarray(first.T @ second)
    return (first.T.astype(np.float64) @ second.astype(np.float64)).astype(np.int64)
