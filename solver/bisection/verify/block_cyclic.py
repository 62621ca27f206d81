"""Block-cyclic structure: blocks of switches that a checked rotation carries around.

The rotation is an automorphism that takes each block to the next, so that whatever it keeps is the
same for all pairs of blocks that are as far apart: a table (offset × position × position).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.proofs import BlockCycle
from alphacut.solver.bisection.verify.blocks import LARGEST_CAPACITY, WIDEST, Blocks, IntArray
from alphacut.solver.bisection.verify.orbit_variables import check_automorphism
from alphacut.solver.common.errors import Refused


class BlockCyclic(Blocks):
    """Blocks that a rotation carries around: it takes each to the next.

    Parameters
    ----------
    cycle
        The permutation, and a block that it carries around.

    Raises
    ------
    Refused
        If the permutation is no automorphism, or does not carry the block
        around all switches in an odd number of steps.
    """

    def __init__(self, network: Network, balance: Balance, cycle: BlockCycle) -> None:
        rows = carried_around(network, balance, cycle)
        self.order, self.width = len(rows), len(rows[0])
        if self.width > WIDEST:
            raise Refused(f"a rotation's block has more than {WIDEST} switches")
        if sum(network.total) > LARGEST_CAPACITY:
            raise Refused("a rotation is used where capacities are too large")
        if self.order % 2 == 0 or self.order < 3:
            raise Refused("a rotation has no odd number of steps")
        self.network, self.balance, self.blocks = network, balance, rows
        self._place = {u: (b, j) for b, row in enumerate(rows) for j, u in enumerate(row)}
        self.begin()

    def begin(self) -> None:
        """Count anew what a certificate asks to be searched: another one is read."""
        # weights of bounds on one sequence, and of those on two with what they say
        self.searched: set[tuple[int, ...]] = set()
        self.searched_pairs: set[tuple[tuple[int, ...], int]] = set()

    @cached_property
    def balance_of(self) -> IntArray:
        """The weights of each state's switches, added up with their signs.

        Returns
        -------
        (states,).
        """
        weights = [self.balance.weights[switch] for switch in self.blocks[0]]
        return np.asarray(self.signs @ np.array(weights, dtype=np.int64), dtype=np.int64)

    def between(self, pairs: Iterator[tuple[int, int, int]]) -> IntArray:
        """Return how often (offset × width × width) positions are joined, for each block.

        Parameters
        ----------
        pairs
            Two switches and a number; as a whole kept by the rotation.

        Raises
        ------
        Refused
            If the rotation does not keep the pairs, or one holds the dummy switch.
        """
        joined = np.zeros((self.order, self.width, self.width), dtype=np.int64)
        for first, second, number in pairs:
            if second not in self._place:
                raise Refused("a leaf over states names a pair of the dummy switch")
            (b, j), (c, k) = self._place[first], self._place[second]
            joined[(c - b) % self.order, j, k] += number
            joined[(b - c) % self.order, k, j] += number
        if (joined % self.order).any():
            raise Refused("a rotation does not keep a set of pairs")
        return np.asarray(joined // self.order, dtype=np.int64)

    def links(self, part: str) -> IntArray:
        """Return the intercepts ("base") or slopes of links, as `between` does.

        Returns
        -------
        (offset, width, width).
        """
        by_name = self.network.class_by_name
        return self.between(
            (link.first, link.second, getattr(by_name[link.link_class], part) * link.multiplicity)
            for link in self.network.links
        )

    @cached_property
    def intercepts(self) -> IntArray:
        """The intercept of each state, where all links with one lie within blocks.

        Returns
        -------
        (states,), sums of the links' base.

        Raises
        ------
        Refused
            If links with an intercept join blocks.
        """
        base = self.links("base")
        if base[1:].any():
            raise Refused("a rotation's blocks do not hold all links with an intercept")
        apart = self.signs[:, :, None] != self.signs[:, None, :]
        return np.asarray((apart * base[0]).sum(axis=(1, 2)) // 2, dtype=np.int64)


def carried_around(network: Network, balance: Balance, cycle: BlockCycle) -> list[list[int]]:
    """Return a rotation's blocks, each the image of the one before, and the first of the last.

    Parameters
    ----------
    cycle
        The permutation, and the first block.

    Raises
    ------
    Refused
        If the permutation is no automorphism, or does not carry the block around all switches.
    """
    permutation, block = cycle.permutation, list(cycle.block)
    check_automorphism(network, balance, permutation)
    if not block or network.switches % len(block):
        raise Refused("a rotation's block does not divide the switches")
    if max(block) >= network.switches:
        raise Refused("a rotation's block names a switch that does not exist")
    rows = [block]
    for _ in range(network.switches // len(block) - 1):
        rows.append([permutation[switch] for switch in rows[-1]])
    if [permutation[switch] for switch in rows[-1]] != block:
        raise Refused("a rotation does not close up")
    if len({switch for row in rows for switch in row}) != network.switches:
        raise Refused("a rotation's blocks are not disjoint")
    return rows
