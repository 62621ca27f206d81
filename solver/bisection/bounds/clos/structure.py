"""Pods and planes of a folded Clos network, which may lack links and switches.

Edge switches have all the weight. Those of a pod are joined to one aggregation switch of each
plane, and these to all core switches of their plane (Al-Fares, Loukissas and Vahdat, A scalable,
commodity data center network architecture, 2008). Switches belong together where more than half
of their neighbours are the same, so that links missing or elsewhere do not matter. Pods may have
unlike numbers of edge switches, planes of core switches, and pods may lack aggregation switches.
Leaves and spines are one pod and one plane, without aggregation switches between them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Self

from alphacut.solver.bisection.bounds.capacities import neighbours, scaled_pairs
from alphacut.solver.bisection.problem import PointProblem

Pair = tuple[int, int]  # two switches, first < second
LARGEST = 1 << 58  # of all scaled capacities together


@dataclass(frozen=True, kw_only=True)
class FoldedClos:
    """Which switch is in which pod and plane, and which pairs have not the usual capacity."""

    pods: tuple[int, ...]  # of each switch, from 1 on; 0 for core switches
    planes: tuple[int, ...]  # of each switch, from 1 on; 0 for edge switches
    edges: tuple[tuple[int, ...], ...]  # the edge switches of each pod
    aggregation: Mapping[Pair, int]  # the switch of a pod and plane, from 1 on
    cores: tuple[tuple[int, ...], ...]  # the core switches of each plane
    down: int  # the usual scaled capacity between an edge and an aggregation switch
    up: int  # and between an aggregation and a core switch
    difference: int  # of the numbers of edge switches of the two sides; side 1 has fewer
    differing: Mapping[Pair, int]  # pairs whose capacity is another, and how much it is more

    @classmethod
    def of(cls, problem: PointProblem) -> Self | None:
        """Read such a network; None if it is none."""
        weights, capacities = problem.balance.weights, _beside(problem)
        tiers = _tiers(capacities, weights)
        if tiers is None:
            return None
        edge, middle, core = tiers
        if not core:
            return cls.labelled(
                problem, [int(w > 0) for w in weights], [int(not w) for w in weights]
            )
        plane_of = _alike(core, capacities, set(middle))
        pod_of = _alike(middle, capacities, set(edge))
        planes, pods = [0] * len(weights), [0] * len(weights)
        for each in core:
            planes[each] = plane_of[each]
        for each in middle:
            pods[each] = pod_of[each]
            planes[each] = _most(capacities[each], plane_of)
        for each in edge:
            pods[each] = _most(capacities[each], pod_of)
        return cls.labelled(problem, pods, planes)

    @classmethod
    def labelled(
        cls, problem: PointProblem, pods: Sequence[int], planes: Sequence[int]
    ) -> Self | None:
        """Put it together from `pods` and `planes`; None if they are none."""
        weights, capacities = problem.balance.weights, _beside(problem)
        edge = [each for each, weight in enumerate(weights) if weight]
        middle = [each for each, pod in enumerate(pods) if pod and not weights[each]]
        core = [each for each, pod in enumerate(pods) if not pod]
        number = max(pods), max(planes)
        edges = _members(edge, pods, number[0])
        cores = _members(core, planes, number[1])
        aggregation = {(pods[each], planes[each]): each for each in middle}
        placed = all(map(pods.__getitem__, edge)) and all(planes[each] for each in (*middle, *core))
        placed = placed and all(edges) and all(cores)
        placed = placed and number[0] * number[1] <= 2 * len(pods)
        if not placed or len(aggregation) < len(middle) or len(set(weights) - {0}) != 1:
            return None

        usual_pairs = sum(len(edges[pod - 1]) + len(cores[i - 1]) for pod, i in aggregation)
        if (usual_pairs or len(edge) * len(core)) > sum(map(len, capacities)):
            return None  # fewer than half are there

        def joints(tier: int) -> list[Pair]:
            if not aggregation:
                return [*product(edges[0], cores[0])] if tier and number == (1, 1) else []
            return [
                (each, other)
                for (pod, plane), each in aggregation.items()
                for other in (cores[plane - 1] if tier else edges[pod - 1])
            ]

        usual = [
            Counter(capacities[one].get(other, 0) for one, other in joints(tier)) for tier in (0, 1)
        ]
        down, up = (max(each, key=lambda c: (each[c], c), default=0) for each in usual)
        if not up or (aggregation and not down):
            return None
        differing = {
            (one, other): capacity
            for one, near in enumerate(capacities)
            for other, capacity in near.items()
            if one < other
        }
        for tier, capacity in enumerate((down, up)):
            for one, other in joints(tier):
                pair = min(one, other), max(one, other)
                more = differing.pop(pair, 0) - capacity
                if more:
                    differing[pair] = more
        return cls(
            pods=tuple(pods), planes=tuple(planes), edges=tuple(map(tuple, edges)),
            aggregation=aggregation, cores=tuple(map(tuple, cores)), down=down, up=up,
            difference=problem.balance.difference // max(weights), differing=differing,
        )  # fmt: skip

    @property
    def flat(self) -> bool:
        """Whether there are no aggregation switches, but leaves and spines."""
        return not self.aggregation

    @cached_property
    def absent(self) -> tuple[Pair, ...]:
        """The pods and planes, from 1 on, that have no aggregation switch in common."""
        whole = product(range(1, len(self.edges) + 1), range(1, len(self.cores) + 1))
        return tuple(pair for pair in whole if pair not in self.aggregation)

    @property
    def lighter(self) -> int:
        """The number of edge switches on side 1."""
        return (sum(map(len, self.edges)) - self.difference) // 2

    @cached_property
    def scale(self) -> int:
        """What charges are multiplied by, to be integers."""
        most = max(map(len, self.edges))
        short = self.up * min(map(len, self.cores)) < self.down * most
        return most if short and not self.flat else 1

    def share(self, plane: int) -> int:
        """Return what a plane, from 1 on, severs at least for an edge switch on side 1, scaled."""
        above = self.up * len(self.cores[plane - 1]) * self.scale // max(map(len, self.edges))
        return min(self.down * self.scale, above)

    def base(self, charged: Collection[int]) -> int:
        """Return what bisections sever at least, scaled, but for what is missing.

        Parameters
        ----------
        charged
            Planes, from 1 on, that are charged.
        """
        if self.flat:
            return self.up * len(self.cores[0]) * self.lighter
        total = 0
        for plane in range(1, len(self.cores) + 1):
            served = self.lighter - sum(
                len(self.edges[p - 1]) for p, i in self.absent if i == plane
            )
            if plane in charged or self.share(plane) == self.down * self.scale:
                total += self.share(plane) * served
            else:
                total += self.alone[len(self.cores[plane - 1])] * self.scale
        return total

    @cached_property
    def alone(self) -> Mapping[int, int]:
        """What a plane severs at least without faults, by the number of its core switches.

        What a pod costs is concave in its edge switches on a side: all but one are whole.
        """
        sizes = Counter(map(len, self.edges))
        return {
            number: min(
                self._with_a_part(part, sizes - Counter([part]), self.up * number) for part in sizes
            )
            for number in {*map(len, self.cores)}
        }

    def _with_a_part(self, part: int, others: Counter[int], above: int) -> int:
        """Return the least where all pods but one of a size, whose sizes are told, are whole."""
        costs = {0: 0}  # by the number of edge switches on one side
        for size in others.elements():
            for number, cost in [*costs.items()]:
                more = cost + min(self.down * size, above)
                costs[number + size] = min(more, costs.get(number + size, more))
        return min(
            costs[half - number] + min(self.down * number, above + self.down * (part - number))
            for half in (self.lighter, self.lighter + self.difference)
            for number in range(part + 1)
            if half - number in costs
        )


def _beside(problem: PointProblem) -> list[dict[int, int]]:
    """Return the scaled capacity that each switch has to each of its neighbours."""
    return neighbours(scaled_pairs(problem.network, problem.alpha), problem.network.switches)


def _tiers(
    capacities: Sequence[Mapping[int, int]], weights: Sequence[int]
) -> tuple[list[int], list[int], list[int]] | None:
    """Return edge, aggregation and core switches; None if there are no others than edge switches.

    An aggregation switch has a good part of its links to switches with weight; so has a spine.
    """
    edge = [each for each, weight in enumerate(weights) if weight]
    middle, core = list[int](), list[int]()
    for each, weight in enumerate(weights):
        if not weight:
            below = sum(c for other, c in capacities[each].items() if weights[other])
            (middle if 4 * below >= sum(capacities[each].values()) else core).append(each)
    if not middle or sum(map(sum, (c.values() for c in capacities))) > LARGEST:
        return None
    return edge, middle, core


def _alike(
    switches: Sequence[int], capacities: Sequence[Mapping[int, int]], towards: set[int]
) -> dict[int, int]:
    """Number sets of switches; more than half of the neighbours of one are those of the other."""
    firsts, found = list[set[int]](), dict[int, int]()
    for switch in switches:
        near = capacities[switch].keys() & towards
        for number, first in enumerate(firsts, 1):
            if 2 * len(near & first) > min(len(near), len(first)):
                found[switch] = number
                break
        else:
            firsts.append(near)
            found[switch] = len(firsts)
    return found


def _most(near: Mapping[int, int], number_of: Mapping[int, int]) -> int:
    """Return the number to which most capacity leads; 0 if none does."""
    found = defaultdict[int, int](int)
    for other, capacity in near.items():
        if other in number_of:
            found[number_of[other]] += capacity
    return max(found, key=lambda number: (found[number], -number), default=0)


def _members(switches: Sequence[int], numbers: Sequence[int], total: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(total)]
    for each in switches:
        found[numbers[each] - 1].append(each)
    return found
