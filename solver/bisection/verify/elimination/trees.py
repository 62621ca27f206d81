"""Forests: the knapsack over subtrees (Macgregor, 1978), where an order has one link ahead.

Of a switch and what hangs below it, it is enough to know the least capacity severed by the weight
on the other side than the switch above: this holds for that switch on either side. Subtrees that
are equal have equal rows of numbers, made once.

References
----------
Macgregor, On Partitioning a Graph: A Theoretical and Empirical Study (1978).
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count

import numpy as np

from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.bisection.verify.elimination.tables import OnProgress
from alphacut.solver.bisection.verify.elimination.windows import Numbers, lower
from alphacut.solver.common.limits import room_for

COPIES = 4  # of a row that are there while it is made
FEW = 48  # numbers in a row that are added one by one

Kind = tuple[int, int, tuple[int, ...]]  # weight, capacity of the link ahead, kinds below


class Trees:
    """A forest, in kinds of subtrees.

    Parameters
    ----------
    kinds
        Unlike branches, each after those that hang on it.
    roots
        Numbers of the branches that hang on nothing.
    weight
        Of all switches.

    Attributes
    ----------
    kinds
        Each after those below it.
    roots
        By their kinds, where the link ahead has no capacity.
    """

    def __init__(self, kinds: Sequence[Kind], roots: Sequence[int], weight: int) -> None:
        self.kinds, self.roots, self._weight = kinds, roots, weight

    @classmethod
    def along(
        cls, order: Sequence[int], capacities: Capacities, weights: Sequence[int]
    ) -> Trees | None:
        """Return the forest, or None where a switch has two links to later ones.

        Parameters
        ----------
        order
            Of all switches, each once.
        """
        place = {switch: number for number, switch in enumerate(order)}
        below = dict[int, list[int]]()
        numbers, roots = dict[Kind, int](), list[int]()
        for own, switch in enumerate(order):
            ahead, capacity = -1, 0
            for other, each in capacities[switch].items():
                if place[other] > own:
                    if ahead >= 0:
                        return None
                    ahead, capacity = other, each
            kind = (weights[switch], capacity, tuple(sorted(below.pop(switch, ()))))
            number = numbers.setdefault(kind, len(numbers))
            (below.setdefault(ahead, []) if ahead >= 0 else roots).append(number)
        return cls(list(numbers), roots, sum(weights))

    def least(self, half: int, highest: int, on_progress: OnProgress) -> int | None:
        """Return the least scaled capacity of a bisection, or None if it is above the highest.

        Parameters
        ----------
        half
            Weight of the lighter side.
        on_progress
            Told of all sums that are made, and of the size of each row.
        """
        rows, tables = _Rows(highest, on_progress), dict[int, Numbers]()
        below, halves, made = self.roots, {half}, self.kinds
        if len(self.roots) == 1:  # either half may hold the root, of which no row is made
            halves, made = {half, self._weight - half}, self.kinds[:-1]
            below = self.kinds[-1][2]
        uses = Counter(part for kind in self.kinds for part in set(kind[2]))
        for number, kind in enumerate(made):
            tables[number] = rows.of(kind, tables)
            for part in set(kind[2]):
                uses[part] -= 1
                if not uses[part] and part not in self.roots:
                    del tables[part]
        one, other = rows.halves(below, tables)
        least = min(rows.least_at(one, other, weight) for weight in halves)
        return least if least <= highest else None


class _Rows:
    """Makes rows of numbers; those above the highest are all the same."""

    def __init__(self, highest: int, on_progress: OnProgress) -> None:
        types = (np.uint8, np.uint16, np.uint32, np.uint64)
        self._beyond = highest + 1
        self._type = np.dtype(next(t for t in types if 2 * self._beyond <= np.iinfo(t).max))
        self._highest, self._on_progress = highest, on_progress

    def of(self, kind: Kind, found: Mapping[int, Numbers]) -> Numbers:
        """Return the row of a subtree: the link ahead is not severed, or is."""
        weight, capacity, below = kind
        rest = self._sum(*self.halves(below, found))
        alike = self._filled(len(rest) + weight)
        alike[: len(rest)] = rest  # the switch is on the side of the one above it
        if capacity > self._highest:
            return alike
        return np.minimum(alike, np.minimum(alike[::-1] + self._type.type(capacity), self._beyond))

    def halves(self, below: Iterable[int], found: Mapping[int, Numbers]) -> tuple[Numbers, Numbers]:
        """Return two rows that add up to those of some subtrees."""
        order, heap = count(), list[tuple[int, int, Numbers]]()
        for number, copies in Counter(below).items():
            row = found[number]
            while copies:  # bit by bit, the row doubled between two
                if copies & 1:
                    heapq.heappush(heap, (len(row), next(order), row))
                copies >>= 1
                row = self._sum(row, row) if copies else row
        while len(heap) > 2:
            row = self._sum(heapq.heappop(heap)[-1], heapq.heappop(heap)[-1])
            heapq.heappush(heap, (len(row), next(order), row))
        nothing = np.zeros(1, dtype=self._type)
        one, other, *_ = *(row for _, __, row in heap), nothing, nothing
        return one, other

    def least_at(self, one: Numbers, other: Numbers, weight: int) -> int:
        """Return the sum of two rows at one weight."""
        first, last = max(0, weight - len(other) + 1), min(len(one) - 1, weight)
        if first > last:
            return self._beyond
        return int((one[first : last + 1] + other[weight - last : weight - first + 1][::-1]).min())

    def _sum(self, one: Numbers, other: Numbers) -> Numbers:
        """Return the least sums of two rows, by weight."""
        few, many = (one, other) if len(one) <= len(other) else (other, one)
        if len(few) == 1:
            return many  # nothing is below
        sums = self._filled(len(few) + len(many) - 1)
        if len(few) > FEW:
            lower(sums, few, many, 0, self._highest, self._on_progress)
            return sums
        for place, number in enumerate(few.tolist()):
            if number < self._beyond:
                self._on_progress(len(many))
                part = sums[place : place + len(many)]
                np.minimum(part, many + self._type.type(number), out=part)
        return sums

    def _filled(self, length: int) -> Numbers:
        room_for(COPIES * length * self._type.itemsize, f"a row of {length:,} capacities")
        self._on_progress(length)
        return np.full(length, self._beyond, dtype=self._type)
