"""The majority bound of groups that are alike, for every wiring between them (dynamic programme).

Which links are severed is argued in `docs/certificate.md`. What a group is charged is added up
group by group, for all weights of side 1 at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.bounds.majority.counted import NEVER, Counted
from alphacut.solver.bisection.bounds.majority.params import MajorityParams

Costs = NDArray[np.int64]  # (half + 1,) by the weight of side 1


@dataclass(frozen=True, kw_only=True)
class Majorities:
    """What a bisection is charged by the majorities of groups with as many switches each.

    Each group is charged what the cheapest would be, and each switch weighs 1. All capacities are
    scaled to integers at one α.
    """

    groups: int
    charge: tuple[int, ...]  # of a group, by its switches on side 1
    inner: int  # capacity between two switches of a group, at least
    most: int  # capacity of a switch to other groups
    between: int  # capacity between two groups, at least
    half: int  # weight of side 1

    @classmethod
    def of(cls, counted: Counted, params: MajorityParams) -> Self | None:
        """Charge groups that are alike; None where they are not, or are too many."""
        number, sizes = len(counted.members), set(map(len, counted.members))
        if len(sizes) > 1 or len(set(counted.weights)) > 1:
            return None
        size, half = sizes.pop(), counted.half
        if number * (number + size) * (half + 1) > params.most_work:
            return None
        leaving = counted.between.sum(axis=1).tolist()
        inner = [
            min(links.values()) if links and len(links) == size * (size - 1) // 2 else 0
            for links in counted.inside
        ]
        charges = [
            charges_of(size, *each) for each in zip(inner, counted.ports, leaving, strict=True)
        ]
        return cls(
            groups=number,
            charge=tuple(map(min, zip(*charges, strict=True))),
            inner=min(inner),
            most=min(max(map(max, counted.ports)), max(leaving)),
            between=int(counted.between[np.triu_indices(number, 1)].min()),
            half=half,
        )

    def bound(self, enough: int) -> int:
        """Return the least charge, or `enough` if none is less, with groups side by side.

        As groups are interchangeable, those of either label are added up by themselves, and the
        weight of either tells how many switches are on lesser sides: what these spare is no more
        than what is between groups of unlike labels.
        """
        number, size = self.groups, len(self.charge) - 1
        own, tie, lesser_half = np.arange(size + 1), size // 2, (size - 1) // 2
        charge, inside = np.array(self.charge), self.inner * own * (size - own)
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
        for _ in range(self.groups):
            ways.append(self._minimum(options, ways[-1]))
        return ways

    def _minimum(self, options: Sequence[tuple[int, int]], before: Costs) -> Costs:
        after = np.full(self.half + 1, NEVER, dtype=np.int64)
        for weighs, charge in options:
            if weighs <= self.half:
                moved = before[: self.half + 1 - weighs] + charge
                np.minimum(after[weighs:], moved, out=after[weighs:])
        return after

    def _start(self) -> Costs:
        costs = np.full(self.half + 1, NEVER, dtype=np.int64)
        costs[0] = 0
        return costs


def _beside(sums: tuple[list[Costs], list[Costs]], other: int, label: int, rest: int) -> Costs:
    """Return the least charges of so many groups of label 0 and 1, by the weight of the latter."""
    return sums[1][label][: rest + 1] + sums[0][other][rest::-1]


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
    most = [0, *accumulate(sorted(ports, reverse=True))]
    return tuple(
        least * k * (size - k) - min(leaving, most[min(k, size - k)]) for k in range(size + 1)
    )
