"""The bound by labels where groups are leaves and spines, as in a Dragonfly+ (docs/certificate.md).

All weight is at the leaves, all links to other groups are at the spines. A group's label is the
side of most of its spines. Of a spine on the lesser side only links to groups of the other label
are spared; where U groups have that, no more than it has to U groups at most. With as many spines
on either side the label is chosen at the end, as is best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

NEVER = 1 << 61  # stands for what cannot be
HIGH = 1 << 60
MOST_WORK = 1 << 34  # numbers that are compared

Costs = NDArray[np.int64]  # by ties, groups of label 1, and the weight on side 1


@dataclass(frozen=True, kw_only=True)
class Parts:
    """A group: for each leaf its capacities to the spines, for each spine those to groups."""

    weight: int  # of a leaf
    lack_of_leaf: tuple[int, ...]  # what it lacks of the usual capacity to all spines
    lack_of_spine: tuple[int, ...]  # and a spine to all leaves
    outside: tuple[tuple[int, ...], ...]  # of each spine, to other groups, largest first


def least_of_leaves(
    groups: Sequence[int],
    members: Sequence[Sequence[int]],
    capacities: Capacities,
    weights: Sequence[int],
    inside: int,
    apart: Sequence[int],
    half: int,
) -> int:
    """Return the least that any bisection is charged.

    Parameters
    ----------
    inside
        The usual capacity between a leaf and a spine.
    apart
        What M groups have to all others at least, for M from 0 to all of them.
    half
        The weight of side 1.
    groups
        The group of each switch.
    members
        The switches of each group.
    capacities, weights
        Scaled, between switches that are linked; and of each switch.

    Raises
    ------
    Refused
        If the states are too many.
    """
    parts = [_parts(own, groups, capacities, weights, inside) for own in members]
    number = len(parts)
    choices = sum(3 * (len(each.lack_of_leaf) + 1) for each in parts)
    states = (number + 1) ** 2 * (half + 1)
    if states * choices * (number + 1) > MOST_WORK:
        raise Refused("a bound by labels of leaves and spines has too many states here")
    room_for(3 * 8 * states, "the states of a bound by labels of leaves and spines")
    weight = sum(each.weight * len(each.lack_of_leaf) for each in parts)
    mirrored = weight == 2 * half  # what holds for side 1 holds for side 0
    bounds: dict[tuple[int, int], int] = {}
    for own in range((number + 1) // 2 if mirrored else 0, number + 1):
        cost = _counted(parts, inside, own, half)[:, :, half]
        for tied in range(number + 1):
            for label in range(min(own, number - tied) + 1):
                if label + tied < own or cost[tied, label] >= HIGH:
                    continue
                charge = int(cost[tied, label]) + apart[own]
                for each in {label, number - tied - label} if mirrored else {label}:
                    bounds[tied, each] = max(bounds.get((tied, each), -NEVER), charge)
    return min(bounds.values(), default=NEVER)


def _parts(
    members: Sequence[int],
    groups: Sequence[int],
    capacities: Capacities,
    weights: Sequence[int],
    inside: int,
) -> Parts:
    leaves = [each for each in members if weights[each]]
    spines = [each for each in members if not weights[each]]
    if not leaves or not spines or len({weights[each] for each in leaves}) > 1:
        raise Refused("a group is not made of leaves of one weight, and spines without weight")
    own = groups[leaves[0]]
    if any(groups[other] != own for leaf in leaves for other in capacities[leaf]):
        raise Refused("a leaf has links to another group")
    return Parts(
        weight=weights[leaves[0]],
        lack_of_leaf=tuple(_lacks(capacities[leaf], spines, inside) for leaf in leaves),
        lack_of_spine=tuple(_lacks(capacities[spine], leaves, inside) for spine in spines),
        outside=tuple(_outside(capacities[spine], groups, own) for spine in spines),
    )


def _lacks(links: Mapping[int, int], others: Sequence[int], inside: int) -> int:
    return sum(max(0, inside - links.get(other, 0)) for other in others)


def _outside(links: Mapping[int, int], groups: Sequence[int], own: int) -> tuple[int, ...]:
    found: dict[int, int] = {}
    for other, capacity in links.items():
        if groups[other] != own:
            found[groups[other]] = found.get(groups[other], 0) + capacity
    return tuple(sorted(found.values(), reverse=True))


def _counted(parts: Sequence[Parts], inside: int, own: int, half: int) -> Costs:
    """Return the least charges of all groups together, of which so many have label 1 in the end."""
    number = len(parts)
    cost = np.full((number + 1, number + 1, half + 1), NEVER, dtype=np.int64)
    cost[0, 0, 0] = 0
    for done, group in enumerate(parts):
        charge = _charges(group, inside, own, number - own)
        after = np.full_like(cost, NEVER)
        here = slice(0, done + 1)
        for leaves in range(charge.shape[0]):
            taken = leaves * group.weight
            if taken > half:
                break
            source = cost[here, here, : half + 1 - taken]
            few, tie, many = (int(each) for each in charge[leaves])
            _lower(after[here, here, taken:], source, few)
            _lower(after[here, 1 : done + 2, taken:], source, many)
            _lower(after[1 : done + 2, here, taken:], source, tie)
        cost = after
    return cost


def _lower(into: Costs, source: Costs, charge: int) -> None:
    if charge < HIGH:
        np.minimum(into, source + charge, out=into)


def _charges(group: Parts, inside: int, own: int, others: int) -> NDArray[np.int64]:
    """Return the charges by leaves on side 1, of fewer, as many, and more spines on side 1."""
    total, many = len(group.lack_of_leaf), len(group.lack_of_spine)
    leaf, spine = _sums(group.lack_of_leaf), _sums(group.lack_of_spine)
    # with fewer spines on side 1 the label is 0, and the groups of label 1 are unlike
    spared = [
        _sums([sum(each[:unlike]) for each in group.outside])
        for unlike in (own, max(own, others), others)
    ]
    charges = np.full((total + 1, 3), NEVER, dtype=np.int64)
    for k in range(total + 1):
        for j in range(many + 1):
            pairs = k * (many - j) + (total - k) * j
            lacking = min(leaf[k] + spine[j], leaf[total - k] + spine[many - j], leaf[total])
            place = 0 if 2 * j < many else 1 if 2 * j == many else 2
            severed = max(0, inside * pairs - lacking) - spared[place][min(j, many - j)]
            charges[k, place] = min(int(charges[k, place]), severed)
    return charges


def _sums(values: Sequence[int]) -> list[int]:
    """Return the sums of the 0, 1, … largest."""
    return [0, *accumulate(sorted(values, reverse=True))]
