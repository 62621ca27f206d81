"""Channel dependency graphs: an order of all channels, or a shortest cycle.

References
----------
Dally and Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.solver.routing.channels import Numbers

    Flags = NDArray[np.bool_]

MOST_VISITS = 2_000_000_000  # dependencies followed in search of a shorter cycle: some seconds


@dataclass(frozen=True, kw_only=True)
class Cycle:
    """Channels that depend on each other in a circle."""

    channels: tuple[int, ...]
    shortest: bool  # whether it is known that no cycle is shorter


def order_or_cycle(count: int, rows: Numbers) -> Numbers | Cycle:
    """Return the channels in an order that every dependency follows, or a cycle.

    Parameters
    ----------
    count
        The number of channels.
    rows
        (E, 2) dependencies.
    """
    starts, ends = _adjacency(count, rows)
    order, placed = _sorted(count, starts, ends)
    if placed == count:
        return np.asarray(order)
    before, after = _adjacency(count, rows[:, ::-1])
    inside = np.ones(count, dtype=np.bool_)
    inside[order[:placed]] = False
    reverse, placed = _sorted(count, before, after)
    inside[reverse[:placed]] = False
    found, length, complete = _shortest(starts, ends, inside, MOST_VISITS)
    return Cycle(channels=tuple(found[:length].tolist()), shortest=bool(complete))


def _adjacency(count: int, rows: Numbers) -> tuple[Numbers, Numbers]:
    """Return where the channels that follow each channel begin, and those channels."""
    by_first = np.argsort(rows[:, 0], kind="stable")
    sizes = np.bincount(rows[:, 0], minlength=count)
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), rows[by_first, 1].copy()


@compiled
def _sorted(count: int, starts: Numbers, ends: Numbers) -> tuple[Numbers, int]:
    """Sort topologically (Kahn, 1962): the order, and how many channels are in it."""
    before = np.zeros(count, np.int64)
    for end in ends:
        before[end] += 1
    order = np.empty(count, np.int64)
    placed = 0
    for channel in range(count):
        if before[channel] == 0:
            order[placed] = channel
            placed += 1
    done = 0
    while done < placed:
        for k in range(starts[order[done]], starts[order[done] + 1]):
            before[ends[k]] -= 1
            if before[ends[k]] == 0:
                order[placed] = ends[k]
                placed += 1
        done += 1
    return order, placed


@compiled
def _shortest(  # noqa: C901
    starts: Numbers, ends: Numbers, inside: Flags, most: int
) -> tuple[Numbers, int, bool]:
    """Search breadth first from every channel; only as far as a shorter cycle would lead."""
    count = len(inside)
    best = np.empty(count, np.int64)
    length = count + 1
    depth = np.full(count, -1, np.int64)
    parent = np.empty(count, np.int64)
    queue = np.empty(count, np.int64)
    visits = 0
    for root in range(count):
        if not inside[root]:
            continue
        if visits > most and length <= count:
            return best, length, False
        depth[root], queue[0] = 0, root
        first, last = 0, 1
        closed = False
        while first < last and not closed:
            at = queue[first]
            first += 1
            if depth[at] + 1 >= length:
                break
            for k in range(starts[at], starts[at + 1]):
                end = ends[k]
                visits += 1
                if end == root:
                    length = depth[at] + 1
                    place = at
                    for step in range(length - 1, -1, -1):
                        best[step] = place
                        place = parent[place]
                    closed = True
                    break
                if inside[end] and depth[end] < 0:
                    depth[end], parent[end] = depth[at] + 1, at
                    queue[last] = end
                    last += 1
        for k in range(last):
            depth[queue[k]] = -1
        parent[root] = -1
    return best, length, True
