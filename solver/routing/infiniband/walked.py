"""Routes that forwarding tables make, found by walking from every switch to every host."""

from __future__ import annotations

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import Channels, Links
from alphacut.solver.routing.infiniband.fabric import Fabric, Node
from alphacut.solver.routing.infiniband.lanes import Lanes
from alphacut.solver.routing.infiniband.tables import FIELD, Tables, check_tables
from alphacut.solver.routing.listed import Listed, listed

MOST_WALKS = 4_000_000
MOST_LANES = 16
Way = tuple[tuple[int, int], ...]  # directed links and lanes
NO_LANES = Lanes()


def routes_of_tables(
    tables: Tables,
    fabric: Fabric,
    network: Network,
    order: list[int],
    lanes: Lanes = NO_LANES,
) -> Listed:
    """Walk from each switch with hosts to each host, as the tables lead.

    Parameters
    ----------
    order
        The GUIDs of the switches of the network, in order.

    Raises
    ------
    QuestionError
        If the tables are of another fabric, or lead nowhere or round in circles.
    """
    check_tables(tables, fabric)
    links = Links.of(network)
    hosts: dict[int, list[Node]] = {}
    for host in fabric.hosts:
        hosts.setdefault(fabric.switch_of(host.guid), []).append(host)
    if len(fabric.hosts) * (len(fabric.hosts) if lanes.levels else len(hosts)) > MOST_WALKS:
        raise QuestionError(FIELD, f"more than {MOST_WALKS:,} paths would have to be walked")
    walk = _Walk(tables, fabric, fabric.link_of_port(links, order), lanes)
    place = {guid: i for i, guid in enumerate(order)}
    rows: list[tuple[int, int, int, Way]] = []
    for start, senders in hosts.items():
        for host in fabric.hosts:
            end = fabric.switch_of(host.guid)
            if end == start:
                walk.check_at_home(start, host)
                continue
            several = senders if lanes.levels else senders[:1]
            for sender in several:
                weight = 1 if lanes.levels else len(senders)
                rows.append((place[start], place[end], weight, walk.way(start, sender, host)))
    most = 1 + max((lane for _, _, _, way in rows for _, lane in way), default=0)
    channels = Channels(links=links, vcs=(most, most))
    numbered = [
        (s, t, weight, tuple(int(channels.first[link]) + lane for link, lane in way))
        for s, t, weight, way in rows
    ]
    return listed(channels, numbered)


class _Walk:
    """Follows tables from switch to switch."""

    def __init__(
        self, tables: Tables, fabric: Fabric, links: dict[tuple[int, int], int], lanes: Lanes
    ) -> None:
        self._tables, self._fabric, self._links, self._lanes = tables, fabric, links, lanes
        self._port_of = {
            (switch, far): port
            for (switch, port), (far, _) in fabric.cables.items()
            if not fabric.nodes[far].is_switch
        }

    def check_at_home(self, switch: int, host: Node) -> None:
        """Check that a switch hands packets to a host of its own directly."""
        port = self._tables[switch].get(host.lid)
        if port is None or self._fabric.cables.get((switch, port), (0, 0))[0] != host.guid:
            raise QuestionError(
                FIELD, f"switch {self._name(switch)} does not lead to its own host "
                f"{shown(host.name)} (LID {host.lid})",
            )  # fmt: skip

    def way(self, start: int, sender: Node, host: Node) -> Way:
        """Return the directed links and lanes to a host."""
        at, entry = start, self._port_of[start, sender.guid]
        way: list[tuple[int, int]] = []
        seen = {at}
        while True:
            port = self._tables[at].get(host.lid)
            far = self._fabric.cables.get((at, port or 0))
            if port is None or far is None:
                raise QuestionError(
                    FIELD, f"no route leads from switch {self._name(start)} to host "
                    f"{shown(host.name)} (LID {host.lid}): it ends at switch {self._name(at)}",
                )  # fmt: skip
            if far[0] == host.guid:
                return tuple(way)
            if far[0] in seen or not self._fabric.nodes[far[0]].is_switch:
                raise QuestionError(
                    FIELD, f"no route leads from switch {self._name(start)} to host "
                    f"{shown(host.name)} (LID {host.lid}): at switch {self._name(at)} it goes "
                    "round in a circle or to another host",
                )  # fmt: skip
            lane = self._lanes.lane(self._source(sender), host.lid, (at, entry, port))
            if lane >= MOST_LANES - 1:
                raise QuestionError(
                    "sl2vl", f"switch {self._name(at)}: packets from port {entry} to port {port} "
                    f"get lane {lane}, which carries no data",
                )  # fmt: skip
            way.append((self._links[at, port], lane))
            at, entry = far
            seen.add(at)

    def _source(self, sender: Node) -> int:
        return self._fabric.port_guids.get(sender.guid, sender.guid)

    def _name(self, guid: int) -> str:
        return shown(self._fabric.nodes[guid].name)
