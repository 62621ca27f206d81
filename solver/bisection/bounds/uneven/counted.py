"""What groups of a network have between them and inside, in scaled capacity."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations
from typing import Self

from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.bounds.uneven.separated import (
    Pair,
    Plan,
    Separated,
    all_sizes,
    planned,
    separated,
    size_of_best,
)
from alphacut.solver.bisection.problem import PointProblem

LARGEST = 1 << 55  # of all capacities together, so that sums have 64 bits


@dataclass(frozen=True, kw_only=True)
class Counted:
    """Capacities between groups, and within them."""

    members: tuple[tuple[int, ...], ...]  # of each group, in the order of the groups' numbers
    between: dict[Pair, int]  # of two groups, by their places
    inner: list[dict[Pair, int]]  # of two switches, by the place of their group
    to_groups: list[dict[int, int]]  # of each switch, to each other group by its place

    @classmethod
    def of(cls, problem: PointProblem, params: UnevenParams) -> Self | None:
        """Count a network in groups; None where there are too few or too many, or too large."""
        alpha, network = problem.alpha, problem.network
        members: dict[int, list[int]] = {group: [] for group in sorted(set(network.groups))}
        for switch, group in enumerate(network.groups):
            members[group].append(switch)
        if (
            not params.fewest_groups
            <= len(members)
            <= min(params.most_groups, network.switches - 1)
        ):
            return None
        scales = alpha.scales(network)
        if alpha.scaled(network.total) * network.switches > LARGEST:
            return None
        place = {s: group for group, own in enumerate(members.values()) for s in own}
        between: dict[Pair, int] = defaultdict(int)
        inner: list[dict[Pair, int]] = [defaultdict(int) for _ in members]
        to_groups: list[dict[int, int]] = [defaultdict(int) for _ in network.groups]
        for first, second, name, multiplicity in network.links:
            capacity, one, other = scales[name] * multiplicity, place[first], place[second]
            if one == other:
                inner[one][first, second] += capacity
                continue
            between[min(one, other), max(one, other)] += capacity
            to_groups[first][other] += capacity
            to_groups[second][one] += capacity
        return cls(
            members=tuple(map(tuple, members.values())),
            between=between,
            inner=inner,
            to_groups=to_groups,
        )

    def leaving(self, switch: int) -> int:
        """Return the capacity of a switch to other groups."""
        return sum(self.to_groups[switch].values())


def usual_of(found: Iterable[int], number: int) -> int:
    """Return the capacity that most of so many pairs have; those that are not listed have none."""
    counts = Counter(found)
    counts[0] += number - sum(counts.values())
    return max(counts, key=lambda capacity: (counts[capacity], capacity))


def largest(values: Iterable[int]) -> list[int]:
    """Return the sums of the 0, 1, … largest of some values."""
    return [0, *accumulate(sorted(values, reverse=True))]


@dataclass(frozen=True, kw_only=True)
class Apart:
    """What groups that are apart have between them at least, whichever they are."""

    groups: int
    usual: int  # between two groups
    lacking: dict[Pair, int]  # what pairs of groups lack of the usual capacity; never 0
    plan: Plan

    @classmethod
    def of(cls, counted: Counted, params: UnevenParams) -> Self | None:
        """Tell what is usual; None if that is nothing, or too many pairs are unlike it."""
        number = len(counted.members)
        usual = usual_of(counted.between.values(), number * (number - 1) // 2)
        lacking = {
            pair: usual - counted.between.get(pair, 0)
            for pair in combinations(range(number), 2)
            if counted.between.get(pair, 0) != usual
        }
        if not usual or len(lacking) > params.most_pairs:
            return None
        plan = planned(lacking, params.most_open)
        return cls(groups=number, usual=usual, lacking=lacking, plan=plan)

    @cached_property
    def _separated(self) -> Separated:
        return separated(self.lacking, self.plan)

    @cached_property
    def lost(self) -> tuple[int, ...]:
        """What M groups and the others lack at most of the usual capacities, for all M."""
        beside = sum(max(0, self.lacking[pair]) for pair in self.plan.whole)
        return all_sizes(self._separated, self.groups, beside)

    @cached_property
    def least(self) -> tuple[int, ...]:
        """The least capacity between M groups and all others, for all M."""
        return tuple(
            self.usual * own * (self.groups - own) - lost for own, lost in enumerate(self.lost)
        )

    def halves(self) -> tuple[list[int], list[int]]:
        """Return half of the groups that have least to the others, and these."""
        half = self.groups // 2
        size = size_of_best(self._separated, half, self.groups)
        sides = self._separated.sides(size)
        free = [group for group in range(self.groups) if group not in sides]
        first = [group for group, side in sides.items() if side] + free[: half - size]
        return first, [group for group in range(self.groups) if group not in set(first)]


def orders(
    halves: tuple[Sequence[int], Sequence[int]], members: Sequence[Sequence[int]]
) -> tuple[list[int], list[int]]:
    """Return switches in order, those of either half of the groups first.

    Where groups have unlike sizes one of the halves may be the lighter one.
    """
    first, last = ([switch for group in half for switch in members[group]] for half in halves)
    return [*first, *last], [*last, *first]
