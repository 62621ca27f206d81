"""One route between every two switches: local, global, local on a dragonfly, else a shortest path.

Every message between two switches takes the same route. A directed link is numbered by its
direction: 2·l from first to second end of link l, 2·l + 1 back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network

    Table = NDArray[np.int64]

MOST_SWITCHES = 3_000
NONE = -1


@dataclass(frozen=True, kw_only=True)
class Routes:
    """Routes and distances of a network."""

    network: Network
    hops: Table  # [switch, switch], links of the shortest path
    links: Table  # [switch, switch, longest route], directed links in order, then NONE
    hierarchical: bool  # local, global, local

    @property
    def directed(self) -> int:
        """The number of directed links."""
        return 2 * len(self.network.links)


def routes_of(network: Network) -> Routes:
    """Return the routes of a network.

    Raises
    ------
    QuestionError
        If it is not connected, or too large for a table of all pairs.
    """
    if network.switches > MOST_SWITCHES:
        raise QuestionError(
            "topology",
            f"has {network.switches:,} switches; a mapping is sought on at most {MOST_SWITCHES:,}",
        )
    number = _numbered(network)
    next_hop, hops = _shortest(network)
    following = _by_groups(network)
    hierarchical = following is not None
    table = next_hop if following is None else following
    return Routes(
        network=network, hops=hops, links=_followed(table, number), hierarchical=hierarchical
    )


def _numbered(network: Network) -> Table:
    """Return the directed link from each switch to each neighbour; NONE to others."""
    number = np.full((network.switches, network.switches), NONE, dtype=np.int64)
    for at, (first, second, _, _) in enumerate(network.links):
        if number[first, second] == NONE:
            number[first, second], number[second, first] = 2 * at, 2 * at + 1
    return number


def _shortest(network: Network) -> tuple[Table, Table]:
    """Return the next switch of a shortest path between all pairs, and the hops (breadth first)."""
    n = network.switches
    near: list[list[int]] = [[] for _ in range(n)]
    for first, second, _, _ in network.links:
        near[first].append(second)
        near[second].append(first)
    towards, hops = np.full((n, n), NONE, dtype=np.int64), np.full((n, n), NONE, dtype=np.int64)
    for end in range(n):
        hops[end, end] = 0
        towards[end, end] = end
        layer = [end]
        while layer:
            after = []
            for switch in layer:
                for other in near[switch]:
                    if hops[other, end] == NONE:
                        hops[other, end], towards[other, end] = hops[switch, end] + 1, switch
                        after.append(other)
            layer = sorted(after)
    if (hops == NONE).any():
        raise QuestionError("topology", "is not connected: some switches have no path between them")
    return towards, hops


def _by_groups(network: Network) -> Table | None:
    """Return the next switch of local-global-local routes; None unless groups allow them."""
    groups = np.array(network.groups)
    count = int(groups.max()) + 1
    if count < 2:
        return None
    gate = np.full((count, count), NONE, dtype=np.int64)
    local = np.zeros((network.switches, network.switches), dtype=bool)
    for first, second, _, _ in network.links:
        i, j = groups[first], groups[second]
        if i == j:
            local[first, second] = local[second, first] = True
        elif gate[i, j] != NONE:
            return None
        else:
            gate[i, j], gate[j, i] = first, second
    same = groups[:, None] == groups[None, :]
    if (local != (same & ~np.eye(len(groups), dtype=bool))).any():
        return None
    if ((gate == NONE) != np.eye(count, dtype=bool)).any():
        return None
    source = np.arange(network.switches)[:, None]
    out = gate[groups[:, None], groups[None, :]]
    arrival = gate[groups[None, :], groups[:, None]]
    between = np.where(out == source, arrival, out)
    found: Table = np.where(same, np.arange(network.switches)[None, :], between)
    return found


def _followed(towards: Table, number: Table) -> Table:
    """Write routes out as links, from the next switches."""
    n = len(towards)
    at = np.repeat(np.arange(n)[:, None], n, axis=1)
    end = np.broadcast_to(np.arange(n), (n, n))
    steps = []
    while (at != end).any():
        after = towards[at, end]
        steps.append(np.where(at == end, NONE, number[at, after]))
        at = np.where(at == end, at, after)
    if not steps:
        return np.full((n, n, 1), NONE, dtype=np.int64)
    return np.stack(steps, axis=2)
