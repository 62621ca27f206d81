"""The groups of a network, and what their states cost.

Nothing here rests on a symmetry: every pair of groups has a table of its own.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from arrangements.network import Network
from solver.bisection.balance import Balance
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import IntArray, signs_of

LARGEST_CAPACITY = 1 << 20  # of all links together
LARGEST_WEIGHT = 1 << 20  # of all switches together
MOST_ROWS = 2_000  # groups times states


class Groups:
    """Groups (order × width) of switches, all equally wide.

    Raises
    ------
    Refused
        If the groups differ in width, are too wide, too many or too few, or if a
        bisection needs a dummy switch.
    """

    def __init__(self, network: Network, balance: Balance) -> None:
        members: dict[int, list[int]] = {}
        for switch, group in enumerate(network.groups):
            members.setdefault(group, []).append(switch)
        self._network, self._balance = network, balance
        self.blocks = list(members.values())
        self.order, self.width = len(self.blocks), len(self.blocks[0])
        self._check()
        self.states = 1 << (self.width - 1)
        self.signs = signs_of(self.width)
        self._place = {
            switch: (number, position)
            for number, block in enumerate(self.blocks)
            for position, switch in enumerate(block)
        }

    def _check(self) -> None:
        if self._balance.difference:
            raise Refused("groups are used where a bisection needs a dummy switch")
        if {len(block) for block in self.blocks} != {self.width}:
            raise Refused("groups are used where they differ in width")
        if self.order < 3 or self.order << (self.width - 1) > MOST_ROWS:
            raise Refused("groups are used that are too wide, too many or too few")
        if sum(self._network.total) > LARGEST_CAPACITY:
            raise Refused("groups are used where capacities are too large")
        if sum(self._balance.weights) > LARGEST_WEIGHT:
            raise Refused("groups are used where weights are too large")

    def links(self, part: str) -> IntArray:
        """Return intercepts ("base") or slopes (group × position × group × position)."""
        found = np.zeros((self.order, self.width, self.order, self.width), dtype=np.int64)
        for link in self._network.links:
            capacity = getattr(self._network.class_by_name[link.link_class], part)
            first, second = self._place[link.first], self._place[link.second]
            found[*first, *second] += capacity * link.multiplicity
            found[*second, *first] += capacity * link.multiplicity
        return found

    @cached_property
    def weights(self) -> IntArray:
        """The weights (groups × states) of a state's switches, added up with their signs."""
        each = np.array([[self._balance.weights[u] for u in block] for block in self.blocks])
        return np.asarray(each @ self.signs.T)

    def severed(self, joined: IntArray) -> IntArray:
        """Return what a state of a group severs within it (groups × states)."""
        apart = self.signs[:, :, None] != self.signs[:, None, :]
        inside = joined[np.arange(self.order), :, np.arange(self.order)]
        return np.asarray(np.einsum("sjk,bjk->bs", apart.astype(np.int64), inside) // 2)

    def between(self, joined: IntArray) -> IntArray:
        """Return only what joins different groups."""
        found = joined.copy()
        found[np.arange(self.order), :, np.arange(self.order)] = 0
        return found
