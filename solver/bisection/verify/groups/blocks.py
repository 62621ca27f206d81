"""A network's groups as blocks: what their states cost, and functions of the states.

Nothing here rests on a symmetry: every group has tables of its own. Where a
bisection needs a dummy switch, there is one more group: the dummy and switches
of weight 0, which have no links either and may as well lie where the dummy is.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.blocks import LARGEST_CAPACITY, WIDEST, Blocks, IntArray
from alphacut.solver.common.errors import Refused

LARGEST_WEIGHT = 1 << 20  # of all switches together
MOST_BLOCKS = 200


class Groups(Blocks):
    """The groups of a network, all equally wide.

    Raises
    ------
    Refused
        If the groups differ in width, are too wide, too many or too few, or if links
        with an intercept join groups.
    """

    def __init__(self, network: Network, balance: Balance) -> None:
        members: dict[int, list[int]] = {}
        for switch, group in enumerate(network.groups):
            members.setdefault(group, []).append(switch)
        self.network, self.balance = network, balance
        self.blocks = list(members.values())
        self.width, self.together = len(self.blocks[0]), bool(balance.difference)
        self._check()
        self._weights = list(balance.extended)
        if self.together:
            self._weights += [0] * (self.width - 1)
            self.blocks.append(list(range(network.switches, len(self._weights))))
        self.order = len(self.blocks)
        self.place = np.zeros((len(self._weights), 2), dtype=np.int64)  # block and position
        for number, block in enumerate(self.blocks):
            self.place[block] = np.stack([np.full(self.width, number), np.arange(self.width)], 1)
        if (self._inside("base") != self._all("base")).any():
            raise Refused("links with an intercept join groups")

    def _check(self) -> None:
        if {len(block) for block in self.blocks} != {self.width}:
            raise Refused("groups are used where they differ in width")
        if not 2 <= self.width <= WIDEST or not 3 <= len(self.blocks) <= MOST_BLOCKS:
            raise Refused("groups are used that are too wide, too many or too few")
        if sum(self.network.total) > LARGEST_CAPACITY:
            raise Refused("groups are used where capacities are too large")
        if sum(self.balance.weights) > LARGEST_WEIGHT:
            raise Refused("groups are used where weights are too large")

    # ---- links -----------------------------------------------------------------

    def _all(self, part: str) -> IntArray:
        """Return the matrix over switches of intercepts ("base") or slopes."""
        by_name = self.network.class_by_name
        table = np.zeros((len(self.place),) * 2, dtype=np.int64)
        for link in self.network.links:
            value = getattr(by_name[link.link_class], part) * link.multiplicity
            table[link.first, link.second] += value
            table[link.second, link.first] += value
        return table

    def _inside(self, part: str) -> IntArray:
        block = self.place[:, 0]
        return np.asarray(np.where(block[:, None] == block[None, :], self._all(part), 0))

    @cached_property
    def between(self) -> IntArray:
        """The slopes (block × position × block × position) of links between groups."""
        switches = np.array(self.blocks).ravel()
        matrix = (self._all("slope") - self._inside("slope"))[np.ix_(switches, switches)]
        return np.asarray(matrix.reshape(self.order, self.width, self.order, self.width))

    @cached_property
    def intercepts(self) -> IntArray:
        """The intercept (blocks × states) of each block's states."""
        return self._severed("base")

    @cached_property
    def slopes(self) -> IntArray:
        """The slope (blocks × states) within each block."""
        return self._severed("slope")

    def _severed(self, part: str) -> IntArray:
        apart = self.signs[:, :, None] != self.signs[:, None, :]
        inside = self._inside(part)
        each = [inside[np.ix_(block, block)] for block in self.blocks]
        return np.asarray([(apart * table).sum(axis=(1, 2)) // 2 for table in each])

    @cached_property
    def weights(self) -> IntArray:
        """The weights (blocks × states) of a state's switches, added up with their signs."""
        each = np.array([[self._weights[u] for u in block] for block in self.blocks])
        return np.asarray(each @ self.signs.T)

    # ---- functions of a state of which products are known to be semidefinite -----

    @cached_property
    def even_features(self) -> IntArray:
        """The indicators of minorities (states × features)."""
        return np.asarray(self.minority[:, None] == np.arange(self.width // 2 + 1), dtype=np.int64)

    @cached_property
    def odd_features(self) -> IntArray:
        """The signs of the switches, and their sum by minority from 1 on, where it is not 0.

        Returns
        -------
        (states, features).
        """
        minorities = np.arange(1, (self.width + 1) // 2)
        sums = self.signs.sum(axis=1)[:, None] * (self.minority[:, None] == minorities)
        return np.concatenate([self.signs, sums], axis=1)
