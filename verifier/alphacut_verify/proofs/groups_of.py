"""What majorities of groups build on: capacities within and between groups, whatever the wiring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, combinations

from alphacut_verify.network import GLOBAL
from alphacut_verify.proofs.task import Task

Sums = dict[int, int]  # by a weight, or a number: the least so far


class Groups:
    """A division of the switches into groups, with what is scaled at this α."""

    def __init__(self, task: Task, members: Sequence[Sequence[int]]) -> None:
        self.task = task
        self.members = [tuple(each) for each in members]
        self.of = {switch: g for g, each in enumerate(self.members) for switch in each}

    @property
    def number(self) -> int:
        """How many groups there are."""
        return len(self.members)

    def size(self, group: int) -> int:
        """Return how many switches a group has."""
        return len(self.members[group])

    def weight(self, group: int) -> int:
        """Return the weight of each switch of a group; refuse unlike ones."""
        weights = {self.task.balance.weights[each] for each in self.members[group]}
        if len(weights) > 1:
            raise self.task.refuse(f"the switches of group {group} have unlike weights")
        return weights.pop()

    @cached_property
    def between(self) -> dict[tuple[int, int], int]:
        """The scaled capacity between two groups g < h, where there is any."""
        found: dict[tuple[int, int], int] = {}
        for (i, j), c in self.task.capacities.items():
            pair = (min(self.of[i], self.of[j]), max(self.of[i], self.of[j]))
            if pair[0] != pair[1]:
                found[pair] = found.get(pair, 0) + c
        return found

    def capacity(self, one: int, other: int) -> int:
        """Return the scaled capacity between two groups."""
        return self.between.get((min(one, other), max(one, other)), 0)

    @cached_property
    def least_between(self) -> int:
        """T: the least scaled capacity between any two groups."""
        return min(self.capacity(g, h) for g, h in combinations(range(self.number), 2))

    def inside(self, group: int) -> int:
        """w: the least scaled capacity between any two switches of a group."""
        pairs = combinations(self.members[group], 2)
        return min((self.task.matrix[i].get(j, 0) for i, j in pairs), default=0)

    def outward(self, group: int) -> list[int]:
        """Return what the switches of a group have to other groups, the most first."""
        any_wiring = self.task.network.any_wiring
        if any_wiring is None:
            own = set(self.members[group])
            found = [
                sum(c for j, c in self.task.matrix[i].items() if j not in own)
                for i in self.members[group]
            ]
            return sorted(found, reverse=True)
        each = self.task.alpha.scaled(self.task.network.classes[GLOBAL[0]])
        ports = any_wiring.ports[self.members[group][0]] * each
        left = sum(self.capacity(group, h) for h in range(self.number) if h != group)
        found = []
        for _ in self.members[group]:
            found.append(min(ports, left))
            left -= found[-1]
        return found

    def most(self, group: int) -> list[int]:
        """P(m): the most that m switches of a group have to other groups, for m = 0, 1, …"""
        return [0, *accumulate(self.outward(group))]


def added(one: Sums, other: Sums, task: Task, most: int) -> Sums:
    """Add two tables: keys add up, up to a most, and of equal keys the least sum is kept."""
    task.work.take(len(one) * len(other), task.place)
    found: Sums = {}
    for key, value in one.items():
        for more, further in other.items():
            total = key + more
            if total <= most and value + further < found.get(total, value + further + 1):
                found[total] = value + further
    return found
