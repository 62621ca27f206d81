"""A network in racks on a floor: where everything is, how long cables are, what is bought."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from alphacut.arrangements.one_by_one import check_cables
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.layout.bill import BillLine, Totals, bill, totals
from alphacut.solver.layout.cabling import Laid, laid
from alphacut.solver.layout.racking import Racked, rack_up

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.design.prices import Prices
    from alphacut.solver.layout.plan import Plan

PORTS = "switch.ports"  # the field of a plan


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A network in its racks."""

    network: Network
    plan: Plan
    prices: Prices
    racked: Racked

    @cached_property
    def boxes(self) -> frozenset[int]:
        """The switches that are inside of a box with their hosts."""
        if self.plan.host.units:
            return frozenset()
        hosts = self.network.hosts
        return frozenset(each for each in range(self.network.switches) if hosts[each])

    @cached_property
    def needed(self) -> int:
        """The ports of the switch in no box that needs most: for its hosts and its links."""
        ports = _ports(self.network)
        apart = (each for each in range(self.network.switches) if each not in self.boxes)
        return max((ports[each] for each in apart), default=0)

    @property
    def ports(self) -> int:
        """The ports that every switch is bought with."""
        return self.plan.switch.ports or self.needed

    def cables(self) -> Iterator[Laid]:
        """Yield every cable."""
        return laid(self.network, self.racked, self.plan)

    @cached_property
    def totals(self) -> Totals:
        """All cables, counted."""
        return totals(self.cables())

    @cached_property
    def bill(self) -> tuple[BillLine, ...]:
        """What is bought."""
        return bill(
            switches=self.network.switches - len(self.boxes), ports=self.ports,
            boxes=len(self.boxes), racks=len(self.racked.racks),
            totals=self.totals, prices=self.prices,
        )  # fmt: skip


def lay_out(network: Network, plan: Plan, prices: Prices) -> Layout:
    """Put a network into racks.

    Raises
    ------
    QuestionError
        If it does not fit, or a plan names what it does not have.
    NetworkError
        If it has more cables than are listed one by one.
    """
    check_cables(network)
    for name in plan.cables.without:
        if name not in network.class_by_name:
            told = known_names(name, network.class_by_name)
            raise QuestionError("cables.without", f"unknown class {shown(name)}; {told}")
    made = Layout(network=network, plan=plan, prices=prices, racked=rack_up(network, plan))
    if made.needed > made.ports:
        ports = _ports(network)
        switch = next(
            each
            for each in range(network.switches)
            if each not in made.boxes and ports[each] == made.needed
        )
        raise QuestionError(
            PORTS,
            f"switch {network.name_of(switch)} needs {made.needed} ports, for "
            f"{network.hosts[switch]} hosts and {made.needed - network.hosts[switch]} links, and "
            f"switches have {made.ports}",
        )
    return made


def _ports(network: Network) -> list[int]:
    ports = list(network.hosts)
    for link in network.links:
        ports[link.first] += link.multiplicity
        ports[link.second] += link.multiplicity
    return ports
