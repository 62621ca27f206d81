"""Which order of elimination is taken: that which promises the least work."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from alphacut.solver.bisection.bounds.elimination.forest import Forest
from alphacut.solver.bisection.bounds.elimination.order import (
    Graph,
    Rule,
    Scopes,
    bits_of,
    in_order,
    least_degree,
    least_fill,
)
from alphacut.solver.bisection.bounds.elimination.params import EliminationParams
from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.bisection.verify.elimination.cutset import Cutset

FEWEST_LINKS = 3  # of twins that are worth a class: others come to equal tables anyway
LARGEST_FILL = 1_500  # switches up to which least fill is tried
SPARSE = 3  # links for each switch up to which more than least degree is tried
SUMS = 1 << 28  # in a second, or fewer
SUMS_GIVEN = 1 << 30  # where a cutset makes all tables large
TABLE, SWITCH = 1 << 14, 1 << 10  # sums that take as long as a branch or a switch of a forest

Members = Sequence[tuple[int, ...]]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """An order of elimination, and what it will take."""

    members: tuple[tuple[int, ...], ...]  # of each class of twins, in order
    sides: int  # of the switches in the largest table
    states: int  # sides times weights in the largest table
    work: int  # sums in all tables, if nothing is beyond the highest capacity
    cutset: Cutset | None = None  # what is fixed before all others are eliminated
    forest: Forest | None = None  # where there is no cycle

    def soon(self, params: EliminationParams) -> bool:
        """Tell whether counting is certain to end soon for the size of the network."""
        quick = params.soon_sums if self.cutset is None else params.soon_sums_given
        return self.sides <= params.few_sides or self.work <= quick

    @property
    def seconds(self) -> float:
        """About how long counting takes, or less."""
        return self.work / (SUMS if self.cutset is None else SUMS_GIVEN)


def plan_of_forest(forest: Forest) -> Plan:
    """Return the order of a forest, which is counted by its branches."""
    tables = [branch.weight + 1 for branch in forest.branches]
    work = SWITCH * len(forest.order) + TABLE * len(tables) + sum(tables)
    members = tuple((switch,) for switch in forest.order)
    return Plan(members=members, sides=2, states=max(tables), work=work, forest=forest)


def plans(
    capacities: Capacities,
    weights: Sequence[int],
    half: int,
    orders: Sequence[Sequence[int]] | None = None,
) -> list[Plan]:
    """Return orders of elimination that are not too wide, that with the least work first.

    Parameters
    ----------
    weights
        Of the switches.
    half
        Weight of the lighter side of a bisection.
    orders
        Orders of all switches that are tried; by default the greedy ones, also of classes.
    """
    alone: Members = [(switch,) for switch in capacities]
    networks = [Quotient.of(alone, capacities, weights, half)]
    if orders is not None:
        return _best_first(networks[0].plans(map(in_order, orders)))
    classes = twins(capacities, weights)
    if len(classes) < len(alone):
        networks.append(Quotient.of(classes, capacities, weights, half))
    return _best_first(chain.from_iterable(each.plans(each.greedy()) for each in networks))


def _best_first(found: Iterable[Plan]) -> list[Plan]:
    return sorted(found, key=lambda plan: plan.work)


def twins(capacities: Capacities, weights: Sequence[int]) -> Members:
    """Return switches in classes of those that may change places, by their links alone."""
    alike = dict[object, list[int]]()
    for switch, links in capacities.items():
        key: object = switch if len(links) < FEWEST_LINKS else frozenset(links.items())
        alike.setdefault((weights[switch], key), []).append(switch)
    return [tuple(each) for each in alike.values()]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Part:
    """A table that comes to a class."""

    weight: int
    kind: int  # equal ones have the same


class Quotient:
    """The network with classes for switches.

    Parameters
    ----------
    beside, bits
        As for `Graph`.
    """

    def __init__(
        self,
        members: Members,
        beside: Sequence[set[int]],
        bits: Sequence[float],
        capacities: Capacities,
        weights: Sequence[int],
        half: int,
    ) -> None:
        self.beside, self.bits = beside, bits
        self._capacities = capacities
        self._members = members
        self._weights = [sum(weights[switch] for switch in each) for each in members]
        self._total, self._half = sum(self._weights), half

    @classmethod
    def of(
        cls, members: Members, capacities: Capacities, weights: Sequence[int], half: int
    ) -> Quotient:
        """Put switches into classes of twins.

        Parameters
        ----------
        members
            The switches of each class.
        capacities, weights
            Scaled, of the links of each switch; and of each switch.
        half
            Weight of the lighter side.
        """
        number = {switch: own for own, each in enumerate(members) for switch in each}
        beside = [
            {number[s] for s in capacities[each[0]]} - {own} for own, each in enumerate(members)
        ]
        return cls(members, beside, bits_of(members), capacities, weights, half)

    @classmethod
    def fixing(
        cls,
        free: Members,
        fixed: Sequence[int],
        assignments: int,
        capacities: Capacities,
        weights: Sequence[int],
        half: int,
    ) -> Quotient:
        """Put what is fixed into one class at the end, with assignments for sides.

        Parameters
        ----------
        free
            The classes that are not fixed.
        fixed
            The switches of the cutset.
        assignments
            How many are counted at a time.
        capacities, weights, half
            As `of` takes them.
        """
        members = [*free, tuple(fixed)]
        number = {switch: own for own, each in enumerate(members) for switch in each}
        beside = [
            {number[s] for switch in each for s in capacities[switch]} - {own}
            for own, each in enumerate(members)
        ]
        bits = [*bits_of(free), math.log2(assignments)]
        return cls(members, beside, bits, capacities, weights, half)

    def __len__(self) -> int:
        return len(self._members)

    def greedy(self) -> Iterator[Rule]:
        """Yield the greedy rules that do not take long."""
        yield least_degree
        sparse = sum(map(len, self.beside)) <= 2 * SPARSE * len(self)
        if sparse and len(self) <= LARGEST_FILL:
            yield least_fill

    def plans(self, rules: Iterable[Rule]) -> Iterator[Plan]:
        """Yield what the rules come to that are not too wide."""
        for rule in rules:
            scopes = rule(Graph(self.beside, self.bits))
            if scopes is not None:
                yield self.plan(scopes)

    def plan(self, scopes: Scopes) -> Plan:
        """Tell what it will take to eliminate in an order, where equal tables are made once."""
        place = {own: number for number, own in enumerate(scopes)}
        parts = dict[int, list[_Part]]()  # what comes to each class
        kinds = dict[object, int]()
        widest = largest = work = 0
        for own, scope in scopes.items():
            before = parts.pop(own, [])
            weight = self._weights[own] + sum(part.weight for part in before)
            sides = round(2 ** (self.bits[own] + sum(self.bits[each] for each in scope)))
            states = sides * self._columns(weight)
            widest, largest = max(widest, sides), max(largest, states)
            kind = kinds.setdefault(self._kind(own, scope, before), len(kinds))
            if kind == len(kinds) - 1:
                work += states * (len(self._members[own]) + 1 + len(scope))
                work += sides * self._added(before)
            if scope:
                part = _Part(weight=weight, kind=kind)
                parts.setdefault(min(scope, key=place.__getitem__), []).append(part)
        members = tuple(self._members[own] for own in scopes)
        return Plan(members=members, sides=widest, states=largest, work=work)

    def _added(self, parts: Sequence[_Part]) -> int:
        """Return how many sums add up tables for each side: equal ones by doubling."""
        sums, heap = 0, list[int]()
        for kind, copies in Counter((part.kind, part.weight) for part in parts).items():
            added, weight = 0, kind[1]
            while copies:
                if copies & 1:
                    sums += self._pairs(added, weight) if added else 0
                    added += weight
                copies >>= 1
                if copies:
                    sums += self._pairs(weight, weight)
                    weight *= 2
            heap.append(added)
        heapq.heapify(heap)
        while len(heap) > 1:
            one, other = heapq.heappop(heap), heapq.heappop(heap)
            sums += self._pairs(one, other)
            heapq.heappush(heap, one + other)
        return sums

    def _pairs(self, one: int, other: int) -> int:
        """Return how many sums add up two tables."""
        return self._columns(one + other) * min(self._columns(one), self._columns(other))

    def _kind(self, own: int, scope: set[int], before: Sequence[_Part]) -> object:
        """Return what two classes have in common whose tables are equal, and few others."""
        capacities = sorted(self._capacities[self._members[own][0]].values())
        bits = sorted(self.bits[each] for each in scope)
        alone = self.bits[own], self._weights[own], tuple(capacities)
        return (*alone, tuple(bits), tuple(sorted(part.kind for part in before)))

    def _columns(self, weight: int) -> int:
        """Return how many weights on side 1 can become a half, of switches that weigh so much."""
        return min(weight, self._half) - max(0, self._half - (self._total - weight)) + 1
