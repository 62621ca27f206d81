"""The bound by planes of spines (Dragonfly+), where spines join those of their own number.

A plane of which n spines are on side 1 severs n(G - n) of its pairs, whatever the labels of groups;
see docs/certificate.md, "Planes of spines".
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import Self

import numpy as np

from alphacut.solver.bisection.bounds.capacities import scaled_pairs
from alphacut.solver.bisection.bounds.uneven.counted import usual_of
from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.certificate.proofs import UnevenProof
from alphacut.solver.bisection.problem import PointProblem

NEVER = 1 << 61  # the cost of what cannot be
LARGEST = 1 << 55  # of all capacities together, so that sums have 64 bits


@dataclass(frozen=True, kw_only=True)
class PlanesBound:
    """What is proven with a capacity in planes and one inside groups; some pairs lack of these."""

    bound: int
    between: int
    inside: int
    lost: int

    @property
    def proof(self) -> UnevenProof:
        """Its certificate."""
        return UnevenProof(
            charges="planes", usual=self.between, inside=self.inside, order=(), lost=(self.lost,)
        )


@dataclass(frozen=True, kw_only=True)
class Planes:
    """Groups of leaves and spines that are alike; the i-th spines of all groups are a plane."""

    groups: int
    leaves: int
    spines: int
    across: tuple[int, ...]  # scaled, between each two spines of a plane
    inner: tuple[int, ...]  # between each leaf and each spine of its group
    taken: int  # leaves on side 1

    @classmethod
    def of(cls, problem: PointProblem, params: UnevenParams) -> Self | None:
        """Read such a network; None if it is none, or counting takes too long."""
        network, weights = problem.network, problem.balance.weights
        members: dict[int, tuple[list[int], list[int]]] = {}
        for switch, group in enumerate(network.groups):
            parts = members.setdefault(group, ([], []))
            parts[0 if weights[switch] else 1].append(switch)
        shapes = {(len(own[0]), len(own[1])) for own in members.values()}
        unit = gcd(*weights)
        of_leaves = {each // unit for each in weights if each}
        if not params.fewest_groups <= len(members) <= params.most_groups or len(shapes) > 1:
            return None
        leaves, spines = shapes.pop()
        if not leaves or not spines or of_leaves != {1}:
            return None
        taken = (sum(weights) - problem.balance.difference) // 2 // unit
        if len(members) * (leaves + 1) * (spines + 1) * (taken + 1) > params.most_work:
            return None
        if problem.alpha.scaled(network.total) * network.switches > LARGEST:
            return None
        across, inner = _capacities(problem, list(members.values()))
        return cls(
            groups=len(members), leaves=leaves, spines=spines, across=across, inner=inner,
            taken=taken,
        )  # fmt: skip

    def bound(self) -> PlanesBound:
        """Return the better bound of usual capacities, and of the least ones, which none lack."""
        number = len(self.across), len(self.inner)
        usual = usual_of(self.across, number[0]), usual_of(self.inner, number[1])
        least = min(self.across), min(self.inner)
        return max((self._with(*each) for each in {usual, least}), key=lambda each: each.bound)

    def _with(self, between: int, inside: int) -> PlanesBound:
        lost = sum(max(0, between - each) for each in self.across)
        lost += sum(max(0, inside - each) for each in self.inner)
        bound = self._least(between, inside) - lost
        return PlanesBound(bound=bound, between=between, inside=inside, lost=lost)

    def _least(self, between: int, inside: int) -> int:
        """Return the least that is severed; groups come from the fewest spines on side 1 on."""
        number = np.arange(self.taken + 1)
        cost = np.full((self.spines + 1, self.taken + 1), NEVER, dtype=np.int64)
        cost[0, 0] = 0
        for place in range(self.groups, 0, -1):
            fewer, after = np.full_like(number, NEVER), np.full_like(cost, NEVER)
            for own in range(self.spines + 1):
                fewer = np.minimum(fewer, cost[own])
                across = between * own * (self.groups - 2 * place + 1)
                for k in range(min(self.leaves, self.taken) + 1):
                    apart = k * (self.spines - own) + (self.leaves - k) * own
                    moved = fewer[: self.taken + 1 - k] + (inside * apart + across)
                    np.minimum(after[own, k:], moved, out=after[own, k:])
            cost = np.minimum(after, NEVER)
        return int(cost[:, self.taken].min())


def _capacities(
    problem: PointProblem, members: list[tuple[list[int], list[int]]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the capacities of all pairs of a plane, and of all leaves and spines of a group."""
    found = scaled_pairs(problem.network, problem.alpha)

    def between(one: int, other: int) -> int:
        return found.get((min(one, other), max(one, other)), 0)

    across = (
        between(one, other)
        for (_, first), (_, second) in combinations(members, 2)
        for one, other in zip(first, second, strict=True)
    )
    inner = (between(leaf, spine) for own in members for leaf in own[0] for spine in own[1])
    return tuple(across), tuple(inner)
