"""Fluid simulation of one exchange with max-min fair rates (Bertsekas and Gallager, 1992, 6.5.2).

All messages start at once. Each has one rate, which its routes share in fixed proportions; rates
are raised together until links are full (progressive filling), and are set anew whenever a
message has arrived. Fair by task, the rates of messages are in proportion to their sizes, as
the model assumes; fair by message, all are alike, and small messages hold large ones up.

The routes are those of the model, so this is no independent oracle for the demands: those are
checked on the explicit traffic matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from alphacut.solver.placement.mapping.routes import NONE, routes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network
    from alphacut.solver.placement.exchange import Exchange
    from alphacut.solver.placement.layout import Placement
    from alphacut.solver.placement.mapping.routes import Routes
    from alphacut.solver.placement.model.general import Routing, SameGroup

    Floats = NDArray[np.float64]
    Table = NDArray[np.int64]

Fair = Literal["task", "message"]
FULL = 1e-9  # a link is full, and a message has arrived, up to this part of it


@dataclass(frozen=True, kw_only=True)
class Bandwidths:
    """Bytes a second of each kind of link, each way."""

    injection: float
    local: float
    remote: float


@dataclass(frozen=True, kw_only=True)
class Messages:
    """Messages and the links that they use: entry e puts `share[e]` of message[e] on link[e]."""

    size: Floats  # bytes of each message
    message: Table
    link: Table
    share: Floats
    capacity: Floats  # bytes a second of each link

    @property
    def bound(self) -> float:
        """Seconds that the busiest link needs for what it carries."""
        load = np.bincount(
            self.link, self.size[self.message] * self.share, minlength=len(self.capacity)
        )
        return float((load / self.capacity).max())


def messages(
    exchange: Exchange, placement: Placement, network: Network, bandwidths: Bandwidths,
    routing: Routing, same_group: SameGroup = "minimal",
) -> Messages:  # fmt: skip
    """List the messages of an exchange between hosts, with their routes on any network."""
    routes = routes_of(network)
    sizes = [float(each) for each in exchange.message_bytes(placement.tasks)]
    number = np.arange(len(placement.hosts)).reshape(placement.tasks)
    found = _Builder(routes, placement, bandwidths, routing, same_group)
    for k, size in enumerate(sizes):
        for step in (-1, 1) if size else ():
            other = np.roll(number, step, axis=k)
            for source, target in zip(number.ravel(), other.ravel(), strict=True):
                found.add(int(source), int(target), size)
    return found.messages()


class _Builder:
    def __init__(
        self, routes: Routes, placement: Placement, bandwidths: Bandwidths, routing: Routing,
        same_group: SameGroup,
    ) -> None:  # fmt: skip
        self._routes, self._placement, self._bandwidths = routes, placement, bandwidths
        self._routing, self._same_group = routing, same_group
        self._groups = routes.network.groups
        self._gate = _gates(routes.network)
        self._sizes: list[float] = []
        self._entries: list[tuple[int, int, float]] = []
        self._hosts = max(placement.hosts) + 1

    def add(self, source: int, target: int, size: float) -> None:
        """Add a message between two tasks; on one host it uses no link."""
        hosts, switches = self._placement.hosts, self._placement.switches
        if hosts[source] == hosts[target]:
            return
        at, base = len(self._sizes), self._routes.directed
        self._sizes.append(size)
        self._entries.append((at, base + hosts[source], 1.0))
        self._entries.append((at, base + self._hosts + hosts[target], 1.0))
        for share, links in self._ways(switches[source], switches[target]):
            self._entries += ((at, link, share) for link in links)

    def _ways(self, u: int, v: int) -> list[tuple[float, list[int]]]:
        i, j = self._groups[u], self._groups[v]
        minimal = self._routing == "direct" or (i == j and self._same_group == "minimal")
        if minimal:
            return [(1.0, self._route(u, v))]
        between = [p for p in range(max(self._groups) + 1) if p not in (i, j)]
        entries = [self._gate[p, i] for p in between]
        share = 1 / len(between)
        return [(share, self._route(u, e) + self._route(e, v)) for e in entries]

    def _route(self, u: int, v: int) -> list[int]:
        return [int(link) for link in self._routes.links[u, v] if link != NONE]

    def messages(self) -> Messages:
        """Return all that was added."""
        network, widths = self._routes.network, self._bandwidths
        crossing = [self._groups[u] != self._groups[v] for u, v, _, _ in network.links]
        many = [count for _, _, _, count in network.links]
        each = [
            (widths.remote if c else widths.local) * m for c, m in zip(crossing, many, strict=True)
        ]
        capacity = [*np.repeat(each, 2), *[widths.injection] * (2 * self._hosts)]
        message, link, share = (np.array(column) for column in zip(*self._entries, strict=True))
        return Messages(
            size=np.array(self._sizes), message=message, link=link, share=share,
            capacity=np.array(capacity, dtype=np.float64),
        )  # fmt: skip


def _gates(network: Network) -> dict[tuple[int, int], int]:
    """Return the switch of group i that has the link to group j."""
    found: dict[tuple[int, int], int] = {}
    for u, v, _, _ in network.links:
        i, j = network.groups[u], network.groups[v]
        found[i, j], found[j, i] = u, v
    return found


def simulate(sent: Messages, fair: Fair = "task") -> float:
    """Return the seconds until the last message has arrived."""
    weight = sent.size if fair == "task" else np.ones(len(sent.size))
    left = sent.size.copy()
    now = 0.0
    while (alive := left > 0).any():
        rate = fair_rates(sent, weight, alive)
        step = float((left[alive] / rate[alive]).min())
        now += step
        left = np.where(alive, left - rate * step, 0.0)
        left[left <= FULL * sent.size] = 0.0
    return now


def fair_rates(sent: Messages, weight: Floats, alive: NDArray[np.bool_]) -> Floats:
    """Return the max-min fair rates of the messages that are on their way, each by its weight."""
    uses = sent.share * weight[sent.message]
    rate = np.zeros(len(sent.size))
    rising = alive.copy()
    room = sent.capacity.copy()
    while rising.any():
        counts = rising[sent.message]
        links = sent.link[counts]
        asked = np.bincount(links, uses[counts], minlength=len(room))
        used = asked > 0
        level = np.where(used, room / np.where(used, asked, 1), np.inf)
        lowest = level.min()
        full = level <= lowest * (1 + FULL)
        stopped = np.zeros(len(rate), dtype=np.bool_)
        stopped[sent.message[counts][full[links]]] = True
        rate[stopped] = lowest * weight[stopped]
        rising &= ~stopped
        frozen = stopped[sent.message]
        room -= lowest * np.bincount(sent.link[frozen], uses[frozen], minlength=len(room))
        np.maximum(room, 0, out=room)
    return rate
