"""Forwarding tables for mechanisms whose next hop depends on the destination alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.any_network import NAMES
from alphacut.solver.routing.channels import Links
from alphacut.solver.routing.forwarding import Forwarding
from alphacut.solver.routing.infiniband.fabric import EndPort, Fabric
from alphacut.solver.routing.infiniband.tables import Tables
from alphacut.solver.routing.routes import Mechanism

if TYPE_CHECKING:
    from alphacut.solver.routing.channels import Numbers

FIELD = "tables"
MOST_ENTRIES = 5_000_000
Ways = tuple[tuple[int, ...], ...]  # the channels of each route of a pair


class Hops(Protocol):
    """Where switches send packets on."""

    def next_links(self, target: int, turn: int, *, host: bool) -> Numbers:
        """Return the directed link for packets to a switch by which each switch sends them on.

        Parameters
        ----------
        turn
            How many end ports of this switch came before.
        host
            Whether the end port is that of a host.

        Returns
        -------
        (n,) links; -1 at the target, and where packets to it do not come.
        """


def tables_of(
    mechanism: Mechanism, fabric: Fabric, network: Network, order: list[int], name: str = ""
) -> Tables:
    """Write what each switch does with packets to each LID.

    Where a mechanism chooses among routes, end ports are dealt out to them in turn.

    Parameters
    ----------
    name
        Of a mechanism for any network, whose tables have destination-based routes of their own.

    Raises
    ------
    QuestionError
        If the next hop depends on the source, if packets change their virtual channel, or
        there would be too many entries.
    """
    if sum(len(end.lids) for end in fabric.ends.values()) * network.switches > MOST_ENTRIES:
        raise QuestionError(FIELD, f"would have more than {MOST_ENTRIES:,} entries")
    links = mechanism.channels.links
    ports = {link: port for port, link in fabric.link_of_port(links, order).items()}
    hops: Hops = _Trees(name, network) if name in NAMES else _Ways(mechanism, network)
    place = {guid: i for i, guid in enumerate(order)}
    tables: Tables = {guid: {} for guid in order}
    dealt: dict[int, int] = {}
    for end, lid in _lids(fabric):
        home = fabric.switch_of(end)
        turn = dealt.get(home, 0)
        dealt[home] = turn + 1
        found = hops.next_links(place[home], turn, host=bool(end.port)).tolist()
        for guid, link in zip(order, found, strict=True):
            if guid == home:
                tables[guid][lid] = fabric.entry_of(end)
            elif link >= 0:
                tables[guid][lid] = ports[link][1]
    return tables


def _lids(fabric: Fabric) -> Iterator[tuple[EndPort, int]]:
    """Yield all LIDs with their end ports, those of switches first."""
    for end in (*(fabric.ends[node.guid, 0] for node in fabric.switches), *fabric.outer):
        yield from ((end, lid) for lid in end.lids)


class _Trees:
    """Routes of a mechanism for any network."""

    def __init__(self, name: str, network: Network) -> None:
        self._forwarding = Forwarding(name, network)

    def next_links(self, target: int, turn: int, *, host: bool) -> Numbers:  # noqa: ARG002
        """Return a tree of its own for each LID; those of hosts are spread over the links."""
        return self._forwarding.next_links(target, counts=host)


class _Ways:
    """The routes of all pairs, with the check that they go on as those of the next switch do."""

    def __init__(self, mechanism: Mechanism, network: Network) -> None:
        self._mechanism = mechanism
        self._links: Links = mechanism.channels.links
        self._known: dict[tuple[int, int], Ways] = {}
        self._hosts = network.hosts

    def next_links(self, target: int, turn: int, *, host: bool) -> Numbers:  # noqa: ARG002
        """Return the first links of routes; switches without hosts may have none."""
        found = np.full(self._links.switches, -1, dtype=np.int64)
        for at in range(self._links.switches):
            if at != target and self._routes(at, target):
                found[at] = self._next_link(at, target, turn)
        for at in np.flatnonzero(found >= 0).tolist():
            self._check_onward(found, at, target)
        return found

    def _next_link(self, at: int, to: int, turn: int) -> int:
        routes = self._routes(at, to)
        chosen = routes[(turn + at) % len(routes)]
        link, _ = self._mechanism.channels.link_of(chosen[0])
        following = int(self._links.heads[link])
        for after in self._routes(following, to) if following != to else ():
            if (chosen[0], *after) not in routes:
                raise QuestionError(
                    FIELD,
                    f"this mechanism is not destination-based: packets from switch {at} to "
                    f"switch {to} go on from switch {following} in another way than its own; "
                    "2-colour and up-down are destination-based",
                )
        return link

    def _check_onward(self, found: Numbers, at: int, target: int) -> None:
        """Refuse routes through switches that no route begins at: nothing tells how they go on."""
        following = int(self._links.heads[found[at]])
        if following != target and found[following] < 0:
            raise QuestionError(
                FIELD,
                f"packets from switch {at} to switch {target} go on from switch {following}, which "
                "has no hosts and no routes of its own; up-down has tables for it",
            )

    def _routes(self, at: int, to: int) -> Ways:
        if (at, to) not in self._known:
            ways = tuple(route.channels for route in self._mechanism.routes(at, to) if route.share)
            for channels in ways:
                if any(self._mechanism.channels.link_of(each)[1] for each in channels):
                    raise QuestionError(
                        FIELD,
                        "forwarding tables alone keep packets on one virtual lane, and this "
                        "mechanism changes it; 2-colour and up-down need one only",
                    )
            self._known[at, to] = ways
        return self._known[at, to]
