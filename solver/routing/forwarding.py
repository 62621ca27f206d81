"""Destination-based routes on any network: up*/down* and shortest, a tree of links for each LID.

Up*/down*: a switch from which some way leads down only takes a shortest such way, and every other
one goes up, by the least hops to one of these. So no packet goes up after it went down, though the
next hop depends on the destination alone.

References
----------
Schroeder et al., Autonet, 1991; OpenSM, osm_ucast_updn.c, for its balance: of the links that do,
each destination takes the one that the fewest destinations have taken before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.compiled import compiled
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.any_network import FAR, UP_DOWN, Ups, downward, ranks, upward
from alphacut.solver.routing.channels import Links

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.channels import Numbers


class Forwarding:
    """Where each switch sends packets on, destination by destination."""

    def __init__(self, mechanism: str, network: Network) -> None:
        self._links = links = Links.of(network)
        self._out, self._first = links.leaving
        self._taken = np.zeros(links.count, dtype=np.int64)  # by destinations
        self._up = _up(network, links) if mechanism == UP_DOWN else np.ones(links.count, np.bool_)

    def next_links(self, target: int, *, counts: bool) -> Numbers:
        """Return the directed link by which each switch sends packets on to a switch.

        Parameters
        ----------
        counts
            Whether later destinations avoid the links of this one.

        Returns
        -------
        (n,) links; -1 at the target, and where no route leads to it.
        """
        links = self._links
        ways = links.tails, links.heads, self._out, self._first, self._up
        found: Numbers = _next_links(*ways, target, self._taken)
        if counts:
            self._taken[found[found >= 0]] += 1
        return found


def _up(network: Network, links: Links) -> Ups:
    """Return which links lead up, in the first order by which all hosts have routes to all."""
    hosts = np.flatnonzero(np.array(network.hosts))
    out, first = links.leaving
    for rank in ranks(network, links):
        up = upward(links, rank)
        if all(
            (_hops(links.tails, out, first, up, int(target))[1][hosts] < FAR).all()
            for target in hosts
        ):
            return up
    raise QuestionError("topology", "has switches with hosts that are not connected")


@compiled
def _hops(
    tails: Numbers, out: Numbers, first: Numbers, up: Ups, target: int
) -> tuple[Numbers, Numbers]:
    """Return how many hops down lead to a target, and how many there are by the rule."""
    n = len(first) - 1
    down = downward(tails, out, first, up, target)
    hops, far, more = down.copy(), 0, True
    while more:
        more = False
        for switch in range(n):
            more = more or far <= hops[switch] < FAR
            if hops[switch] != far:
                continue
            for step in range(first[switch], first[switch + 1]):
                before = out[step] ^ 1
                if up[before] and down[tails[before]] == FAR:
                    hops[tails[before]] = min(hops[tails[before]], far + 1)
        far += 1
    return down, hops


@compiled
def _next_links(
    tails: Numbers, heads: Numbers, out: Numbers, first: Numbers, up: Ups, target: int,
    taken: Numbers,
) -> Numbers:  # fmt: skip
    n = len(first) - 1
    down, hops = _hops(tails, out, first, up, target)
    found = np.full(n, -1, np.int64)
    for switch in range(n):
        if switch == target or hops[switch] == FAR:
            continue
        for step in range(first[switch], first[switch + 1]):
            link = out[step]
            rises, far = down[switch] == FAR, heads[link]
            left = hops[far] if rises else down[far]
            if up[link] != rises or left != hops[switch] - 1:
                continue
            if found[switch] < 0 or taken[link] < taken[found[switch]]:
                found[switch] = link
    return found
