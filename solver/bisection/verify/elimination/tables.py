"""Min-plus tables: the least capacity for sides of a few switches and a weight on side 1.

The axes of a table are the switches (or classes of twins) of its scope, and last the weight.
An axis of length 1 stands for one on which the table does not depend. Numbers above the
highest capacity of interest are all written as `beyond`, which keeps them short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.limits import room_for

COPIES = 3  # of a table that are there while it is made

IntArray = NDArray[np.int64]
Numbers = NDArray[np.unsignedinteger]
OnProgress = Callable[
    [int], None
]  # told the size of a table each time that it is filled; may raise


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """Least capacities severed among the switches that are eliminated into it."""

    least: Numbers  # (sides of each switch of the scope …, weights)
    columns: NDArray[np.intp]  # in which anything is not beyond: never none
    low: int  # weight on side 1 that the first column stands for
    weight: int  # of all switches that are eliminated into it
    halves: tuple[Table, Table] | None = None  # what it is the sum of, if that is kept

    @property
    def sides(self) -> tuple[int, ...]:
        """The lengths of the axes of its scope."""
        return self.least.shape[:-1]

    @property
    def high(self) -> int:
        """The weight on side 1 that the last column stands for."""
        return self.low + int(self.least.shape[-1]) - 1

    def spread(self, places: Sequence[int], axes: int) -> Table:
        """Return the table with its axes at some places of a larger scope."""
        if len(places) == axes:
            return self
        shape = [1] * axes
        for place, length in zip(places, self.sides, strict=True):
            shape[place] = length
        return replace(self, least=self.least.reshape(*shape, -1))


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What is common to all tables of one count."""

    beyond: int  # one more than the highest capacity of interest
    half: int  # weight that side 1 has in the end
    total: int  # weight of all switches
    on_progress: OnProgress
    keep: bool = False  # whether tables remember what they are the sum of

    def sum(self, one: Table, other: Table) -> Table | None:
        """Return the least sums over all ways to share a weight between two tables."""
        few, many = (one, other) if len(one.columns) <= len(other.columns) else (other, one)
        weight = one.weight + other.weight
        low = max(one.low + other.low, self.half - (self.total - weight))
        high = min(one.high + other.high, self.half)
        if high < low:
            return None  # the rest is too light, or this too heavy
        sums = self._room((*_broadcast(few.sides, many.sides), high - low + 1))
        sums.fill(self.beyond)
        for column in few.columns.tolist():
            start = few.low + column + many.low - low  # where the other's first weight comes
            first, last = max(0, start), min(high - low + 1, start + many.least.shape[-1])
            if first < last:
                self.on_progress(sums.size)
                added = many.least[..., first - start : last - start]
                added = added + few.least[..., column : column + 1]
                part = sums[..., first:last]
                np.minimum(part, added, out=part)
        return self._trimmed(sums, low, weight, (one, other) if self.keep else None)

    def chosen(self, table: Table, costs: Sequence[tuple[int, IntArray]]) -> Table | None:
        """Add what links between the first switch and others sever, then choose its best side.

        Parameters
        ----------
        costs
            The place of the other's axis, and the capacity severed for both sides: an
            array over the sides of the first switch and of the other.
        """
        least = table.least
        whole = list(least.shape)
        for place, severed in costs:
            whole[0], whole[place] = severed.shape
        self._ask(prod(whole))  # before any part of it is made
        for place, severed in costs:
            shape = [1] * least.ndim
            shape[0], shape[place] = severed.shape
            added = np.minimum(severed, self.beyond).astype(self._type).reshape(shape)
            sums = self._room(_broadcast(least.shape, tuple(shape)))
            least = np.minimum(np.add(least, added, out=sums), self._beyond, out=sums)
        return self._trimmed(least.min(axis=0), table.low, table.weight, None)

    def of_one(self, number: int, inner: int, weight: int) -> Table:
        """Return the table of one class of twins, by how many of them are on side 1.

        Parameters
        ----------
        number
            Of the twins.
        inner
            Capacity between any two of them.
        weight
            Of each of them.
        """
        counts = np.arange(number + 1)
        return self.of_sides(counts * weight, inner * counts * counts[::-1], number * weight)

    def of_sides(self, weights: IntArray, severed: IntArray, weight: int) -> Table:
        """Return the table of what has some sides, with a weight on side 1 and a capacity severed.

        Parameters
        ----------
        weights, severed
            By side.
        weight
            Of all of it.
        weights, severed
            (sides,) each.
        """
        sides = np.arange(len(weights))
        least = self._room((len(weights), int(weight) + 1))
        least.fill(self.beyond)
        least[sides, weights] = np.minimum(severed, self.beyond)
        return Table(least=least, columns=np.unique(weights), low=0, weight=int(weight))

    def _room(self, shape: tuple[int, ...]) -> Numbers:
        """Return an array to be filled, after asking for it."""
        self._ask(prod(shape))
        return np.empty(shape, dtype=self._type)

    def _ask(self, size: int) -> None:
        """Ask for room for a table."""
        room_for(COPIES * size * self._type.itemsize, f"a table of {size:,} capacities")
        self.on_progress(size)

    def _trimmed(
        self, least: Numbers, low: int, weight: int, halves: tuple[Table, Table] | None
    ) -> Table | None:
        """Leave out weights at both ends that are beyond, or return None where all are."""
        best = least if least.ndim == 1 else least.min(axis=tuple(range(least.ndim - 1)))
        columns = np.flatnonzero(best < self._beyond)
        if not len(columns):
            return None
        first, last = int(columns[0]), int(columns[-1]) + 1
        if last - first < least.shape[-1]:
            least, columns = least[..., first:last].copy(), columns - first
        return Table(least=least, columns=columns, low=low + first, weight=weight, halves=halves)

    @cached_property
    def _type(self) -> np.dtype[np.unsignedinteger]:
        """The shortest type that holds the sum of two numbers."""
        types = (np.uint8, np.uint16, np.uint32, np.uint64)
        return np.dtype(next(each for each in types if 2 * self.beyond <= np.iinfo(each).max))

    @cached_property
    def _beyond(self) -> np.unsignedinteger:
        return self._type.type(self.beyond)


def _broadcast(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape of a sum of arrays with these shapes, for axes as many."""
    return tuple(map(max, one, other))
