"""The network's groups as blocks, each with states of its own; no symmetry is used."""

from __future__ import annotations

from functools import cached_property

from alphacut_verify.errors import Refused
from alphacut_verify.proofs.blocks import states_of
from alphacut_verify.proofs.task import Task

FEWEST, MOST = 3, 200
NARROWEST, WIDEST = 2, 8


class GroupBlocks:
    """Equally wide groups that hold all links with an intercept, and one for a dummy.

    The group of the dummy holds it first, then switches without weight and links, which lie where
    it lies.
    """

    def __init__(self, task: Task, place: str) -> None:
        self.task = task
        self.rows = task.network.members
        self.width = len(self.rows[0])
        if any(len(each) != self.width for each in self.rows):
            raise Refused(place, "the groups of the network are not equally wide")
        if not NARROWEST <= self.width <= WIDEST or not FEWEST <= len(self.rows) <= MOST:
            raise Refused(place, "needs 3 to 200 groups of 2 to 8 switches")
        self.dummy = task.balance.difference > 0
        self.of = {each: (b, j) for b, row in enumerate(self.rows) for j, each in enumerate(row)}
        for (x, y), line in task.network.pairs.items():
            if line[0] and self.of[x][0] != self.of[y][0]:
                raise Refused(place, "links between groups have an intercept")

    @property
    def number(self) -> int:
        """How many groups there are, that of the dummy included."""
        return len(self.rows) + self.dummy

    @cached_property
    def signs(self) -> list[tuple[int, ...]]:
        """The signs of the switches, for each state."""
        return states_of(self.width)

    @cached_property
    def minorities(self) -> list[int]:
        """The number of switches on the lesser side, for each state."""
        return [min(each.count(1), each.count(-1)) for each in self.signs]

    @cached_property
    def intercepts(self) -> list[list[int]]:
        """The intercept severed within each group, for each state."""
        return self._severed(0)

    @cached_property
    def slopes(self) -> list[list[int]]:
        """The slope severed within each group, for each state."""
        return self._severed(1)

    def _severed(self, which: int) -> list[list[int]]:
        found = [[0] * len(self.signs) for _ in self.rows]
        for (x, y), line in self.task.network.pairs.items():
            (b, j), (c, k) = self.of[x], self.of[y]
            if b == c and line[which]:
                for s, signs in enumerate(self.signs):
                    if signs[j] != signs[k]:
                        found[b][s] += line[which]
        return found
