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
    before
        Rows of which many are here as well: their products are taken over.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        states: int,
        order: int,
        largest_dense: int = USUAL_STATE.largest_dense,
        before: RowStack | None = None,
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
        self._old, self._old_products = self._of_before(before)

    def _of_before(self, before: RowStack | None) -> tuple[IntArray, FloatArray]:
        """Return the rows whose products an earlier stack has worked out, and these products."""
        products = None if before is None else before.__dict__.get("products")
        if before is None or products is None:
            return np.zeros(0, dtype=np.int64), np.zeros((0, 0))
        there = {id(row): number for number, row in enumerate(before.rows)}
        old = np.array([n for n, row in enumerate(self.rows) if id(row) in there], dtype=np.int64)
        places = [there[id(self.rows[number])] for number in old.tolist()]
        return old, products[np.ix_(places, places)]

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
        if self._dense is not None:
            return np.asarray(self.single @ self.single.T + self._dense @ self._dense.T)
        new = np.setdiff1d(np.arange(len(self)), self._old)
        gram = np.zeros((len(self), len(self)), np.float32)
        gram[np.ix_(self._old, self._old)] = self._old_products
        gram[:, new] = self._products_with(new)
        gram[new] = gram[:, new].T
        return np.asarray(gram)

    def _products_with(self, some: IntArray) -> FloatArray:
        """Return the products (rows × some) of all rows with some of them.

        Parameters
        ----------
        some
            Numbers of rows, rising.
        """
        products: FloatArray = self.single @ self.single[some].T
        for offset in {min(d, -d % self._order) for d in self._stacks}:
            number, weight, sides = self._towards(offset)
            chosen = np.isin(number, some)
            if not chosen.any():
                continue
            total = np.zeros((len(number), int(chosen.sum())), np.float32)
            for first, second in sides:
                total += (first @ first[chosen].T) * (second @ second[chosen].T)
            total *= np.outer(weight, 0.5 * weight[chosen]).astype(np.float32)
            present, starts = np.unique(number, return_index=True)
            theirs, their_starts = np.unique(number[chosen], return_index=True)
            total = np.add.reduceat(total, their_starts, axis=1)
            total = np.add.reduceat(total, starts, axis=0)
            products[np.ix_(present, np.searchsorted(some, theirs))] += total
        return products

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
