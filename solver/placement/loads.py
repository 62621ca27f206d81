"""What a placement asks of every link of a dragonfly, exactly.

A directed local link u → v carries traffic between tasks on u and v; traffic from u to the
groups that v has links to; and traffic from the groups that u has links to, for v. With indirect
routing the last two go by way of these groups, and the link carries what goes through this group
from a group that u has a link to, to one that v has a link to. Several links between two groups
share what goes over them evenly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.placement.ranking import LIMITS, Limit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network
    from alphacut.solver.placement.exchange import Exchange
    from alphacut.solver.placement.layout import Placement
    from alphacut.solver.placement.machine import Machine
    from alphacut.solver.placement.model.general import Pairs, Routing, SameGroup

    Table = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Loads:
    """Demand on hosts and links, in integers; times `unit` it is in what one task sends."""

    injection: Table  # of each host
    local: Table  # [group, switch in it, switch in it]
    remote: Table  # [group, group]
    unit: Fraction  # of the three tables

    def largest(self, limit: Limit) -> Fraction:
        """Return the largest demand of one class."""
        return int(getattr(self, limit).max(initial=0)) * self.unit

    def where(self, limit: Limit) -> tuple[int, ...]:
        """Return a host, or the ends of a link, with the largest demand of one class."""
        table = getattr(self, limit)
        return tuple(int(at) for at in np.unravel_index(table.argmax(), table.shape))


@dataclass(frozen=True, kw_only=True)
class PlacedCost:
    """What one exchange takes, and what decides about it."""

    demand: dict[Limit, Fraction]  # the largest of each class
    at: tuple[int, ...]  # the host, the switches or the groups where the binding limit is
    binding: Limit
    seconds: Fraction
    seconds_remote_only: Fraction


def loads(
    traffic: Pairs, placement: Placement, network: Network, routing: Routing,
    same_group: SameGroup,
) -> Loads:  # fmt: skip
    """Compute the demand on every host and link.

    Parameters
    ----------
    traffic
        Between tasks.
    network
        A dragonfly with as many links between each two groups; switch j of group i is i·a + j.
    """
    group = np.array(network.groups)
    count = int(group.max()) + 1
    size = int(np.bincount(group).max())
    inside, out, into = _gathered(traffic, placement, group, size)
    member = out.sum(axis=1)
    flows = member * (1 - np.eye(count, dtype=np.int64))
    reach = _reach(network, group, count, size)
    back = reach.transpose(0, 2, 1)
    same, first, last = inside, out @ back, reach @ into
    links = int(reach.sum(axis=1).max())  # t, between each two groups
    if routing == "direct":
        local, remote, scale = same * links + first + last, flows, links
    else:
        ways, ports = count - 2, reach.sum(axis=2)
        first = out.sum(axis=2)[:, :, None] * ports[:, None, :] - first
        last = ports[:, :, None] * into.sum(axis=1)[:, None, :] - last
        through = (first + last) * links + reach @ flows @ back
        passing = flows.sum(axis=1)[:, None] + flows.sum(axis=0) - 2 * flows
        local, remote, scale = same * (ways * links**2) + through, passing, ways * links**2
        if same_group == "indirect":
            own = same.sum(axis=2)[:, :, None] * ports[:, None, :]
            home = same.sum(axis=(1, 2))
            own = (own + ports[:, :, None] * same.sum(axis=1)[:, None, :]) * links
            own += (reach * home) @ back  # in by one link, and back by another
            local = through * (ways + 1) + own * ways
            remote = passing * (ways + 1) + (home[:, None] + home) * ways
            scale *= ways + 1
        remote = remote * links
    local[:, np.arange(size), np.arange(size)] = 0
    np.fill_diagonal(remote, 0)
    return Loads(
        injection=_injection(traffic, placement) * scale,
        local=local,
        remote=remote,
        unit=traffic.unit / scale,
    )


def _gathered(
    traffic: Pairs, placement: Placement, group: Table, size: int
) -> tuple[Table, Table, Table]:
    """Add up the traffic inside groups, from switches to groups, and from groups to switches."""
    count = int(group.max()) + 1
    at = np.array(placement.switches)
    start, end = at[traffic.source], at[traffic.destination]
    here, there = group[start], group[end]
    kind = traffic.units.dtype
    inside = np.zeros((count, size, size), dtype=kind)
    out = np.zeros((count, size, count), dtype=kind)
    into = np.zeros((count, count, size), dtype=kind)
    stays = here == there
    units = traffic.units
    np.add.at(inside, (here[stays], start[stays] % size, end[stays] % size), units[stays])
    away = ~stays
    np.add.at(out, (here[away], start[away] % size, there[away]), units[away])
    np.add.at(into, (there[away], here[away], end[away] % size), units[away])
    return inside, out, into


def _reach(network: Network, group: Table, count: int, size: int) -> Table:
    """Return the global links between each switch of each group, and each group."""
    reach = np.zeros((count, size, count), dtype=np.int64)
    for first, second, _, number in network.links:
        if group[first] != group[second]:
            reach[group[first], first % size, group[second]] += number
            reach[group[second], second % size, group[first]] += number
    return reach


def _injection(traffic: Pairs, placement: Placement) -> Table:
    """Return what each host sends to others."""
    hosts = np.array(placement.hosts)
    start, end = hosts[traffic.source], hosts[traffic.destination]
    found = np.zeros(int(hosts.max()) + 1, dtype=traffic.units.dtype)
    np.add.at(found, start, np.where(start != end, traffic.units, 0))
    return found


def placed_cost(found: Loads, exchange: Exchange, placement: Placement, machine: Machine
                ) -> PlacedCost:  # fmt: skip
    """Return the time of one exchange by the largest demands (equations 5 and 6)."""
    volume = exchange.volume(placement.tasks)
    demand = {limit: found.largest(limit) for limit in LIMITS}
    seconds = {limit: volume * demand[limit] / getattr(machine, limit) for limit in LIMITS}
    binding = max(LIMITS, key=lambda limit: seconds[limit])
    return PlacedCost(
        demand=demand,
        at=found.where(binding),
        binding=binding,
        seconds=seconds[binding],
        seconds_remote_only=seconds["remote"],
    )
