"""The answer to a request about a grid: choices ranked, and the best of them laid out on hosts."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement import uneven
from alphacut.solver.placement.host_bound import least_seconds
from alphacut.solver.placement.layout import Placement, place
from alphacut.solver.placement.loads import PlacedCost, loads, placed_cost
from alphacut.solver.placement.model.general import task_traffic
from alphacut.solver.placement.ranking import Choice, study

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.solver.placement.model.general import Routing, SameGroup
    from alphacut.solver.placement.records import Job

MOST_PLACED = 16_000  # tasks of a job that is laid out


@dataclass(frozen=True, kw_only=True)
class Params:
    """How many layouts are tried; each takes some hundredths of a second."""

    choices: int = 12  # the best by the model
    orders: int = 4  # of the blocks on the groups: in order, and at random


@dataclass(frozen=True, kw_only=True)
class Laid:
    """A decomposition on its hosts, with what it costs there."""

    routing: Routing
    same_group: SameGroup
    placement: Placement
    cost: PlacedCost
    bound: Fraction  # seconds that no placement of this decomposition falls below


@dataclass(frozen=True, kw_only=True)
class Advice:
    """All that is told of a job."""

    studied: int  # choices of decomposition and block
    choices: list[Choice]  # best first
    front: list[Choice]  # that no other beats in time, groups and hosts
    laid: Laid | None  # the best of those that were laid out
    anywhere: Choice | None  # best on the whole machine, where hosts were given


def advise(job: Job, top: int, params: Params = Params()) -> Advice:
    """Study all choices, and lay the best out; where none fits the hosts, lay tasks out in runs."""
    try:
        found = study(job.question)
    except QuestionError:
        if not uneven.divisions(job):
            raise
        return Advice(studied=0, choices=[], front=[], laid=_in_runs(job), anywhere=_anywhere(job))
    choices = found.best(top)
    candidates = [
        (laid.cost.seconds, choice.rank, order, laid)
        for choice in choices[: params.choices]
        for order, laid in enumerate(_in_blocks(job, choice, params))
    ]
    return Advice(
        studied=found.studied,
        choices=choices,
        front=found.front(),
        laid=min(candidates)[-1] if candidates else None,
        anywhere=_anywhere(job),
    )


def _anywhere(job: Job) -> Choice | None:
    """Return the best choice on the whole machine, where only a part of it may be used."""
    question = job.question
    if question.wanted.room is None:
        return None
    try:
        free = replace(question, wanted=replace(question.wanted, room=None))
        return study(free).best(1)[0]
    except QuestionError:
        return None  # nothing fits there either


def _in_runs(job: Job) -> Laid | None:
    """Return the best layout without blocks."""
    candidates = [
        _costed(job, placement, routing)
        for tasks in uneven.divisions(job)
        if math.prod(tasks) <= 2 * MOST_PLACED
        for placement in uneven.layouts(job, tasks)
        for routing in job.question.routings
    ]
    return min(candidates, key=lambda laid: laid.cost.seconds, default=None)


def _in_blocks(job: Job, choice: Choice, params: Params) -> Iterator[Laid]:
    """Lay a choice out with its blocks in order, and at random."""
    if Fraction(choice.hosts) * job.question.machine.ranks > 2 * MOST_PLACED:
        return
    for order in range(params.orders):
        layout = replace(job.layout, shuffled=order > 0, seed=job.layout.seed + order)
        try:
            placement = place(
                choice.tasks, choice.block, job.allocation, job.network.groups, layout
            )
        except QuestionError:
            return
        yield _costed(job, placement, choice.routing)


def _costed(job: Job, placement: Placement, routing: Routing) -> Laid:
    exchange, machine = job.question.exchange, job.question.machine
    traffic = task_traffic(exchange, placement.tasks)
    found = loads(traffic, placement, job.network, routing, job.question.same_group)
    return Laid(
        routing=routing,
        same_group=job.question.same_group,
        placement=placement,
        cost=placed_cost(found, exchange, placement, machine),
        bound=least_seconds(exchange, machine, placement.tasks),
    )
