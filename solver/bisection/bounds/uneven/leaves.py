"""The bound by labels of groups of leaves and spines (Dragonfly+), which may lack links.

A group's label is the side of most of its spines. With k leaves and j spines on side 1,
w(k(S - j) + (L - k)j) is severed inside it, less what it lacks. Only spines have links to other
groups, and one on the lesser side spares no more than what it has to the groups of the other label,
of which there are at most U: see docs/certificate.md, "Leaves and spines".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Self

import numpy as np
from numpy.typing import NDArray

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

Charges = tuple[list[int], list[int], list[int]]  # by leaves on side 1: label 0, label 1, a tie


@dataclass(frozen=True, kw_only=True)
class Group:
    """A group, with what is severed inside it and what its spines have to other groups."""

    leaves: tuple[int, ...]
    spines: tuple[int, ...]
    weight: int  # of a leaf
    within: tuple[tuple[int, ...], ...]  # by leaves and by spines on side 1, at least
    towards: tuple[tuple[int, ...], ...]  # of each spine, to the 0, 1, … groups with most

    def charges(self, own: int, others: int) -> Charges:
        """Return what it is charged where so many groups have label 1, and so many label 0."""
        first, second = (
            largest(each[min(unlike, len(each) - 1)] for each in self.towards)
            for unlike in (own, others)
        )
        most, size = max(own, others), len(self.spines)
        either = largest(each[min(most, len(each) - 1)] for each in self.towards)
        charges: Charges = ([], [], [])
        for row in self.within:
            few, many = range((size + 1) // 2), range(size // 2 + 1, size + 1)
            charges[0].append(min(row[j] - first[j] for j in few))
            charges[1].append(min(row[j] - second[size - j] for j in many))
            tie = NEVER if size % 2 else row[size // 2] - either[size // 2]
            charges[2].append(tie)
        return charges


@dataclass(frozen=True, kw_only=True)
class LeavesAndSpines:
    """Groups of leaves, which have all weight, and spines. All is scaled."""

    groups: tuple[Group, ...]
    apart: Apart
    inside: int  # between a leaf and a spine
    half: int  # weight of side 1

    @classmethod
    def of(cls, problem: PointProblem, params: UnevenParams) -> Self | None:
        """Read such a network; None if it is none, or counting takes too long."""
        weights, counted = problem.balance.weights, Counted.of(problem, params)
        if counted is None or all(weights):
            return None
        unit = gcd(*weights)
        half = (sum(weights) - problem.balance.difference) // 2 // unit
        parts = [_parts(own, weights, counted) for own in counted.members]
        if not all(leaves for leaves, _ in parts) or work_of(parts, half) > params.most_work:
            return None
        apart = Apart.of(counted, params)
        if apart is None:
            return None
        joined = [
            [
                links.get((min(leaf, spine), max(leaf, spine)), 0)
                for leaf in part[0]
                for spine in part[1]
            ]
            for part, links in zip(parts, counted.inner, strict=True)
        ]
        inside = usual_of((c for own in joined for c in own), sum(map(len, joined)))
        return cls(
            groups=tuple(
                _group(part, weights[part[0][0]] // unit, inside, links, counted)
                for part, links in zip(parts, counted.inner, strict=True)
            ),
            apart=apart,
            inside=inside,
            half=half,
        )

    @property
    def orders(self) -> tuple[list[int], list[int]]:
        """Switches in two orders that begin with groups that have least to the others."""
        members = [(*group.spines, *group.leaves) for group in self.groups]
        return orders(self.apart.halves(), members)

    def bound(self) -> int:
        """Return the least charge, by ties and labels, each with the best of their choices."""
        number, best = len(self.groups), dict[tuple[int, int], int]()
        weight = sum(len(group.leaves) * group.weight for group in self.groups)
        even = weight == 2 * self.half  # then either side may be called side 1
        for own in range((number + 1) // 2 if even else 0, number + 1):
            for (tied, label), charge in self._least(own).items():
                if label <= own <= label + tied:
                    charged = charge + self.apart.least[own]
                    for each in (label, number - tied - label) if even else (label,):
                        best[tied, each] = max(best.get((tied, each), -NEVER), charged)
        return min(best.values())

    def _least(self, own: int) -> dict[tuple[int, int], int]:
        """Return the least charges inside groups, by the ties and the groups of label 1.

        In the end so many groups have label 1.
        """
        number = len(self.groups)
        cost = np.full((number + 1, own + 2, self.half + 1), NEVER, dtype=np.int64)
        cost[0, 0, 0] = 0
        for done, group in enumerate(self.groups):
            rows, labels = slice(0, done + 1), slice(0, min(done, own) + 1)
            before, after = cost[rows, labels], np.full_like(cost, NEVER)
            more = slice(1, min(done, own) + 2)
            places = (after[rows, labels], after[rows, more], after[1 : done + 2, labels])
            for charges, into in zip(group.charges(own, number - own), places, strict=True):
                _add(before, into, charges, group.weight)
            after[:, own + 1] = NEVER
            cost = after
        last = cost[:, :, self.half]
        return {
            (int(tied), int(label)): int(last[tied, label])
            for tied, label in zip(*np.nonzero(last < HIGH), strict=True)
        }


def _add(
    before: NDArray[np.int64], into: NDArray[np.int64], charges: Sequence[int], weight: int
) -> None:
    size = before.shape[2]
    for k, charge in enumerate(charges):
        taken = k * weight
        if taken < size and charge < HIGH:
            moved = before[:, :, : size - taken] + charge
            np.minimum(into[:, :, taken:], moved, out=into[:, :, taken:])


def work_of(parts: Sequence[tuple[Sequence[int], Sequence[int]]], half: int) -> int:
    """Return about how many numbers are compared."""
    number, options = len(parts), sum(3 * (len(leaves) + 1) for leaves, _ in parts)
    return (number + 1) ** 3 // 4 * (half + 1) * options


def _parts(
    members: Sequence[int], weights: Sequence[int], counted: Counted
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Divide a group into its leaves and its spines; nothing if it is not made of these."""
    leaves = tuple(each for each in members if weights[each])
    spines = tuple(each for each in members if not weights[each])
    alike = len({weights[each] for each in leaves}) == 1
    if not alike or not spines or any(counted.to_groups[each] for each in leaves):
        return (), ()
    return leaves, spines


def _group(
    parts: tuple[tuple[int, ...], tuple[int, ...]],
    weight: int,
    inside: int,
    links: Mapping[Pair, int],
    counted: Counted,
) -> Group:
    leaves, spines = parts
    lacks = {
        (leaf, spine): max(0, inside - links.get((min(leaf, spine), max(leaf, spine)), 0))
        for leaf in leaves
        for spine in spines
    }
    of_leaves = largest(sum(lacks[leaf, spine] for spine in spines) for leaf in leaves)
    of_spines = largest(sum(lacks[leaf, spine] for leaf in leaves) for spine in spines)
    total, many = len(leaves), len(spines)

    def within(k: int, j: int) -> int:
        """Sever every pair of a leaf and a spine that are apart, less what these lack at most."""
        severed = inside * (k * (many - j) + (total - k) * j)
        lost = min(of_leaves[a] + of_spines[b] for a, b in ((k, j), (total - k, many - j)))
        return max(0, severed - min(lost, of_leaves[total]))

    return Group(
        leaves=leaves,
        spines=spines,
        weight=weight,
        within=tuple(tuple(within(k, j) for j in range(many + 1)) for k in range(total + 1)),
        towards=tuple(tuple(largest(counted.to_groups[spine].values())) for spine in spines),
    )
