"""Multilevel bisection: coarsen, divide what is left, refine on the way back.

References
----------
Karypis and Kumar, A fast and high quality multilevel scheme for partitioning
irregular graphs, SIAM Journal on Scientific Computing 20 (1998). Sanders and Schulz,
Distributed evolutionary graph partitioning (ALENEX 2012), for cycles that keep a
bisection, and for two bisections that are combined by one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.heuristics.tabu import IntArray, Members


@dataclass(frozen=True, kw_only=True)
class MultilevelParams:
    """What steers coarsening and refinement."""

    coarsest: int = 48  # members at which coarsening stops
    parts: int = 16  # a member holds at most about this share of all weight, and of all switches
    least_shrinkage: float = 0.97  # coarsening stops where a level keeps more of its members
    tries: int = 4  # divisions of the coarsest level, of which the best is taken
    patience: float = 0.15  # moves of a pass after its best state, over the members
    least_patience: int = 60  # and at least
    passes: int = 12  # at one level, at most


@dataclass(frozen=True, kw_only=True)
class Level:
    """One level of a hierarchy."""

    members: Members
    counts: IntArray  # switches in each member
    number: IntArray  # of each member of the finer level, the member that it is part of

    @property
    def heaviest(self) -> int:
        """The largest weight of a member: sides cannot be told to differ by less."""
        return int(self.members.weights.max())


class Multilevel:
    """Bisects by levels. Every bisection that it is given or makes has equal sides.

    Parameters
    ----------
    members
        The finest level, with the dummy switch, if there is one, so that halves are equal.
    """

    def __init__(
        self,
        members: Members,
        rng: np.random.Generator,
        params: MultilevelParams = MultilevelParams(),
    ) -> None:
        self._members, self._rng, self._params = members, rng, params
        self._window = int(members.weights.max())

    def value(self, signs: IntArray) -> int:
        """Return the capacity of a cut.

        Parameters
        ----------
        signs
            (members,), 1 on one side and -1 on the other.
        """
        members = self._members
        tails = np.repeat(np.arange(len(signs)), np.diff(members.start))
        return int(members.capacity[signs[tails] != signs[members.ends]].sum()) // 2

    def balanced(self, signs: IntArray) -> bool:
        """Tell whether the sides are equal.

        Parameters
        ----------
        signs
            (members,).
        """
        return int(self._members.weights @ signs) == 0

    def fresh(self) -> IntArray:
        """Return a new division; only nearly balanced where weights differ much.

        Returns
        -------
        (members,), signs.
        """
        levels = self._coarsened(np.zeros(len(self._members.weights), np.int64))
        return self._refined(levels, self._divided(levels[-1]))

    def again(self, signs: IntArray) -> IntArray:
        """Coarsen once more within the sides of a bisection, and refine it.

        Parameters
        ----------
        signs
            (members,).
        """
        return self._cycle(signs, (signs > 0).astype(np.int64))

    def combined(self, better: IntArray, other: IntArray) -> IntArray:
        """Coarsen what lies together in two bisections, and refine the better one.

        Parameters
        ----------
        better, other
            (members,) each, signs.
        """
        return self._cycle(better, 2 * (better > 0).astype(np.int64) + (other > 0))

    def polished(self, signs: IntArray) -> IntArray:
        """Refine a division at the finest level alone.

        Parameters
        ----------
        signs
            (members,), which stay as they are.
        """
        return self._fine(signs.copy())

    def _cycle(self, signs: IntArray, labels: IntArray) -> IntArray:
        levels = self._coarsened(labels)
        coarse = signs
        for level in levels[1:]:
            image = np.zeros(len(level.counts), np.int64)
            image[level.number] = coarse
            coarse = image
        return self._refined(levels, coarse)

    def _coarsened(self, labels: IntArray) -> list[Level]:
        from alphacut.solver.bisection.heuristics.coarsening import contract, match

        params, members = self._params, self._members
        size = len(members.weights)
        ones = np.ones(size, np.int64)
        levels = [Level(members=members, counts=ones, number=np.arange(size))]
        heaviest = max(int(members.weights.sum()) // params.parts, 2 * self._window)
        largest = max(2, size // params.parts)
        while len(levels[-1].counts) > params.coarsest:
            last = levels[-1]
            arrays = (last.members.start, last.members.ends, last.members.capacity)
            number = match(
                *arrays, last.members.weights, last.counts, labels, heaviest, largest, self._seed()
            )
            count = int(number.max()) + 1
            if count > params.least_shrinkage * len(number):
                break
            start, ends, capacity = contract(*arrays, number, count)
            weights, counts, image = (np.zeros(count, np.int64) for _ in range(3))
            np.add.at(weights, number, last.members.weights)
            np.add.at(counts, number, last.counts)
            image[number] = labels
            labels = image
            merged = Members(start=start, ends=ends, capacity=capacity, weights=weights)
            levels.append(Level(members=merged, counts=counts, number=number))
        return levels

    def _divided(self, level: Level) -> IntArray:
        """Divide the coarsest level, by growing one side from a random member."""
        best, best_key = None, (0, 0)
        for _ in range(self._params.tries):
            signs = grown(level.members, self._rng)
            self._refine(level.members, signs, level.heaviest)
            excess = max(0, abs(int(level.members.weights @ signs)) - level.heaviest)
            key = (excess, Multilevel(level.members, self._rng).value(signs))
            if best is None or key < best_key:
                best, best_key = signs, key
        assert best is not None
        return best

    def _refined(self, levels: list[Level], signs: IntArray) -> IntArray:
        """Refine level by level; sides are made equal at the finest one."""
        for level, finer in zip(levels[:0:-1], levels[-2::-1], strict=True):
            exact = self._rng.integers(2) and int(level.members.weights @ signs) == 0
            self._refine(level.members, signs, 0 if exact else level.heaviest)
            signs = signs[level.number]
            del finer
        return self._fine(signs)

    def _fine(self, signs: IntArray) -> IntArray:
        self._refine(self._members, signs, 0)
        return signs

    def _refine(self, members: Members, signs: IntArray, slack: int) -> None:
        from alphacut.solver.bisection.heuristics.refinement import refine

        params = self._params
        patience = max(params.least_patience, int(params.patience * len(signs)))
        window = max(slack, int(self._rng.choice((0, 1, 4))) * int(members.weights.max()))
        arrays = (members.start, members.ends, members.capacity, members.weights)
        refine(*arrays, signs, slack, window, patience, params.passes, self._seed())

    def _seed(self) -> int:
        return int(self._rng.integers(1 << 30))


def grown(members: Members, rng: np.random.Generator) -> IntArray:
    """Return a side grown from a random member, neighbours first, to half of the weight.

    Returns
    -------
    (members,), 1 on that side and -1 on the other.
    """
    size = len(members.weights)
    signs, seen = np.full(size, -1, np.int64), np.zeros(size, bool)
    half, weight, queue = int(members.weights.sum()) / 2, 0, list[int]()
    rest = iter(rng.permutation(size).tolist())
    while weight < half:
        if not queue:
            first = next((u for u in rest if not seen[u]), -1)
            if first < 0:
                break
            queue.append(first)
            seen[first] = True
        u = queue.pop(0)
        signs[u] = 1
        weight += int(members.weights[u])
        for v in members.ends[members.start[u] : members.start[u + 1]].tolist():
            if not seen[v]:
                seen[v] = True
                queue.append(v)
    return signs
