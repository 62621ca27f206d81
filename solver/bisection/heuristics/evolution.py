"""An evolutionary search: a small population of bisections, combined and refined by levels.

References
----------
Sanders and Schulz, Distributed evolutionary graph partitioning (ALENEX 2012).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.heuristics.multilevel import Multilevel
from alphacut.solver.bisection.heuristics.tabu import IntArray, Members


@dataclass(frozen=True, kw_only=True)
class EvolutionParams:
    """What steers the search."""

    size: int = 8  # bisections in the population
    fresh: float = 0.15  # share of the rounds that make a new one
    again: float = 0.15  # and that refine one by itself; all others combine two
    walk: float = 0.15  # and that walk on from one, by tabu search
    walk_work: int = 3_000_000  # moves times members in such a walk
    least_steps: int = 1_000  # of a walk; larger networks have none
    renewal: int = 120  # rounds without a better cut, after which all but the best are replaced


@dataclass(frozen=True, kw_only=True)
class Individual:
    """A bisection in the population."""

    signs: IntArray  # 1 or -1 for each member
    value: int  # capacity between the sides


class Evolution:
    """Searches round by round, from what it is offered and what it makes itself.

    Parameters
    ----------
    members
        What is to be divided into equal halves.
    """

    def __init__(
        self,
        members: Members,
        rng: np.random.Generator,
        params: EvolutionParams = EvolutionParams(),
    ) -> None:
        self._members, self._multilevel = members, Multilevel(members, rng)
        self._rng, self._params = rng, params
        self._population: list[Individual] = []
        self.idle = 0  # rounds since the best bisection was found

    @property
    def best(self) -> Individual | None:
        """The best bisection so far."""
        return min(self._population, key=lambda each: each.value, default=None)

    def offer(self, signs: IntArray, *, refine: bool = True) -> bool:
        """Take a division, refined if wanted, into the population; tell whether it is the best.

        One whose sides are not equal after that is left out.

        Parameters
        ----------
        signs
            (members,), 1 on one side and -1 on the other.
        refine
            Whether it is refined first.
        """
        signs = self._multilevel.polished(signs) if refine else signs
        if not self._multilevel.balanced(signs):
            return False
        new = Individual(signs=signs, value=self._multilevel.value(signs))
        best = self.best
        self._insert(new)
        return best is None or new.value < best.value

    def step(self) -> bool:
        """Make one more bisection; tell whether it is the best so far."""
        self.idle += 1
        if self.idle % self._params.renewal == 0 and self._population:
            self._population = [min(self._population, key=lambda each: each.value)]
        better = self.offer(self._made(), refine=False)
        self.idle = 0 if better else self.idle
        return better

    def _made(self) -> IntArray:
        """Return a new bisection; until there are enough, one that owes nothing to others."""
        chance, params = self._rng.random(), self._params
        if len(self._population) < params.size or chance < params.fresh:
            return self._multilevel.fresh()
        first, second = self._rng.choice(len(self._population), 2, replace=False)
        one, other = self._population[first], self._population[second]
        if chance < params.fresh + params.again:
            return self._multilevel.again(one.signs)
        steps = params.walk_work // len(one.signs)
        if chance > 1 - params.walk and steps >= params.least_steps:
            return self._members.improve(one.signs, steps, self._rng)
        better, worse = (one, other) if one.value <= other.value else (other, one)
        return self._multilevel.combined(better.signs, worse.signs)

    def _insert(self, new: Individual) -> None:
        """Add a bisection; of those that are no better, it takes the place of the most like it."""
        if any(self._likeness(new, each) == len(new.signs) for each in self._population):
            return
        if len(self._population) < self._params.size:
            self._population.append(new)
            return
        worse = [n for n, each in enumerate(self._population) if each.value >= new.value]
        if worse:
            closest = max(worse, key=lambda n: self._likeness(new, self._population[n]))
            self._population[closest] = new

    @staticmethod
    def _likeness(one: Individual, other: Individual) -> int:
        return abs(int(one.signs @ other.signs))
