"""Blocks of switches, equally wide, and the states that they can be in.

A state of a block says on which side each of its switches lies. It is written as
a number s with a sign: bit j of s is set where switch j + 1 of the block is not
with switch 0, and the sign is that of switch 0.
"""

from __future__ import annotations

import itertools
import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.errors import Refused

IntArray = NDArray[np.int64]
Counts = tuple[int, ...]  # of blocks of each minority, or in each state

WIDEST = 8  # switches of a block
LARGEST_CAPACITY = 1 << 20  # of all links together
MOST_VECTORS = 100_000  # of counts


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
    def minority(self) -> IntArray:
        """The minority of each state: the number of switches on the lesser side.

        Returns
        -------
        (states,).
        """
        down = (self.signs < 0).sum(axis=1)
        return np.asarray(np.minimum(down, self.width - down), dtype=np.int64)

    def vectors(self, level: int) -> list[Counts]:
        """List the compositions (blocks of each minority) that an intercept may have.

        A list that holds more than there are does no harm.

        Raises
        ------
        Refused
            If they are too many.
        """
        number, blocks = self.width // 2 + 1, self.order - self.together
        intercepts = np.atleast_2d(self.intercepts)[:blocks]
        spans = [
            (int(each.min()), int(each.max()))
            for each in (intercepts[:, self.minority == q] for q in range(number))
        ]
        compositions: list[Counts] = []
        waiting: list[tuple[Counts, int, int]] = [((), 0, 0)]
        while waiting:
            counts, least, most = waiting.pop()
            left = blocks - sum(counts)
            if len(counts) == number - 1:
                least, most = least + left * spans[-1][0], most + left * spans[-1][1]
                if least <= level <= most and self.balanced((*counts, left)):
                    compositions.append((*counts, left))
                continue
            low, high = spans[len(counts)]
            waiting += [
                ((*counts, n), least + n * low, most + n * high)
                for n in range(left + 1)
                if least + n * low <= level
            ]
            if len(compositions) + len(waiting) > MOST_VECTORS:
                raise Refused("too many compositions")
        return sorted((counts[0] + self.together, *counts[1:]) for counts in compositions)

    def state_vectors(self, counts: Counts) -> list[Counts]:
        """List the numbers of blocks in each state, with so many blocks of each minority.

        Raises
        ------
        Refused
            If they are too many.
        """
        if self.number_of_state_vectors(counts) > MOST_VECTORS:
            raise Refused("too many ways to divide blocks into states")
        vectors = [np.zeros(self.states, dtype=np.int64)]
        for q, number in enumerate(counts):
            states = np.nonzero(self.minority == q)[0]
            added = [
                np.bincount(chosen, minlength=self.states)
                for chosen in itertools.combinations_with_replacement(states, number)
            ]
            vectors = [before + each for before in vectors for each in added]
        return sorted(tuple(int(n) for n in vector) for vector in vectors)

    def number_of_state_vectors(self, counts: Counts) -> int:
        """Return how many vectors `state_vectors` lists."""
        sizes = np.bincount(self.minority, minlength=len(counts)).tolist()
        ways = (math.comb(n + k - 1, n) for n, k in zip(counts, sizes, strict=True))
        return math.prod(ways)

    def balanced(self, counts: Counts) -> bool:
        """Tell whether blocks of these minorities, and a dummy, can have equal sides.

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
