"""What a choice costs, from the traffic matrix between its blocks.

The links between two groups share what these send each other evenly. A local link carries what
is to be expected where blocks lie on groups, and tasks in groups, at random, as many on each
switch as on each other: the mean over the links of a group with a whole block.

References
----------
Prisacari et al., HPDC 2014, equations 2 to 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from alphacut.solver.common.errors import Refused
from alphacut.solver.placement.verify.question import Question
from alphacut.solver.placement.verify.stencil import Sides
from alphacut.solver.placement.verify.traffic import Amounts, blocks_of, messages_of


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


@dataclass(frozen=True, kw_only=True)
class _Flows:
    """What blocks send each other: amounts times `unit`."""

    table: Amounts  # [block, block]
    unit: Fraction
    held: list[int]  # tasks of each block


class Recount:
    """Costs of the choices of one question; traffic is the same for both routings."""

    def __init__(self, question: Question) -> None:
        self.question, self.machine = question, question.machine
        self._known: tuple[Sides, Sides, _Flows] | None = None

    def cost(self, tasks: Sides, block: Sides, routing: str) -> Cost:
        """Return what a choice costs.

        Raises
        ------
        Refused
            If it does not fit the machine.
        """
        flows = self._gathered(tasks, block)
        machine, direct = self.machine, routing == "direct"
        remote = self._direct(flows) if direct else self._indirect(flows)
        local = self._expected_local(flows, direct)
        volume = self.question.volume(tasks)
        demand = {
            "injection": Fraction(machine.ranks if volume else 0), "local": local, "remote": remote
        }  # fmt: skip
        return Cost(
            groups=len(flows.held),
            hosts=sum(-(-count // machine.ranks) for count in flows.held),
            remote=remote,
            local=local,
            volume=volume,
            times={
                limit: volume * value / machine.bandwidth[limit] for limit, value in demand.items()
            },
        )

    def _gathered(self, tasks: Sides, block: Sides) -> _Flows:
        if self._known is None or self._known[:2] != (tasks, block):
            homes = blocks_of(tasks, block)
            held = np.bincount(homes).tolist()
            if len(held) > self.machine.groups or max(held) > self.machine.slots:
                sides = ["x".join(map(str, each)) for each in (tasks, block)]
                raise Refused(f"choice {sides[0]} in {sides[1]}: does not fit the machine")
            sent = messages_of(self.question, tasks)
            table = np.zeros((len(held), len(held)), dtype=sent.amount.dtype)
            np.add.at(table, (homes[sent.source], homes[sent.target]), sent.amount)
            self._known = tasks, block, _Flows(table=table, unit=sent.unit, held=held)
        return self._known[2]

    def _direct(self, flows: _Flows) -> Fraction:
        """Return the most that one block sends another, by each link between their groups."""
        between = flows.table.copy()
        np.fill_diagonal(between, 0)
        return int(between.max()) * flows.unit / self.machine.trunks

    def _indirect(self, flows: _Flows) -> Fraction:
        """Return the most that a link from one group to another carries by way of either.

        What a block sends to others, but for what it sends that group, goes by way of it, as of
        each of the g - 2 groups that are no end of its route; so does what comes in there. Of
        same-group traffic that is sent away, each of g - 1 groups passes its part on.
        """
        g = self.machine.groups
        inside = np.diagonal(flows.table).copy()
        between = flows.table.copy()
        np.fill_diagonal(between, 0)
        out, into = between.sum(axis=1), between.sum(axis=0)
        passing = (out[:, None] + into[None, :] - 2 * between) * (g - 1)
        alone = np.maximum(out, into) * (g - 1)  # to an idle group, or from one
        if self.question.same_group == "indirect":
            passing = passing + (inside[:, None] + inside[None, :]) * (g - 2)
            alone = alone + inside * (g - 2)
        np.fill_diagonal(passing, 0)
        most = int(passing.max())
        if len(flows.held) < g:
            most = max(most, int(alone.max()))
        return most * flows.unit / ((g - 1) * (g - 2) * self.machine.trunks)

    def _expected_local(self, flows: _Flows, direct: bool) -> Fraction:
        """Return the mean demand of the local links of a group with a whole block (the first)."""
        machine = self.machine
        a, g, size = machine.size, machine.groups, flows.held[0]
        if a == 1:
            return Fraction(0)
        every = int(flows.table.sum()) * flows.unit
        stays = int(np.trace(flows.table)) * flows.unit
        inside = int(flows.table[0, 0]) * flows.unit
        out = int(flows.table[0].sum()) * flows.unit - inside
        on_switch = [size // a + (switch < size % a) for switch in range(a)]
        apart = size * size - sum(n * n for n in on_switch)
        within = inside * Fraction(apart, a * (a - 1) * max(size * (size - 1), 1))
        ends = Fraction(2, a * a)  # of a message: to the switch with its link, and from one
        if direct:
            return within + out * ends
        through = (every - stays - 2 * out) * machine.port_pairs / ((g - 1) * (g - 2) ** 2)
        if self.question.same_group == "minimal":
            return within + out * ends + through
        back = (stays - inside) * machine.port_returns / (g - 1) ** 2
        return (out + inside) * ends + through + back
