"""The majority bound of a network in groups, for every wiring between them (dynamic programme).

Which links are severed is argued in `docs/certificate.md`. Here groups are alike or not, and what
each may be charged is added group by group, for all weights of side 1 at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Self

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.network import GLOBAL, Network
from alphacut.solver.bisection.bounds.majority.params import MajorityParams
from alphacut.solver.bisection.problem import PointProblem

NEVER = 1 << 61  # the cost of what cannot be
HIGH = 1 << 60  # above all costs that can be

Costs = NDArray[np.int64]  # (half + 1,) by the weight of side 1


def numbered(network: Network) -> tuple[int, ...]:
    """Return the group of each switch, numbered from 0 in the order in which they come."""
    names = {name: place for place, name in enumerate(dict.fromkeys(network.groups))}
    return tuple(names[each] for each in network.groups)


@dataclass(frozen=True, kw_only=True)
class Majorities:
    """What a bisection is charged by the majorities of its groups.

    All capacities are scaled to integers at one α.
    """

    groups: tuple[int, ...]  # of each switch, numbered from 0
    charges: tuple[tuple[int, ...], ...]  # of each group, by its switches on side 1
    inner: tuple[int, ...]  # capacity between two switches of each group, at least
    most: int  # capacity of a switch to other groups
    weights: tuple[int, ...]  # of a switch of each group
    between: int  # capacity between two groups, at least
    half: int  # weight of side 1

    @classmethod
    def of(cls, problem: PointProblem, params: MajorityParams) -> Self | None:
        """Read a network in groups; None where majorities can prove nothing."""
        network, balance = problem.network, problem.balance
        groups = numbered(network)
        number = max(groups) + 1
        if not params.fewest_groups <= number < network.switches:
            return None
        weights: list[set[int]] = [set() for _ in range(number)]
        for group, weight in zip(groups, balance.weights, strict=True):
            weights[group].add(weight)
        unit = gcd(*balance.weights)
        half = (sum(balance.weights) - balance.difference) // 2 // unit
        if any(len(each) > 1 for each in weights):
            return None
        if (number * number + network.switches) * (half + 1) > params.most_work:
            return None
        alpha = problem.alpha
        scales = alpha.scales(network)
        each_weight = [each.pop() // unit for each in weights]
        return cls._counted(network, groups, scales, each_weight, half)

    @classmethod
    def _counted(
        cls,
        network: Network,
        groups: tuple[int, ...],
        scales: dict[str, int],
        weights: Sequence[int],
        half: int,
    ) -> Self | None:
        number = len(weights)
        inside: dict[tuple[int, int], int] = defaultdict(int)
        joined: dict[tuple[int, int], int] = defaultdict(int)
        ports = [0] * network.switches
        for first, second, name, multiplicity in network.links:
            capacity, pair = scales[name] * multiplicity, (groups[first], groups[second])
            if not capacity:
                continue
            if pair[0] == pair[1]:
                inside[min(first, second), max(first, second)] += capacity
                continue
            joined[min(pair), max(pair)] += capacity
            ports[first] += capacity
            ports[second] += capacity
        complete = len(joined) == number * (number - 1) // 2
        if not (complete or inside):
            return None
        if isinstance(network, AnyWiring):
            ports = [scales[GLOBAL.name] * most for most in network.ports]
        members: list[list[int]] = [[] for _ in weights]
        for switch, group in enumerate(groups):
            members[group].append(switch)
        links: list[list[int]] = [[] for _ in weights]
        for (first, _), capacity in inside.items():
            links[groups[first]].append(capacity)
        leaving = [0] * number  # capacity to all other groups
        for pair, capacity in joined.items():
            for group in pair:
                leaving[group] += capacity
        charges = tuple(
            _charges(own, links[group], ports, leaving[group]) for group, own in enumerate(members)
        )
        return cls(
            groups=groups,
            charges=charges,
            inner=tuple(_inner(len(own), links[group]) for group, own in enumerate(members)),
            most=min(max(ports), max(leaving)),
            weights=tuple(weights),
            between=min(joined.values()) if complete else 0,
            half=half,
        )

    def ties(self, params: MajorityParams) -> int | None:
        """Return how many ties can be kept apart; None where there are too many states even so."""
        number = len(self.charges)
        possible = sum(len(each) % 2 for each in self.charges)
        fitting = params.most_work // ((number + 1) * (self.half + 1) * len(self.groups))
        return min(possible, fitting - 1) if fitting else None

    @property
    def regular(self) -> bool:
        """Whether all groups have as many switches, of the same weight, which then is 1."""
        return len(set(map(len, self.charges))) == len(set(self.weights)) == 1

    def bound_alike(self, enough: int) -> int:
        """Return the least charge, or `enough` if none is less, with groups side by side.

        Each group costs what the cheapest would, and each switch weighs 1. As groups are
        interchangeable then, those of either label are added up by themselves, and the weight of
        either tells how many switches are on lesser sides: what these spare is no more than what
        is between groups of unlike labels.
        """
        number, size = len(self.charges), len(self.charges[0]) - 1
        own, tie, lesser_half = np.arange(size + 1), size // 2, (size - 1) // 2
        charge, inside = np.array(self.charges).min(axis=0), min(self.inner) * own * (size - own)
        charges, insides = self._by_label(charge), self._by_label(inside)
        floors = [[int(each.min()) for each in side] for side in charges]
        each_lesser = int(inside[lesser_half]) // lesser_half if lesser_half else 0  # or more
        for tied in range(number + 1 if size % 2 == 0 else 1):
            at_ties, in_ties = tied * int(charge[tie]), tied * int(inside[tie])
            rest = self.half - tied * tie
            if rest < 0:
                break
            for label in range(number - tied + 1):
                other = number - tied - label
                nearest = min(max(number // 2, label), label + tied)
                severed = self.between * nearest * (number - nearest)
                if floors[0][other] + floors[1][label] + at_ties + severed >= enough:
                    continue
                fewest = abs(rest - label * size)  # switches on lesser sides, without ties
                left = severed - self.most * tied * tie
                level = max(fewest, left // self.most) if self.most else fewest
                slope = each_lesser * fewest + max(0, left - self.most * fewest)
                if in_ties + min(slope, each_lesser * level) >= enough:
                    continue
                lesser = label * size + rest - 2 * np.arange(rest + 1) + tied * tie
                charged = _beside(charges, other, label, rest) + at_ties + severed
                within = _beside(insides, other, label, rest) + in_ties
                if self.most:  # as many as spare all are enough: products have 64 bits then
                    lesser = np.minimum(lesser, severed // self.most + 1)
                left_over = np.maximum(0, severed - self.most * lesser)
                enough = min(enough, int(np.maximum(charged, within + left_over).min()))
        return enough

    def _by_label(self, charge: NDArray[np.int64]) -> tuple[list[Costs], list[Costs]]:
        """Return the least charges of 0, 1, … groups of either label, by their weight."""
        size = len(charge) - 1
        options = [(k, int(charge[k])) for k in range(size + 1)]
        return self._multiples(options[: (size + 1) // 2]), self._multiples(
            options[size // 2 + 1 :]
        )

    def _multiples(self, options: Sequence[tuple[int, int]]) -> list[Costs]:
        ways = [self._start()]
        for _ in self.charges:
            ways.append(self._minimum(options, ways[-1]))
        return ways

    def _minimum(self, options: Sequence[tuple[int, int]], before: Costs) -> Costs:
        after = np.full(self.half + 1, NEVER, dtype=np.int64)
        for weighs, charge in options:
            if weighs <= self.half:
                moved = before[: self.half + 1 - weighs] + charge
                np.minimum(after[weighs:], moved, out=after[weighs:])
        return after

    def bound(self, ties: int) -> int:
        """Return the least that a bisection is charged, all groups together."""
        number = len(self.charges)
        states: dict[tuple[int, int], Costs] = {(0, 0): self._start()}
        for charges, weight in zip(self.charges, self.weights, strict=True):
            states = self._joined(states, charges, weight, ties)
        return min(
            int(costs[-1])
            + self.between * max((own + x) * (number - own - x) for x in range(tied + 1))
            for (tied, own), costs in states.items()
            if costs[-1] < HIGH
        )

    def _start(self) -> Costs:
        costs = np.full(self.half + 1, NEVER, dtype=np.int64)
        costs[0] = 0
        return costs

    def _joined(
        self, states: dict[tuple[int, int], Costs], charges: Sequence[int], weight: int, ties: int
    ) -> dict[tuple[int, int], Costs]:
        """Add a group to all states: each of its halves, a lesser side, or a tie."""
        size, after = len(charges) - 1, dict[tuple[int, int], Costs]()
        options = [(number * weight, charge) for number, charge in enumerate(charges)]
        few, many = options[: (size + 1) // 2], options[size // 2 + 1 :]
        half = options[len(few) : len(options) - len(many)]  # the tie, if there is one
        for (tied, own), costs in states.items():
            to_half = (tied + 1, own) if tied < ties else (tied, own + 1)
            for part, key in ((few, (tied, own)), (half, to_half), (many, (tied, own + 1))):
                for weighs, charge in part:
                    if weighs > self.half:
                        break
                    into = after.get(key)
                    if into is None:
                        into = after[key] = np.full(self.half + 1, NEVER, dtype=np.int64)
                    moved = costs[: self.half + 1 - weighs] + charge
                    np.minimum(into[weighs:], moved, out=into[weighs:])
        return after


def _beside(sums: tuple[list[Costs], list[Costs]], other: int, label: int, rest: int) -> Costs:
    """Return the least charges of so many groups of label 0 and 1, by the weight of the latter."""
    return sums[1][label][: rest + 1] + sums[0][other][rest::-1]


def _charges(
    members: Sequence[int], links: Sequence[int], ports: Sequence[int], leaving: int
) -> tuple[int, ...]:
    """Return what a group is charged for each number of its switches on side 1."""
    size = len(members)
    return charges_of(size, _inner(size, links), [ports[each] for each in members], leaving)


def charges_of(size: int, least: int, ports: Sequence[int], leaving: int) -> tuple[int, ...]:
    """Return what a group is charged for each number of its switches on side 1.

    Parameters
    ----------
    size
        Its switches.
    least
        Capacity between two of them, at least.
    ports, leaving
        Capacity of each of them to other groups, and of all of them.
    """
    most = np.cumsum([0, *sorted(ports, reverse=True)]).tolist()
    return tuple(
        least * k * (size - k) - min(leaving, most[min(k, size - k)]) for k in range(size + 1)
    )


def _inner(size: int, links: Sequence[int]) -> int:
    """Return the least capacity between two switches of a group; 0 if any two are not joined."""
    return min(links) if links and len(links) == size * (size - 1) // 2 else 0
