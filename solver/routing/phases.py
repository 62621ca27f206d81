"""Legs followed by compiled loops: their dependencies, their hops, and the loads that they carry.

Nothing is listed route by route. Every count goes over pairs of switches and the links between
their groups.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from alphacut.solver.common.compiled import compiled

if TYPE_CHECKING:
    from alphacut.solver.routing.channels import Channels, Numbers
    from alphacut.solver.routing.groups import Groups
    from alphacut.solver.routing.rules import Leg

LONGEST = 3  # hops of a leg


class View(NamedTuple):
    """What compiled loops need of groups, colours and a leg."""

    tails: Numbers  # (2m,)
    heads: Numbers  # (2m,)
    group: Numbers  # (n,)
    position: Numbers  # (n,)
    members: Numbers  # (b, a)
    local: Numbers  # (n, a)
    starts: Numbers  # (b·b + 1,)
    trunks: Numbers
    first: Numbers  # (2m + 1,) channel 0 of each directed link
    colour: Numbers  # (n,)
    rank: Numbers  # (b,) place of each group in the order
    wanted: Numbers  # (C, C, 2)
    vcs: Numbers  # (3,)
    whole: bool


def view(groups: Groups, channels: Channels, colour: Numbers, rank: Numbers, leg: Leg) -> View:
    """Put together what the loops need."""
    links = groups.links
    return View(
        links.tails, links.heads, groups.group, groups.position, groups.members, groups.local,
        groups.starts, groups.trunks, channels.first, colour, rank,
        leg.wanted, np.array(leg.vcs, dtype=np.int64), leg.whole,
    )  # fmt: skip


@compiled
def wanted_colour(v: View, x: int, y: int) -> int:
    """Return the colour of the link from x to the group of y, or -1."""
    ahead = 1 if v.rank[v.group[y]] > v.rank[v.group[x]] else 0
    return v.wanted[v.colour[x], v.colour[y], ahead]  # type: ignore[no-any-return]


@compiled
def choices(v: View, x: int, to: int, colour: int, found: Numbers) -> int:
    """Collect the links of a colour that x may take to a group: its own, or else all of them."""
    at = v.group[x] * len(v.members) + to
    own = 0
    for k in range(v.starts[at], v.starts[at + 1]):
        if v.tails[v.trunks[k]] == x and v.colour[x] == colour:
            found[own] = v.trunks[k]
            own += 1
    if own:
        return own
    count = 0
    for k in range(v.starts[at], v.starts[at + 1]):
        if v.colour[v.tails[v.trunks[k]]] == colour:
            found[count] = v.trunks[k]
            count += 1
    return count


@compiled
def local_channel(v: View, x: int, y: int, vc: int) -> int:
    """Return the channel from x to another switch of its group."""
    return v.first[v.local[x, v.position[y]]] + vc  # type: ignore[no-any-return]


@compiled
def dependencies(v: View, most: int) -> tuple[Numbers, int]:  # noqa: C901
    """Return each dependency inside a leg once, as rows of two channels, and their number."""
    n, b = len(v.group), len(v.members)
    found = np.empty(most, np.int64)
    rows = np.empty((1024, 2), np.int64)
    count = 0
    colours = v.wanted.shape[0]
    last = np.zeros(len(v.tails) * (v.members.shape[1]), np.bool_)  # (link, position of target)
    for x in range(n):
        for to in range(b):
            if to == v.group[x]:
                continue
            ahead = 1 if v.rank[to] > v.rank[v.group[x]] else 0
            done = 0  # bits of colours of links that were done
            for target in range(colours):
                colour = v.wanted[v.colour[x], target, ahead]
                if colour < 0:
                    continue
                if not has_colour(v, to, target):
                    continue
                many = choices(v, x, to, colour, found)
                if count + many > len(rows):
                    rows = _grown(rows, many)
                for k in range(many):
                    link = found[k]
                    if v.tails[link] != x and not done >> colour & 1:
                        rows[count, 0] = local_channel(v, x, v.tails[link], v.vcs[0])
                        rows[count, 1] = v.first[link] + v.vcs[1]
                        count += 1
                    if v.whole:
                        _mark(v, link, target, last)
                done |= 1 << colour
    for link in range(len(v.tails)):
        for at in range(v.members.shape[1]):
            if last[link * v.members.shape[1] + at]:
                y = v.members[v.group[v.heads[link]], at]
                if count == len(rows):
                    rows = _grown(rows, 0)
                rows[count, 0] = v.first[link] + v.vcs[1]
                rows[count, 1] = local_channel(v, v.heads[link], y, v.vcs[2])
                count += 1
    return rows, count


@compiled
def _grown(rows: Numbers, more: int) -> Numbers:
    larger = np.empty((2 * len(rows) + more, 2), np.int64)
    larger[: len(rows)] = rows
    return larger


@compiled
def has_colour(v: View, group: int, colour: int) -> bool:
    for y in v.members[group]:  # noqa: SIM110
        if v.colour[y] == colour:
            return True
    return False


@compiled
def _mark(v: View, link: int, target: int, last: Numbers) -> None:
    """Mark the positions of a colour that are reached from the end of a link by a local hop."""
    to = v.group[v.heads[link]]
    for at in range(v.members.shape[1]):
        y = v.members[to, at]
        if v.colour[y] == target and y != v.heads[link]:
            last[link * v.members.shape[1] + at] = True


@compiled
def hops(v: View, most: int) -> tuple[Numbers, Numbers]:  # noqa: C901
    """Count routes of a leg by their hops, into and out of each switch, by the group far away.

    Returns
    -------
    arriving, leaving
        (n, b, 4) each: arriving[y, I, k] legs of k hops lead from group I to y, and
        leaving[x, J, k] from x to group J. A leg that is not whole arrives where its link ends.
    """
    n, b = len(v.group), len(v.members)
    found = np.empty(most, np.int64)
    arriving = np.zeros((n, b, LONGEST + 1), np.int64)
    leaving = np.zeros((n, b, LONGEST + 1), np.int64)
    for x in range(n):
        for to in range(b):
            if to == v.group[x]:
                continue
            if not v.whole:
                many = choices(v, x, to, v.wanted[v.colour[x], 0, 0], found)
                for k in range(many):
                    length = 1 if v.tails[found[k]] == x else 2
                    arriving[v.heads[found[k]], v.group[x], length] += 1
                    leaving[x, to, length] += 1
                continue
            for y in v.members[to]:
                colour = wanted_colour(v, x, y)
                if colour < 0:
                    continue
                many = choices(v, x, to, colour, found)
                for k in range(many):
                    length = 1
                    if v.tails[found[k]] != x:
                        length += 1
                    if v.heads[found[k]] != y:
                        length += 1
                    arriving[y, v.group[x], length] += 1
                    leaving[x, to, length] += 1
    return arriving, leaving


@compiled
def carry(v: View, demand: Numbers, unit: int, most: int, load: Numbers) -> None:
    """Add the loads of a leg to those of the directed links, in units of 1/unit.

    Parameters
    ----------
    demand
        (n, n) what each switch sends to each other.
    unit
        A multiple of every number of links that is chosen among.
    load
        (2m,) loads, added to.
    """
    n, b = len(v.group), len(v.members)
    found = np.empty(most, np.int64)
    for x in range(n):
        for to in range(b):
            if to == v.group[x]:
                continue
            for y in v.members[to]:
                if demand[x, y] == 0:
                    continue
                colour = wanted_colour(v, x, y)
                many = choices(v, x, to, colour, found)
                share = demand[x, y] * (unit // many)
                for k in range(many):
                    link = found[k]
                    load[link] += share
                    if v.tails[link] != x:
                        load[v.local[x, v.position[v.tails[link]]]] += share
                    if v.heads[link] != y:
                        load[v.local[v.heads[link], v.position[y]]] += share


@compiled
def carry_to_groups(
    v: View, demand: Numbers, unit: int, most: int, load: Numbers, onward: Numbers
) -> None:
    """Send all that goes elsewhere through every other group, by legs that end with their link.

    Parameters
    ----------
    demand
        (n, n) what each switch sends to each other through each group that is neither's.
    onward
        (n, n) what arrives at each switch for each destination, added to.
    """
    n, b = len(v.group), len(v.members)
    found = np.empty(most, np.int64)
    for x in range(n):
        total = np.zeros(b, np.int64)
        for y in range(n):
            total[v.group[y]] += demand[x, y]
        for to in range(b):
            sent = total.sum() - total[to] - total[v.group[x]]
            if to == v.group[x] or sent == 0:
                continue
            many = choices(v, x, to, v.wanted[v.colour[x], 0, 0], found)
            for k in range(many):
                link = found[k]
                load[link] += sent * (unit // many)
                if v.tails[link] != x:
                    load[v.local[x, v.position[v.tails[link]]]] += sent * (unit // many)
                for y in range(n):
                    if v.group[y] != to and v.group[y] != v.group[x]:
                        onward[v.heads[link], y] += demand[x, y] * (unit // many)
