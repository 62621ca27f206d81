"""Non-serial dynamic programming: the least bisection by eliminating switches one by one.

(Bertelè and Brioschi, 1972; bucket elimination: Dechter, 1999; on trees it is the knapsack over
subtrees.) All that is said of a switch that is eliminated, by the links that it has and by the
tables that it stands in, is added up for every side of it and of the switches beside it, and
for every weight on side 1 of what has been eliminated; then its better side is chosen. The
switches beside it are those to come in the order to which it is linked, or that stand with it
in a table. What is left in the end are the least capacities by weight.

The lighter side of a bisection is called side 1, without loss of generality. Dropped are only
capacities above the highest that is to be excluded, and weights of which no half can come: so
no bisection that counts is lost, whatever the order is. The order decides about the work: along
a good one a table speaks of as few switches as the network is wide (its tree-width).

Tables that come of equal ones in an equal way are equal, and are made once.

References
----------
Bertelè and Brioschi, Nonserial Dynamic Programming (1972).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from alphacut.solver.bisection.verify.elimination.classes import Classes
from alphacut.solver.bisection.verify.elimination.sums import sum_of
from alphacut.solver.bisection.verify.elimination.tables import Frame, OnProgress, Table


def ignore(_: int) -> None:
    """Let a count go on."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Eliminated:
    """A class of twins, and before it all that its table speaks of."""

    own: int  # the class
    scope: tuple[int, ...]  # classes to come that the table speaks of, in order
    made: Made

    @property
    def table(self) -> Table:
        """The least capacities, by sides of the scope and weight on side 1."""
        return self.made.table


@dataclass(frozen=True, kw_only=True, eq=False)
class Made:
    """A table, and those of which it was made: they are there as long as it is."""

    table: Table
    of: tuple[Table, ...]


OnEliminated = Callable[
    [Eliminated, Sequence[Eliminated]], None
]  # what was eliminated, of which parts


def ignore_eliminated(_: Eliminated, __: Sequence[Eliminated]) -> None:
    """Remember nothing."""


class Exclusion:
    """No bisection has a scaled capacity of at most `highest`: a question to be counted.

    Parameters
    ----------
    highest
        Scaled, not negative.
    on_progress
        Told the size of a table each time that it is filled; may raise.
    """

    def __init__(self, classes: Classes, highest: int, on_progress: OnProgress = ignore) -> None:
        self.classes = classes
        self.frame = Frame(
            beyond=highest + 1, half=classes.half, total=classes.total, on_progress=on_progress
        )
        self._made = WeakValueDictionary[tuple[object, ...], Made]()
        self._alone = dict[tuple[int, ...], Table]()  # by what tells them

    def least(self) -> int | None:
        """Return the least scaled capacity of a bisection, or None if it is above the highest."""
        roots = self.roots()
        whole = None if roots is None else self.whole(roots)
        if whole is None or not whole.low <= self.frame.half <= whole.high:
            return None
        least = int(whole.least[self.frame.half - whole.low])
        return least if least < self.frame.beyond else None  # the table of one class has all sizes

    def whole(self, roots: Sequence[Eliminated]) -> Table | None:
        """Return the table of all components together, or None where no half is left."""
        return sum_of([root.table for root in roots], self.frame)

    def roots(self, on_eliminated: OnEliminated = ignore_eliminated) -> list[Eliminated] | None:
        """Eliminate all classes; return the last of each component, or None where none is left."""
        waiting, roots = dict[int, list[Eliminated]](), list[Eliminated]()
        for own in range(len(self.classes.members)):
            parts = waiting.pop(own, [])
            eliminated = self._eliminated(own, parts)
            if eliminated is None:
                return None
            on_eliminated(eliminated, parts)
            (waiting.setdefault(eliminated.scope[0], []) if eliminated.scope else roots).append(
                eliminated
            )
        return roots

    def _eliminated(self, own: int, parts: Sequence[Eliminated]) -> Eliminated | None:
        """Eliminate a class; None if all is beyond the highest."""
        links = self.classes.outer[own]
        scope = {own, *(each for each in links if each > own)}.union(*(p.scope for p in parts))
        place = {each: number for number, each in enumerate(sorted(scope))}
        placed = [(tuple(map(place.__getitem__, part.scope)), part.table) for part in parts]
        key = (
            tuple(sorted((places, id(table)) for places, table in placed)),
            self._kind(own),
            tuple(map(self.classes.sides, place)),
            tuple(sorted((place[each], links[each]) for each in links if each > own)),
        )
        made = self._made.get(key)
        if made is None:
            table = self._table(place, placed)
            if table is None:
                return None
            made = self._made[key] = Made(table=table, of=tuple(table for _, table in placed))
        return Eliminated(own=own, scope=tuple(place)[1:], made=made)

    def _table(
        self, place: dict[int, int], placed: Sequence[tuple[tuple[int, ...], Table]]
    ) -> Table | None:
        """Make the table of a scope, that of the first of it and others added up."""
        own, classes = next(iter(place)), self.classes
        spread = {entry: entry[1].spread(entry[0], len(place)) for entry in placed}
        one = self._of_one(own)
        parts = [one.spread((0,), len(place)), *(spread[entry] for entry in placed)]
        joined = sum_of(parts, self.frame)
        if joined is None:
            return None
        later = [each for each in place if each != own and each in classes.outer[own]]
        costs = [(place[each], classes.severed_between(own, each)) for each in later]
        return self.frame.chosen(joined, costs)

    def _of_one(self, own: int) -> Table:
        """Return the table of a class alone, made once for all that are alike."""
        kind = self._kind(own)
        if kind not in self._alone:
            self._alone[kind] = self.classes.alone(own, self.frame)
        return self._alone[kind]

    def _kind(self, own: int) -> tuple[int, int, int]:
        """Return what tells the table of a class alone; what is fixed has no members here."""
        classes = self.classes
        return len(classes.members[own]), classes.inner[own], classes.weights[own]
