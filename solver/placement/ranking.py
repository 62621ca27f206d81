"""Every choice of decomposition, block and routing, ranked by the time of one exchange.

References
----------
Prisacari et al., HPDC 2014, section 3.5 and equations 5 and 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.decompositions import Wanted, list_choices
from alphacut.solver.placement.model import closed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphacut.solver.placement.exchange import Exchange
    from alphacut.solver.placement.machine import Machine
    from alphacut.solver.placement.model.general import Routing, SameGroup
    from alphacut.solver.placement.sides import Sides

Column = Any  # a NumPy array, of floats or of Fractions
Limit = Literal["injection", "local", "remote"]
LIMITS: tuple[Limit, ...] = ("injection", "local", "remote")  # of equal ones the first binds
EVERY = Wanted()
EQUAL = 1e-9  # relative difference below which two times are compared exactly


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked: a job, a machine, and which choices are studied."""

    exchange: Exchange
    machine: Machine
    wanted: Wanted = EVERY
    routings: tuple[Routing, ...] = ("direct", "indirect")
    same_group: SameGroup = "minimal"

    def __post_init__(self) -> None:
        for name in ("tasks", "block"):
            given = getattr(self.wanted, name)
            if given is not None and len(given) != self.exchange.dimensions:
                sides = self.exchange.dimensions
                raise QuestionError(
                    name, f"must have as many sides as the grid, {sides}, got {len(given)}"
                )
        for tasks, side in zip(self.wanted.tasks or (), self.exchange.elements, strict=False):
            if tasks > side:
                raise QuestionError(
                    "tasks", f"must be at most {side:,} along a side of {side:,} elements, "
                    f"got {tasks:,}",
                )  # fmt: skip
        if self.machine.groups < 3 and "indirect" in self.routings:
            object.__setattr__(self, "routings", ("direct",))  # there is no group to go through


@dataclass(frozen=True, kw_only=True)
class Costs:
    """The time of one exchange for each choice, in seconds, and the demands that make it.

    A demand is in units of what one task sends. With Fractions in the columns, all is exact.
    """

    choices: closed.Columns
    volume: Column  # bytes that a task sends in all
    remote: Column  # largest demand on a global link
    local: Column  # demand to expect on a local link
    machine: Machine

    @cached_property
    def slowness(self) -> Column:
        """Seconds for each byte of a task, by limit; shape (limits, choices)."""
        number: Any = Fraction if self.remote.dtype == object else float
        sends = np.where(self.volume > 0, number(1), number(0))
        machine = self.machine
        return np.stack([
            sends * (number(machine.ranks) / number(machine.injection)),
            self.local / number(machine.local),
            self.remote / number(machine.remote),
        ])  # fmt: skip

    @cached_property
    def seconds(self) -> Column:
        """With all three limits."""
        return self.volume * self.slowness.max(axis=0)

    @cached_property
    def seconds_remote_only(self) -> Column:
        """With the limit of the global links alone."""
        return self.volume * self.slowness[LIMITS.index("remote")]

    @cached_property
    def binding(self) -> Column:
        """The place in LIMITS of the limit that binds."""
        return self.slowness.argmax(axis=0)

    @cached_property
    def hosts(self) -> Column:
        """Hosts that are used, each filled before the next one in its group."""
        choices, ranks = self.choices, self.machine.ranks
        found = np.zeros(len(choices.block), dtype=np.int64)
        for last in product((False, True), repeat=choices.block.shape[1]):
            ends: Column = np.array(last)
            size = np.asarray(np.where(ends, choices.rest, choices.block)).prod(axis=1)
            times = np.asarray(np.where(ends, 1, choices.blocks - 1)).prod(axis=1)
            found += (times * -(-size // ranks)).astype(np.int64)
        return found


def costs(question: Question, tasks: Column, block: Column, routing: Routing,
          *, exact: bool = False) -> Costs:  # fmt: skip
    """Compute what choices cost."""
    exchange, machine = question.exchange, question.machine
    make = closed.exact_columns if exact else closed.columns
    choices = make(exchange, tasks, block, machine.groups)
    return Costs(
        choices=choices,
        volume=_volumes(exchange, tasks, exact=exact),
        remote=closed.remote(choices, routing, question.same_group) / machine.trunks,
        local=closed.local(choices, machine, routing, question.same_group),
        machine=machine,
    )


def _volumes(exchange: Exchange, tasks: Column, *, exact: bool) -> Column:
    if exact:
        return np.array([exchange.volume(tuple(row)) for row in tasks.tolist()], dtype=object)
    spread = np.array(exchange.elements) / tasks
    factor = np.array([float(weight) for weight in exchange.weights]) * (tasks > 1)
    faces = (spread.prod(axis=1)[:, None] / spread * factor).sum(axis=1)
    return np.asarray(2 * float(exchange.message) * faces)


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One choice and what it costs, exactly."""

    tasks: Sides
    block: Sides
    routing: Routing
    same_group: SameGroup
    groups: int  # that are used
    hosts: int  # that are used
    remote_demand: Fraction  # largest on a global link, in what one task sends
    local_demand: Fraction  # to expect on a local link
    volume: Fraction  # bytes that a task sends
    binding: Limit
    seconds: Fraction
    seconds_remote_only: Fraction

    @property
    def rank(self) -> tuple[Any, ...]:
        """Best first: time, then fewest groups, then most slack on local links, then hosts."""
        local = self.local_demand * self.volume
        return (self.seconds, self.groups, local, self.hosts, self.tasks, self.block, self.routing)


@dataclass(frozen=True, kw_only=True)
class Study:
    """All choices of a question, as floats: one row for each choice and routing."""

    question: Question
    tasks: Column
    block: Column
    by_routing: dict[Routing, Costs]

    @property
    def studied(self) -> int:
        """The number of choices of decomposition and block."""
        return len(self.tasks)

    @cached_property
    def _rows(self) -> list[tuple[Routing, Costs]]:
        return list(self.by_routing.items())

    @cached_property
    def seconds(self) -> Column:
        """Time of each choice, the routings one after the other."""
        return np.concatenate([each.seconds for _, each in self._rows])

    @cached_property
    def _exchanging(self) -> Column:
        """The rows with more than one task: a single one exchanges nothing, and is no advice."""
        several = np.flatnonzero(np.concatenate([each.volume for _, each in self._rows]) > 0)
        return several if len(several) else np.arange(len(self.seconds))

    def best(self, count: int) -> list[Choice]:
        """Return the best choices in order, computed exactly; a single task is left out."""
        rows = self._exchanging
        seconds = self.seconds[rows]
        count = min(count, len(seconds))
        last = np.partition(seconds, count - 1)[count - 1]
        near = rows[seconds <= last * (1 + EQUAL)]
        return sorted(self.exactly(near), key=lambda choice: choice.rank)[:count]

    def front(self) -> list[Choice]:
        """Return the choices that no other beats: in time, groups used, and hosts used."""
        groups = np.concatenate([each.choices.group_count for _, each in self._rows])
        hosts = np.concatenate([each.hosts for _, each in self._rows])
        rows = self._exchanging
        order = rows[np.lexsort([self.seconds[rows], hosts[rows], groups[rows]])]
        changes = (np.diff(groups[order]) != 0) | (np.diff(hosts[order]) != 0)
        kept = _undominated(order[np.r_[True, changes]], self.seconds, groups, hosts)
        return sorted(self.exactly(np.array(kept)), key=lambda choice: choice.rank)

    def exactly(self, rows: Column) -> list[Choice]:
        """Compute some rows exactly."""
        found: list[Choice] = []
        for at, (routing, _) in enumerate(self._rows):
            here = rows[(rows >= at * self.studied) & (rows < (at + 1) * self.studied)]
            if len(here):
                places = here - at * self.studied
                found += exact_choices(
                    self.question, self.tasks[places], self.block[places], routing
                )
        return found


def _undominated(rows: Column, seconds: Column, groups: Column, hosts: Column) -> list[int]:
    """Keep rows that no earlier one, with no more groups, beats in time and hosts."""
    kept: list[int] = []
    for row in rows.tolist():
        beaten = any(
            seconds[other] <= seconds[row] * (1 + EQUAL)
            and hosts[other] <= hosts[row]
            and groups[other] <= groups[row]
            for other in kept
        )
        if not beaten:
            kept.append(row)
    return kept


def exact_choices(
    question: Question, tasks: Column, block: Column, routing: Routing
) -> list[Choice]:
    """Compute what choices cost, exactly."""
    found = costs(question, tasks, block, routing, exact=True)
    return [
        Choice(
            tasks=tuple(tasks[row].tolist()),
            block=tuple(block[row].tolist()),
            routing=routing,
            same_group=question.same_group,
            groups=int(found.choices.group_count[row]),
            hosts=int(found.hosts[row]),
            remote_demand=Fraction(found.remote[row]),
            local_demand=Fraction(found.local[row]),
            volume=found.volume[row],
            binding=LIMITS[found.binding[row]],
            seconds=found.seconds[row],
            seconds_remote_only=found.seconds_remote_only[row],
        )
        for row in range(len(tasks))
    ]


def study(question: Question) -> Study:
    """Compute what every choice costs.

    Raises
    ------
    QuestionError
        If nothing fits the machine, or there are too many choices.
    """
    tasks, block = list_choices(question.exchange.elements, question.machine, question.wanted)
    by_routing = {each: costs(question, tasks, block, each) for each in question.routings}
    return Study(question=question, tasks=tasks, block=block, by_routing=by_routing)


def evaluate(question: Question, tasks: Sides, block: Sides) -> Sequence[Choice]:
    """Return what one choice costs, by each routing, exactly."""
    rows = np.array([tasks]), np.array([block])
    return [choice for each in question.routings for choice in exact_choices(question, *rows, each)]
