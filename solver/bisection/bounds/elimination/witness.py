"""The best bisection, traced back from the least capacity through what was eliminated.

Tables are kept as long as there is room, then those that were made last. Where others are
needed, elimination begins again and goes as far as that.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.verify.elimination.classes import Classes
from alphacut.solver.bisection.verify.elimination.cutset import Conditioned
from alphacut.solver.bisection.verify.elimination.exclusion import Eliminated, Exclusion
from alphacut.solver.bisection.verify.elimination.sums import sum_of
from alphacut.solver.bisection.verify.elimination.tables import (
    Frame,
    IntArray,
    Numbers,
    OnProgress,
    Table,
)

ROOM = 1 << 27  # bytes of tables that are kept


def best_cut(network: Network, exclusion: Exclusion, room: int = ROOM) -> Cut | None:
    """Return a bisection of the least capacity, or None if it is above the highest.

    Parameters
    ----------
    room
        Bytes of tables that are kept.
    """
    trace = _Trace(exclusion, room)
    numbers = trace.numbers()
    if numbers is None:
        return None
    return Cut.of(network, sorted(exclusion.classes.side_1(numbers)))


def best_cut_given(
    network: Network, classes: Classes, assignments: IntArray, least: int, on_progress: OnProgress
) -> Cut | None:
    """Return a bisection of the least capacity that a cutset leaves in some assignments.

    Parameters
    ----------
    classes
        All, those of the cutset at the end.
    assignments
        (assignments, classes of the cutset), how many of each are on side 1.
    least
        Scaled, of the bisection.
    on_progress
        Told the size of a table each time that it is filled; may raise.
    """

    def exclusion(part: IntArray) -> Exclusion:
        first = len(classes.members) - part.shape[1]
        return Exclusion(Conditioned.fixing(classes, first, part), least, on_progress)

    while len(assignments) > 1:
        halves = np.array_split(assignments, 2)
        assignments = halves[exclusion(halves[0]).least() is None]
    return best_cut(network, exclusion(assignments))


@dataclass(frozen=True, kw_only=True)
class _Packed:
    """A table as runs of equal numbers, where they are few."""

    runs: tuple[NDArray[np.int64], Numbers] | None  # where each begins, and its number
    table: Table  # without its columns, and without its numbers where there are runs
    shape: tuple[int, ...]

    @classmethod
    def of(cls, table: Table) -> _Packed:
        """Pack a table."""
        flat = table.least.reshape(-1)
        begins = np.concatenate([[0], np.flatnonzero(flat[1:] != flat[:-1]) + 1])
        bare, shape = replace(table, columns=begins[:0].copy(), halves=None), table.least.shape
        if len(begins) * (8 + flat.itemsize) >= flat.nbytes:
            return cls(runs=None, table=bare, shape=shape)
        nothing = replace(bare, least=flat[:0].copy())
        return cls(runs=(begins, flat[begins]), table=nothing, shape=shape)

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        arrays = (self.table.least,) if self.runs is None else self.runs
        return sum(array.nbytes for array in arrays)

    def unpacked(self) -> Table:
        """Return the table."""
        if self.runs is None:
            return self.table
        begins, values = self.runs
        lengths = np.diff(begins, append=int(np.prod(self.shape)))
        return replace(self.table, least=np.repeat(values, lengths).reshape(self.shape))


@dataclass(frozen=True, kw_only=True)
class _Known:
    """What is remembered of a class that was eliminated."""

    scope: tuple[int, ...]
    parts: tuple[int, ...]  # classes whose tables were added up
    weight: int  # of all that is eliminated into it


class _Kept:
    """Tables by class, those made last, and some that are wanted."""

    def __init__(self, room: int, wanted: Collection[int] = ()) -> None:
        self._room, self._size, self._wanted = room, 0, wanted
        self._tables = dict[int, _Packed]()
        self._uses = Counter[int]()  # of each table, by its identity: equal ones are one
        self._order = deque[int]()  # classes whose tables may go, the first made first

    def __contains__(self, own: int) -> bool:
        return own in self._tables

    def __getitem__(self, own: int) -> _Packed:
        return self._tables[own]

    def add(self, own: int, packed: _Packed) -> None:
        """Keep a table; others go where there is no room for it."""
        self._tables[own] = packed
        if not self._uses[id(packed)]:
            self._size += packed.size
        self._uses[id(packed)] += 1
        if own not in self._wanted:
            self._order.append(own)
        while self._size > self._room and self._order:
            self._drop(self._order.popleft())

    def _drop(self, own: int) -> None:
        packed = self._tables.pop(own)
        self._uses[id(packed)] -= 1
        if not self._uses[id(packed)]:
            del self._uses[id(packed)]
            self._size -= packed.size


@dataclass(frozen=True, kw_only=True)
class _Share:
    """A table, and what of the weight on side 1 falls to it."""

    table: Table
    weight: int


class _Enough(Exception):
    """All tables that are wanted have been made."""


class _Trace:
    """Decides for one class after the other, the last first, how many are on side 1."""

    def __init__(self, exclusion: Exclusion, room: int) -> None:
        self._exclusion, self._room = exclusion, room
        self._frame: Frame = replace(exclusion.frame, keep=True)
        self._positive = min(exclusion.classes.weights) > 0
        self._known = dict[int, _Known]()
        self._kept = _Kept(room)
        self._packed = WeakKeyDictionary[Table, _Packed]()

    def numbers(self) -> dict[int, int] | None:
        """Return how many of each class are on side 1 in the best bisection, if there is one."""
        roots = self._exclusion.roots(self._keep)
        if roots is None:
            return None
        rows = {id(root.table): _row(root.table, (), self._frame.beyond) for root in roots}
        tables = {root.own: rows[id(root.table)] for root in roots}
        whole = sum_of(list(tables.values()), self._frame)
        if whole is None:
            return None
        numbers, late = dict[int, int](), list[tuple[int, int]]()
        waiting = list(self._shared(whole, self._frame.half, list(tables), tables))
        while waiting or late:
            if not waiting:
                waiting, late = late, []
                self._make_again({part for own, _ in waiting for part in self._known[own].parts})
            own, weight = waiting.pop()
            if self._certain(own, weight) or all(p in self._kept for p in self._known[own].parts):
                waiting.extend(self._choose(own, weight, numbers))
            else:
                late.append((own, weight))
        return numbers

    def _keep(self, eliminated: Eliminated, parts: Sequence[Eliminated]) -> None:
        if eliminated.table not in self._packed:
            self._packed[eliminated.table] = _Packed.of(eliminated.table)
        self._kept.add(eliminated.own, self._packed[eliminated.table])
        self._known[eliminated.own] = _Known(
            scope=eliminated.scope,
            parts=tuple(part.own for part in parts),
            weight=eliminated.table.weight,
        )

    def _make_again(self, needed: set[int]) -> None:
        """Eliminate again, up to the last class whose table is wanted."""
        self._kept, last = _Kept(self._room, needed), max(needed)

        def keep(found: Eliminated, parts: Sequence[Eliminated]) -> None:
            self._keep(found, parts)
            if found.own == last:
                raise _Enough

        with suppress(_Enough):
            self._exclusion.roots(keep)

    def _certain(self, own: int, weight: int) -> bool:
        """Tell whether all of what was eliminated into a class is on one side."""
        return self._positive and weight in (0, self._known[own].weight)

    def _choose(self, own: int, weight: int, numbers: dict[int, int]) -> Iterator[tuple[int, int]]:
        """Choose how many of a class are on side 1; yield what falls to the parts before it."""
        known, classes = self._known[own], self._exclusion.classes
        if self._certain(own, weight):
            numbers[own] = len(classes.members[own]) if weight else 0
            for part in known.parts:
                yield part, self._known[part].weight if weight else 0
            return
        beside = [each for each in known.scope if each in classes.outer[own]]
        alone = classes.alone(own, self._frame)
        best: tuple[int, int, Table, dict[int, Table]] | None = None
        for number in range(len(classes.members[own]) + 1):
            numbers[own] = number
            tables = self._at(known.parts, numbers)
            one = _row(alone, (number,), self._frame.beyond)
            joined = sum_of([one, *(tables[part] for part in known.parts)], self._frame)
            if joined is None or not joined.low <= weight <= joined.high:
                continue
            severed = sum(
                int(classes.severed_between(own, each)[number, numbers[each]]) for each in beside
            )
            value = int(joined.least[weight - joined.low])
            if value < self._frame.beyond and (best is None or value + severed < best[0]):
                best = value + severed, number, joined, tables
        assert best is not None
        _, numbers[own], joined, tables = best
        yield from self._shared(joined, weight, known.parts, tables)

    def _at(self, parts: Sequence[int], numbers: dict[int, int]) -> dict[int, Table]:
        """Return the tables of some classes by weight alone; equal ones are the same."""
        rows = dict[tuple[int, tuple[int, ...]], Table]()
        tables = dict[int, Table]()
        for part in parts:
            packed = self._kept[part]
            places = tuple(numbers[each] for each in self._known[part].scope)
            key = (id(packed), places)
            if key not in rows:
                rows[key] = _row(packed.unpacked(), places, self._frame.beyond)
            tables[part] = rows[key]
        return tables

    def _shared(
        self, whole: Table, weight: int, parts: Sequence[int], tables: dict[int, Table]
    ) -> Iterator[tuple[int, int]]:
        """Yield the weight of each part: those with the same table may share in any way."""
        waiting = dict[int, list[int]]()
        for share in _shares(_Share(table=whole, weight=weight)):
            waiting.setdefault(id(share.table), []).append(share.weight)
        for part in parts:
            yield part, waiting[id(tables[part])].pop()


def _row(table: Table, places: tuple[int, ...], beyond: int) -> Table:
    """Return what a table says for some sides; all of it may be beyond."""
    least = table.least[places]
    return replace(table, least=least, columns=np.flatnonzero(least < beyond), halves=None)


def _shares(whole: _Share) -> list[_Share]:
    """Return what falls to each table that was added up."""
    shares, waiting = list[_Share](), [whole]
    while waiting:
        share = waiting.pop()
        if share.table.halves is None:
            shares.append(share)
        else:
            waiting += _halves(share, *share.table.halves)
    return shares


def _halves(share: _Share, one: Table, other: Table) -> list[_Share]:
    """Share weight between two tables, so that they sever least."""
    least, most = max(one.low, share.weight - other.high), min(one.high, share.weight - other.low)
    own = one.least[least - one.low : most - one.low + 1]
    rest = other.least[share.weight - most - other.low : share.weight - least - other.low + 1]
    weight = least + int(np.argmin(own + rest[::-1]))
    return [_Share(table=one, weight=weight), _Share(table=other, weight=share.weight - weight)]
