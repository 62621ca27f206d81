"""Forwarding tables for a mechanism whose next hop depends on the destination alone."""

from __future__ import annotations

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import Links
from alphacut.solver.routing.infiniband.fabric import Fabric
from alphacut.solver.routing.infiniband.tables import Tables
from alphacut.solver.routing.routes import Mechanism

FIELD = "tables"
MOST_ENTRIES = 5_000_000
Ways = tuple[tuple[int, ...], ...]  # the channels of each route of a pair


def tables_of(mechanism: Mechanism, fabric: Fabric, network: Network, order: list[int]) -> Tables:
    """Write what each switch does with packets to each node.

    Where a mechanism chooses among routes, hosts are dealt out to them in turn.

    Raises
    ------
    QuestionError
        If the next hop depends on the source, if packets change their virtual channel, or
        there would be too many entries.
    """
    if len(fabric.nodes) * network.switches > MOST_ENTRIES:
        raise QuestionError(FIELD, f"would have more than {MOST_ENTRIES:,} entries")
    links = mechanism.channels.links
    ports = {link: port for port, link in fabric.link_of_port(links, order).items()}
    ways = _Ways(mechanism)
    place = {guid: i for i, guid in enumerate(order)}
    tables: Tables = {guid: {fabric.nodes[guid].lid: 0} for guid in order}
    dealt: dict[int, int] = {}
    for node in (*fabric.switches, *fabric.hosts):
        home = node.guid if node.is_switch else fabric.switch_of(node.guid)
        turn = dealt.get(home, 0)
        dealt[home] = turn + 1
        for guid in order:
            if guid != home:
                link = ways.next_link(place[guid], place[home], turn)
                tables[guid][node.lid] = ports[link][1]
            elif not node.is_switch:
                tables[guid][node.lid] = _port_to(fabric, guid, node.guid)
    return tables


def _port_to(fabric: Fabric, switch: int, host: int) -> int:
    for port in range(1, fabric.nodes[host].ports + 1):
        if (host, port) in fabric.cables:
            return fabric.cables[host, port][1]
    raise QuestionError(FIELD, f"switch {switch:#018x} has no port to its host")


class _Ways:
    """The routes of all pairs, with the check that they go on as those of the next switch do."""

    def __init__(self, mechanism: Mechanism) -> None:
        self._mechanism = mechanism
        self._links: Links = mechanism.channels.links
        self._known: dict[tuple[int, int], Ways] = {}

    def next_link(self, at: int, to: int, turn: int) -> int:
        """Return the link by which a switch sends packets on."""
        routes = self._routes(at, to)
        chosen = routes[(turn + at) % len(routes)]
        link, _ = self._mechanism.channels.link_of(chosen[0])
        following = int(self._links.heads[link])
        if following != to:
            for after in self._routes(following, to):
                if (chosen[0], *after) not in routes:
                    raise QuestionError(
                        FIELD,
                        f"this mechanism is not destination-based: packets from switch {at} to "
                        f"switch {to} go on from switch {following} in another way than its own; "
                        "2-colour is destination-based",
                    )
        return link

    def _routes(self, at: int, to: int) -> Ways:
        if (at, to) not in self._known:
            ways = tuple(route.channels for route in self._mechanism.routes(at, to))
            for channels in ways:
                if any(self._mechanism.channels.link_of(each)[1] for each in channels):
                    raise QuestionError(
                        FIELD,
                        "forwarding tables alone keep packets on one virtual lane, and this "
                        "mechanism changes it; 2-colour needs one only",
                    )
            self._known[at, to] = ways
        return self._known[at, to]
