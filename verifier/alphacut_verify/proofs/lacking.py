"""What `uneven` proofs count: majorities of groups that lack links here and there.

T is the usual capacity between two groups, and d_gh = T - T_gh what a pair lacks of it. Any M
groups have at least J(M) = T·M(G - M) - L(M) to the others, where L(M) is the most that the pairs
lack together that any M groups divide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, combinations

from alphacut_verify.proofs.groups_of import Groups, Sums
from alphacut_verify.proofs.majority import by_label
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_list, an_integer, integers

MOST_OPEN = 16


class Uneven:
    """The groups of the topology in the order of their numbers, and what they lack."""

    def __init__(self, task: Task) -> None:
        self.task = task
        by_number: dict[int, list[int]] = {}
        for switch, group in enumerate(task.network.groups):
            by_number.setdefault(group, []).append(switch)
        self.groups = Groups(task, [by_number[each] for each in sorted(by_number)])
        if self.groups.number < 2:
            raise task.refuse("needs at least two groups")
        self.usual = an_integer(task.member("usual"), task.at("usual"), 0)
        self.inside = an_integer(task.member("inside"), task.at("inside"), 0)
        self.lack = {
            pair: self.usual - self.groups.capacity(*pair)
            for pair in combinations(range(self.groups.number), 2)
            if self.groups.capacity(*pair) != self.usual
        }
        self._read_order()
        lost = integers(task.member("lost"), task.at("lost"))
        if list(lost) != self.lost[: self.groups.number // 2 + 1]:
            raise task.refuse("is not what any M groups lack of the others at most", "lost")

    def _read_order(self) -> None:
        task = self.task
        last = self.groups.number - 1
        self.whole: set[tuple[int, int]] = set()
        for i, entry in enumerate(a_list(task.member("whole", []), task.at("whole"))):
            pair = integers(entry, task.at(f"whole.{i}"), 0, last)
            if len(pair) != 2 or not pair[0] < pair[1] or pair in self.whole:
                raise task.refuse("must be different pairs of groups, each in order", "whole")
            self.whole.add((pair[0], pair[1]))
        if not self.whole <= self.lack.keys():
            raise task.refuse("has a pair that lacks nothing", "whole")
        self.order = integers(task.member("order"), task.at("order"), 0, last)
        needed = {group for pair in self.lack.keys() - self.whole for group in pair}
        if len(set(self.order)) != len(self.order) or set(self.order) != needed:
            raise task.refuse("must hold the groups of unusual pairs, each once", "order")

    @cached_property
    def lost(self) -> list[int]:
        """L(M) for M = 0, 1, …, the number of groups."""
        number = self.groups.number
        beside = sum(max(0, self.lack[pair]) for pair in self.whole)
        free = number - len(self.order)
        most = self._most_divided()
        return [
            beside + max(value for size, value in most.items() if 0 <= own - size <= free)
            for own in range(number + 1)
        ]

    def _most_divided(self) -> dict[int, int]:
        """Return the most that divided pairs lack, by how many of `order` are on side 1."""
        near: dict[int, dict[int, int]] = {group: {} for group in self.order}
        for (one, other), lack in self.lack.items():
            if (one, other) not in self.whole:
                near[one][other] = near[other][one] = lack
        place = {group: i for i, group in enumerate(self.order)}
        opened: list[int] = []
        states: dict[tuple[tuple[int, ...], int], int] = {((), 0): 0}
        for i, group in enumerate(self.order):
            longer: dict[tuple[tuple[int, ...], int], int] = {}
            still = [*opened, group]
            if len(still) > MOST_OPEN:
                raise self.task.refuse(f"keeps more than {MOST_OPEN} groups open", "order")
            stays = [any(place[each] > i for each in near[one]) for one in still]
            self.task.work.take(2 * len(states) * len(still), self.task.place)
            for (sides, size), value in states.items():
                for own in (0, 1):
                    divided = sum(
                        near[group].get(each, 0)
                        for each, side in zip(opened, sides, strict=True)
                        if side != own
                    )
                    kept = zip((*sides, own), stays, strict=True)
                    key = (tuple(side for side, stay in kept if stay), size + own)
                    longer[key] = max(value + divided, longer.get(key, value + divided))
            opened = [each for each, stay in zip(still, stays, strict=True) if stay]
            states = longer
        return {size: value for (_, size), value in states.items()}

    def apart(self, own: int) -> int:
        """J(M): the least capacity between any M groups and the others."""
        return self.usual * own * (self.groups.number - own) - self.lost[own]

    def within(self, group: int) -> list[int]:
        """W(k): what k switches of a group have to its others at least."""
        members = self.groups.members[group]
        lacks = dict.fromkeys(members, 0)
        total = 0
        for i, j in combinations(members, 2):
            lack = max(0, self.inside - self.task.matrix[i].get(j, 0))
            lacks[i] += lack
            lacks[j] += lack
            total += lack
        a = len(members)
        most = largest(lacks.values())
        return [
            max(0, self.inside * k * (a - k) - min(total, most[min(k, a - k)]))
            for k in range(a + 1)
        ]

    def own(self) -> int | None:
        """Charge each group by its own links; one divided in half has the label of side 1."""
        half = self.task.balance.lighter
        least: dict[tuple[int, int], int] = {(0, 0): 0}  # labelled 1, weight on side 1
        for group in range(self.groups.number):
            a, weight = self.groups.size(group), self.groups.weight(group)
            within, most = self.within(group), self.groups.most(group)
            self.task.work.take(len(least) * (a + 1), self.task.place)
            found: dict[tuple[int, int], int] = {}
            for (labelled, total), value in least.items():
                for k in range(a + 1):
                    key = (labelled + (2 * k >= a), total + k * weight)
                    here = value + within[k] - most[min(k, a - k)]
                    if key[1] <= half and here < found.get(key, here + 1):
                        found[key] = here
            least = found
        bounds = [value + self.apart(m) for (m, total), value in least.items() if total == half]
        return min(bounds, default=None)

    def alike(self) -> int | None:
        """Charge all groups what the cheapest would be, as in a majority of equal groups."""
        number, a = self.groups.number, self.groups.size(0)
        weights = {self.groups.weight(g) for g in range(number)}
        if len(weights) > 1 or any(self.groups.size(g) != a for g in range(number)):
            raise self.task.refuse("needs groups of one size and weight", "charges")
        weight = weights.pop()
        half, rest = divmod(self.task.balance.lighter, weight) if weight else (0, 0)
        if rest:
            return None
        most = [self.groups.most(g) for g in range(number)]
        inner = [self.within(g) for g in range(number)]
        charge = [
            min(inner[g][k] - most[g][min(k, a - k)] for g in range(number)) for k in range(a + 1)
        ]
        within = [min(each[k] for each in inner) for k in range(a + 1)]
        port = max(each[1] for each in most)
        charged, severed = (by_label(self.task, each, number, a) for each in (charge, within))
        bounds = []
        for ones in range(number + 1):
            for zeros in range(number - ones + 1):
                ties = number - ones - zeros
                if ties and a % 2:
                    continue
                best = max(self.apart(m) for m in range(ones, ones + ties + 1))
                self.task.work.take(len(charged[1][ones]), self.task.place)
                for k1 in charged[1][ones]:
                    k0 = half - ties * (a // 2) - k1
                    if k0 not in charged[0][zeros]:
                        continue
                    lesser = a * ones - k1 + k0 + ties * (a // 2)
                    first = _joined(charged, ones, zeros, k1, k0) + ties * charge[a // 2] + best
                    inside = _joined(severed, ones, zeros, k1, k0) + ties * within[a // 2]
                    bounds.append(max(first, inside + max(0, best - port * lesser)))
        return min(bounds, default=None)


def _joined(table: Sequence[Sequence[Sums]], ones: int, zeros: int, k1: int, k0: int) -> int:
    return table[1][ones][k1] + table[0][zeros][k0]


def largest(values: Iterable[int]) -> list[int]:
    """Return the sums of the 0, 1, 2, … largest of some values."""
    return [0, *accumulate(sorted(values, reverse=True))]
