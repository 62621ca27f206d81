"""The relaxations that one tree uses: one for each symmetry that its nodes keep."""

from __future__ import annotations

from collections.abc import Iterable

from arrangements.structure.symmetry import automorphisms
from solver.bisection.bounds.all_pairs import AllPairs
from solver.bisection.bounds.counts import Count
from solver.bisection.bounds.pairs import Pairs, Permutation
from solver.bisection.bounds.rows import Vector
from solver.bisection.problem import Problem

LARGEST_PAIRS = 8_000  # variables; beyond this the relaxation is not built

Counts = tuple[Count, ...]


class Relaxations:
    """Makes and keeps the relaxation for each set of decided pairs.

    A node that decided single pairs keeps only the automorphisms under which
    each of these pairs stays where it is; limits on the counts of whole orbits
    cost no symmetry.
    """

    def __init__(self, problem: Problem, vectors: Iterable[Vector] = ()) -> None:
        self._problem = problem
        self._start = tuple(vectors)
        self.groups: list[tuple[Permutation, ...]] = []  # generators of each symmetry used
        self._made: list[AllPairs] = []

    def fits(self) -> bool:
        """Tell whether the network is small enough for this relaxation."""
        size = len(self._problem.balance.extended)
        if size * (size - 1) // 2 <= LARGEST_PAIRS:
            return True
        return size <= 1_000 and self._pairs(self._generators(())).count <= LARGEST_PAIRS

    def _generators(self, counts: Counts) -> tuple[Permutation, ...]:
        size = self._problem.network.switches
        sets = [set(count.members[0]) - {size} for count in counts if count.single]
        return automorphisms(self._problem.network, self._problem.balance.weights, fixed=sets)

    def _pairs(self, generators: tuple[Permutation, ...]) -> Pairs:
        return Pairs(self._problem.network, self._problem.balance, generators)

    def of(self, counts: Counts) -> tuple[int, AllPairs]:
        """Return the number of a symmetry and its relaxation."""
        generators = self._generators(counts)
        if generators not in self.groups:
            self._make(generators)
        number = self.groups.index(generators)
        return number, self._made[number]

    def _make(self, generators: tuple[Permutation, ...]) -> None:
        vectors = self._made[0].active() if self._made else self._start
        relaxation = AllPairs(
            self._pairs(generators), self._problem.alpha, self._problem.known, vectors
        )
        self.groups.append(generators)
        self._made.append(relaxation)

    def vector(self, symmetry: int, index: int) -> Vector:
        """Return an inequality by its number within one relaxation."""
        return self._made[symmetry].vectors[index]
