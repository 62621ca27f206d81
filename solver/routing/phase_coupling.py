"""Where two legs meet: dependencies between the last channel of one and the first of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.compiled import compiled
from alphacut.solver.routing.phases import View, choices, has_colour, local_channel

if TYPE_CHECKING:
    from alphacut.solver.routing.channels import Numbers

NOBODY, SEVERAL = -1, -2


@compiled
def _note(groups: Numbers, at: int, group: int) -> None:
    """Note that a group uses a channel: nobody, one group, or several."""
    if groups[at] == NOBODY:
        groups[at] = group
    elif groups[at] != group:
        groups[at] = SEVERAL


@compiled
def arrivals(v: View, most: int) -> Numbers:  # noqa: C901
    """Tell which groups' legs arrive at each switch over each channel: (channels,).

    The number of the only group, or -1 for none and -2 for several.
    """
    n, b = len(v.group), len(v.members)
    found = np.empty(most, np.int64)
    groups = np.full(v.first[-1], NOBODY, np.int64)
    for x in range(n):
        for to in range(b):
            if to == v.group[x]:
                continue
            ahead = 1 if v.rank[to] > v.rank[v.group[x]] else 0
            for target in range(v.wanted.shape[0]):
                colour = v.wanted[v.colour[x], target, ahead]
                if colour < 0 or not has_colour(v, to, target):
                    continue
                many = choices(v, x, to, colour, found)
                for k in range(many):
                    end = v.heads[found[k]]
                    for y in v.members[to]:
                        if y == end or not v.whole:
                            if v.colour[end] == target or not v.whole:
                                _note(groups, v.first[found[k]] + v.vcs[1], v.group[x])
                        elif v.colour[y] == target:
                            _note(groups, local_channel(v, end, y, v.vcs[2]), v.group[x])
    return groups


@compiled
def departures(v: View, most: int) -> Numbers:
    """Tell to which groups legs leave each switch over each channel, as `arrivals` does."""
    n, b = len(v.group), len(v.members)
    found = np.empty(most, np.int64)
    groups = np.full(v.first[-1], NOBODY, np.int64)
    for x in range(n):
        for to in range(b):
            if to == v.group[x]:
                continue
            ahead = 1 if v.rank[to] > v.rank[v.group[x]] else 0
            for target in range(v.wanted.shape[0]):
                colour = v.wanted[v.colour[x], target, ahead]
                if colour < 0 or not has_colour(v, to, target):
                    continue
                many = choices(v, x, to, colour, found)
                for k in range(many):
                    begin = v.tails[found[k]]
                    if begin == x:
                        _note(groups, v.first[found[k]] + v.vcs[1], to)
                    else:
                        _note(groups, local_channel(v, x, begin, v.vcs[0]), to)
    return groups


def meetings(channels_by_end: tuple[Numbers, Numbers], into: Numbers, out: Numbers) -> Numbers:
    """Return the dependencies at all switches, as rows of two channels.

    A route never comes back to the group that it came from, so that a channel of one group
    only does not lead to one of the same group only.

    Parameters
    ----------
    channels_by_end
        The switch that each channel enters, and the one that it leaves.
    into, out
        What `arrivals` and `departures` say.
    """
    heads, tails = channels_by_end
    rows = []
    used_in, used_out = np.flatnonzero(into != NOBODY), np.flatnonzero(out != NOBODY)
    used_in = used_in[np.argsort(heads[used_in], kind="stable")]
    used_out = used_out[np.argsort(tails[used_out], kind="stable")]
    for switch in np.unique(heads[used_in]):
        first, last = np.searchsorted(heads[used_in], [switch, switch + 1])
        begin, end = np.searchsorted(tails[used_out], [switch, switch + 1])
        entering, leaving = used_in[first:last], used_out[begin:end]
        one, other = into[entering][:, None], out[leaving][None, :]
        possible = (one != other) | (one == SEVERAL)
        which = np.argwhere(possible)
        rows.append(np.stack([entering[which[:, 0]], leaving[which[:, 1]]], axis=1))
    return np.concatenate(rows) if rows else np.empty((0, 2), np.int64)
