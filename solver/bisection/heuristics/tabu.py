"""Tabu search over bisections, by whole blocks first and then by switches.

References
----------
Glover, Tabu search, part I (1989).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import Alpha

IntArray = NDArray[np.int64]

MOST_BITS = 59  # of the capacity of all links together, as walks add them up


@dataclass(frozen=True, kw_only=True)
class Members:
    """What moves from side to side, and what joins it: switches, or blocks of them.

    Attributes
    ----------
    start, ends, capacity
        Neighbours of member u are ends[start[u]:start[u + 1]], joined with these capacities.
    weights
        Of the members.
    """

    start: IntArray
    ends: IntArray
    capacity: IntArray
    weights: IntArray

    @classmethod
    def joined(
        cls, first: IntArray, second: IntArray, capacity: IntArray, weights: IntArray
    ) -> Members:
        """Collect links between members; those within one are left out.

        Parameters
        ----------
        first, second, capacity
            (links,) each: the two members, and what joins them.
        weights
            (members,).
        """
        count = len(weights)
        one, other = np.concatenate([first, second]), np.concatenate([second, first])
        keys, place = np.unique(one * count + other, return_inverse=True)
        sums = np.zeros(len(keys), dtype=np.int64)
        np.add.at(sums, place, np.concatenate([capacity, capacity]))
        one, other = keys // count, keys % count
        kept = (one != other) & (sums != 0)
        degrees = np.bincount(one[kept], minlength=count)
        return cls(
            start=np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64),
            ends=other[kept],
            capacity=sums[kept],
            weights=weights,
        )

    def improve(self, signs: IntArray, steps: int, rng: np.random.Generator) -> IntArray:
        """Return the best signs met on a walk of so many moves.

        Parameters
        ----------
        signs
            (members,), 1 on one side and -1 on the other.
        steps
            Moves.
        rng
            What the walk is drawn with.
        """
        from alphacut.solver.bisection.heuristics.walk import walk  # it takes a moment to load

        size = len(signs)
        tenure = (max(2, size // 40), max(5, size // 8))
        best, tabu = signs.copy(), np.zeros(size, dtype=np.int64)
        seed = int(rng.integers(1 << 30))
        arrays = (self.start, self.ends, self.capacity, self.weights)
        walk(*arrays, signs.copy(), tabu, tenure, steps, seed, best)
        return best


class Walker:
    """Improves sides of one network at one α.

    The dummy switch of an odd network takes part, so that a side may also grow
    or shrink by it.

    Parameters
    ----------
    alpha
        At which capacities are scaled.

    Attributes
    ----------
    members
        The switches, the dummy one last where there is one.
    """

    def __init__(self, network: Network, balance: Balance, alpha: Alpha) -> None:
        self._switches = network.switches
        self._weights = np.array(balance.extended, dtype=np.int64)
        links = np.array([link[:2] for link in network.links], dtype=np.int64).reshape(-1, 2)
        self._first, self._second = links.T
        self._each = capacities(network, alpha)
        self.members = Members.joined(self._first, self._second, self._each, self._weights)

    def improve(
        self,
        side: Collection[int],
        blocks: Collection[Collection[int]],
        steps: int,
        rng: np.random.Generator,
    ) -> list[int]:
        """Return the best side met on two walks.

        Parameters
        ----------
        side
            One side of a bisection.
        blocks
            A partition of the switches; on the first walk those blocks that lie
            on one side move whole, and the others switch by switch.
        steps
            Moves in each walk.
        """
        signs = self.signs(side)
        member = self._members(signs, blocks)
        if len(blocks) > 1 and member.max() + 1 < len(member):
            signs = self._blockwise(signs, member, steps, rng)
        signs = self.members.improve(signs, steps, rng)
        return self.side(signs)

    def side(self, signs: IntArray) -> list[int]:
        """Return the switches whose sign is 1.

        Parameters
        ----------
        signs
            (switches,), the dummy one last where there is one.
        """
        return [int(u) for u in np.nonzero(signs[: self._switches] > 0)[0]]

    def signs(self, side: Collection[int]) -> IntArray:
        """Return 1 for the switches of a side and -1 for the others, the dummy one as it fits.

        Returns
        -------
        (switches,).
        """
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

    def _blockwise(
        self, signs: IntArray, member: IntArray, steps: int, rng: np.random.Generator
    ) -> IntArray:
        weights = np.zeros(int(member.max()) + 1, dtype=np.int64)
        np.add.at(weights, member, self._weights)
        ends = member[self._first], member[self._second]
        blockwise = Members.joined(*ends, self._each, weights)
        start = np.zeros(len(weights), dtype=np.int64)
        start[member] = signs
        return blockwise.improve(start, steps, rng)[member]


def capacities(network: Network, alpha: Alpha) -> IntArray:
    """Return the scaled capacity of each link, over what all have in common.

    At an end of the range of α the other part of a line decides between cuts
    that are equal, as the lexicographic ends of the envelope method require.
    Where that is too large for the walks, the last digits are left out: a walk
    only proposes cuts, and they are measured exactly.

    Returns
    -------
    (links,).
    """
    lines = [_line(network, link) for link in network.links]
    units = [gcd(*part) or 1 for part in zip(*lines, strict=True)] or [1, 1]
    first, second = alpha.denominator * units[0], alpha.numerator * units[1]
    total = network.total
    if not second:
        first, second = total.slope // units[1] + 1, 1
    elif not first:
        first, second = 1, total.intercept // units[0] + 1
    scaled = [first * (i // units[0]) + second * (s // units[1]) for i, s in lines]
    unit = gcd(*scaled) or 1
    digits = max(0, (sum(scaled) // unit).bit_length() - MOST_BITS)
    return np.array([each // unit >> digits for each in scaled], dtype=np.int64)


def _line(network: Network, link: Link) -> Line:
    each = network.class_by_name[link.link_class]
    return Line(each.base * link.multiplicity, each.slope * link.multiplicity)
