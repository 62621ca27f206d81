"""Least bisections of forests: the knapsack over subtrees, equal ones once (Macgregor, 1978).

A table tells for a branch, and for each weight in it that is on the other side than the switch
above it, the least capacity severed. Only capacities below that of a known bisection count. The
last sum, at the root, is made for one weight alone.

References
----------
Macgregor, On Partitioning a Graph: A Theoretical and Empirical Study (1978).
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from alphacut.solver.bisection.bounds.elimination.forest import Forest
from alphacut.solver.bisection.bounds.elimination.minplus import MinPlus, Numbers, OnProgress

SCATTER, RANGE = 0x9E3779B1, 1 << 32  # multiplicative hashing (Knuth), by the golden section
ROOM = 1 << 26  # bytes of tables that are kept to trace a bisection back


@dataclass(frozen=True, kw_only=True, eq=False)
class Sum:
    """A table, and what it is the sum of."""

    table: Numbers
    branch: int = -1  # whose table it is, if it is no sum
    halves: tuple[Sum, Sum] | None = None


Parts = tuple[Sum, Sum]  # of a sum that may not be made


@dataclass(frozen=True, kw_only=True)
class Best:
    """The least of all bisections, by what is below the root."""

    least: int  # scaled capacity
    parts: Parts
    weight: int  # below the root, on the other side


class Knapsack:
    """Bisections of a forest below a capacity.

    Parameters
    ----------
    half
        Weight of the lighter side.
    beyond
        Scaled: of no interest are bisections from this on.
    """

    def __init__(
        self, forest: Forest, half: int, beyond: int, on_progress: OnProgress, room: int = ROOM
    ) -> None:
        self._forest, self._half = forest, half
        self._numbers = MinPlus(beyond, on_progress)
        self._tables = _Tables(forest, self._numbers, room)

    def best(self) -> Best | None:
        """Return the best bisection, or None if all are beyond."""
        forest, total = self._forest, self._forest.roots.weight
        top, halves, last = forest.roots, {self._half}, len(forest.branches)
        if len(top.below) == 1:
            top, halves = forest.branches[-1], {self._half, total - self._half}
            last -= 1
        self._tables.make_all(last)
        parts = self._tables.parts(top.below)
        one, other = parts[0].table, parts[1].table
        least, weight = min((self._numbers.least_at(one, other, h)[0], h) for h in halves)
        if least >= self._numbers.beyond:
            return None
        return Best(least=least, parts=parts, weight=weight)

    def side(self, best: Best) -> list[int]:
        """Return one side of the best bisection, traced back from the root."""
        forest = self._forest
        below, severed = forest.below(), set[int]()
        roots = below[-1]
        top = below.get(roots[0], ()) if len(roots) == 1 else roots
        waiting = list(self._shared(best.parts, best.weight, top))
        while waiting:
            switch, weight = waiting.pop()
            number = forest.branch[switch]
            branch = forest.branches[number]
            parts = self._tables.parts(branch.below)
            least = int(self._tables.of(number)[weight])
            one, other = parts[0].table, parts[1].table
            if self._numbers.least_at(one, other, weight)[0] != least:
                severed.add(switch)
                weight = branch.weight - weight
            waiting.extend(self._shared(parts, weight, below.get(switch, ())))
        sides = [0] * (len(forest.order) + 1)  # the last: of no switch
        for switch in reversed(forest.order):
            sides[switch] = sides[forest.above[switch]] ^ (switch in severed)
        return [switch for switch, side in enumerate(sides) if side]

    def _shared(
        self, parts: Parts, weight: int, switches: Sequence[int]
    ) -> Iterator[tuple[int, int]]:
        """Yield what weight falls to the branch of each switch, if there is any."""
        shares = dict[int, list[int]]()
        waiting = [(parts, weight)]
        while waiting:
            (one, other), weight = waiting.pop()
            first = self._numbers.least_at(one.table, other.table, weight)[1]
            for part, share in ((one, first), (other, weight - first)):
                if share and part.halves:
                    waiting.append((part.halves, share))
                elif share:
                    shares.setdefault(part.branch, []).append(share)
        for switch in switches:
            left = shares.get(self._forest.branch[switch])
            if left:
                yield switch, left.pop()


class _Tables:
    """The tables of all branches: what there is no room for is made again."""

    def __init__(self, forest: Forest, numbers: MinPlus, room: int) -> None:
        self._branches, self._numbers, self._room = forest.branches, numbers, room
        self._nothing = Sum(table=np.zeros(1, dtype=numbers.type))
        self._kept, self._size = dict[int, Numbers](), 0  # bytes
        self._every = 1  # of those that are not needed any more, which are kept
        self._again, self._again_size = dict[int, Numbers](), 0

    def make_all(self, last: int) -> None:
        """Make the tables of the branches up to a number, without it."""
        uses = Counter(part for each in self._branches for part in set(each.below))
        for number in range(last):
            self._keep(number, self._made(number), uses)
            for part in set(self._branches[number].below):
                uses[part] -= 1
                if not uses[part] and not self._stays(part):
                    self._forget(part)

    def of(self, number: int) -> Numbers:
        """Return the table of a branch."""
        if not self._has(number):
            self._make_again(number)
        return self._kept[number] if number in self._kept else self._again[number]

    def _make_again(self, number: int) -> None:
        """Make a table and those below it that are not there; they may be needed soon."""
        if self._again_size > self._room:
            self._again.clear()
            self._again_size = 0
        waiting = [number]
        while waiting:
            missing = [part for part in self._branches[waiting[-1]].below if not self._has(part)]
            waiting += missing
            if not missing:
                last = waiting.pop()
                if not self._has(last):
                    table = self._again[last] = self._made(last)
                    self._again_size += table.nbytes

    def parts(self, below: Sequence[int]) -> Parts:
        """Return two tables whose sum is that of some branches."""
        order, heap = count(), list[tuple[int, int, Sum]]()
        for number, copies in Counter(below).items():
            multiple = self._multiple(Sum(table=self.of(number), branch=number), copies)
            heapq.heappush(heap, (len(multiple.table), next(order), multiple))
        while len(heap) > 2:
            added = self._sum(heapq.heappop(heap)[-1], heapq.heappop(heap)[-1])
            heapq.heappush(heap, (len(added.table), next(order), added))
        one, other, *_ = *(entry[-1] for entry in heap), self._nothing, self._nothing
        return one, other

    def _multiple(self, part: Sum, copies: int) -> Sum:
        """Return the sum of a table with itself, some times over."""
        total: Sum | None = None
        while True:
            if copies & 1:
                total = part if total is None else self._sum(total, part)
            copies >>= 1
            if not copies:
                assert total is not None
                return total
            part = self._sum(part, part)

    def _sum(self, one: Sum, other: Sum) -> Sum:
        return Sum(table=self._numbers.sum(one.table, other.table), halves=(one, other))

    def _made(self, number: int) -> Numbers:
        """Make a table: the topmost switch is on the side of that above it, or is not."""
        branch, numbers = self._branches[number], self._numbers
        one, other = self.parts(branch.below)
        stays = numbers.filled(branch.weight + 1)
        below = numbers.sum(one.table, other.table)
        stays[: len(below)] = below
        return np.minimum(stays, numbers.raised(stays[::-1], branch.capacity))

    # ---- room ------------------------------------------------------------

    def _has(self, number: int) -> bool:
        return number in self._kept or number in self._again

    def _keep(self, number: int, table: Numbers, uses: Counter[int]) -> None:
        self._kept[number] = table
        self._size += table.nbytes
        while self._size > self._room and self._every <= len(self._branches):
            self._every *= 2
            for part in [p for p in self._kept if not uses[p] and not self._stays(p)]:
                self._forget(part)

    def _stays(self, number: int) -> bool:
        """Tell whether a table is one of those that are kept, some along each way down."""
        return self._every * (number * SCATTER % RANGE) < RANGE

    def _forget(self, number: int) -> None:
        self._size -= self._kept.pop(number).nbytes
