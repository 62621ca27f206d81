"""Which switches are fixed before the others are eliminated: the spines of Clos networks.

A fat tree has as many core switches in each plane as its switches have ports, and all of them
stand beside each other once its pods are eliminated. But those of a plane are twins, and planes
may be exchanged, so that few assignments of them to the sides differ. Once they are fixed, the
switches below them in a pod are twins.

References
----------
Dechter, Enhancement schemes for constraint processing: backjumping, learning, and cutset
decomposition (1990).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from alphacut.solver.bisection.bounds.elimination.order import Graph, in_order, least_degree
from alphacut.solver.bisection.bounds.elimination.plan import FEWEST_LINKS, Plan, Quotient, twins
from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.bisection.verify.elimination.cutset import TOGETHER, Cutset, Exchange

MOST_ASSIGNMENTS = 1 << 17  # of a cutset to the sides
LEAST_SHARE = 8  # a cutset with less than one in so many of all links makes nothing narrow

Class = tuple[int, ...]


def plan_given(capacities: Capacities, weights: Sequence[int], half: int) -> Plan | None:
    """Return a plan with a cutset, or None where there is none or it is too large.

    Parameters
    ----------
    capacities
        Scaled, of the links of each switch, by their other end.
    weights
        Of the switches.
    half
        Weight of the lighter side.
    """
    cutset = _cutset(capacities, weights)
    if cutset is None or cutset.number > MOST_ASSIGNMENTS:
        return None
    fixed = {switch for members in cutset.classes for switch in members}
    if LEAST_SHARE * sum(len(capacities[u]) for u in fixed) < sum(map(len, capacities.values())):
        return None
    outside = {
        switch: {other: c for other, c in links.items() if other not in fixed}
        for switch, links in capacities.items()
        if switch not in fixed
    }
    free = twins(outside, weights)
    together = min(TOGETHER, cutset.number)
    quotient = Quotient.fixing(free, sorted(fixed), together, capacities, weights, half)
    greedy = least_degree(Graph(quotient.beside, quotient.bits)) or ()
    order = [*(own for own in greedy if own != len(free)), len(free)]  # what is fixed comes last
    scopes = in_order(order)(Graph(quotient.beside, quotient.bits)) if greedy else None
    if scopes is None:
        return None
    plan = quotient.plan(scopes)
    rounds = -(-cutset.number // together)
    return replace(plan, members=plan.members[:-1], cutset=cutset, work=rounds * plan.work)


def _cutset(capacities: Capacities, weights: Sequence[int]) -> Cutset | None:
    """Return all classes of twins with several links, those that may be exchanged in a row."""
    alike = dict[object, list[int]]()
    for switch, links in capacities.items():
        if len(links) >= FEWEST_LINKS:
            alike.setdefault((weights[switch], frozenset(links.items())), []).append(switch)
    classes = [tuple(members) for members in alike.values() if len(members) > 1]
    if not classes:
        return None
    classes.sort(key=lambda members: _kind(members, capacities, weights))
    exchanges = dict[int, Exchange]()
    for place, (one, other) in enumerate(pairwise(classes)):
        if _kind(one, capacities, weights) == _kind(other, capacities, weights):
            exchange = _exchange(one, other, capacities, weights)
            if exchange is not None:
                exchanges[place] = exchange
    return Cutset(classes=tuple(classes), exchanges=exchanges)


def _kind(members: Class, capacities: Capacities, weights: Sequence[int]) -> tuple[object, ...]:
    links = capacities[members[0]]
    return len(members), weights[members[0]], tuple(sorted(links.values()))


def _exchange(
    one: Class, other: Class, capacities: Capacities, weights: Sequence[int]
) -> Exchange | None:
    """Return what exchanges two classes, and with them what is beside them, if that is enough."""
    image = {u: v for pair in zip(one, other, strict=True) for u, v in (pair, pair[::-1])}
    here, there = set(capacities[one[0]]) - {*one, *other}, set(capacities[other[0]])
    beside = [here - there, there - here - {*one, *other}]
    kinds = [dict[object, list[int]](), dict[object, list[int]]()]
    for places, switches in zip(kinds, beside, strict=True):
        for switch in sorted(switches):
            rest = frozenset((v, c) for v, c in capacities[switch].items() if v not in image)
            places.setdefault((weights[switch], rest), []).append(switch)
    if {k: len(v) for k, v in kinds[0].items()} != {k: len(v) for k, v in kinds[1].items()}:
        return None
    pairs = [*zip(one, other, strict=True)]
    for kind, alike in kinds[0].items():
        pairs += zip(alike, kinds[1][kind], strict=True)
    cutset = Cutset(classes=(one, other), exchanges={0: pairs})
    try:
        cutset.check(capacities, weights)
    except ValueError:
        return None
    return pairs
