"""Routes on any connected network: up*/down*, and shortest ones on layers of virtual channels.

There is one route for each pair of switches with hosts, of those that are as short as the mechanism
allows. Pair by pair it is the one whose links the hosts of earlier pairs have taken least.

References
----------
Schroeder et al., Autonet, 1991, for up*/down*; Domke, Hoefler and Nagel, Deadlock-free oblivious
routing for arbitrary topologies, 2011, for the balance of links.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.structure.components import reachable
from alphacut.solver.common.compiled import compiled
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import Channels, Links
from alphacut.solver.routing.explicit_routes import MOST_HOPS, Listed
from alphacut.solver.routing.layers import layers_of

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.channels import Numbers

Ups = NDArray[np.bool_]

UP_DOWN, SHORTEST = "up-down", "shortest"
NAMES = (UP_DOWN, SHORTEST)
MOST_SWITCHES = 4_000
FAR = 1 << 30  # more hops than any route has


def check_network(network: Network) -> None:
    """Refuse a network that has no routes, or too many pairs of switches to list them.

    Raises
    ------
    QuestionError
        It names the number of its switches, or two that are not connected.
    """
    if network.switches > MOST_SWITCHES:
        raise QuestionError(
            "mechanism",
            f"one route for each pair is listed, for at most {MOST_SWITCHES:,} switches; "
            f"this network has {network.switches:,}",
        )
    ends = [switch for switch, hosts in enumerate(network.hosts) if hosts]
    if len(ends) < 2:
        raise QuestionError("topology", "has fewer than two switches with hosts: nothing to route")
    reached = reachable(network, ends[0])
    for end in ends:
        if end not in reached:
            raise QuestionError(
                "topology", f"has no way from switch {ends[0]} to switch {end}: it is not connected"
            )


def routes_on_any(mechanism: str, network: Network, vcs: int | None) -> Listed:
    """List the routes of all pairs.

    Parameters
    ----------
    mechanism
        One of NAMES.
    vcs
        Virtual channels of each directed link; by default as many as are needed, 1 for up*/down*.

    Raises
    ------
    QuestionError
        If two switches with hosts are not connected, the virtual channels do not do, or there
        would be too many hops.
    """
    check_network(network)
    links = Links.of(network)
    hosts = np.array(network.hosts, dtype=np.int64)
    if mechanism == UP_DOWN:
        hops, starts = _up_down(network, links, hosts)
        layer = np.zeros(len(starts) - 1, dtype=np.int64)
    else:
        hops, starts = _shortest(links, hosts, np.ones(links.count, dtype=np.bool_))
        layer = layers_of(links, hops, starts, vcs)
    count = vcs or int(layer.max(initial=0)) + 1
    channels = Channels(links=links, vcs=(count, count))
    ends = np.flatnonzero(hosts).tolist()
    pairs = np.array([(s, t) for t in ends for s in ends if s != t], dtype=np.int64)
    sources, targets = pairs.reshape(-1, 2).T
    order = np.lexsort((targets, sources))
    parts = np.split(channels.first[hops] + np.repeat(layer, np.diff(starts)), starts[1:-1])
    lengths = np.diff(starts)[order]
    return Listed(
        channels=channels,
        sources=sources[order],
        targets=targets[order],
        weights=np.ones(len(order), dtype=np.int64),
        starts=np.concatenate([[0], np.cumsum(lengths)]),
        hops=np.concatenate([parts[each] for each in order]),
    )


# ---- up*/down* -------------------------------------------------------------


def _up_down(network: Network, links: Links, hosts: Numbers) -> tuple[Numbers, Numbers]:
    """Take the first order of the switches by which every two of them have a route."""
    for rank in ranks(network, links):
        try:
            return _shortest(links, hosts, upward(links, rank))
        except QuestionError as error:  # of an order of this network; the last one has routes
            unreachable = error
    raise unreachable


def upward(links: Links, rank: Numbers) -> Ups:
    """Return which directed links lead up; between switches as high, to that of lower number."""
    higher = rank[links.heads] > rank[links.tails]
    level = rank[links.heads] == rank[links.tails]
    return np.asarray(higher | (level & (links.heads < links.tails)))


def ranks(network: Network, links: Links) -> Iterator[Numbers]:
    """Yield how high each switch is: its distance from hosts, or else that from a root below 0.

    The first is the order of a fat tree, whose hosts are at the bottom. The root is a switch from
    which no other is further than it has to be.
    """
    hosts = np.array(network.hosts) > 0
    if not hosts.all():
        yield _distances(links, np.flatnonzero(hosts))
    far = [int(_distances(links, np.array([root])).max()) for root in range(links.switches)]
    yield -_distances(links, np.array([int(np.argmin(far))]))


def _distances(links: Links, sources: Numbers) -> Numbers:
    """Return the hops from the nearest of some switches to each."""
    out, first = links.leaving
    return _levels(links.heads, out, first, sources)


@compiled
def _levels(heads: Numbers, out: Numbers, first: Numbers, sources: Numbers) -> Numbers:
    found = np.full(len(first) - 1, FAR, np.int64)
    queue = np.empty(len(first) - 1, np.int64)
    count = len(sources)
    queue[:count] = sources
    found[sources] = 0
    at = 0
    while at < count:
        for place in range(first[queue[at]], first[queue[at] + 1]):
            head = heads[out[place]]
            if found[head] == FAR:
                found[head] = found[queue[at]] + 1
                queue[count] = head
                count += 1
        at += 1
    return found


# ---- shortest routes that go up, and then down -------------------------------


def _shortest(links: Links, hosts: Numbers, up: Ups) -> tuple[Numbers, Numbers]:
    """Return the directed links of all routes, and where each begins, target by target.

    Parameters
    ----------
    hosts
        Of each switch.
    up
        Which links may be taken before any other, and not after one.
    """
    out, first = links.leaving
    of = (links.tails, links.heads, out, first, hosts, up)
    lengths, source, target = _routes(*of, np.empty(0, np.int64))
    if source >= 0:
        raise QuestionError(
            "topology", f"has no way from switch {source} to switch {target}: it is not connected"
        )
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    if starts[-1] > MOST_HOPS:
        raise QuestionError("mechanism", f"its routes have more than {MOST_HOPS:,} hops together")
    hops = np.empty(int(starts[-1]), np.int64)
    _routes(*of, hops)
    return hops, starts


@compiled
def _routes(
    tails: Numbers,
    heads: Numbers,
    out: Numbers,
    first: Numbers,
    hosts: Numbers,
    up: Ups,
    hops: Numbers,
) -> tuple[Numbers, int, int]:
    """Fill in the hops, if there is room for any; return how many each route has.

    If some switch has no route to another one, these two come after it, else -1 and -1.
    """
    n, some = len(first) - 1, int((hosts > 0).sum())
    lengths = np.zeros(some * max(0, some - 1), np.int64)
    taken = np.zeros(len(tails), np.int64)  # by hosts
    route, place = 0, 0
    # of `_choose`: room for states, the link by which each goes on, and what that costs
    state = np.empty(2 * n, np.int64)
    link, cost = np.full(2 * n, -1, np.int64), np.zeros(2 * n, np.int64)
    for target in range(n):
        if not hosts[target]:
            continue
        left = _to_go(tails, out, first, up, target)
        for source in range(n):
            if source == target or not hosts[source]:
                continue
            if left[1, source] == FAR:
                return lengths, source, target
            lengths[route] = left[1, source]
            route += 1
            if not len(hops):
                continue
            _choose(heads, out, first, up, left, taken, source, state, link, cost)
            at = n + source
            while at % n != target:
                hop = link[at]
                taken[hop] += hosts[source] * hosts[target]
                hops[place] = hop
                place += 1
                at = heads[hop] + (at // n * n if up[hop] else 0)
    return lengths, -1, -1


@compiled
def downward(tails: Numbers, out: Numbers, first: Numbers, up: Ups, target: int) -> Numbers:
    """Return how many hops down lead to a target from each switch.

    Directed link l ^ 1 is the other direction of l.
    """
    n = len(first) - 1
    down, queue = np.full(n, FAR, np.int64), np.empty(n, np.int64)
    down[target], queue[0], count, at = 0, target, 1, 0
    while at < count:
        for step in range(first[queue[at]], first[queue[at] + 1]):
            before = out[step] ^ 1
            if not up[before] and down[tails[before]] == FAR:
                down[tails[before]] = down[queue[at]] + 1
                queue[count] = tails[before]
                count += 1
        at += 1
    return down


@compiled
def _to_go(tails: Numbers, out: Numbers, first: Numbers, up: Ups, target: int) -> Numbers:
    """Return how many hops down lead to a target (0), and how many if some go up before (1)."""
    n = len(first) - 1
    down = downward(tails, out, first, up, target)
    free, far, more = down.copy(), 0, True
    while more:
        more = False
        for switch in range(n):
            more = more or far <= free[switch] < FAR
            if free[switch] != far:
                continue
            for step in range(first[switch], first[switch + 1]):
                before = out[step] ^ 1
                if up[before]:
                    free[tails[before]] = min(free[tails[before]], far + 1)
        far += 1
    return np.stack((down, free))


@compiled
def _choose(
    heads: Numbers,
    out: Numbers,
    first: Numbers,
    up: Ups,
    left: Numbers,
    taken: Numbers,
    source: int,
    state: Numbers,
    link: Numbers,
    cost: Numbers,
) -> None:
    """Find the shortest route from a source whose links are taken least.

    Fills in the link by which each state on such routes goes on. State v is switch v after a hop
    down, and n + v is switch v before any.
    """
    n = len(first) - 1
    state[0], count, at = n + source, 1, 0
    cost[n + source] = -1  # while it is not known
    while at < count:
        phase, switch = divmod(state[at], n)
        for step in range(first[switch], first[switch + 1]):
            after = phase if up[out[step]] else 0
            if up[out[step]] and not phase:
                continue
            head = heads[out[step]]
            if left[after, head] == left[phase, switch] - 1 and cost[after * n + head] >= 0:
                cost[after * n + head] = -1
                state[count] = after * n + head
                count += 1
        at += 1
    for at in range(count - 1, -1, -1):
        phase, switch = divmod(state[at], n)
        link[state[at]], cost[state[at]] = -1, 0
        for step in range(first[switch], first[switch + 1]):
            hop = out[step]
            after = phase if up[hop] else 0
            if (up[hop] and not phase) or left[after, heads[hop]] != left[phase, switch] - 1:
                continue
            costs = taken[hop] + cost[after * n + heads[hop]]
            if link[state[at]] < 0 or costs < cost[state[at]]:
                link[state[at]], cost[state[at]] = hop, costs
