"""The bound by planes of spines (Dragonfly+), where spines join those of their own number.

A plane of which n spines are on side 1 severs n(G - n) of its pairs, whatever the labels of groups;
see docs/certificate.md, "Planes of spines".
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Self

import numpy as np

from alphacut.arrangements.network import Line
from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.problem import PointProblem

NEVER = 1 << 61  # the cost of what cannot be
LARGEST = 1 << 55  # of all capacities together, so that sums have 64 bits


@dataclass(frozen=True, kw_only=True)
class Planes:
    """Groups of leaves and spines that are alike; the i-th spines of all groups are a plane."""

    groups: int
    leaves: int
    spines: int
    between: int  # scaled, between two spines of a plane at least
    inside: int  # between a leaf and a spine of a group at least
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
        between, inside = _least_capacities(problem, list(members.values()))
        return cls(
            groups=len(members), leaves=leaves, spines=spines, between=between, inside=inside,
            taken=taken,
        )  # fmt: skip

    def bound(self) -> int:
        """Return the least that is severed; groups come from the fewest spines on side 1 on."""
        number = np.arange(self.taken + 1)
        cost = np.full((self.spines + 1, self.taken + 1), NEVER, dtype=np.int64)
        cost[0, 0] = 0
        for place in range(self.groups, 0, -1):
            fewer, after = np.full_like(number, NEVER), np.full_like(cost, NEVER)
            for own in range(self.spines + 1):
                fewer = np.minimum(fewer, cost[own])
                across = self.between * own * (self.groups - 2 * place + 1)
                for k in range(min(self.leaves, self.taken) + 1):
                    apart = k * (self.spines - own) + (self.leaves - k) * own
                    moved = fewer[: self.taken + 1 - k] + (self.inside * apart + across)
                    np.minimum(after[own, k:], moved, out=after[own, k:])
            cost = np.minimum(after, NEVER)
        return int(cost[:, self.taken].min())


def _least_capacities(
    problem: PointProblem, members: list[tuple[list[int], list[int]]]
) -> tuple[int, int]:
    """Return the least capacity between two spines of a plane, and between a leaf and a spine."""
    scales = {
        each.name: problem.alpha.scaled(Line(each.base, each.slope))
        for each in problem.network.classes
    }
    group = {v: at for at, parts in enumerate(members) for part in parts for v in part}
    plane = {spine: at for _, spines in members for at, spine in enumerate(spines)}
    found: dict[tuple[int, int], int] = {}
    for first, second, name, multiplicity in problem.network.links:
        if first in plane and second in plane:
            counted = group[first] != group[second] and plane[first] == plane[second]
        else:
            counted = group[first] == group[second] and (first in plane) != (second in plane)
        if counted:
            pair = min(first, second), max(first, second)
            found[pair] = found.get(pair, 0) + scales[name] * multiplicity
    across = [c for (first, second), c in found.items() if first in plane and second in plane]
    inner = [c for (first, second), c in found.items() if (first in plane) != (second in plane)]
    groups, leaves, spines = len(members), len(members[0][0]), len(members[0][1])
    all_pairs = len(across) == spines * groups * (groups - 1) // 2
    return (
        min(across) if all_pairs else 0,
        min(inner) if len(inner) == groups * leaves * spines else 0,
    )
