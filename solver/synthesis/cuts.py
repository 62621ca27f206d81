"""The least cut of one lift, by a tabu walk from cuts of other lifts and from whole groups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets, wire_lift
from alphacut.solver.bisection.heuristics.tabu import Members
from alphacut.solver.synthesis.pool import Pool, Signs

IntArray = NDArray[np.int64]


class CutFinder:
    """Looks for bisections of lifts of one shape that sever little.

    Parameters
    ----------
    shape
        Groups, switches of each, ports of a switch.
    rng
        The source of all chance: the same one leads to the same cuts.
    steps
        Moves of one walk for each switch.
    """

    def __init__(self, shape: Shape, rng: np.random.Generator, steps: int = 40) -> None:
        self._shape, self._rng = shape, rng
        self._switches = shape.groups * shape.a
        self._steps = 500 + steps * self._switches
        pairs = np.array(list(combinations(range(shape.a), 2)), np.int64).reshape(-1, 2)
        starts = np.arange(shape.groups)[:, None, None] * shape.a
        self._local = (starts + pairs[None]).reshape(-1, 2)
        dummy = self._switches % 2  # an isolated switch makes the sides equal
        self._weights = np.ones(self._switches + dummy, np.int64)

    def walks(
        self, offsets: Offsets, pool: Pool, term: tuple[int, int], known: int, fresh: int
    ) -> Iterator[Signs]:
        """Yield the best side of each walk: first from the pool's best, then from new ones.

        Parameters
        ----------
        term
            What a local and a global link count.
        known, fresh
            How many walks begin with cuts of the pool, and with whole groups or at random.
        """
        members = self._members(offsets, term)
        for start in (*self._from_pool(offsets, pool, term, known), *self._new(fresh)):
            signs = members.improve(start, self._steps, self._rng)
            yield signs[: self._switches].reshape(self._shape.groups, -1).astype(np.int8)

    def _members(self, offsets: Offsets, term: tuple[int, int]) -> Members:
        shape = replace(self._shape, offsets=offsets)
        ends = [(i * shape.a + x, j * shape.a + y) for (i, x), (j, y) in wire_lift(shape)]
        links = np.concatenate([self._local, np.array(ends, np.int64).reshape(-1, 2)])
        capacity = np.full(len(links), term[1], np.int64)
        capacity[: len(self._local)] = term[0]
        return Members.joined(links[:, 0], links[:, 1], capacity, self._weights)

    def _from_pool(
        self, offsets: Offsets, pool: Pool, term: tuple[int, int], count: int
    ) -> list[IntArray]:
        if not len(pool) or not count:
            return []
        value = term[0] * pool.local + term[1] * pool.severed(offsets)
        best = np.argsort(value, kind="stable")[:count]
        return [self._padded(pool.sides[place].ravel()) for place in best]

    def _new(self, count: int) -> Iterator[IntArray]:
        """Fill one side with whole groups in a random order, or with any switches."""
        a, groups = self._shape.a, self._shape.groups
        for number in range(count):
            if number % 2:
                order = self._rng.permutation(self._switches)
            else:
                first = self._rng.permutation(groups)[:, None] * a
                order = (first + self._rng.permutation(a)[None]).ravel()
            signs = np.full(self._switches, -1, np.int64)
            signs[order[: self._switches // 2]] = 1
            yield self._padded(signs)

    def _padded(self, signs: NDArray[np.int8] | IntArray) -> IntArray:
        """Put the dummy switch, where there is one, on the lighter side."""
        found = np.ones(len(self._weights), np.int64)
        found[: self._switches] = signs
        if len(found) > self._switches:
            found[-1] = -found[:-1].sum()
        return found
