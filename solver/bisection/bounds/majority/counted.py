"""What a network in groups has inside its groups and between them, in scaled capacity."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import gcd
from typing import Self

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.network import GLOBAL, Network
from alphacut.solver.bisection.problem import PointProblem

NEVER = 1 << 61  # the cost of what cannot be

Ints = NDArray[np.int64]


def numbered(network: Network) -> tuple[int, ...]:
    """Return the group of each switch, numbered from 0 in the order in which they come."""
    names = {name: place for place, name in enumerate(dict.fromkeys(network.groups))}
    return tuple(names[each] for each in network.groups)


@dataclass(frozen=True, kw_only=True)
class GroupsAlike:
    """What the groups of one kind are charged at least."""

    groups: int
    size: int
    weight: int  # of each switch
    rows: int  # into which its switches are put, all of a row, or of a column, being joined
    inside: Ints  # (size + 1,) severed inside, by the switches on side 1
    spared: Ints  # (size + 1,) what lesser sides have to other groups, by the same


@dataclass(frozen=True, kw_only=True)
class Counted:
    """Links within and between groups, scaled."""

    members: list[list[int]]  # the switches of each group
    weights: list[int]  # of a switch of each group, in units of what all have in common
    half: int  # weight of side 1
    inside: list[dict[tuple[int, int], int]]  # capacity between places of each group, if any
    between: Ints  # (groups, groups)
    ports: list[list[int]]  # capacity of each switch to other groups at most, the largest first
    total: int  # capacity of all links

    @classmethod
    def of(cls, problem: PointProblem, fewest: int, most: int) -> Self | None:
        """Read a network in groups whose switches weigh alike; None if there is none.

        Parameters
        ----------
        fewest, most
            Numbers of groups.
        """
        network, balance = problem.network, problem.balance
        groups, unit = numbered(network), gcd(*balance.weights)
        number = max(groups) + 1
        if not fewest <= number <= min(most, network.switches - 1):
            return None
        members: list[list[int]] = [[] for _ in range(number)]
        for switch, group in enumerate(groups):
            members[group].append(switch)
        weights = [{balance.weights[v] // unit for v in own} for own in members]
        if any(len(each) > 1 for each in weights):
            return None
        scales = problem.alpha.scales(network)
        inside, between, ports = _links(network, groups, members, scales)
        if isinstance(network, AnyWiring):
            ports = [scales[GLOBAL.name] * each for each in network.ports]
        return cls(
            members=members,
            weights=[each.pop() for each in weights],
            half=(sum(balance.weights) - balance.difference) // 2 // unit,
            inside=inside,
            between=between,
            ports=[sorted((ports[v] for v in each), reverse=True) for each in members],
            total=problem.alpha.scaled(network.total),
        )

    def lacks(self, colours: Sequence[tuple[int, int]]) -> list[int]:
        """Return what each group has less inside than the (lower) median of its colour."""
        own = [sum(inside.values()) for inside in self.inside]
        listed = defaultdict[tuple[int, int], list[int]](list)
        for colour, capacity in zip(colours, own, strict=True):
            listed[colour].append(capacity)
        usual = {each: sorted(some)[(len(some) - 1) // 2] for each, some in listed.items()}
        return [
            max(0, usual[colour] - capacity) for colour, capacity in zip(colours, own, strict=True)
        ]

    def alike(self, groups: Sequence[int], weight: int) -> GroupsAlike:
        """Return what any of some groups of one size is charged at least."""
        size = len(self.members[groups[0]])
        own = np.arange(size + 1)
        rows, inside = self._profile(groups)
        most = np.zeros(size + 1, dtype=np.int64)
        for group in groups:
            sums = np.array([0, *accumulate(self.ports[group])], dtype=np.int64)
            most = np.maximum(most, np.minimum(sums, self.between[group].sum()))
        spared = most[np.minimum(own, size - own)]
        return GroupsAlike(
            groups=len(groups), size=size, weight=weight, rows=rows, inside=inside, spared=spared
        )

    def _profile(self, groups: Sequence[int]) -> tuple[int, Ints]:
        """Return the best number of rows, and what is severed inside by switches on side 1."""
        size = len(self.members[groups[0]])
        best = (1, np.zeros(size + 1, dtype=np.int64))
        for columns in range(size, 0, -1):
            if size % columns or (columns == 1 and size > 1):
                continue
            grid = _Grid.of([self.inside[group] for group in groups], size, columns)
            if not grid.usual[0] or (columns < size and not grid.usual[1]):
                continue
            severed = grid.severed()
            if severed[size // 2] > best[1][size // 2]:
                best = (size // columns, severed)
            if columns == size and grid.least[0]:
                break  # any two are joined: a grid would leave links out
        return best

    def extremes(
        self, members: Sequence[Sequence[int]]
    ) -> tuple[dict[tuple[int, int], Ints], Ints]:
        """Return the least that 0, 1, … pairs of groups have, and the most that one has, by kind.

        Where links have failed, few pairs have less than others.
        """
        least, most = {}, np.zeros((len(members), len(members)), dtype=np.int64)
        for own, groups in enumerate(members):
            for other, others in enumerate(members[: own + 1]):
                pairs = self.between[np.ix_(others, groups)]
                listed = pairs[np.triu_indices(len(groups), 1)] if own == other else pairs.ravel()
                least[other, own] = np.array([0, *np.cumsum(np.sort(listed))], dtype=np.int64)
                most[own, other] = most[other, own] = listed.max() if listed.size else 0
        return least, most


def _links(
    network: Network,
    groups: Sequence[int],
    members: Sequence[Sequence[int]],
    scales: Mapping[str, int],
) -> tuple[list[dict[tuple[int, int], int]], Ints, list[int]]:
    """Return what is inside each group, between any two, and at each switch to other groups."""
    place = {v: at for own in members for at, v in enumerate(own)}
    inside: list[dict[tuple[int, int], int]] = [defaultdict(int) for _ in members]
    between = np.zeros((len(members), len(members)), dtype=np.int64)
    ports = [0] * network.switches
    for first, second, name, multiplicity in network.links:
        capacity = scales[name] * multiplicity
        if not capacity:
            continue
        own, other = groups[first], groups[second]
        if own == other:
            one, two = sorted((place[first], place[second]))
            inside[own][one, two] += capacity
            continue
        between[own, other] += capacity
        between[other, own] += capacity
        ports[first] += capacity
        ports[second] += capacity
    return inside, between, ports


@dataclass(frozen=True, kw_only=True)
class _Grid:
    """Groups of one size whose switches are put into rows of equal length."""

    rows: int
    columns: int
    least: tuple[int, int]  # capacity between two switches of a row, and of a column
    usual: tuple[int, int]  # medians of these
    lost: Ints  # (size + 1,) what groups have less than usual at k of their switches, at most

    @classmethod
    def of(cls, inside: Sequence[dict[tuple[int, int], int]], size: int, columns: int) -> Self:
        first, second = np.tril_indices(size, -1)[::-1]
        in_row = first // columns == second // columns
        on_grid = in_row | (first % columns == second % columns)
        first, second, in_row = first[on_grid], second[on_grid], in_row[on_grid]
        pairs = list(zip(first.tolist(), second.tolist(), strict=True))
        each = np.array([[own.get(pair, 0) for pair in pairs] for own in inside], dtype=np.int64)
        each = each.reshape(len(inside), len(pairs))
        listed = [np.sort(each[:, which], axis=None) for which in (in_row, ~in_row)]
        least = [int(one[0]) if one.size else 0 for one in listed]
        usual = [int(one[(one.size - 1) // 2]) if one.size else 0 for one in listed]
        lacking = np.maximum(0, np.where(in_row, *usual) - each)
        lacks = np.zeros((len(inside), size), dtype=np.int64)
        for group, own in enumerate(lacking):
            np.add.at(lacks[group], first, own)
            np.add.at(lacks[group], second, own)
        most = np.cumsum(-np.sort(-lacks, axis=1), axis=1)
        lost = np.minimum(most, lacking.sum(axis=1)[:, None]).max(axis=0)
        return cls(
            rows=size // columns, columns=columns, least=(least[0], least[1]),
            usual=(usual[0], usual[1]), lost=np.array([0, *lost], dtype=np.int64),
        )  # fmt: skip

    def severed(self) -> Ints:
        """Return what k switches sever in any of the groups at least, (size + 1,)."""
        own = np.arange(len(self.lost))
        at_lesser = self.lost[np.minimum(own, own[::-1])]
        usual = profile(self.rows, self.columns, *self.usual) - at_lesser
        return np.asarray(np.maximum(usual, profile(self.rows, self.columns, *self.least)))


def profile(rows: int, columns: int, in_row: int, in_column: int) -> Ints:
    """Return the least that k switches of a grid are severed from the others by, (size + 1,).

    Each two switches of a row are joined by `in_row`, each two of a column by `in_column`. For
    given numbers of switches in the rows, columns sever least if the rows are nested (Gale and
    Ryser), the first row being the fullest. Rows are added from the emptiest on.
    """
    size = rows * columns
    least = np.full((columns + 1, size + 1), NEVER, dtype=np.int64)  # by the last row, and all
    least[0, 0] = 0
    for row in range(rows, 0, -1):
        after = np.full_like(least, NEVER)
        emptier = np.full(size + 1, NEVER, dtype=np.int64)
        for own in range(columns + 1):
            emptier = np.minimum(emptier, least[own])
            severed = in_row * own * (columns - own) + in_column * own * (rows - 2 * row + 1)
            after[own, own:] = emptier[: size + 1 - own] + severed
        least = np.minimum(after, NEVER)
    return np.asarray(least.min(axis=0))
