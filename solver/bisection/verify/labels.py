"""What labels of groups leave of any bisection's capacity at least: two dynamic programmes.

The label of a group is the side of most of its switches, the others are on its lesser side. What
groups are charged, and what is between groups of unlike labels, is argued where proofs are checked
(`majority`, `uneven`); here the charges of all groups are added up for every division of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.errors import Refused

NEVER = 1 << 61  # stands for states that no sides give; with any costs it stays above `POSSIBLE`
POSSIBLE = 1 << 58  # above all costs that are

Costs = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Charges:
    """What a bisection is charged for a group."""

    weight: int  # of each of its switches
    within: tuple[int, ...]  # (size + 1,) severed inside, at least, by the switches on side 1
    least: tuple[int, ...]  # the same less what its lesser side has to other groups
    most: int  # capacity of one switch to other groups

    @property
    def size(self) -> int:
        """How many switches it has."""
        return len(self.within) - 1


def any_of(groups: Sequence[Charges]) -> Charges:
    """Return what a group is charged at least, whichever it is.

    Raises
    ------
    Refused
        If groups have unlike sizes or weights.
    """
    if len({(each.size, each.weight) for each in groups}) > 1:
        raise Refused("groups of unlike sizes or weights are not alike")
    least = tuple(min(each) for each in zip(*(group.least for group in groups), strict=True))
    within = tuple(min(each) for each in zip(*(group.within for group in groups), strict=True))
    return replace(groups[0], least=least, within=within, most=max(group.most for group in groups))


def least_of_alike(group: Charges, apart: Sequence[int], half: int, above: int) -> int:
    """Return the least that any bisection is charged where groups are alike; no more than `above`.

    Each switch weighs 1: all weigh the same, and weights are in units of what they have in common.

    Parameters
    ----------
    group
        What any of them is charged at least.
    apart
        Capacity between M groups and all others, at least, for M from 0 to all groups.
    half
        Weight of side 1.
    """
    number, size = len(apart) - 1, group.size
    charged = _Labelled.of(size, group.least, number, half)
    within = _Labelled.of(size, group.within, number, half)
    tie, least = size // 2, above
    between = list(apart)  # of so many of label 1 beside ties, which may have either label
    for tied in range(number + 1 if size % 2 == 0 else 1):
        left = half - tied * tie
        between = [max(each) for each in zip(between, apart[tied:], strict=False)]
        for label in range(number + 1 - tied if left >= 0 else 0):
            joined = between[label]
            one = tied * group.least[tie] + joined
            if charged.lowest(label, number - tied - label) + one >= least:
                continue
            two = tied * group.within[tie]
            if two + _fewest(group, abs(left - label * size), tied * tie, joined) >= least:
                continue
            # of groups with this label the rest of their weight is on the other side
            weight = np.arange(left + 1)
            lesser = (label * size - weight) + (left - weight) + tied * tie
            if group.most:  # no more than it takes to spare all: products have 64 bits then
                lesser = np.minimum(lesser, joined // group.most + 1)
            apart_still = np.maximum(joined - group.most * lesser, 0)
            others = number - tied - label
            each = np.maximum(
                charged.together(label, others, left) + one,
                within.together(label, others, left) + two + apart_still,
            )
            least = min(least, int(each.min()))
    return least


def _fewest(group: Charges, lesser: int, tied: int, joined: int) -> int:
    """Return less than is severed with at least so many switches on lesser sides beside ties.

    Each severs at least `each` inside its group, and spares at most `most` of what joins groups of
    unlike labels. Both together are convex in their number.
    """
    sides = range(1, (group.size - 1) // 2 + 1)
    within = group.within
    each = min((min(within[m], within[group.size - m]) // m for m in sides), default=0)
    rest = joined - tied * group.most
    turn = max(lesser, rest // group.most if group.most else 0)
    return min(each * lesser + max(0, rest - lesser * group.most), each * turn)


@dataclass(frozen=True)
class _Labelled:
    """The least charges of 0, 1, … groups of either label, each (half + 1,) by weight on side 1."""

    light: list[Costs]  # with the label of side 0
    heavy: list[Costs]
    least: tuple[list[int], list[int]]  # of each, whatever the weight

    @classmethod
    def of(cls, size: int, charges: Sequence[int], number: int, half: int) -> _Labelled:
        sides = range(size + 1)
        light = _multiples(charges, [k for k in sides if 2 * k < size], number, half)
        heavy = _multiples(charges, [k for k in sides if 2 * k > size], number, half)
        least = tuple([int(each.min()) for each in one] for one in (light, heavy))
        return cls(light, heavy, (least[0], least[1]))

    def lowest(self, label: int, others: int) -> int:
        return self.least[1][label] + self.least[0][others]

    def together(self, label: int, others: int, left: int) -> Costs:
        """Return the charges of so many groups of either label, by the weight of the heavy."""
        return self.heavy[label][: left + 1] + self.light[others][: left + 1][::-1]


def _multiples(
    charges: Sequence[int], allowed: Sequence[int], number: int, half: int
) -> list[Costs]:
    """Return, for 0 to `number` groups, the least charge by weight, (half + 1,), on side 1."""
    found = [np.full(half + 1, NEVER, dtype=np.int64)]
    found[0][0] = 0
    for _ in range(number):
        after = np.full(half + 1, NEVER, dtype=np.int64)
        for k in allowed:
            if k <= half:
                _lower(after[k:], found[-1][: half + 1 - k], charges[k])
        found.append(after)
    return found


def least_of_each(groups: Sequence[Charges], apart: Sequence[int], half: int, ties: int = 0) -> int:
    """Return the least that any bisection is charged, each group for itself.

    States hold the number of ties, of groups with the label of side 1, and the weight of side 1.

    Parameters
    ----------
    apart
        Capacity between M groups and all others, at least, for M from 0 to all groups.
    half
        Weight of side 1.
    ties
        How many get their label at the end, as is best for the bound; others that of side 1.
    """
    number = len(groups)
    cost = np.full((ties + 1, number + 1, half + 1), NEVER, dtype=np.int64)
    cost[0, 0, 0] = 0
    for group in groups:
        cost = _with_group(cost, group)
    return min(
        (
            int(cost[tied, label, half]) + max(apart[label : label + tied + 1])
            for tied in range(ties + 1)
            for label in range(number + 1 - tied)
            if cost[tied, label, half] < POSSIBLE
        ),
        default=NEVER,
    )


def _with_group(before: Costs, group: Charges) -> Costs:
    after = np.full_like(before, NEVER)
    tied, labels, weights = before.shape
    for k, least in enumerate(group.least):
        taken = k * group.weight
        if taken >= weights:
            break
        source = before[:, :, : weights - taken]
        if 2 * k < group.size:
            _lower(after[:, :, taken:], source, least)
        elif 2 * k > group.size:
            _lower(after[:, 1:, taken:], source[:, : labels - 1], least)
        else:  # another tie; where these are not counted any more, a group of side 1
            _lower(after[1:, :, taken:], source[: tied - 1], least)
            _lower(after[-1:, 1:, taken:], source[-1:, : labels - 1], least)
    return after


def _lower(into: Costs, source: Costs, least: int) -> None:
    np.minimum(into, source + least, out=into)
