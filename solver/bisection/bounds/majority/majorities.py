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

    charge: tuple[int, ...]  # of a group, by its switches on side 1
    within: tuple[int, ...]  # severed inside it at least, by the same
    most: int  # capacity of a switch to other groups
    apart: tuple[int, ...]  # capacity between 0, 1, … groups and all others, at least
    half: int  # weight of side 1

    @property
    def groups(self) -> int:
        """How many there are."""
        return len(self.apart) - 1

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
            charge=tuple(map(min, zip(*charges, strict=True))),
            within=complete(size, min(inner)),
            most=min(max(map(max, counted.ports)), max(leaving)),
            apart=complete(number, int(counted.between[np.triu_indices(number, 1)].min())),
            half=half,
        )

    def bound(self, enough: int) -> int:
        """Return the least charge, or `enough` if none is less, with groups side by side.

        As groups are interchangeable, those of either label are added up by themselves, and the
        weight of either tells how many switches are on lesser sides: what these spare is no more
        than what is between groups of unlike labels.
        """
        number, size = self.groups, len(self.charge) - 1
        tie, inside, sides = size // 2, self.within, range(1, (size - 1) // 2 + 1)
        charges, insides = self._by_label(self.charge), self._by_label(inside)
        floors = [[int(each.min()) for each in side] for side in charges]
        each_lesser = min((min(inside[k], inside[size - k]) // k for k in sides), default=0)
        joined = list(self.apart)  # by the groups of label 1 beside ties, which may have either
        for tied in range(number + 1 if size % 2 == 0 else 1):
            at_ties, in_ties = tied * self.charge[tie], tied * inside[tie]
            joined = [max(each) for each in zip(joined, self.apart[tied:], strict=False)]
            rest = self.half - tied * tie
            if rest < 0:
                break
            for label in range(number - tied + 1):
                other = number - tied - label
                severed = joined[label]
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

    def _by_label(self, charge: Sequence[int]) -> tuple[list[Costs], list[Costs]]:
        """Return the least charges of 0, 1, … groups of either label, by their weight."""
        options, size = list(enumerate(charge)), len(charge) - 1
        few, many = options[: (size + 1) // 2], options[size // 2 + 1 :]
        return self._multiples(few), self._multiples(many)

    def _multiples(self, options: Sequence[tuple[int, int]]) -> list[Costs]:
        ways = [np.full(self.half + 1, NEVER, dtype=np.int64)]
        ways[0][0] = 0
        for _ in range(self.groups):
            after = np.full(self.half + 1, NEVER, dtype=np.int64)
            for weighs, charge in options:
                if weighs <= self.half:
                    moved = ways[-1][: self.half + 1 - weighs] + charge
                    np.minimum(after[weighs:], moved, out=after[weighs:])
            ways.append(after)
        return ways


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


def complete(size: int, joined: int) -> tuple[int, ...]:
    """Return what 0, 1, … members have to all others, where any two are joined so much."""
    return tuple(joined * k * (size - k) for k in range(size + 1))
