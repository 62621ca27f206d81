"""A plain search to compare with: the best exchange of two switches, in a matrix, at every step.

This is what one would write first with NumPy. It was the product's own search
once; see docs/decisions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.starts import filled, starts, trivial_cut
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import ZERO, Alpha

IntArray = NDArray[np.int64]
MOST_FOR_ALL_PAIRS = 300  # members; beyond this an exchange is chosen one end after the other
STARTS = 12  # walks at one α
STEPS_PER_SWITCH = 12  # length of one walk
NEVER = np.iinfo(np.int64).max // 4


def capacities(network: Network, balance: Balance, alpha: Alpha) -> IntArray:
    """Return the matrix of scaled capacities between switches, the dummy one included.

    At an end of the range of α the other part of a line decides between cuts
    that are equal, as the lexicographic ends of the envelope method require.
    """
    first, second = alpha.denominator, alpha.numerator
    if not second:
        first, second = network.total.slope + 1, 1
    elif not first:
        first, second = 1, network.total.intercept + 1
    size = len(balance.extended)
    matrix = np.zeros((size, size), dtype=np.int64)
    for link in network.links:
        link_class = network.class_by_name[link.link_class]
        each = (first * link_class.base + second * link_class.slope) * link.multiplicity
        matrix[link.first, link.second] += each
        matrix[link.second, link.first] += each
    return matrix


class PairSwaps:
    """Improves a bisection by exchanging members of equal weight.

    Members are switches or blocks of switches. The dummy switch of an odd
    network takes part, so that a side may also grow or shrink by it; a member
    without weight moves on its own.

    Parameters
    ----------
    capacity
        Symmetric matrix of capacities between members; the diagonal is ignored.
    weights
        Of the members.
    """

    def __init__(self, capacity: IntArray, weights: IntArray) -> None:
        self._capacity = capacity.copy()
        np.fill_diagonal(self._capacity, 0)
        self._weights = weights
        self._uniform = bool((weights == weights[0]).all())
        size = len(weights)
        self._tenure = (max(2, size // 40), max(4, size // 6))

    def improve(
        self,
        signs: IntArray,
        iterations: int,
        rng: np.random.Generator,
        deadline: float = np.inf,
    ) -> IntArray:
        """Return the best signs met on a walk of so many exchanges.

        Parameters
        ----------
        signs
            1 on one side, -1 on the other, for each member.
        deadline
            On the monotonic clock, in seconds.
        """
        signs, best_signs = signs.copy(), signs.copy()
        gain = -signs * (self._capacity @ signs)  # what a member's move takes off the cut
        cut = best = 0
        tabu = np.zeros(len(signs), dtype=np.int64)
        for step in range(1, iterations + 1):
            if step % 64 == 0 and time.monotonic() > deadline:
                break
            moved, change = self._move(signs, gain, np.where(tabu >= step, NEVER, 0), best - cut)
            if not moved:
                break
            for member in moved:
                signs[member] = -signs[member]
                gain[member] = -gain[member]
                gain -= 2 * self._capacity[member] * (signs[member] * signs)
            cut -= change
            tabu[list(moved)] = step + rng.integers(*self._tenure, size=len(moved))
            if cut < best:
                best, best_signs = cut, signs.copy()
        return best_signs

    def _move(
        self, signs: IntArray, gain: IntArray, penalty: IntArray, wanted: int
    ) -> tuple[tuple[int, ...], int]:
        """Choose the best exchange that is not tabu, or is better than the best so far.

        Returns
        -------
        The members that move, and what this takes off the cut.
        """
        left, right = np.nonzero(signs > 0)[0], np.nonzero(signs < 0)[0]
        if len(signs) > MOST_FOR_ALL_PAIRS and len(left):
            # the best pair would cost too much: the best first member will do
            left = left[(gain - penalty)[left].argmax()][None]
        gains = gain[left][:, None] + gain[right][None, :]
        gains -= 2 * self._capacity[left[:, None], right]
        score = gains - penalty[left][:, None] - penalty[right][None, :]
        score = np.where(gains > -wanted, gains, score)
        if not self._uniform:
            unequal = self._weights[left][:, None] != self._weights[right][None, :]
            score[unequal] = -2 * NEVER
        alone, change = self._weightless(gain, penalty)
        place = int(score.argmax()) if score.size else -1
        if place < 0 or score.flat[place] < max(-NEVER // 2, change):
            return ((alone,), change) if alone >= 0 else ((), 0)
        row, column = divmod(place, score.shape[1])
        return (int(left[row]), int(right[column])), int(gains[row, column])

    def _weightless(self, gain: IntArray, penalty: IntArray) -> tuple[int, int]:
        if self._uniform and self._weights[0]:
            return -1, -NEVER
        free = np.nonzero((self._weights == 0) & (penalty == 0))[0]
        if not len(free):
            return -1, -NEVER
        member = int(free[gain[free].argmax()])
        return member, int(gain[member])


def search_at(
    network: Network,
    balance: Balance,
    alpha: Alpha,
    *,
    deadline: float = np.inf,
    should_continue: Callable[[], bool] = lambda: True,
) -> Cut:
    """Return the best bisection found at one α."""
    rng = np.random.default_rng(0)
    walker = Walker(network, balance, alpha)
    found = [trivial_cut(network, balance)]
    for order, blocks in islice(starts(network, rng), STARTS):
        steps = 40 + STEPS_PER_SWITCH * network.switches
        side = walker.improve(filled(order, balance), blocks, steps, rng, deadline)
        found.append(Cut.of(network, side))
        if time.monotonic() > deadline or not should_continue():
            break
    first, second = (alpha.denominator, alpha.numerator)
    tie = (1, 0) if alpha == ZERO else (0, 1)
    return min(
        found,
        key=lambda cut: (
            first * cut.line.intercept + second * cut.line.slope,
            cut.line[tie[0]],
            cut.line[tie[1]],
        ),
    )


class Walker:
    """Improves sides of one network at one α, first by blocks and then by switches."""

    def __init__(self, network: Network, balance: Balance, alpha: Alpha) -> None:
        self._switches = network.switches
        self._balance = balance
        self._weights = np.array(balance.extended, dtype=np.int64)
        self._capacity = capacities(network, balance, alpha)
        self._fine = PairSwaps(self._capacity, self._weights)

    def improve(
        self,
        side: Collection[int],
        blocks: Collection[Collection[int]],
        iterations: int,
        rng: np.random.Generator,
        deadline: float = np.inf,
    ) -> list[int]:
        """Return the best side met on two walks.

        Parameters
        ----------
        side
            One side of a bisection.
        blocks
            A partition of the switches; on the first walk those blocks that lie
            on one side move whole, and the others switch by switch.
        iterations
            Exchanges in each walk.
        """
        signs = self._signs(side)
        member = self._members(signs, blocks)
        if len(blocks) > 1 and member.max() + 1 < len(member):
            signs = self._coarse(signs, member, iterations, rng, deadline)
        signs = self._fine.improve(signs, iterations, rng, deadline)
        return [int(u) for u in np.nonzero(signs[: self._switches] > 0)[0]]

    def _signs(self, side: Collection[int]) -> IntArray:
        signs = np.full(len(self._weights), -1, dtype=np.int64)
        signs[list(side)] = 1
        if len(signs) > self._switches and self._weights @ signs < 0:
            signs[self._switches] = 1
        return signs

    def _members(self, signs: IntArray, blocks: Collection[Collection[int]]) -> IntArray:
        """Number the blocks that lie on one side, and each other switch."""
        member = np.full(len(signs), -1, dtype=np.int64)
        whole = [list(block) for block in blocks if abs(signs[list(block)].sum()) == len(block)]
        for number, block in enumerate(whole):
            member[block] = number
        single = np.nonzero(member < 0)[0]
        member[single] = len(whole) + np.arange(len(single))
        return member

    def _coarse(
        self,
        signs: IntArray,
        member: IntArray,
        iterations: int,
        rng: np.random.Generator,
        deadline: float,
    ) -> IntArray:
        count = int(member.max()) + 1
        belongs = np.zeros((len(member), count), dtype=np.int64)
        belongs[np.arange(len(member)), member] = 1
        swaps = PairSwaps(belongs.T @ self._capacity @ belongs, self._weights @ belongs)
        block_signs = np.sign(signs @ belongs)
        return swaps.improve(block_signs, iterations, rng, deadline)[member]
