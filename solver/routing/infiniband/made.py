"""A fabric that is made up for a network, so that tables can be written and simulated."""

from __future__ import annotations

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.infiniband.fabric import (
    HOST,
    MOST_LID,
    SWITCH,
    EndPort,
    Fabric,
    Node,
    Port,
)

FIRST_SWITCH, FIRST_HOST = 0x200000, 0x100000  # GUIDs, as ibsim numbers them
FIELD = "tables"


def made(network: Network) -> Fabric:
    """Make up a fabric for a network: ports to hosts first, then to links in order.

    Switch i is S<i> and has LID i + 1; hosts follow, those of switch 0 first.

    Raises
    ------
    QuestionError
        If there are more switches and hosts than LIDs.
    """
    n = network.switches
    if n + sum(network.hosts) > MOST_LID:
        raise QuestionError(
            FIELD, f"InfiniBand has {MOST_LID:,} LIDs, but this network {n:,} switches and "
            f"{sum(network.hosts):,} hosts",
        )  # fmt: skip
    nodes: dict[int, Node] = {}
    cables: dict[Port, Port] = {}
    ends: dict[Port, EndPort] = {}
    used = [0] * n

    def next_port(switch: int) -> Port:
        used[switch] += 1
        return FIRST_SWITCH + switch, used[switch]

    homes = [switch for switch, count in enumerate(network.hosts) for _ in range(count)]
    for host, switch in enumerate(homes):
        guid = FIRST_HOST + 2 * host
        nodes[guid] = Node(guid=guid, name=f"H{host}", kind=HOST, ports=1)
        ends[guid, 1] = EndPort(node=guid, port=1, guid=guid + 1, lid=n + 1 + host)
        port = next_port(switch)
        cables[guid, 1], cables[port] = port, (guid, 1)
    for link in network.links:
        for _ in range(link.multiplicity):
            one, other = next_port(link.first), next_port(link.second)
            cables[one], cables[other] = other, one
    for switch in range(n):
        guid = FIRST_SWITCH + switch
        nodes[guid] = Node(guid=guid, name=f"S{switch}", kind=SWITCH, ports=used[switch])
        ends[guid, 0] = EndPort(node=guid, port=0, guid=guid, lid=switch + 1)
    return Fabric(nodes=nodes, cables=cables, ends=ends)
