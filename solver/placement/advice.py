"""The answer to a request about a grid: choices ranked, and the best of them laid out on hosts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.host_bound import least_seconds
from alphacut.solver.placement.loads import PlacedCost, loads, placed_cost
from alphacut.solver.placement.model.general import task_traffic
from alphacut.solver.placement.placed import Placement, place
from alphacut.solver.placement.study import Choice, study

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.solver.placement.reading import Job

MOST_PLACED = 16_000  # tasks of a job that is laid out


@dataclass(frozen=True, kw_only=True)
class Params:
    """How many layouts are tried; each takes some hundredths of a second."""

    choices: int = 12  # the best by the model
    orders: int = 4  # of the blocks on the groups: in order, and at random


@dataclass(frozen=True, kw_only=True)
class Laid:
    """A choice on its hosts, with what it costs there."""

    choice: Choice
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
    """Study all choices, and lay the best out."""
    found = study(job.question)
    choices = found.best(top)
    anywhere = None
    if job.question.wanted.room is not None:
        free = replace(job.question, wanted=replace(job.question.wanted, room=None))
        anywhere = study(free).best(1)[0]
    candidates = [
        laid for choice in choices[: params.choices] for laid in _laid(job, choice, params)
    ]
    best = min(candidates, key=lambda each: (each.cost.seconds, each.choice.rank), default=None)
    return Advice(
        studied=found.studied, choices=choices, front=found.front(), laid=best, anywhere=anywhere
    )


def _laid(job: Job, choice: Choice, params: Params) -> Iterator[Laid]:
    """Lay a choice out with its blocks in order, and at random."""
    exchange, machine = job.question.exchange, job.question.machine
    traffic = None
    if Fraction(choice.hosts) * machine.ranks > 2 * MOST_PLACED:
        return
    for order in range(params.orders):
        layout = replace(job.layout, shuffled=order > 0, seed=job.layout.seed + order)
        try:
            placement = place(
                choice.tasks, choice.block, job.allocation, job.network.groups, layout
            )
        except QuestionError:
            return
        traffic = traffic or task_traffic(exchange, choice.tasks)
        found = loads(traffic, placement, job.network, choice.routing, choice.same_group)
        yield Laid(
            choice=choice,
            placement=placement,
            cost=placed_cost(found, exchange, placement, machine),
            bound=least_seconds(exchange, machine, choice.tasks),
        )
