"""The bound by labels of groups where pairs of groups have unlike capacities.

It is that of majorities (`bounds.majority`) but for two things. Where M groups of one label are
apart from the others, at least J(M) is between them, the least that any M groups have to all
others, in place of M(G - M) times the least capacity of a pair. And a group that is not complete
inside is charged what a complete one is, less the links that it lacks. See docs/certificate.md,
"Uneven groups".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import Self

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.bounds.majority.majorities import Majorities
from alphacut.solver.bisection.bounds.uneven.counted import (
    Apart,
    Counted,
    largest,
    orders,
    usual_of,
)
from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.bounds.uneven.separated import Pair
from alphacut.solver.bisection.problem import PointProblem

NEVER = 1 << 61  # the cost of what cannot be
HIGH = 1 << 60  # above all costs that can be

Costs = NDArray[np.int64]  # (half + 1,) by the weight of side 1


@dataclass(frozen=True, kw_only=True)
class Group:
    """What a bisection is charged for a group, by its switches on side 1."""

    members: tuple[int, ...]
    weight: int  # of each of its switches
    within: tuple[int, ...]  # severed inside, at least
    least: tuple[int, ...]  # the same without what its lesser side has to other groups
    most: int  # capacity of one switch to other groups


@dataclass(frozen=True, kw_only=True)
class UnevenGroups:
    """A network in groups whose capacities are usual but for some pairs. All is scaled."""

    groups: tuple[Group, ...]
    apart: Apart
    inside: int  # between two switches of a group
    half: int  # weight of side 1

    @classmethod
    def of(cls, problem: PointProblem, params: UnevenParams) -> Self | None:
        """Read a network in groups; None where nothing can be proven, or at too great a cost."""
        weights, counted = problem.balance.weights, Counted.of(problem, params)
        if counted is None:
            return None
        number, unit = len(counted.members), gcd(*weights)
        half = (sum(weights) - problem.balance.difference) // 2 // unit
        if any(len({weights[each] for each in own}) > 1 for own in counted.members):
            return None
        if (number * number + len(weights) * number) * (half + 1) > params.most_work:
            return None
        apart = Apart.of(counted, params)
        if apart is None:
            return None
        inside = usual_of(
            (capacity for own in counted.inner for capacity in own.values()),
            sum(len(own) * (len(own) - 1) // 2 for own in counted.members),
        )
        return cls(
            groups=tuple(
                _group(own, weights[own[0]] // unit, inside, links, counted)
                for own, links in zip(counted.members, counted.inner, strict=True)
            ),
            apart=apart,
            inside=inside,
            half=half,
        )

    @property
    def alike(self) -> bool:
        """Whether all groups have as many switches, of the same weight, which then is 1."""
        return len({(len(each.members), each.weight) for each in self.groups}) == 1

    @property
    def even(self) -> bool:
        """Whether nothing is missing anywhere, and nothing too much."""
        whole = (
            group.within[k] == self.inside * k * (len(group.members) - k)
            for group in self.groups
            for k in range(len(group.members) + 1)
        )
        return not self.apart.lacking and all(whole)

    @property
    def orders(self) -> tuple[list[int], list[int]]:
        """Switches in two orders that begin with groups that have least to the others."""
        return orders(self.apart.halves(), [group.members for group in self.groups])

    def bound_alike(self, enough: int) -> int:
        """Return the least charge, or `enough` if none is less, of groups that are alike.

        Each is charged what the cheapest is.
        """
        majorities = Majorities(
            charge=tuple(map(min, zip(*(each.least for each in self.groups), strict=True))),
            within=tuple(map(min, zip(*(each.within for each in self.groups), strict=True))),
            most=max(each.most for each in self.groups),
            apart=self.apart.least,
            half=self.half,
        )
        return majorities.bound(enough)

    def bound_each(self) -> int:
        """Return the least charge where groups are not alike: each its own; ties have label 1."""
        start = np.full(self.half + 1, NEVER, dtype=np.int64)
        start[0] = 0
        states = {0: start}
        for group in self.groups:
            size, after = len(group.members), dict[int, Costs]()
            for own, costs in states.items():
                for k, charge in enumerate(group.least):
                    weighs, label = k * group.weight, own + (2 * k >= size)
                    if weighs > self.half:
                        break
                    into = after.get(label)
                    if into is None:
                        into = after[label] = np.full(self.half + 1, NEVER, dtype=np.int64)
                    moved = costs[: self.half + 1 - weighs] + charge
                    np.minimum(into[weighs:], moved, out=into[weighs:])
            states = after
        return min(
            int(costs[-1]) + self.apart.least[own]
            for own, costs in states.items()
            if costs[-1] < HIGH
        )


def _group(
    members: tuple[int, ...],
    weight: int,
    inside: int,
    links: Mapping[Pair, int],
    counted: Counted,
) -> Group:
    """Charge a group: what a complete one severs less what this one lacks at its lesser side."""
    size = len(members)
    lacking: dict[int, int] = dict.fromkeys(members, 0)
    total = 0
    for pair in combinations(members, 2):
        lacks = max(0, inside - links.get(pair, 0))
        total += lacks
        for switch in pair:
            lacking[switch] += lacks
    missing = [min(total, most) for most in largest(lacking.values())]
    outer = [counted.leaving(switch) for switch in members]
    spared = largest(outer)
    within = tuple(
        max(0, inside * k * (size - k) - missing[min(k, size - k)]) for k in range(size + 1)
    )
    return Group(
        members=members,
        weight=weight,
        within=within,
        least=tuple(within[k] - spared[min(k, size - k)] for k in range(size + 1)),
        most=max(outer),
    )
