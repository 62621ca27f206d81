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
from dataclasses import replace
from itertools import accumulate

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.network import GLOBAL, Line
from alphacut.solver.bisection.certificate.proofs import MajorityProof
from alphacut.solver.bisection.verify.elimination.classes import (
    Capacities,
    scaled_capacities,
    shares,
)
from alphacut.solver.bisection.verify.labels import (
    Charges,
    any_of,
    least_of_alike,
    least_of_each,
)
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

LARGEST = 1 << 58  # of all scaled capacities together, so that sums have 64 bits
MOST_WORK = 1 << 34  # states times switches


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
    alike, ties = proof.charges == "least", min(proof.ties, len(members))
    states = (1 if alike else ties + 1) * (len(members) + 1) * (half + 1)
    if states * statement.network.switches > MOST_WORK:
        raise Refused("a bound by majorities has too many states here")
    room_for(5 * 8 * states, "the states of a bound by majorities")
    groups = [_group(each, capacities, weights) for each in members]
    if isinstance(statement.network, AnyWiring):
        groups = _of_any_wiring(statement.network, members, groups, capacities, statement.alpha)
    between, number = _between(proof.groups, len(members), capacities), len(groups)
    apart = [between * own * (number - own) for own in range(number + 1)]
    if alike:
        if proof.ties != number:
            raise Refused(f"where groups are alike, ties are {number}, as many as groups")
        bound = least_of_alike(any_of(groups), apart, half, highest + 1)
    else:
        bound = least_of_each(groups, apart, half, ties)
    if bound <= highest:
        raise Refused(f"majorities prove only {bound} where more than {highest} is needed")
    return f"majorities of {len(groups)} groups, at least {between} between any two"


def _of_any_wiring(
    network: AnyWiring,
    members: list[list[int]],
    groups: list[Charges],
    capacities: Capacities,
    alpha: Alpha,
) -> list[Charges]:
    """Charge groups for what their ports may have, in place of what they have in one wiring."""
    charged, joining = list[Charges](), network.class_by_name[GLOBAL.name]
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


def _group(members: list[int], capacities: Capacities, weights: list[int]) -> Charges:
    if len({weights[each] for each in members}) > 1:
        raise Refused("the switches of a group have unlike weights")
    inside, size = set(members), len(members)
    own = [[c for u, c in capacities[v].items() if u in inside] for v in members]
    complete = size > 1 and all(len(each) == size - 1 for each in own)
    inner = min(map(min, own)) if complete else 0
    outer = [sum(capacities[v].values()) - sum(row) for v, row in zip(members, own, strict=True)]
    spared = [0, *accumulate(sorted(outer, reverse=True))]
    return Charges(
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
