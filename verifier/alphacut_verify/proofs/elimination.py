"""`elimination`: non-serial dynamic programming over classes of twins.

A table tells, for the sides of some classes to come (how many of their switches are on side 1) and
for each weight on side 1 of what is gone, the least that is severed. Where a cutset is fixed, all
this is done for each of its assignments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from alphacut_verify.errors import Refused
from alphacut_verify.proofs.classes import (
    Class,
    capacity,
    check_twins,
    read_class,
    severed,
    within,
)
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_list, an_integer, an_object, integers

MOST_ASSIGNMENTS = 1 << 20
Row = dict[int, int]  # by the weight on side 1: the least capacity severed


@dataclass(frozen=True, kw_only=True)
class Table:
    """For all sides of the classes of its scope, a row."""

    scope: tuple[int, ...]  # places of classes in the order, from the first on
    rows: dict[tuple[int, ...], Row]


@dataclass(frozen=True, kw_only=True)
class Cutset:
    """Classes whose sides are fixed, and which of them may be exchanged."""

    classes: tuple[Class, ...] = ()
    # classes that automorphisms exchange with the next ones, and the switches that change places
    exchanges: tuple[tuple[int, Any], ...] = ()

    def assignments(self) -> Iterator[tuple[int, ...]]:
        """Yield how many switches of each class are on side 1."""
        for sides in product(*(range(len(each) + 1) for each in self.classes)):
            if all(sides[place] <= sides[place + 1] for place, _ in self.exchanges):
                yield sides


def check(task: Task) -> None:
    """Eliminate all classes, in every assignment of the cutset."""
    order = [
        read_class(entry, task, task.at(f"order.{i}"))
        for i, entry in enumerate(a_list(task.member("order"), task.at("order")))
    ]
    cutset = _read_cutset(task)
    every = [switch for members in (*order, *cutset.classes) for switch in members]
    if sorted(every) != list(range(task.network.switches)):
        raise task.refuse("must hold every switch once, but for those of a cutset", "order")
    if task.highest is None:
        return
    _check_parts(task, order, cutset)
    for sides in cutset.assignments():
        least = _Elimination(task, order, cutset.classes, sides).least()
        if least is not None:
            raise task.refuse(f"a bisection may have no more than {least}, which is not above it")


def _check_parts(task: Task, order: Sequence[Class], cutset: Cutset) -> None:
    """Refuse classes that are not of twins, and what would take too long."""
    fixed = {switch for members in cutset.classes for switch in members}
    for i, members in enumerate(order):
        check_twins(members, task, task.at(f"order.{i}"), fixed)
    for i, members in enumerate(cutset.classes):
        check_twins(members, task, task.at(f"cutset.classes.{i}"))
    if sum(task.capacities.values()) >= 1 << 56:
        raise task.refuse("the capacities of all links add up to 2⁵⁶ or more")
    if prod(len(each) + 1 for each in cutset.classes) > MOST_ASSIGNMENTS:
        raise task.refuse("there are more than 2²⁰ assignments", "cutset")
    for i, (at, pairs) in enumerate(cutset.exchanges):
        _check_exchange(task, cutset.classes, at, pairs, task.at(f"cutset.exchanges.{i}"))


def _read_cutset(task: Task) -> Cutset:
    value: Any = task.certificate.get("cutset")
    if value is None:
        return Cutset()
    place = task.at("cutset")
    an_object(value, place)
    classes = []
    for i, entry in enumerate(a_list(value.get("classes"), f"{place}.classes")):
        here = f"{place}.classes.{i}"
        classes.append(read_class(entry, task, here))
    if not classes:
        raise Refused(place, "has no classes")
    exchanges = []
    for i, entry in enumerate(a_list(value.get("exchanges", []), f"{place}.exchanges")):
        here = f"{place}.exchanges.{i}"
        if len(a_list(entry, here)) != 2:
            raise Refused(here, "must be the place of a class, and pairs of switches")
        at = an_integer(entry[0], f"{here}.0", 0)
        for k, pair in enumerate(a_list(entry[1], f"{here}.1")):
            if len(integers(pair, f"{here}.1.{k}", 0)) != 2:
                raise Refused(f"{here}.1.{k}", "must be two switches")
        exchanges.append((at, entry[1]))
    return Cutset(classes=tuple(classes), exchanges=tuple(exchanges))


def _check_exchange(task: Task, classes: Sequence[Class], at: int, value: Any, place: str) -> None:
    if at > len(classes) - 2:
        raise Refused(f"{place}.0", "must be the place of a class that is not the last")
    image = list(range(task.network.switches))
    for i, entry in enumerate(value):
        pair = integers(entry, f"{place}.1.{i}", 0, len(image) - 1)
        if pair[0] == pair[1] or any(image[each] != each for each in pair):
            raise Refused(f"{place}.1.{i}", "must be two switches that are in no other pair")
        image[pair[0]], image[pair[1]] = pair[1], pair[0]
    weights, matrix = task.balance.weights, task.matrix
    for switch, other in enumerate(image):
        moved = {image[j]: c for j, c in matrix[switch].items()}
        if weights[switch] != weights[other] or moved != matrix[other]:
            raise Refused(place, "is no automorphism")
    for k, members in enumerate(classes):
        goal = classes[at + 1] if k == at else classes[at] if k == at + 1 else members
        if {image[each] for each in members} != set(goal):
            raise Refused(place, f"does not take class {k} where it should")


class _Elimination:
    """The tables of one assignment of the cutset."""

    def __init__(
        self, task: Task, order: Sequence[Class], cutset: Sequence[Class], sides: Sequence[int]
    ) -> None:
        assert task.highest is not None
        self.task, self.order, self.highest = task, order, task.highest
        self.half = task.balance.lighter
        self.base, self.weight = _severed_in(task, cutset, sides)
        self.extra = [_beside(task, members, cutset, sides) for members in order]
        self.waiting: list[list[Table]] = [[] for _ in order]
        self.neighbours: list[set[int]] = [set() for _ in order]
        place = {switch: i for i, members in enumerate(order) for switch in members}
        for i, members in enumerate(order):
            for switch in members:
                self.neighbours[i] |= {place[j] for j in task.matrix[switch] if j in place} - {i}
        self.ahead = [0] * (len(order) + 1)  # the weight of classes from each place on
        for i in reversed(range(len(order))):
            own = task.balance.weights[order[i][0]] * len(order[i])
            self.ahead[i] = self.ahead[i + 1] + own

    def least(self) -> int | None:
        """Return the least that a bisection severs if that is not above `highest`."""
        total: Row = {self.weight: self.base} if self.base <= self.highest else {}
        for at in range(len(self.order)):
            table = self._eliminated(at)
            if table.scope:
                self.waiting[table.scope[0]].append(table)
            else:
                total = self._summed(total, table.rows[()])
        return total.get(self.half)

    def _eliminated(self, at: int) -> Table:
        members, waiting = self.order[at], self.waiting[at]
        linked = {i for i in self.neighbours[at] if i > at}
        scope = tuple(sorted(linked.union(*(set(t.scope) for t in waiting)) - {at}))
        capacities = [capacity(members, self.order[i], self.task) for i in scope]
        sizes = [len(self.order[i]) for i in scope]
        self.task.work.take(prod(size + 1 for size in sizes), self.task.place)
        rows = {}
        for sides in product(*(range(size + 1) for size in sizes)):
            here = dict(zip(scope, sides, strict=True))
            best: Row = {}
            for own in range(len(members) + 1):
                here[at] = own
                row = self._alone(at, own)
                for table in waiting:
                    row = self._summed(row, table.rows[tuple(here[i] for i in table.scope)])
                more = sum(
                    c * severed(own, len(members), side, size)
                    for c, side, size in zip(capacities, sides, sizes, strict=True)
                )
                for weight, value in row.items():
                    value += more
                    if value <= self.highest and value < best.get(weight, value + 1):
                        best[weight] = value
            rows[sides] = best
        self.waiting[at] = []
        return Table(scope=scope, rows=rows)

    def _alone(self, at: int, own: int) -> Row:
        """Return what a class severs inside, and towards the cutset."""
        members = self.order[at]
        weight = own * self.task.balance.weights[members[0]]
        inside = within(members, self.task) * own * (len(members) - own)
        value = inside + self.extra[at][own]
        return {weight: value} if value <= self.highest and weight <= self.half else {}

    def _summed(self, one: Row, other: Row) -> Row:
        self.task.work.take(len(one) * len(other), self.task.place)
        found: Row = {}
        for weight, value in one.items():
            for more, severed_too in other.items():
                key, total = weight + more, value + severed_too
                if key > self.half or total > self.highest:
                    continue
                if total < found.get(key, total + 1):
                    found[key] = total
        return found


def _severed_in(task: Task, cutset: Sequence[Class], sides: Sequence[int]) -> tuple[int, int]:
    """Return what is severed among the switches of a cutset, and their weight on side 1."""
    total = 0
    for i, (one, on_one) in enumerate(zip(cutset, sides, strict=True)):
        total += within(one, task) * on_one * (len(one) - on_one)
        for other, there in zip(cutset[:i], sides[:i], strict=True):
            pairs = severed(on_one, len(one), there, len(other))
            total += capacity(one, other, task) * pairs
    weight = sum(
        on_one * task.balance.weights[each[0]] for each, on_one in zip(cutset, sides, strict=True)
    )
    return total, weight


def _beside(task: Task, members: Class, cutset: Sequence[Class], sides: Sequence[int]) -> list[int]:
    """Return what links to the cutset sever at least, by how many of a class are on side 1."""
    zero, gains = 0, []
    for switch in members:
        row = task.matrix[switch]
        on_one = sum(row.get(c[0], 0) * side for c, side in zip(cutset, sides, strict=True))
        every = sum(row.get(c[0], 0) * len(c) for c in cutset)
        zero += on_one
        gains.append(every - 2 * on_one)
    gains.sort()
    return [zero + sum(gains[:count]) for count in range(len(members) + 1)]
