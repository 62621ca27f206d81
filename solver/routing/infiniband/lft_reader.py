"""Routes that forwarding tables make, found by walking every LID from every port of entry.

What is walked: packets from each end port of hosts, routers and aggregation nodes to every LID of
each of them, and to LIDs that no node has where the tables hand them to one end port; last,
packets to and from switches themselves. What is not, is told in `Walked.remarks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import lcm
from typing import NamedTuple

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import Channels, Links
from alphacut.solver.routing.explicit_routes import Listed, listed
from alphacut.solver.routing.graph import Cycle, order_or_cycle
from alphacut.solver.routing.infiniband.fabric import HOST, EndPort, Fabric, Port
from alphacut.solver.routing.infiniband.lanes import Lanes
from alphacut.solver.routing.infiniband.lids import Lids, lids_of, ranges
from alphacut.solver.routing.infiniband.tables import FIELD, Tables, check_tables

MOST_WALKS = 4_000_000
MOST_LANES = 16
MOST_UNIT = 10**9  # of weights, so that sums are exact
Way = tuple[tuple[int, int], ...]  # directed links and lanes
Row = tuple[int, int, int, Way]  # source, target, weight, way
NO_LANES = Lanes()
SWITCHES = "not judged: packets to and from switches themselves (management)"
NOT_READ = "not judged: multicast and adaptive routing, whose tables are not read"


@dataclass(frozen=True, kw_only=True)
class Walked:
    """The routes of forwarding tables."""

    routes: Listed  # those that carry no packets between hosts have weight 0
    remarks: tuple[str, ...]  # above all what packets can meet beside them, in words


class Followed(NamedTuple):
    """As far as the tables lead a packet over cables between switches."""

    way: Way
    end: int  # GUID of the switch where the way ends
    circle: bool  # whether the next cable leads to a switch that was met before


def routes_of_tables(
    tables: Tables,
    fabric: Fabric,
    network: Network,
    order: list[int],
    lanes: Lanes = NO_LANES,
) -> Walked:
    """Walk from each port of entry to each LID, as the tables lead.

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
    lids = lids_of(tables, fabric)
    walk = _Walk(tables, fabric, fabric.link_of_port(links, order), lanes)
    place = {guid: i for i, guid in enumerate(order)}
    rows = _numbered(_outer(walk, lids), place)
    with_switches = _with_switches(walk, lids)
    more = None if with_switches is None else _numbered(with_switches, place)
    most = 1 + max((lane for *_, way in rows + (more or []) for _, lane in way), default=0)
    channels = Channels(links=links, vcs=(most, most))
    routes, missed = _judged(channels, rows, more)
    told = [
        *missed,
        *walk.circles(),
        *lids.remarks,
        *lanes.remarks(fabric, lids),
        *_ports(fabric),
        NOT_READ,
    ]
    return Walked(routes=routes, remarks=tuple(told))


def _ports(fabric: Fabric) -> list[str]:
    """Say that hosts are ports here, where adapters have several of them."""
    ports, adapters = len(fabric.hosts), len({end.node for end in fabric.hosts})
    if ports == adapters:
        return []
    return [
        f"hosts are the {ports:,} cabled ports here, of {adapters:,} adapters: routes lead to each "
        "port; commands that read the file as a network count adapters"
    ]


def _judged(
    channels: Channels, rows: list[Row], with_switches: list[Row] | None
) -> tuple[Listed, list[str]]:
    """Put the routes together, with those of switches unless they alone close a cycle."""
    routes = _listed(channels, rows)
    if with_switches is None:
        return routes, [f"{SWITCHES}: more than {MOST_WALKS:,} paths would have to be walked"]
    together = _listed(channels, rows + with_switches)
    if _has_cycle(together) and not _has_cycle(routes):
        return routes, [f"{SWITCHES}: with them there is a cycle of channels"]
    return together, []


def _has_cycle(routes: Listed) -> bool:
    return isinstance(order_or_cycle(routes.channels.count, routes.dependencies()), Cycle)


def _listed(channels: Channels, rows: list[Row]) -> Listed:
    first = channels.first.tolist()
    numbered = [(s, t, w, tuple(first[link] + lane for link, lane in way)) for s, t, w, way in rows]
    return listed(channels, numbered)


def _numbered(rows: Iterable[Row], place: dict[int, int]) -> list[Row]:
    return [(place[s], place[t], weight, way) for s, t, weight, way in rows]


def _outer(walk: _Walk, lids: Lids) -> Iterator[Row]:
    """Yield the routes between end ports outside of switches, by the GUIDs of their switches.

    Each pair of host ports has the same weight, divided among the LIDs of the destination.
    """
    fabric = walk.fabric
    groups = walk.groups(fabric.outer)
    targets = [(end, lid) for end, own in lids.outer.items() for lid in own]
    if len(groups) * len(targets) > MOST_WALKS:
        raise QuestionError(FIELD, f"more than {MOST_WALKS:,} paths would have to be walked")
    unit = lcm(*(len(own) for end, own in lids.outer.items() if _is_host(fabric, end)))
    if unit > MOST_UNIT:
        raise QuestionError(FIELD, "the numbers of LIDs of host ports are too unlike each other")
    for senders in groups:
        hosts = sum(_is_host(fabric, sender) for sender in senders)
        start = fabric.switch_of(senders[0])
        for end, lid in targets:
            weight = hosts * unit // len(lids.outer[end]) if _is_host(fabric, end) else 0
            if lid not in end.lids or not _is_host(fabric, end):
                yield from walk.tried(senders[0], lid, weight, end)
            elif fabric.switch_of(end) == start:
                walk.check_at_home(start, end, lid)
            else:
                yield start, fabric.switch_of(end), weight, walk.way(senders[0], end, lid)


def _is_host(fabric: Fabric, end: EndPort) -> bool:
    return fabric.nodes[end.node].kind == HOST


def _with_switches(walk: _Walk, lids: Lids) -> list[Row] | None:
    """Return the routes to and from port 0 of switches as far as they lead; None: too many."""
    fabric = walk.fabric
    inner = [[fabric.ends[node.guid, 0]] for node in fabric.switches]
    outer = walk.groups(fabric.outer)
    to_switches = [lid for own in lids.switches.values() for lid in own]
    to_outer = [lid for own in lids.outer.values() for lid in own]
    if len(inner) * (len(to_switches) + len(to_outer)) + len(outer) * len(to_switches) > MOST_WALKS:
        return None
    return [
        row
        for groups, targets in ((inner, to_outer), (inner + outer, to_switches))
        for senders in groups
        for lid in targets
        for row in walk.tried(senders[0], lid)
    ]


class _Walk:
    """Follows tables from switch to switch."""

    def __init__(
        self, tables: Tables, fabric: Fabric, links: dict[Port, int], lanes: Lanes
    ) -> None:
        self._tables, self.fabric, self._links, self._lanes = tables, fabric, links, lanes
        self._circles: set[int] = set()  # LIDs

    def groups(self, senders: list[EndPort]) -> list[list[EndPort]]:
        """Put together end ports whose packets get the same lanes from the same switch on."""
        found: dict[object, list[EndPort]] = {}
        for sender in senders:
            switch, entry = self.fabric.switch_of(sender), self.fabric.entry_of(sender)
            key = switch, self._lanes.rows_of(switch, entry), self._lanes.levels_of(sender.guid)
            found.setdefault(key, []).append(sender)
        return list(found.values())

    def check_at_home(self, switch: int, end: EndPort, lid: int) -> None:
        """Check that a switch hands packets to an end port of its own directly."""
        port = self._tables[switch].get(lid)
        if port is None or self.fabric.cables.get((switch, port)) != end.place:
            raise QuestionError(
                FIELD, f"switch {self._name(switch)} does not lead to its own host "
                f"{self.fabric.called(end)} (LID {lid})",
            )  # fmt: skip

    def way(self, sender: EndPort, end: EndPort, lid: int) -> Way:
        """Return the directed links and lanes to an end port."""
        way, at, _ = self._followed(sender, lid)
        port = self._tables[at].get(lid)
        far = self.fabric.cables.get((at, port or 0))
        if far == end.place:
            return way
        what = (
            f"no route leads from switch {self._name(self.fabric.switch_of(sender))} to host "
            f"{self.fabric.called(end)} (LID {lid})"
        )
        if port is None or far is None:
            raise QuestionError(FIELD, f"{what}: it ends at switch {self._name(at)}")
        raise QuestionError(
            FIELD, f"{what}: at switch {self._name(at)} it goes round in a circle or to another "
            "host",
        )  # fmt: skip

    def tried(
        self, sender: EndPort, lid: int, weight: int = 0, end: EndPort | None = None
    ) -> Iterator[Row]:
        """Yield the route to a LID as far as it leads: it may be lost on the way.

        Parameters
        ----------
        weight
            That of the route if it ends at the end port.
        """
        way, at, circle = self._followed(sender, lid)
        if circle:
            self._circles.add(lid)
        start, port = self.fabric.switch_of(sender), self._tables[at].get(lid, 0)
        if way and at != start:
            arrives = end is not None and self.fabric.cables.get((at, port)) == end.place
            yield start, at, weight if arrives else 0, way

    def circles(self) -> list[str]:
        """Tell which of the LIDs that were tried lead round in a circle."""
        if not self._circles:
            return []
        return [
            f"not judged: LIDs {ranges(self._circles)}, which the tables lead round in a circle"
        ]

    def _followed(self, sender: EndPort, lid: int) -> Followed:
        at, entry = self.fabric.switch_of(sender), self.fabric.entry_of(sender)
        way: list[tuple[int, int]] = []
        seen = {at}
        while True:
            port = self._tables[at].get(lid, 0)
            link = self._links.get((at, port))
            if link is None:
                return Followed(tuple(way), at, circle=False)
            far = self.fabric.cables[at, port]
            if far[0] in seen:
                return Followed(tuple(way), at, circle=True)
            lane = self._lanes.lane(sender.guid, lid, (at, entry, port))
            if lane >= MOST_LANES - 1:
                raise QuestionError(
                    "sl2vl", f"switch {self._name(at)}: packets from port {entry} to port {port} "
                    f"get lane {lane}, which carries no data",
                )  # fmt: skip
            way.append((link, lane))
            at, entry = far
            seen.add(at)

    def _name(self, guid: int) -> str:
        return shown(self.fabric.nodes[guid].name)
