"""Fabrics of switches and other nodes with GUIDs, and of end ports with LIDs.

References
----------
InfiniBand Architecture Specification, volume 1, on local identifiers (LID) and their mask (LMC):
every port of an adapter or router is an end port with LIDs of its own; a switch has one, port 0. An
end port whose LMC is m has 2^m LIDs, from its base LID on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import Links

Port = tuple[int, int]  # GUID of a node, and the number of one of its ports
FIELD = "fabric"
SWITCH, HOST, ROUTER, AGGREGATION = "switch", "host", "router", "aggregation node"
MOST_LMC = 7
MOST_LID = 0xBFFF  # of unicast


@dataclass(frozen=True, kw_only=True)
class Node:
    """A switch, the adapter of a host, a router, or the aggregation node inside a switch."""

    guid: int
    name: str  # its description
    kind: str  # one of the four words above
    ports: int

    @property
    def is_switch(self) -> bool:
        """Whether packets go on from it."""
        return self.kind == SWITCH


@dataclass(frozen=True, kw_only=True)
class EndPort:
    """A port that packets begin or end at."""

    node: int  # GUID
    port: int  # 0 of a switch
    guid: int
    lid: int = 0  # the first one; 0 if it has none
    lmc: int = 0

    @property
    def place(self) -> Port:
        """The node and the number of the port."""
        return self.node, self.port

    @property
    def lids(self) -> range:
        """All LIDs of the port."""
        return range(self.lid, self.lid + (1 << self.lmc)) if self.lid else range(0)


@dataclass(frozen=True, kw_only=True)
class Fabric:
    """Nodes, cables and end ports.

    Raises
    ------
    QuestionError
        If two end ports have one LID, a LID or LMC cannot be, or an adapter is joined to no switch.
    """

    nodes: Mapping[int, Node]  # by GUID
    cables: Mapping[Port, Port]  # both ways
    ends: Mapping[Port, EndPort]  # of each switch port 0, and of all others those with cables

    def __post_init__(self) -> None:
        owners: dict[int, EndPort] = {}
        for end in self.ends.values():
            self._check_lids(end)
            for lid in end.lids:
                other = owners.setdefault(lid, end)
                if other is not end:
                    raise QuestionError(
                        FIELD, f"LID {lid} is that of {self.called(other)} and of "
                        f"{self.called(end)}",
                    )  # fmt: skip
        joined = {end.node for end in self.outer}
        for node in self.nodes.values():
            if not node.is_switch and node.guid not in joined:
                raise QuestionError(FIELD, f"{node.kind} {shown(node.name)} is joined to no switch")

    def _check_lids(self, end: EndPort) -> None:
        if not 0 <= end.lmc <= MOST_LMC or end.lid + (1 << end.lmc) - 1 > MOST_LID:
            raise QuestionError(
                FIELD, f"{self.called(end)} has LID {end.lid} with LMC {end.lmc}; LMC must be from "
                f"0 to {MOST_LMC}, and LIDs at most {MOST_LID}",
            )  # fmt: skip

    @cached_property
    def switches(self) -> list[Node]:
        """The switches in order of their GUIDs."""
        return sorted((n for n in self.nodes.values() if n.is_switch), key=lambda n: n.guid)

    @cached_property
    def outer(self) -> list[EndPort]:
        """The end ports that are cabled to a switch, in order of their nodes' GUIDs and numbers."""
        return [
            self.ends[place]
            for place in sorted(self.ends)
            if not self.nodes[place[0]].is_switch and self._at_a_switch(place)
        ]

    @cached_property
    def hosts(self) -> list[EndPort]:
        """Those of them that belong to hosts: one for each cabled port."""
        return [end for end in self.outer if self.nodes[end.node].kind == HOST]

    def _at_a_switch(self, place: Port) -> bool:
        far = self.cables.get(place)
        return far is not None and self.nodes[far[0]].is_switch

    @cached_property
    def owners(self) -> dict[int, EndPort]:
        """The end port of each LID."""
        return {lid: end for end in self.ends.values() for lid in end.lids}

    def switch_of(self, end: EndPort) -> int:
        """Return the GUID of the switch that an end port is cabled to, or that it belongs to."""
        return end.node if self.nodes[end.node].is_switch else self.cables[end.place][0]

    def entry_of(self, end: EndPort) -> int:
        """Return the port by which packets of an end port enter the switch there."""
        return 0 if self.nodes[end.node].is_switch else self.cables[end.place][1]

    def called(self, end: EndPort) -> str:
        """Return what an end port is called in messages."""
        node = self.nodes[end.node]
        return shown(node.name) if node.ports < 2 or not end.port else (
            f"{shown(node.name)} port {end.port}"
        )  # fmt: skip

    def network(self, order: Iterable[int] = ()) -> Network:
        """Return the network of its switches, with the ports of hosts counted.

        Parameters
        ----------
        order
            The GUIDs of the switches in order; by default as `switches` has them.
        """
        place = {guid: i for i, guid in enumerate(order or (n.guid for n in self.switches))}
        hosts = [0] * len(place)
        for end in self.hosts:
            hosts[place[self.switch_of(end)]] += 1
        links = tuple(
            Link(place[one[0]], place[other[0]], LOCAL.name)
            for one, other in self.cables.items()
            if one < other and one[0] in place and other[0] in place
        )
        return Network(switches=len(place), links=links, hosts=tuple(hosts))

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


def joined(
    nodes: Iterable[Node], cables: Iterable[tuple[Port, Port]], ends: Iterable[EndPort]
) -> Fabric:
    """Put a fabric together from what files name often, and cables named from either end.

    Raises
    ------
    QuestionError
        If they disagree, or a cable leads nowhere.
    """
    by_guid: dict[int, Node] = {}
    for node in nodes:
        by_guid.setdefault(node.guid, node)
    found: dict[Port, Port] = {}
    for one, other in cables:
        for end, far in ((one, other), (other, one)):
            if end[0] not in by_guid:
                raise QuestionError(FIELD, f"a cable leads to the unknown node {end[0]:#018x}")
            if found.setdefault(end, far) != far:
                raise QuestionError(
                    FIELD, f"port {end[1]} of {shown(by_guid[end[0]].name)} has two cables"
                )
    return Fabric(nodes=by_guid, cables=found, ends=_merged(ends, by_guid))


def _merged(ends: Iterable[EndPort], nodes: Mapping[int, Node]) -> dict[Port, EndPort]:
    """Take for each end port what any line knows of it."""
    found: dict[Port, EndPort] = {}
    for end in ends:
        before = found.setdefault(end.place, end)
        if before.lid and end.lid and before.lid != end.lid:
            raise QuestionError(
                FIELD, f"{shown(nodes[end.node].name)} port {end.port} has LID {before.lid}, and "
                f"elsewhere {end.lid}",
            )  # fmt: skip
        found[end.place] = replace(
            before, guid=before.guid or end.guid, lid=before.lid or end.lid,
            lmc=max(before.lmc, end.lmc),
        )  # fmt: skip
    return found
