"""What a choice costs, from the traffic matrix between its groups; for the verifier.

References
----------
Prisacari et al., HPDC 2014, equations 2 to 6.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from alphacut.solver.common.errors import Refused
from alphacut.solver.placement.exchange import Exchange, Sides
from alphacut.solver.placement.machine import Machine
from alphacut.solver.placement.model.general import (
    Traffic,
    block_of_tasks,
    direct_demand,
    indirect_demand,
    largest,
    task_traffic,
)


@dataclass(frozen=True, kw_only=True)
class Cost:
    """Demands in units of what a task sends, and times in seconds."""

    groups: int  # that are used
    hosts: int
    remote: Fraction  # largest demand on a global link
    local: Fraction  # demand to expect on a local link
    volume: Fraction  # bytes that a task sends
    times: dict[str, Fraction]  # by limit

    @property
    def seconds(self) -> Fraction:
        """The time of one exchange."""
        return max(self.times.values())


class Recount:
    """Costs of the choices of one question; traffic is the same for both routings."""

    def __init__(self, exchange: Exchange, machine: Machine, same_group: str) -> None:
        self.exchange, self.machine, self.same_group = exchange, machine, same_group
        self._known: tuple[Sides, Sides, Traffic, Counter[int]] | None = None

    def cost(self, tasks: Sides, block: Sides, routing: str) -> Cost:
        """Return what a choice costs.

        Raises
        ------
        Refused
            If it does not fit the machine.
        """
        flows, held = self._gathered(tasks, block)
        machine, direct = self.machine, routing == "direct"
        demand = (
            direct_demand(flows) if direct else indirect_demand(flows, self.same_group)  # type: ignore[arg-type]
        )
        remote, local = largest(demand), self._expected_local(flows, max(held.values()), direct)
        volume = self.exchange.volume(tasks)
        sends = Fraction(machine.ranks) if volume else Fraction(0)
        return Cost(
            groups=len(held),
            hosts=sum(-(-count // machine.ranks) for count in held.values()),
            remote=remote,
            local=local,
            volume=volume,
            times={
                "injection": volume * sends / machine.injection,
                "local": volume * local / machine.local,
                "remote": volume * remote / machine.remote,
            },
        )

    def _gathered(self, tasks: Sides, block: Sides) -> tuple[Traffic, Counter[int]]:
        if self._known is None or self._known[:2] != (tasks, block):
            homes = block_of_tasks(tasks, block)
            held = Counter(homes)
            if len(held) > self.machine.groups or max(held.values()) > self.machine.slots:
                sides = ["x".join(map(str, each)) for each in (tasks, block)]
                raise Refused(f"choice {sides[0]} in {sides[1]}: does not fit the machine")
            flows = task_traffic(self.exchange, tasks).gathered(homes, self.machine.groups)
            self._known = tasks, block, flows, held
        return self._known[2:]

    def _expected_local(self, flows: Traffic, size: int, direct: bool) -> Fraction:
        """Return the mean demand of the local links of a group with a whole block (the first)."""
        machine = self.machine
        a, g = machine.a, machine.groups
        if a == 1:
            return Fraction(0)
        between = flows.units - np.diag(np.diagonal(flows.units))
        out = int(between[0].sum()) * flows.unit
        inside = int(flows.units[0, 0]) * flows.unit
        on_switch = [size // a + (switch < size % a) for switch in range(a)]
        apart = size * size - sum(n * n for n in on_switch)
        within = inside * Fraction(apart, a * (a - 1) * max(size * (size - 1), 1))
        ends = Fraction(2, a * a)
        if direct:
            return within + out * ends
        start = (out + inside) * ends if self.same_group == "indirect" else within + out * ends
        through = int(between.sum()) * flows.unit - 2 * out
        assert machine.port_pairs is not None
        return start + through * machine.port_pairs / ((g - 1) * (g - 2) ** 2)
