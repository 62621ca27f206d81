"""Linear rows on joint frequencies of states: counts, and sums of integers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.states.params import USUAL_STATE
from alphacut.solver.bisection.verify.sums import IntegerSum


@dataclass(frozen=True)
class Term:
    """weight · (evenᵀ·E[offset]·even' + oddᵀ·O[offset]·odd')."""

    offset: int
    weight: float
    even: tuple[FloatArray, FloatArray]
    odd: tuple[FloatArray, FloatArray]


@dataclass(frozen=True)
class Row:
    """The sum of terms and single·p is at most limit."""

    terms: tuple[Term, ...]
    single: FloatArray
    limit: float


def sum_row(each: IntegerSum, order: int) -> Row:
    """Write (Y - low)·(Y - low - 1)/2 ≥ 0 as a row, averaged over exchanging the sides."""
    values, low = each.values.astype(float), each.low
    even, odd = values[:, 0] + values[:, 1], values[:, 0] - values[:, 1]
    terms = tuple(
        Term(
            (each.offsets[j] - each.offsets[i]) % order, -0.25, (even[i], even[j]), (odd[i], odd[j])
        )
        for j in range(len(even))
        for i in range(j)
    )
    single = (values * (values - 1) / 2 - low * values).sum(axis=(0, 1)) / 2
    return Row(terms, -single, low * (low + 1) / 2)


class RowStack:
    """Rows, stacked by offset, so that all are evaluated at once.

    Where they are many, that is done with few digits: it costs half, and what a certificate
    holds is worked out from the rows themselves.

    Parameters
    ----------
    rows
        In the order of their multipliers.
    states, order
        That are possible, and number of blocks.
    largest_dense
        Coefficients up to which all are written out in one matrix.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        states: int,
        order: int,
        largest_dense: int = USUAL_STATE.largest_dense,
    ) -> None:
        self.rows = tuple(rows)
        self.limits = np.array([row.limit for row in rows])
        self.single = np.array([row.single for row in rows]).reshape(len(rows), states)
        self._order = order
        by_offset: dict[int, list[tuple[int, Term]]] = {}
        for number, row in enumerate(rows):
            for term in row.terms:
                by_offset.setdefault(term.offset, []).append((number, term))
        self._stacks = {
            offset: (
                np.array([number for number, _ in entries]),
                np.array([term.weight for _, term in entries]),
                *(
                    np.array([getattr(term, part)[side] for _, term in entries], np.float32)
                    for part in ("even", "odd")
                    for side in (0, 1)
                ),
            )
            for offset, entries in by_offset.items()
        }
        size = 2 * len(rows) * order * states**2
        self._dense = self._written_out() if size <= largest_dense else None

    def _written_out(self) -> FloatArray:
        """Return the coefficients (row × even, odd × offset × states × states) of both tables."""
        states = self.single.shape[1]
        coefficients = np.zeros((len(self), 2, self._order, states, states))
        for offset, (number, weight, *sides) in self._stacks.items():
            half = 0.5 * weight[:, None, None]
            for kind, (first, second) in enumerate((sides[:2], sides[2:])):
                table = half * first[:, :, None] * second[:, None, :]
                np.add.at(coefficients[:, kind, offset], number, table)
                opposite = coefficients[:, kind, -offset % self._order]
                np.add.at(opposite, number, np.swapaxes(table, 1, 2))
        return coefficients.reshape(len(self), 2 * self._order * states**2)

    def __len__(self) -> int:
        return len(self.rows)

    def values(self, even: FloatArray, odd: FloatArray) -> FloatArray:
        """Return by how much each row is violated.

        Parameters
        ----------
        even, odd
            (offset, states, states) each.

        Returns
        -------
        (rows,); positive where one is violated.
        """
        excess = self.single @ np.diagonal(even[0]) - self.limits
        if self._dense is not None:
            return np.asarray(excess + self._dense @ np.concatenate([even.ravel(), odd.ravel()]))
        short_even, short_odd = (t.astype(np.float32, copy=False) for t in (even, odd))
        for offset, (number, weight, e0, e1, o0, o1) in self._stacks.items():
            value = np.einsum("ts,ts->t", e0 @ short_even[offset], e1)
            value += np.einsum("ts,ts->t", o0 @ short_odd[offset], o1)
            excess += np.bincount(number, weight * value, minlength=len(excess))
        return np.asarray(excess)

    def add_to(
        self, multipliers: FloatArray, even: FloatArray, odd: FloatArray, single: FloatArray
    ) -> None:
        """Add multiples of all rows to costs, half at an offset and half at its opposite.

        Parameters
        ----------
        multipliers
            (rows,).
        even, odd
            (offset, states, states) each, changed in place.
        single
            (states,), of one block, changed in place.
        """
        single += multipliers @ self.single
        if self._dense is not None:
            both = (multipliers @ self._dense).reshape(2, *even.shape)
            even += both[0]
            odd += both[1]
            return
        for offset, (number, weight, e0, e1, o0, o1) in self._stacks.items():
            factor = (0.5 * weight * multipliers[number]).astype(np.float32)[:, None]
            for costs, first, second in ((even, e0, e1), (odd, o0, o1)):
                table = (first * factor).T @ second
                costs[offset] += table
                costs[-offset % self._order] += table.T

    @cached_property
    def products(self) -> FloatArray:
        """Products of the rows with each other: what `values` gives of `add_to`.

        Returns
        -------
        (rows, rows), single precision unless all is written out.
        """
        gram = self.single @ self.single.T
        if self._dense is not None:
            return np.asarray(gram + self._dense @ self._dense.T)
        for offset in {min(d, -d % self._order) for d in self._stacks}:
            number, weight, sides = self._towards(offset)
            total = np.zeros((len(number), len(number)))
            for first, second in sides:
                total += (first @ first.T) * (second @ second.T)
            total *= 0.5 * np.outer(weight, weight)
            present, starts = np.unique(number, return_index=True)
            for axis in (0, 1):
                total = np.add.reduceat(total, starts, axis=axis)
            gram[np.ix_(present, present)] += total
        return np.asarray(gram, np.float32)

    def _towards(self, offset: int) -> tuple[IntArray, FloatArray, list[list[FloatArray]]]:
        """Return all terms at an offset, those at its opposite with their sides exchanged.

        Returns
        -------
        number of each term's row, not falling, weight, [first side, second side] of even and odd
        """
        stacks = []
        straight, across = (2, 3, 4, 5), (3, 2, 5, 4)
        for d, order in ((offset, straight), (-offset % self._order, across)):
            if d in self._stacks:
                stack = self._stacks[d]
                stacks.append([stack[0], stack[1], *(stack[place] for place in order)])
        together = [np.concatenate(part) for part in zip(*stacks, strict=True)]
        rising = np.argsort(together[0], kind="stable")
        number, weight, *sides = (part[rising] for part in together)
        return number, weight, [sides[:2], sides[2:]]
