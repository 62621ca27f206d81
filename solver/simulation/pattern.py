"""Where packets go: for each host, the hosts among which it chooses evenly."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.solver.routing.channels import Numbers
    from alphacut.solver.traffic.traffic import Traffic


class Destinations(NamedTuple):
    """The destinations of host i are hosts[starts[i] : ends[i]], but itself."""

    starts: Numbers  # (N,)
    ends: Numbers  # (N,)
    hosts: Numbers


def destinations(traffic: Traffic) -> Destinations:
    """Return the destinations of each host.

    Raises
    ------
    QuestionError
        If some host does not send evenly to all of its destinations.
    """
    starts, ends = np.zeros(traffic.hosts, np.int64), np.zeros(traffic.hosts, np.int64)
    parts: list[Numbers] = []
    length = 0
    for block in traffic.blocks:
        if (ends[block.sources] > 0).any():
            raise _uneven()
        starts[block.sources], ends[block.sources] = length, length + len(block.destinations)
        parts.append(block.destinations)
        length += len(block.destinations)
    if traffic.pairs is not None:
        pairs = traffic.pairs
        order = np.argsort(pairs.sources, kind="stable")
        sources, weights = pairs.sources[order], pairs.weights[order]
        first = np.searchsorted(sources, np.arange(traffic.hosts))
        last = np.searchsorted(sources, np.arange(traffic.hosts), side="right")
        same = np.all(weights[1:][sources[1:] == sources[:-1]]
                      == weights[:-1][sources[1:] == sources[:-1]])  # fmt: skip
        if not same or ((last > first) & (ends > 0)).any():
            raise _uneven()
        has = last > first
        starts[has], ends[has] = length + first[has], length + last[has]
        parts.append(pairs.destinations[order])
    return Destinations(starts, ends, np.concatenate(parts).astype(np.int64))


def _uneven() -> QuestionError:
    return QuestionError(
        "traffic",
        "can be simulated only where each host sends evenly to all of its destinations",
    )
