"""The relaxations that one tree uses: one for each symmetry that its nodes keep."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from alphacut.arrangements.structure.interchangeable import folded
from alphacut.arrangements.structure.symmetry import orbits
from alphacut.solver.bisection.bounds.all_pairs import AllPairs
from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.groups.relaxation import GroupRelaxation
from alphacut.solver.bisection.bounds.pairs import Pairs, Permutation
from alphacut.solver.bisection.bounds.rows import Vector
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.bounds.states.rotation import find_rotation
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.groups.blocks import Groups
from alphacut.solver.common.errors import Refused

Limits = tuple[Count, ...]

WIDTH_OF_PAIRS = 2  # switches of a block whose states are what pairs of switches tell as well


class Relaxations:
    """Makes and keeps the relaxation for each set of decided pairs.

    A node that decided single pairs keeps only the automorphisms under which
    each of these pairs stays where it is; limits on the counts of whole orbits
    cost no symmetry.

    Parameters
    ----------
    inequalities
        That are held from the start.
    warm_starts
        Where earlier runs over states stood.
    """

    def __init__(
        self,
        problem: PointProblem,
        inequalities: Iterable[Vector] = (),
        params: SolverParams = USUAL,
        warm_starts: WarmStartCache | None = None,
    ) -> None:
        self._problem = problem
        self.params = params
        self._warm_starts = warm_starts
        self._start = tuple(inequalities)
        self.groups: list[tuple[Permutation, ...]] = []  # generators, by number of relaxation
        self._made: list[AllPairs] = []
        self._number: dict[tuple[Permutation, ...], int] = {}
        self._kept: dict[tuple[frozenset[int], ...], tuple[Permutation, ...]] = {}  # by fixed sets

    def fits(self) -> bool:
        """Tell whether the network is small enough for this relaxation."""
        size = len(self._problem.balance.extended)
        if size * (size - 1) // 2 <= self.params.relaxations.largest_pairs:
            return True
        if size > 1_000:
            return False
        single = len(orbits(self._problem.network.switches, self._generators(())))
        if (
            single * (single - 1) // 2 > self.params.relaxations.largest_pairs
        ):  # so many at least: no need to count them
            return False
        return self.size() <= self.params.relaxations.largest_pairs

    def size(self) -> int:
        """Return the number of variables of the relaxation with all symmetry."""
        return self._pairs(self._generators(())).count

    def _generators(self, counts: Limits) -> tuple[Permutation, ...]:
        size = self._problem.network.switches
        sets = tuple(frozenset(c.members[0]) - {size} for c in counts if c.single)
        if sets not in self._kept:
            network, weights = self._problem.network, self._problem.balance.weights
            self._kept[sets] = folded(network, weights, fixed=sets).generators
        return self._kept[sets]

    def _pairs(self, generators: tuple[Permutation, ...]) -> Pairs:
        return Pairs(self._problem.network, self._problem.balance, generators)

    def of(self, counts: Limits) -> int:
        """Return the number of the relaxation for a node with these counts."""
        generators = self._generators(counts)
        if generators not in self._number:
            self._number[generators] = len(self._made)
            self._make(generators)
        return self._number[generators]

    @cached_property
    def states(self) -> StateRelaxation | GroupRelaxation | None:
        """The relaxation over states of groups: by a rotation of them, or else for each pair."""
        network, balance = self._problem.network, self._problem.balance
        rotation = find_rotation(network, balance, self._generators(()))
        few = network.switches < self.params.relaxations.fewest_switches
        if rotation is None or (few and len(rotation.cycle.block) <= WIDTH_OF_PAIRS):
            return self._groups()
        try:
            structure = BlockCyclic(network, balance, rotation.cycle)
            structure.intercepts  # noqa: B018 - refused where links with an intercept join groups
        except Refused:
            return self._groups()
        return StateRelaxation(balance, rotation, structure, self.params.states, self._warm_starts)

    def _groups(self) -> GroupRelaxation | None:
        network, balance = self._problem.network, self._problem.balance
        if network.switches < self.params.relaxations.fewest_switches:
            return None
        try:
            structure = Groups(network, balance)
        except Refused:
            return None
        fits = structure.order * structure.states <= self.params.relaxations.most_group_states
        return GroupRelaxation(balance, structure, self.params.groups) if fits else None

    def _make(self, generators: tuple[Permutation, ...]) -> None:
        inequalities = self._made[0].active() if self._made else self._start
        pairs = self._pairs(generators)
        problem = self._problem
        self.groups.append(generators)
        planes = self.params.cutting_planes
        self._made.append(AllPairs(pairs, problem.alpha, problem.known, inequalities, planes))

    def __getitem__(self, number: int) -> AllPairs:
        return self._made[number]
