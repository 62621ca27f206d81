"""The bound by labels of groups that lack links of each other (docs/certificate.md).

Of each group let the lesser side have m switches; the group's label is the other side. A link
between groups of unlike labels is severed unless it touches a lesser side, so that a bisection
with M groups of one label severs at least

    sum over groups of (w m (a - m) - e(m) - P(m)) + J(M),

where J(M) is the least capacity between M groups and all others, w the usual capacity between two
of the a switches of a group, e(m) what m of its switches lack of that at most, and P(m) what m of
them have to other groups at most. Between two groups there is usually the same capacity, T, so
J(M) is T M (G - M) less what M groups lack of that, and have too much, in all: L(M) at most. All
divisions of the groups that lack something are counted, in an order that keeps few of them open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, combinations

import numpy as np

from alphacut.solver.bisection.certificate.proofs import UnevenProof
from alphacut.solver.bisection.verify.elimination.classes import (
    Capacities,
    scaled_capacities,
    shares,
)
from alphacut.solver.bisection.verify.labels import (
    NEVER,
    Charges,
    Costs,
    any_of,
    least_of_alike,
    least_of_each,
)
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

LARGEST = 1 << 58  # of all scaled capacities together, so that sums have 64 bits
MOST_OPEN = 16  # groups whose sides are kept apart at a time
MOST_WORK = 1 << 34  # states times switches

Lack = Mapping[tuple[int, int], int]  # of two groups, first < second; never 0


def check_uneven(proof: UnevenProof, statement: Statement) -> str:
    """Accept a certificate by labels of uneven groups, or refuse it; return what it is.

    Raises
    ------
    Refused
        If numbers are too large, states too many, or it proves less than the target.
    """
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    members = _members(statement.network.groups)
    weights, half = shares(statement.balance)
    capacities = scaled_capacities(statement.network, statement.alpha)
    if sum(sum(row.values()) for row in capacities.values()) > LARGEST // 4:
        raise Refused("the capacities are too large for a bound by labels of groups")
    number, switches = len(members), statement.network.switches
    if max(proof.usual, proof.inside) * (switches * switches) > LARGEST // 4:
        raise Refused("usual or inside is too large for a bound by labels of groups")
    if proof.charges == "planes":
        return _check_planes(proof, members, capacities, weights, half, highest)
    states = (number + 1) * (half + 1)
    if states * (switches + number * number) > MOST_WORK:
        raise Refused("a bound by labels of groups has too many states here")
    room_for(6 * 8 * states, "the states of a bound by labels of groups")
    lack = _lack(statement.network.groups, members, capacities, proof.usual)
    lost = _lost(proof, lack, number)
    apart = [proof.usual * m * (number - m) - lost[min(m, number - m)] for m in range(number + 1)]
    if proof.charges == "leaves":
        from alphacut.solver.bisection.verify.leaves_and_spines import least_of_leaves

        bound = least_of_leaves(
            statement.network.groups, members, capacities, weights, proof.inside, apart, half
        )
    else:
        groups = [_charges(own, capacities, weights, proof.inside) for own in members]
        if proof.charges == "least":
            bound = least_of_alike(any_of(groups), apart, half, highest + 1)
        else:
            bound = least_of_each(groups, apart, half)
    if bound <= highest:
        raise Refused(f"labels of groups prove only {bound} where more than {highest} is needed")
    return f"labels of {number} groups, {len(lack)} pairs of them unlike the others"


def _check_planes(
    proof: UnevenProof,
    members: Sequence[Sequence[int]],
    capacities: Capacities,
    weights: Sequence[int],
    half: int,
    highest: int,
) -> str:
    from alphacut.solver.bisection.verify.planes import least_of_planes

    if proof.order or proof.whole:
        raise Refused("order and whole say nothing of planes of spines")
    usual = proof.usual, proof.inside
    bound, lost = least_of_planes(members, capacities, weights, half, usual)
    if proof.lost != (lost,):
        raise Refused(f"lost is not the {lost} that is lacking of usual and inside in all")
    if bound <= highest:
        raise Refused(f"planes of spines prove only {bound} where more than {highest} is needed")
    return f"planes of spines in {len(members)} groups, which lack {lost}"


def _members(groups: Sequence[int]) -> list[list[int]]:
    places = {group: place for place, group in enumerate(sorted(set(groups)))}
    if len(places) < 2:
        raise Refused("the network has no groups")
    members: list[list[int]] = [[] for _ in places]
    for switch, group in enumerate(groups):
        members[places[group]].append(switch)
    return members


# ---- between groups --------------------------------------------------------


def _lack(
    groups: Sequence[int], members: Sequence[Sequence[int]], capacities: Capacities, usual: int
) -> dict[tuple[int, int], int]:
    """Return what pairs of groups lack of the usual capacity; less than 0 where they have more."""
    lack = dict.fromkeys(combinations(range(len(members)), 2), usual)
    for first, own in enumerate(members):
        place = {groups[each[0]]: other for other, each in enumerate(members) if other > first}
        for switch in own:
            for other, capacity in capacities[switch].items():
                second = place.get(groups[other])
                if second is not None:
                    lack[first, second] -= capacity
    return {pair: lacks for pair, lacks in lack.items() if lacks}


def _lost(proof: UnevenProof, lack: Lack, number: int) -> list[int]:
    """Return what M groups lack to all others at most, for M up to half; as it is certified."""
    whole = set(proof.whole)
    if len(whole) < len(proof.whole) or not whole <= lack.keys():
        raise Refused("whole has a pair twice, or one that lacks nothing")
    needed = {group for pair in lack.keys() - whole for group in pair}
    if len(set(proof.order)) < len(proof.order) or set(proof.order) != needed:
        raise Refused(
            "order does not have each group once that lacks something of one that is not in whole"
        )
    beside = sum(max(0, lack[pair]) for pair in whole)
    counted = _most_apart(proof.order, {pair: lack[pair] for pair in lack if pair not in whole})
    free = number - len(proof.order)
    lost = [
        beside + max(counted[m] for m in range(max(0, own - free), min(own, len(proof.order)) + 1))
        for own in range(number // 2 + 1)
    ]
    if tuple(lost) != proof.lost:
        raise Refused("lost is not what groups lack of each other at most")
    return lost


def _most_apart(order: Sequence[int], lack: Lack) -> list[int]:
    """Return what is lacked most between m groups of the order and the others, for all m.

    States are the sides of the groups that still have a pair to come, as the bits of a number.
    """
    place = {group: at for at, group in enumerate(order)}
    earlier: list[list[tuple[int, int]]] = [[] for _ in order]
    last = list(range(len(order)))  # the place at which a group is no longer needed
    for (one, other), lacks in lack.items():
        low, high = sorted((place[one], place[other]))
        earlier[high].append((low, lacks))
        last[low] = max(last[low], high)
    states: dict[int, Costs] = {0: np.full(len(order) + 1, -NEVER, dtype=np.int64)}
    states[0][0] = 0
    for at, near in enumerate(earlier):
        open_ = sum(1 << each for each in range(at + 1) if last[each] > at)
        if open_.bit_count() > MOST_OPEN:
            raise Refused(f"more than {MOST_OPEN} groups are open in order at a time")
        after: dict[int, Costs] = {}
        for sides, most in states.items():
            for side in (0, 1):
                moved = most.copy()
                if side:
                    moved[1:], moved[0] = most[:-1], -NEVER
                moved += sum(lacks for low, lacks in near if (sides >> low & 1) != side)
                kept = (sides | side << at) & open_
                before = after.get(kept)
                after[kept] = moved if before is None else np.maximum(before, moved)
        states = after
    return [int(each) for each in states[0]]


# ---- within groups ---------------------------------------------------------


def _charges(
    members: Sequence[int], capacities: Capacities, weights: Sequence[int], inside: int
) -> Charges:
    if len({weights[each] for each in members}) > 1:
        raise Refused("the switches of a group have unlike weights")
    own, size = set(members), len(members)
    lacks, outer = list[int](), list[int]()
    for switch in members:
        near = capacities[switch]
        within = [capacity for other, capacity in near.items() if other in own]
        outer.append(sum(near.values()) - sum(within))
        lacks.append(
            inside * (size - 1 - len(within)) + sum(max(0, inside - each) for each in within)
        )
    most_lacking = _sums_of_largest(lacks)
    total = sum(lacks) // 2
    spared = _sums_of_largest(outer)
    lesser = [min(k, size - k) for k in range(size + 1)]
    severed = tuple(
        max(0, inside * k * (size - k) - min(total, most_lacking[lesser[k]]))
        for k in range(size + 1)
    )
    return Charges(
        weight=weights[members[0]],
        within=severed,
        least=tuple(own - spared[m] for own, m in zip(severed, lesser, strict=True)),
        most=max(outer),
    )


def _sums_of_largest(values: Sequence[int]) -> list[int]:
    return [0, *accumulate(sorted(values, reverse=True))]
