"""The route between every two switches, and its hops, from the definition of each.

On a dragonfly (groups complete, one link between each two) a route is local, global, local.
Elsewhere it goes, at each switch, to the neighbour with the lowest number of those that are one
hop nearer. Parallel links count as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import BeyondLimit, Refused

MOST_SWITCHES = 3_000

Table = NDArray[np.int64]


class Routes:
    """Routes and hops of one network."""

    def __init__(self, network: Network) -> None:
        if network.switches > MOST_SWITCHES:
            raise BeyondLimit(
                "switches",
                f"{network.switches:,} switches, and mappings are checked on {MOST_SWITCHES:,}",
            )
        self._network = network
        self._near: list[list[int]] = [[] for _ in range(network.switches)]
        for first, second, _, _ in network.links:
            self._near[first].append(second)
            self._near[second].append(first)
        self._gates = whole_dragonfly(network)
        self._far: dict[int, list[int]] = {}
        if -1 in self.hops_to(0):
            raise Refused("the network is not connected: there is no route between some switches")

    def hops_to(self, end: int) -> list[int]:
        """Return the hops from every switch to one, layer by layer; -1 where there is no path."""
        if end not in self._far:
            hops = [-1] * self._network.switches
            hops[end] = 0
            reached = [end]
            for switch in reached:
                for other in self._near[switch]:
                    if hops[other] < 0:
                        hops[other] = hops[switch] + 1
                        reached.append(other)
            self._far[end] = hops
        return self._far[end]

    def route(self, start: int, end: int) -> list[int]:
        """Return the switches of a route, in order."""
        groups = self._network.groups
        if self._gates is not None and groups[start] != groups[end]:
            i, j = groups[start], groups[end]
            stops = [start, self._gates[i, j], self._gates[j, i], end]
        elif self._gates is not None:
            stops = [start, end]
        else:
            stops = list(self._nearer(start, self.hops_to(end)))
        return [stop for at, stop in enumerate(stops) if not at or stop != stops[at - 1]]

    def _nearer(self, switch: int, hops: Sequence[int]) -> Iterator[int]:
        yield switch
        while hops[switch]:
            switch = min(each for each in self._near[switch] if hops[each] == hops[switch] - 1)
            yield switch


def whole_dragonfly(network: Network) -> dict[tuple[int, int], int] | None:
    """Return the switch of group i that has the link to group j, for each i ≠ j.

    None, unless every two switches of a group are linked, and every two groups by one link alone.
    """
    gates: dict[tuple[int, int], int] = {}
    inside = set()
    for first, second, _, _ in network.links:
        i, j = network.groups[first], network.groups[second]
        if i == j:
            inside.add((first, second))
        elif (i, j) in gates:
            return None
        else:
            gates[i, j], gates[j, i] = first, second
    groups = len(set(network.groups))
    sizes = [network.groups.count(group) for group in set(network.groups)]
    complete = len(inside) == sum(size * (size - 1) // 2 for size in sizes)
    return gates if groups > 1 and complete and len(gates) == groups * (groups - 1) else None


def measured(routes: Routes, edges: Sequence[tuple[int, int]], mapping: Sequence[int]
             ) -> tuple[int, int]:  # fmt: skip
    """Return the largest load of a directed link, and the total hops, message by message."""
    load: dict[tuple[int, int], int] = {}
    hops = 0
    known: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for one, other in edges:
        here, there = mapping[one], mapping[other]
        hops += routes.hops_to(there)[here]
        for start, end in ((here, there), (there, here)):
            if (start, end) not in known:
                known[start, end] = list(pairwise(routes.route(start, end)))
            for step in known[start, end]:
                load[step] = load.get(step, 0) + 1
    return max(load.values(), default=0), hops
