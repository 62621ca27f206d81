"""Blocks of switches that a checked rotation carries around, and the states that they can be in.

A state of a block says on which side each of its switches lies. It is written as
a number s with a sign: bit j of s is set where switch j + 1 of the block is not
with switch 0, and the sign is that of switch 0.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.proofs import BlockCycle
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.orbit_variables import check_automorphism

IntArray = NDArray[np.int64]
Counts = tuple[int, ...]  # of blocks in each class

WIDEST = 8  # switches of a block
LARGEST_CAPACITY = 1 << 20  # of all links together
MOST_VECTORS = 100_000  # of class counts


class Blocks:
    """Blocks (order × width) of switches, equally wide, and the states that each can be in."""

    network: Network
    balance: Balance
    order: int  # number of blocks
    width: int  # switches of each
    blocks: list[list[int]]
    together: bool = False  # whether the last block is the dummy's, all of it on one side

    @property
    def intercepts(self) -> IntArray:
        """The intercept of each state (states), or of each block's (blocks × states)."""
        raise NotImplementedError

    @cached_property
    def signs(self) -> IntArray:
        """The signs (states × width) of the switches in each state, the first always 1."""
        numbers = np.arange(1 << (self.width - 1), dtype=np.int64)
        bits = (numbers[:, None] >> np.arange(self.width - 1)) & 1
        return np.concatenate([np.ones((len(bits), 1), dtype=np.int64), 1 - 2 * bits], axis=1)

    @property
    def states(self) -> int:
        """The number of states, up to the sign."""
        return 1 << (self.width - 1)

    @cached_property
    def classes(self) -> IntArray:
        """The class of each state: the number of switches on the lesser side."""
        down = (self.signs < 0).sum(axis=1)
        return np.asarray(np.minimum(down, self.width - down), dtype=np.int64)

    def vectors(self, level: int) -> list[Counts]:
        """List the numbers of blocks in each class that an intercept may have.

        A list that holds more than there are does no harm.
        """
        number, blocks = self.width // 2 + 1, self.order - self.together
        intercepts = np.atleast_2d(self.intercepts)[:blocks]
        spans = [
            (int(each.min()), int(each.max()))
            for each in (intercepts[:, self.classes == q] for q in range(number))
        ]
        found: list[Counts] = []
        waiting: list[tuple[Counts, int, int]] = [((), 0, 0)]
        while waiting:
            counts, least, most = waiting.pop()
            left = blocks - sum(counts)
            if len(counts) == number - 1:
                least, most = least + left * spans[-1][0], most + left * spans[-1][1]
                if least <= level <= most and self.balanced((*counts, left)):
                    found.append((*counts, left))
                continue
            low, high = spans[len(counts)]
            waiting += [
                ((*counts, n), least + n * low, most + n * high)
                for n in range(left + 1)
                if least + n * low <= level
            ]
            if len(found) + len(waiting) > MOST_VECTORS:
                raise Refused("too many divisions of blocks into classes")
        return sorted((counts[0] + self.together, *counts[1:]) for counts in found)

    def state_vectors(self, counts: Counts) -> list[Counts]:
        """List the numbers of blocks in each state, with so many blocks in each class.

        Raises
        ------
        Refused
            If they are too many.
        """
        if self.number_of_state_vectors(counts) > MOST_VECTORS:
            raise Refused("too many ways to divide blocks into states")
        found = [np.zeros(self.states, dtype=np.int64)]
        for q, number in enumerate(counts):
            states = np.nonzero(self.classes == q)[0]
            added = [
                np.bincount(chosen, minlength=self.states)
                for chosen in itertools.combinations_with_replacement(states, number)
            ]
            found = [before + each for before in found for each in added]
        return sorted(tuple(int(n) for n in vector) for vector in found)

    def number_of_state_vectors(self, counts: Counts) -> int:
        """Return how many vectors `state_vectors` lists."""
        sizes = np.bincount(self.classes, minlength=len(counts)).tolist()
        ways = (math.comb(n + k - 1, n) for n, k in zip(counts, sizes, strict=True))
        return math.prod(ways)

    def balanced(self, counts: Counts) -> bool:
        """Tell whether blocks of these classes, and a dummy, can have equal sides.

        Where switches do not weigh the same, it is taken for granted.
        """
        if len(set(self.balance.weights)) != 1:
            return True
        sums = {0}
        for q, number in enumerate(counts):
            difference = self.width - 2 * q
            steps = range(-number * difference, number * difference + 1, 2 * difference or 1)
            sums = {total + step for total in sums for step in (steps if difference else (0,))}
        return self.balance.difference // self.balance.weights[0] in sums


class Frame(Blocks):
    """Blocks that a rotation carries around: it takes each to the next.

    Raises
    ------
    Refused
        If the permutation is no automorphism, or does not carry the block
        around all switches in an odd number of steps.
    """

    def __init__(self, network: Network, balance: Balance, cycle: BlockCycle) -> None:
        permutation, block = cycle.permutation, list(cycle.block)
        check_automorphism(network, balance, permutation)
        if not 1 <= len(block) <= WIDEST or network.switches % len(block):
            raise Refused("a rotation's block does not divide the switches")
        if not all(switch < network.switches for switch in block):
            raise Refused("a rotation's block names a switch that does not exist")
        if sum(network.total) > LARGEST_CAPACITY:
            raise Refused("a rotation is used where capacities are too large")
        self.network = network
        self.balance = balance
        self.order = network.switches // len(block)
        self.width = len(block)
        rows = [block]
        for _ in range(self.order - 1):
            rows.append([permutation[switch] for switch in rows[-1]])
        if self.order % 2 == 0 or self.order < 3:
            raise Refused("a rotation has no odd number of steps")
        if [permutation[switch] for switch in rows[-1]] != block:
            raise Refused("a rotation does not close up")
        self.blocks = rows
        self.begin()
        self._place = {u: (b, j) for b, row in enumerate(rows) for j, u in enumerate(row)}
        if len(self._place) != network.switches:
            raise Refused("a rotation's blocks are not disjoint")

    def begin(self) -> None:
        """Count anew what a certificate asks to be searched: another one is read."""
        # weights of bounds on one sequence, and of those on two with what they say
        self.searched: set[tuple[int, ...]] = set()
        self.searched_pairs: set[tuple[tuple[int, ...], int]] = set()

    @cached_property
    def balance_of(self) -> IntArray:
        """The weights of each state's switches, added up with their signs."""
        weights = [self.balance.weights[switch] for switch in self.blocks[0]]
        return np.asarray(self.signs @ np.array(weights, dtype=np.int64), dtype=np.int64)

    def between(self, pairs: Iterator[tuple[int, int, int]]) -> IntArray:
        """Return how often (offset × width × width) positions are joined, for each block.

        Parameters
        ----------
        pairs
            Two switches and a number; as a whole kept by the rotation.
        """
        found = np.zeros((self.order, self.width, self.width), dtype=np.int64)
        for first, second, number in pairs:
            if second not in self._place:
                raise Refused("a leaf over states names a pair of the dummy switch")
            (b, j), (c, k) = self._place[first], self._place[second]
            found[(c - b) % self.order, j, k] += number
            found[(b - c) % self.order, k, j] += number
        if (found % self.order).any():
            raise Refused("a rotation does not keep a set of pairs")
        return np.asarray(found // self.order, dtype=np.int64)

    def links(self, part: str) -> IntArray:
        """Return the intercepts ("base") or slopes of links, as `between` does."""
        by_name = self.network.class_by_name
        return self.between(
            (link.first, link.second, getattr(by_name[link.link_class], part) * link.multiplicity)
            for link in self.network.links
        )

    @cached_property
    def intercepts(self) -> IntArray:
        """The intercept of each state, where all links with one lie within blocks."""
        base = self.links("base")
        if base[1:].any():
            raise Refused("a rotation's blocks do not hold all links with an intercept")
        apart = self.signs[:, :, None] != self.signs[:, None, :]
        return np.asarray((apart * base[0]).sum(axis=(1, 2)) // 2, dtype=np.int64)
