"""Fabrics of switches and hosts with GUIDs, LIDs and numbered ports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import Links

Port = tuple[int, int]  # GUID of a node, and the number of one of its ports
FIELD = "fabric"
MADE_SWITCHES, MADE_HOSTS = 0x200000, 0x100000  # first GUIDs, as ibsim numbers them
_NUMBER = re.compile(r"(\d{1,9})\D*$")


@dataclass(frozen=True, kw_only=True)
class Node:
    """A switch, or the adapter of a host."""

    guid: int
    name: str  # its description
    is_switch: bool
    ports: int
    lid: int  # of a switch that of its port 0, of an adapter that of its port


@dataclass(frozen=True, kw_only=True)
class Fabric:
    """Nodes and cables.

    Raises
    ------
    QuestionError
        If two nodes have one GUID or LID, a cable has an end that is not there, or a host is
        joined to no switch.
    """

    nodes: Mapping[int, Node]  # by GUID
    cables: Mapping[Port, Port]  # both ways
    port_guids: Mapping[int, int]  # GUID of each host's port, by that of the adapter

    def __post_init__(self) -> None:
        lids: dict[int, Node] = {}
        for node in self.nodes.values():
            if node.lid and lids.setdefault(node.lid, node) is not node:
                raise QuestionError(
                    FIELD, f"LID {node.lid} is that of {shown(lids[node.lid].name)} and of "
                    f"{shown(node.name)}",
                )  # fmt: skip
        for host in self.hosts:
            if not self.nodes[self.switch_of(host.guid)].is_switch:
                raise QuestionError(FIELD, f"host {shown(host.name)} is joined to another host")

    @cached_property
    def switches(self) -> list[Node]:
        """The switches in order of their GUIDs."""
        return sorted((n for n in self.nodes.values() if n.is_switch), key=lambda n: n.guid)

    @cached_property
    def hosts(self) -> list[Node]:
        """The adapters in order of their GUIDs."""
        return sorted((n for n in self.nodes.values() if not n.is_switch), key=lambda n: n.guid)

    def switch_of(self, host: int) -> int:
        """Return the GUID of the switch that a host is joined to."""
        for port in range(1, self.nodes[host].ports + 1):
            if (host, port) in self.cables:
                return self.cables[host, port][0]
        raise QuestionError(FIELD, f"host {shown(self.nodes[host].name)} is joined to no switch")

    def network(self, order: Iterable[int] = ()) -> Network:
        """Return the network of its switches, with hosts counted.

        Parameters
        ----------
        order
            The GUIDs of the switches in order; by default as `switches` has them.
        """
        place = {guid: i for i, guid in enumerate(order or (n.guid for n in self.switches))}
        hosts = [0] * len(place)
        for host in self.hosts:
            hosts[place[self.switch_of(host.guid)]] += 1
        links = tuple(
            Link(place[one[0]], place[other[0]], LOCAL.name)
            for one, other in self.cables.items()
            if one < other and one[0] in place and other[0] in place
        )
        return Network(switches=len(place), links=links, hosts=tuple(hosts))

    def numbered(self, network: Network) -> list[int]:
        """Return the GUIDs of the switches of a network, by the numbers at the end of their names.

        Raises
        ------
        QuestionError
            If the names have not the numbers 0 to n - 1, or the cables are not the links.
        """
        found: dict[int, int] = {}
        for node in self.switches:
            ending = _NUMBER.search(node.name)
            if ending is None or int(ending[1]) in found:
                raise QuestionError(
                    FIELD, f"switch {shown(node.name)}: its description must end with its number "
                    "in the network, and each number must be there once",
                )  # fmt: skip
            found[int(ending[1])] = node.guid
        n = network.switches
        if sorted(found) != list(range(n)):
            raise QuestionError(
                FIELD, f"has {len(found)} switches, but the network {n}, numbered 0 to {n - 1}"
            )
        order = [found[i] for i in range(n)]
        self._check_same(network, order)
        return order

    def _check_same(self, network: Network, order: list[int]) -> None:
        ours: dict[tuple[int, int], int] = {}
        for link in network.links:
            ends = link.first, link.second
            ours[ends] = ours.get(ends, 0) + link.multiplicity
        theirs = {link[:2]: link.multiplicity for link in self.network(order).links}
        for ends in sorted(ours.keys() | theirs.keys()):
            if ours.get(ends, 0) != theirs.get(ends, 0):
                raise QuestionError(
                    FIELD, f"is another topology: switches {ends[0]} and {ends[1]} are joined by "
                    f"{theirs.get(ends, 0)} cables, in the network by {ours.get(ends, 0)} links",
                )  # fmt: skip
        hosts = self.network(order).hosts
        for switch, (here, there) in enumerate(zip(network.hosts, hosts, strict=True)):
            if here != there:
                raise QuestionError(
                    FIELD, f"is another topology: switch {switch} has {there} hosts, and in the "
                    f"network {here}",
                )  # fmt: skip

    def link_of_port(self, links: Links, order: list[int]) -> dict[Port, int]:
        """Return the directed link that each port of a switch leads to.

        Parallel cables are the parallel links in order of the ports at the lower number.
        """
        place = {guid: i for i, guid in enumerate(order)}
        used: dict[tuple[int, int], int] = {}
        found: dict[Port, int] = {}
        for guid in order:
            for port in range(1, self.nodes[guid].ports + 1):
                other = self.cables.get((guid, port))
                if other is None or other[0] not in place or place[other[0]] < place[guid]:
                    continue
                ends = place[guid], place[other[0]]
                at = used.get(ends, 0)
                used[ends] = at + 1
                found[guid, port] = links.by_ends[ends][at]
                found[other] = links.by_ends[ends[1], ends[0]][at]
        return found


def made(network: Network) -> Fabric:
    """Make up a fabric for a network: ports to hosts first, then to links in order.

    Switch i is S<i> and has LID i + 1; hosts follow, those of switch 0 first.
    """
    n = network.switches
    nodes: dict[int, Node] = {}
    cables: dict[Port, Port] = {}
    port_guids: dict[int, int] = {}
    used = [0] * n

    def next_port(switch: int) -> Port:
        used[switch] += 1
        return MADE_SWITCHES + switch, used[switch]

    host = 0
    for switch, count in enumerate(network.hosts):
        for _ in range(count):
            guid = MADE_HOSTS + 2 * host
            nodes[guid] = Node(
                guid=guid, name=f"H{host}", is_switch=False, ports=1, lid=n + 1 + host
            )
            port_guids[guid] = guid + 1
            port = next_port(switch)
            cables[guid, 1], cables[port] = port, (guid, 1)
            host += 1
    for link in network.links:
        for _ in range(link.multiplicity):
            one, other = next_port(link.first), next_port(link.second)
            cables[one], cables[other] = other, one
    for switch in range(n):
        guid = MADE_SWITCHES + switch
        nodes[guid] = Node(
            guid=guid, name=f"S{switch}", is_switch=True, ports=used[switch], lid=switch + 1
        )
    if MADE_HOSTS + 2 * host > MADE_SWITCHES:
        raise QuestionError("tables", "there are too many hosts for made-up GUIDs")
    return Fabric(nodes=nodes, cables=cables, port_guids=port_guids)


def joined(
    nodes: Iterable[Node], cables: Iterable[tuple[Port, Port]], port_guids: Mapping[int, int]
) -> Fabric:
    """Put a fabric together from nodes that are named often and cables named from either end."""
    by_guid: dict[int, Node] = {}
    for node in nodes:
        before = by_guid.setdefault(node.guid, node)
        if node.lid and not before.lid:
            by_guid[node.guid] = replace(before, lid=node.lid)
    found: dict[Port, Port] = {}
    for one, other in cables:
        for end, far in ((one, other), (other, one)):
            if end[0] not in by_guid:
                raise QuestionError(FIELD, f"a cable leads to the unknown node {end[0]:#018x}")
            if found.setdefault(end, far) != far:
                raise QuestionError(
                    FIELD, f"port {end[1]} of {shown(by_guid[end[0]].name)} has two cables"
                )
    return Fabric(nodes=by_guid, cables=found, port_guids=port_guids)
