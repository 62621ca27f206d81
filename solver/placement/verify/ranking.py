"""Whether a list of choices and its front leave none out, and are in order.

Where a list ends before the last choice, no choice left out may be better than the last one that
is told, or lie beyond the front: most are ruled out by what every exchange needs, the others are
computed from the traffic matrix.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from alphacut.solver.common.errors import BeyondLimit, Refused
from alphacut.solver.placement.verify.choice_cost import Cost, Recount
from alphacut.solver.placement.verify.decompositions import Every, Key, Point
from alphacut.solver.placement.verify.question import Question

MOST_TASKS = 20_000_000  # of all choices together, whose matrices are built anew

Rank = tuple[Any, ...]


def rank(key: Key, cost: Cost) -> Rank:
    """Order choices: time, then fewest groups, most slack on local links, fewest hosts."""
    return (cost.seconds, cost.groups, cost.local * cost.volume, cost.hosts, *key)


def check_asked(every: Every, keys: Iterable[Key]) -> None:
    """Refuse a choice that the question does not allow.

    Raises
    ------
    Refused
        If there is one.
    """
    for key in keys:
        if key not in every.rows:
            raise Refused(f"{_named(key)} is not among what was asked")


def check_list(every: Every, told: Mapping[Key, Cost], top: int, recount: Recount) -> str:
    """Check that the best choices are told, in order; return what was seen.

    Raises
    ------
    Refused
        If one is missing, or there are others.
    BeyondLimit
        If too many of those that are left out would have to be computed.
    """
    rows = every.rows
    check_asked(every, told)
    if len(told) != min(top, len(rows)):
        raise Refused(f"choices are {len(told)}; there are {len(rows)}, and {top} are asked for")
    order = [rank(key, cost) for key, cost in told.items()]
    if any(later < earlier for earlier, later in pairwise(order)):
        raise Refused("the choices are not in order, best first")
    if len(told) == len(rows):
        return f"the list has all {len(rows):,} choices, best first"
    computed = check_left_out(every, told, order[-1], recount)
    return f"no choice left out is better than those told: {computed:,} were computed"


def check_left_out(every: Every, told: Mapping[Key, Cost], last: Rank, recount: Recount) -> int:
    """See that no choice that is not told comes before the last one; return how many were tried."""
    tasks = computed = 0
    for key in sorted(each for each in every.as_quick(last[0]) if each not in told):
        if key not in every.rows:
            continue
        tasks += math.prod(key[0])
        if tasks > MOST_TASKS:
            raise BeyondLimit(
                "memory", f"choices left out have more than {MOST_TASKS:,} tasks together"
            )
        computed += 1
        if rank(key, recount.cost(*key)) < last:
            raise Refused(f"{_named(key)} is left out, and better than the last that is told")
    return computed


def check_front(
    every: Every, told: Mapping[Key, Cost], front: Mapping[Key, Cost], recount: Recount
) -> str:
    """Check that the front has each point that no choice beats, once; return what was seen.

    Raises
    ------
    Refused
        If a point is missing, or one is beaten.
    BeyondLimit
        If too many choices that are not told would have to be computed.
    """
    check_asked(every, front)
    points = [_point(each) for each in front.values()]
    if len(set(points)) < len(points) or set(points) != front_of([*told.values(), *front.values()]):
        raise Refused("the front is not that of the choices: times, groups and hosts")
    if len(told) == len(every.rows):
        return f"the front of all choices: {len(points):,} points"
    tasks = computed = 0
    for key in every.beyond(set(points)):
        if key in told or key in front or key not in every.rows:
            continue
        tasks += math.prod(key[0])
        if tasks > MOST_TASKS:
            raise BeyondLimit(
                "memory", f"choices beyond the front have more than {MOST_TASKS:,} tasks together"
            )
        computed += 1
        seconds, groups, hosts = _point(recount.cost(*key))
        if not any(t <= seconds and g <= groups and h <= hosts for t, g, h in points):
            raise Refused(f"{_named(key)} is not in the front, and no choice of it is better")
    return f"no choice left out lies beyond the front: {computed:,} were computed"


def _point(cost: Cost) -> Point:
    return cost.seconds, cost.groups, cost.hosts


def whole_machine(question: Question) -> Question:
    """Return the same question without an allocation."""
    return replace(question, room=None)


def front_of(told: Sequence[Cost]) -> set[Point]:
    """Return times, groups and hosts of the choices that no other beats in all three."""
    kept: list[Point] = []
    for groups, hosts, seconds in sorted({(c.groups, c.hosts, c.seconds) for c in told}):
        if not any(t <= seconds and h <= hosts for t, _, h in kept):
            kept.append((seconds, groups, hosts))
    return set(kept)


def _named(key: Key) -> str:
    tasks, block, routing = key
    return f"choice {'x'.join(map(str, tasks))} in {'x'.join(map(str, block))}, {routing},"
