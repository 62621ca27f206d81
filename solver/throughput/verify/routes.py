"""Whether a path that is given by its links is one that a model allows."""

from __future__ import annotations

from collections.abc import Sequence

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import Refused
from alphacut.solver.throughput.verify.evidence import Flow
from alphacut.solver.throughput.verify.walks import Walks


def check_route(
    network: Network, walks: Walks | None, flow: Flow, route: Sequence[int], *, valiant: bool
) -> None:
    """Refuse a route that is no path, or none of its kind.

    Parameters
    ----------
    walks
        Of a network with groups; None if any path is allowed.

    Raises
    ------
    Refused
        With the first thing that is wrong.
    """
    switches = [flow[0]]
    for link in route:
        first, second = network.links[link // 2][:2]
        tail, head = (second, first) if link % 2 else (first, second)
        if tail != switches[-1]:
            raise Refused(f"a path from switch {flow[0]} goes on from {tail}, where it is not")
        switches.append(head)
    if switches[-1] != flow[1]:
        raise Refused(f"a path to switch {flow[1]} ends at {switches[-1]}")
    if walks is None:
        return
    if not valiant:
        if not _is_minimal(network, walks, switches):
            raise Refused(f"a path from switch {flow[0]} to {flow[1]} is not minimal")
        return
    ends = {network.groups[flow[0]], network.groups[flow[1]]}
    if not any(
        network.groups[switches[at]] not in ends
        and _is_minimal(network, walks, switches[: at + 1])
        and _is_minimal(network, walks, switches[at:])
        for at in range(1, len(switches) - 1)
    ):
        raise Refused(f"a path from switch {flow[0]} to {flow[1]} is not two minimal ones")


def _is_minimal(network: Network, walks: Walks, switches: Sequence[int]) -> bool:
    """Tell whether a path is a shortest one in its group, or crosses once between such."""
    groups = [network.groups[switch] for switch in switches]
    crossings = [at for at in range(1, len(groups)) if groups[at] != groups[at - 1]]
    if groups[0] == groups[-1]:
        return not crossings and _is_shortest(walks, switches)
    if len(crossings) != 1:
        return False
    at = crossings[0]
    return _is_shortest(walks, switches[:at]) and _is_shortest(walks, switches[at:])


def _is_shortest(walks: Walks, switches: Sequence[int]) -> bool:
    """Tell whether a path inside a group has as few hops as any."""
    hops = len(switches) - 1
    return hops < len(walks.nearest) and bool(walks.nearest[hops].count[switches[0], switches[-1]])
