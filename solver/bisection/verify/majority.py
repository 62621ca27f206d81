"""The majority bound of a network in groups: a dynamic programme over labels (docs/certificate.md).

Of each group let the lesser side have m switches; the group's label is the other side. Two groups
of unlike labels are joined by a capacity of at least T, and all of that is severed but what
touches a lesser side. A link within a group is severed where its ends are apart. So a bisection
severs at least

    sum over groups of (w m (a - m) - P(m)) + T M (G - M),

where M of G groups have one label, w is the least capacity between two of the a switches of a
group, and P(m) what the m switches of a group with the most capacity to other groups have of that.
The wiring between groups enters by T and P alone. A group of which each side has half may have
either label, and whoever proves chooses.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.network import GLOBAL, Line
from alphacut.solver.bisection.certificate.proofs import MajorityProof
from alphacut.solver.bisection.verify.elimination.classes import (
    Capacities,
    scaled_capacities,
    shares,
)
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

LARGEST = 1 << 58  # of all scaled capacities together, so that sums have 64 bits
NEVER = 1 << 61  # stands for states that no sides give; with any costs it stays above `LARGEST`
MOST_WORK = 1 << 34  # states times switches


@dataclass(frozen=True, kw_only=True)
class Group:
    """What a bisection is charged for a group."""

    size: int
    weight: int  # of each of its switches
    least: tuple[int, ...]  # (size + 1,) by the number of switches on side 1; may be negative
    within: tuple[int, ...]  # (size + 1,) what is severed inside
    most: int  # capacity of one switch to other groups


def check_majority(proof: MajorityProof, statement: Statement) -> str:
    """Accept a certificate by majorities, or refuse it; return what it is, in words.

    Raises
    ------
    Refused
        If states are too many, or it proves less than the target.
    """
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    members = _members(proof, statement.network.switches)
    weights, half = shares(statement.balance)
    capacities = scaled_capacities(statement.network, statement.alpha)
    if sum(sum(row.values()) for row in capacities.values()) > LARGEST:
        raise Refused("the capacities are too large for a bound by majorities")
    alike = proof.charges == "least"
    states = (1 if alike else proof.ties + 1) * (len(members) + 1) * (half + 1)
    if states * statement.network.switches > MOST_WORK:
        raise Refused("a bound by majorities has too many states here")
    room_for(5 * 8 * states, "the states of a bound by majorities")
    groups = [_group(each, capacities, weights) for each in members]
    if isinstance(statement.network, AnyWiring):
        groups = _of_any_wiring(statement.network, members, groups, capacities, statement.alpha)
    between = _between(proof.groups, len(members), capacities)
    if alike:
        one, number = _any_of(groups), len(groups)
        if proof.ties != number:
            raise Refused(f"where groups are alike, ties are {number}, as many as groups")
        bound = least_of_alike(one, number, between, half, highest + 1)
    else:
        bound = _least(groups, between, half, proof.ties)
    if bound <= highest:
        raise Refused(f"majorities prove only {bound} where more than {highest} is needed")
    return f"majorities of {len(groups)} groups, at least {between} between any two"


def _of_any_wiring(
    network: AnyWiring,
    members: list[list[int]],
    groups: list[Group],
    capacities: Capacities,
    alpha: Alpha,
) -> list[Group]:
    """Charge groups for what their ports may have, in place of what they have in one wiring."""
    charged, joining = list[Group](), network.class_by_name[GLOBAL.name]
    each = alpha.scaled(Line(joining.base, joining.slope))
    of_network = Counter(network.groups)
    for own, group in zip(members, groups, strict=True):
        names = {network.groups[v] for v in own}
        if len(names) > 1 or of_network[names.pop()] != len(own):
            raise Refused("of any wiring only the groups of the network can be counted")
        inside, size = set(own), group.size
        outer = sum(c for v in own for u, c in capacities[v].items() if u not in inside)
        ports = sorted((each * network.ports[v] for v in own), reverse=True)
        spared = [min(outer, most) for most in (0, *accumulate(ports))]
        least = tuple(group.within[k] - spared[min(k, size - k)] for k in range(size + 1))
        charged.append(replace(group, least=least, most=min(outer, max(ports))))
    return charged


def _any_of(groups: list[Group]) -> Group:
    """Return what a group is charged at least, whichever it is."""
    if len({(each.size, each.weight) for each in groups}) > 1:
        raise Refused("groups of unlike sizes or weights are not alike")
    least = tuple(min(each) for each in zip(*(group.least for group in groups), strict=True))
    within = tuple(min(each) for each in zip(*(group.within for group in groups), strict=True))
    return replace(groups[0], least=least, within=within, most=max(group.most for group in groups))


def least_of_alike(group: Group, number: int, between: int, half: int, above: int) -> int:
    """Return the least that any bisection is charged where groups are alike; no more than `above`.

    Each switch weighs 1: all weigh the same, and weights are in units of what they have in common.

    Parameters
    ----------
    number
        Of groups.
    between
        Capacity between any two of them, at least.
    half
        Weight of side 1.
    """
    charged = _Labelled.of(group.size, group.least, number, half)
    within = _Labelled.of(group.size, group.within, number, half)
    tie, least = group.size // 2, above
    for tied in range(number + 1 if group.size % 2 == 0 else 1):
        left = half - tied * tie
        for label in range(number + 1 - tied if left >= 0 else 0):
            apart = min(max(number // 2, label), label + tied)  # as near to half as ties allow
            joined = between * apart * (number - apart)
            one = tied * group.least[tie] + joined
            if charged.lowest(label, number - tied - label) + one >= least:
                continue
            two = tied * group.within[tie]
            if two + _fewest(group, abs(left - label * group.size), tied * tie, joined) >= least:
                continue
            # of groups with this label the rest of their weight is on the other side
            weight = np.arange(left + 1)
            lesser = (label * group.size - weight) + (left - weight) + tied * tie
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


def _fewest(group: Group, lesser: int, tied: int, joined: int) -> int:
    """Return less than is severed with at least so many switches on lesser sides beside ties.

    Each severs as much inside its group as one of the largest lesser side does, and spares at most
    `most` of what joins groups of unlike labels. Both together are convex in their number.
    """
    largest = (group.size - 1) // 2
    each = group.within[largest] // largest if largest else 0
    rest = joined - tied * group.most
    turn = max(lesser, rest // group.most if group.most else 0)
    return min(each * lesser + max(0, rest - lesser * group.most), each * turn)


@dataclass(frozen=True)
class _Labelled:
    """The least charges of 0, 1, … groups of either label, each (half + 1,) by weight on side 1."""

    light: list[NDArray[np.int64]]  # with the label of side 0
    heavy: list[NDArray[np.int64]]
    least: tuple[list[int], list[int]]  # of each, whatever the weight

    @classmethod
    def of(cls, size: int, charges: tuple[int, ...], number: int, half: int) -> _Labelled:
        sides = range(size + 1)
        light = _multiples(charges, [k for k in sides if 2 * k < size], number, half)
        heavy = _multiples(charges, [k for k in sides if 2 * k > size], number, half)
        least = tuple([int(each.min()) for each in one] for one in (light, heavy))
        return cls(light, heavy, (least[0], least[1]))

    def lowest(self, label: int, others: int) -> int:
        return self.least[1][label] + self.least[0][others]

    def together(self, label: int, others: int, left: int) -> NDArray[np.int64]:
        """Return the charges of so many groups of either label, by the weight of the heavy."""
        return self.heavy[label][: left + 1] + self.light[others][: left + 1][::-1]


def _multiples(
    charges: tuple[int, ...], allowed: list[int], number: int, half: int
) -> list[NDArray[np.int64]]:
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


def _members(proof: MajorityProof, switches: int) -> list[list[int]]:
    """Return the switches of each group; refuse what divides them into no two groups."""
    if len(proof.groups) != switches:
        raise Refused(f"groups names {len(proof.groups)} switches, the network has {switches}")
    number = max(proof.groups) + 1
    if not 2 <= number <= switches:
        raise Refused("groups are numbered from 0, and there are at least two")
    members: list[list[int]] = [[] for _ in range(number)]
    for switch, group in enumerate(proof.groups):
        members[group].append(switch)
    if not all(members):
        raise Refused(f"group {members.index([])} has no switch")
    return members


def _group(members: list[int], capacities: Capacities, weights: list[int]) -> Group:
    if len({weights[each] for each in members}) > 1:
        raise Refused("the switches of a group have unlike weights")
    inside, size = set(members), len(members)
    own = [[c for u, c in capacities[v].items() if u in inside] for v in members]
    complete = size > 1 and all(len(each) == size - 1 for each in own)
    inner = min(map(min, own)) if complete else 0
    outer = [sum(capacities[v].values()) - sum(row) for v, row in zip(members, own, strict=True)]
    spared = [0, *accumulate(sorted(outer, reverse=True))]
    return Group(
        size=size,
        weight=weights[members[0]],
        least=tuple(inner * k * (size - k) - spared[min(k, size - k)] for k in range(size + 1)),
        within=tuple(inner * k * (size - k) for k in range(size + 1)),
        most=max(outer),
    )


def _between(groups: tuple[int, ...], number: int, capacities: Capacities) -> int:
    """Return the least capacity between any two groups."""
    found: dict[tuple[int, int], int] = {}
    for switch, links in capacities.items():
        for other, capacity in links.items():
            pair = groups[switch], groups[other]
            if pair[0] < pair[1]:
                found[pair] = found.get(pair, 0) + capacity
    return min(found.values()) if len(found) == number * (number - 1) // 2 else 0


def _least(groups: list[Group], between: int, half: int, ties: int) -> int:
    """Return the least that any bisection is charged.

    States hold the number of ties, of groups with the label of side 1, and the weight of side 1.
    """
    number = len(groups)
    cost = np.full((ties + 1, number + 1, half + 1), NEVER, dtype=np.int64)
    cost[0, 0, 0] = 0
    for group in groups:
        cost = _with_group(cost, group)
    return min(
        int(cost[tied, label, half])
        + between * max((label + x) * (number - label - x) for x in range(tied + 1))
        for tied in range(ties + 1)
        for label in range(number + 1 - tied)
        if cost[tied, label, half] < LARGEST
    )


def _with_group(before: NDArray[np.int64], group: Group) -> NDArray[np.int64]:
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


def _lower(into: NDArray[np.int64], source: NDArray[np.int64], least: int) -> None:
    np.minimum(into, source + least, out=into)
