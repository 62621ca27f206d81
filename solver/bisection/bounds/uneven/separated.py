"""How much of some signed weights a division of groups can separate, for each size of a side.

The weights are what pairs of groups lack of the usual capacity. Groups are joined one after the
other to a table over the sides of those that still have a weight to come, and the number on
side 1; a group whose weights are all counted is decided for the best and leaves the table: the
elimination of variables along a path (Bertele and Brioschi, Nonserial dynamic programming, 1972).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.bounds.few_open import few_open

NEVER = -(1 << 61)  # stands for sizes that cannot be
POSSIBLE = -(1 << 60)
TRIES = 5  # orders of which the best is taken

Pair = tuple[int, int]  # two groups, first < second
# a group, whether it joins; if it leaves, which groups are open then, and its best side for theirs
Step = tuple[int, bool, tuple[int, ...], NDArray[np.bool_] | None]
Table = NDArray[np.int64]  # an axis of length 2 for each open group, one for the size of side 1


@dataclass(frozen=True, kw_only=True)
class Plan:
    """An order of the groups with weights, and the weights that it leaves out."""

    order: tuple[int, ...]
    whole: tuple[Pair, ...]  # pairs whose weight counts as separated where that is more


def planned(weights: Mapping[Pair, int], most_open: int) -> Plan:
    """Order groups so that few are open at any time; leave out small weights where many are."""
    left, whole = dict(weights), list[Pair]()
    while True:
        near: dict[int, set[int]] = {group: {group} for pair in left for group in pair}
        for first, second in left:
            near[first].add(second)
            near[second].add(first)
        order, widest = few_open(near, dict.fromkeys(near, 2), TRIES)
        if widest <= most_open:
            return Plan(order=order, whole=tuple(sorted(whole)))
        smallest = sorted(left, key=lambda pair: (abs(left[pair]), pair))
        for pair in smallest[: max(1, len(left) // 16)]:
            whole.append(pair)
            del left[pair]


@dataclass(frozen=True, kw_only=True)
class Separated:
    """The most weight that a division separates, and how."""

    most: tuple[int, ...]  # by the number of groups on side 1, of those in the order
    _steps: tuple[Step, ...]

    def sides(self, size: int) -> dict[int, int]:
        """Return the side of each group in a division that separates the most at a size."""
        sides: dict[int, int] = {}
        for group, joined, opened, choice in reversed(self._steps):
            if joined:
                size -= sides[group]
            else:
                assert choice is not None
                sides[group] = int(choice[(*(sides[each] for each in opened), size)])
        return sides


def separated(weights: Mapping[Pair, int], plan: Plan) -> Separated:
    """Count along the order of a plan, without the weights that it leaves out."""
    near: dict[int, dict[int, int]] = {group: {} for group in plan.order}
    whole = set(plan.whole)
    for (first, second), weight in weights.items():
        if (first, second) not in whole:
            near[first][second] = near[second][first] = weight
    table: Table = np.full(len(plan.order) + 1, NEVER, dtype=np.int64)
    table[0] = 0
    opened, done, steps = list[int](), set[int](), list[Step]()
    for group in plan.order:
        table = _joined(table, [near[group].get(each, 0) for each in opened])
        opened.append(group)
        done.add(group)
        steps.append((group, True, (), None))
        for each in [each for each in opened if near[each].keys() <= done]:
            axis = opened.index(each)
            opened.remove(each)
            zero, one = table.take(0, axis=axis), table.take(1, axis=axis)
            steps.append((each, False, tuple(opened), np.asarray(one > zero)))
            table = np.maximum(zero, one)
    return Separated(most=tuple(table.tolist()), _steps=tuple(steps))


def _joined(table: Table, weights: Sequence[int]) -> Table:
    """Add a group with weights to those that are open, as the last of them."""
    here, there = table.copy(), np.full_like(table, NEVER)
    there[..., 1:] = table[..., :-1]
    for axis, weight in enumerate(weights):
        if weight:
            apart = [slice(None)] * table.ndim
            apart[axis] = slice(1, 2)
            here[tuple(apart)] += weight
            apart[axis] = slice(0, 1)
            there[tuple(apart)] += weight
    return np.stack([here, there], axis=-2)


def all_sizes(separated: Separated, groups: int, beside: int) -> tuple[int, ...]:
    """Return the most that is separated for 0 to all groups on side 1.

    Parameters
    ----------
    groups
        Their number, with those that have no weights.
    beside
        What counts as separated whatever the sides are.
    """
    free = groups - (len(separated.most) - 1)
    return tuple(
        beside + max(separated.most[size] for size in _sizes(separated, number, free))
        for number in range(groups + 1)
    )


def size_of_best(found: Separated, number: int, groups: int) -> int:
    """Return how many of the groups with weights are on side 1 where most is separated."""
    free = groups - (len(found.most) - 1)
    return max(_sizes(found, number, free), key=lambda size: found.most[size])


def _sizes(found: Separated, number: int, free: int) -> Iterator[int]:
    for size in range(max(0, number - free), min(number, len(found.most) - 1) + 1):
        if found.most[size] > POSSIBLE:
            yield size
