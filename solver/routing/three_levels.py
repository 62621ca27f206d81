"""Minimal routes of 3-level dragonflies, on virtual channels that rise with the distance.

A route leads by local, medium and local hops to a global link, over it, and on by local, medium and
local hops, each of them left out where it is not needed. Global links that end in the group of the
destination are preferred, where there are any; then those by which there are fewest hops, and
fewest of them before the link. A switch uses medium links of its own, where it has one that serves;
what is left is chosen among evenly.

References
----------
Camarero et al., Topological characterization of Hamming and Dragonfly networks, section 8.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import isqrt, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import Channels, Links
from alphacut.solver.routing.explicit_routes import Listed, check_pairs, listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from alphacut.arrangements.network import Network

FAMILY = "dragonfly3"
MOST_PAIRS = 1_000_000
Way = tuple[tuple[int, int], ...]  # directed links, each with its place in the order of hops
BEFORE, AFTER = 0, 2  # places of local hops on either side of the global link: these and the next


@dataclass(frozen=True, kw_only=True)
class _Levels:
    """The links of a network by the groups of both levels that they join."""

    links: Links
    outer: list[int]  # group of the second level of each switch
    inner: list[int]  # group of the first level
    medium: dict[tuple[int, int], list[int]]
    across: dict[tuple[int, int], list[int]]

    def local(self, x: int, y: int) -> int:
        """Return the link between two switches of a group of the first level."""
        found = self.links.by_ends.get((x, y))
        if found is None:
            raise QuestionError("mechanism", f"no link joins switches {x} and {y} of one group")
        return found[0]

    def own(self, x: int, candidates: list[int]) -> list[int]:
        """Return those links that begin at a switch, or all if there are none."""
        return [each for each in candidates if self.links.tails[each] == x] or candidates

    def within(self, x: int, y: int, side: int) -> list[Way]:
        """Return the ways between two switches of a group of the second level."""
        if x == y:
            return [()]
        if self.inner[x] == self.inner[y]:
            return [((self.local(x, y), side + 1),)]
        candidates = self.medium.get((self.inner[x], self.inner[y]), [])
        if not candidates:
            raise QuestionError(
                "mechanism", f"no medium link joins the groups of switches {x} and {y}"
            )
        return [self._by(x, link, y, side) for link in self.own(x, candidates)]

    def _by(self, x: int, link: int, y: int, side: int) -> Way:
        tail, head = int(self.links.tails[link]), int(self.links.heads[link])
        before = ((self.local(x, tail), side),) if tail != x else ()
        after = ((self.local(head, y), side + 1),) if head != y else ()
        return (*before, (link, side // AFTER), *after)

    def ways(self, x: int, y: int) -> list[Way]:
        """Return the ways between any two switches."""
        if self.outer[x] == self.outer[y]:
            return self.within(x, y, BEFORE)
        candidates = self.across.get((self.outer[x], self.outer[y]), [])
        if not candidates:
            raise QuestionError(
                "mechanism", f"no global link joins the groups of switches {x} and {y}"
            )
        heads = self.links.heads
        direct = [each for each in candidates if self.inner[heads[each]] == self.inner[y]]
        ways: list[tuple[int, int, Way]] = [
            (len(before) + 1 + len(after), len(before), (*before, (link, 0), *after))
            for link in direct or candidates
            for before in self.within(x, int(self.links.tails[link]), BEFORE)
            for after in self.within(int(heads[link]), y, AFTER)
        ]
        best = min(hops for *hops, _ in ways)
        return [way for *hops, way in ways if hops == best]


def check_size(network: Network) -> None:
    """Refuse a network with too many pairs of switches to list their routes.

    Raises
    ------
    QuestionError
        Naming the number of its switches.
    """
    most = isqrt(MOST_PAIRS)
    if network.switches > most:
        raise QuestionError(
            "mechanism",
            f"routes of 3 levels are listed, for at most {most:,} switches; "
            f"this network has {network.switches:,}",
        )


def three_levels(
    topology: Mapping[str, Any], network: Network, vcs: tuple[int, int] | None
) -> Listed:
    """List the minimal routes of all pairs of switches.

    Parameters
    ----------
    vcs
        Virtual channels of local links, and of medium and global ones; None: as many as
        routes have local hops, and as many as they have medium hops.
    """
    check_size(network)
    n = network.switches
    levels = _levels(topology, network)
    rows = [(x, y, levels.ways(x, y)) for x, y in product(range(n), repeat=2) if x != y]
    between = [int(each) for each in levels.links.between]
    used = [
        sorted({place for _, _, ways in rows for way in ways for link, place in way
                if between[link] == kind})
        for kind in (0, 1)
    ]  # fmt: skip
    channels = Channels(links=levels.links, vcs=vcs or (len(used[0]) or 1, len(used[1]) or 1))
    numbered = []
    for x, y, ways in rows:
        weight = lcm(*range(1, len(ways) + 1)) // len(ways)
        for way in ways:
            hops = tuple(
                int(channels.first[link])
                + min(used[between[link]].index(place), channels.vcs[between[link]] - 1)
                for link, place in way
            )
            numbered.append((x, y, weight, hops))
    routes = listed(channels, numbered)
    check_pairs(routes, np.array(network.hosts))
    return routes


def _levels(topology: Mapping[str, Any], network: Network) -> _Levels:
    links = Links.of(network)
    size = topology["a"] * (topology["a"] * topology["m"] // topology["t2"] + 1)
    outer = [switch // size for switch in range(network.switches)]
    inner = list(network.groups)
    medium: dict[tuple[int, int], list[int]] = {}
    across: dict[tuple[int, int], list[int]] = {}
    for link in np.flatnonzero(links.between).tolist():
        x, y = int(links.tails[link]), int(links.heads[link])
        if outer[x] == outer[y]:
            medium.setdefault((inner[x], inner[y]), []).append(link)
        else:
            across.setdefault((outer[x], outer[y]), []).append(link)
    return _Levels(links=links, outer=outer, inner=inner, medium=medium, across=across)
