"""An engine that lists every bisection of a small network: what others are compared with."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.engines._base import Capabilities
from alphacut.solver.bisection.engines.capabilities import LARGEST_SCALED
from alphacut.solver.bisection.engines.limits import check_problem
from alphacut.solver.bisection.outcome import (
    Budget,
    OnProgress,
    Outcome,
    Progress,
    Report,
    StopReason,
)
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.common.errors import QuestionError

LARGEST_LISTED = 24  # switches
CHUNK = 1 << 18  # sides measured at once


class BruteForce:
    """Solves by listing all sides that hold switch 0. See `Engine` for the contract."""

    name = "brute_force"
    capabilities = Capabilities(largest_scaled=LARGEST_SCALED)

    def solve(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Minimise the scaled capacity within the budget."""
        if problem.network.switches > LARGEST_LISTED:
            raise QuestionError("engine", f"at most {LARGEST_LISTED} switches are listed")
        check_problem(self.name, self.capabilities, problem)
        began = time.monotonic()
        best, reason = problem.best, StopReason.FINISHED
        for chunk in _chunks(problem.network.switches):
            best = _better(problem, best, _best_side(problem, chunk))
            if not on_progress(Progress(incumbent=best, lower_bound=0)):
                reason = StopReason.CANCELLED
            elif budget.seconds is not None and time.monotonic() - began > budget.seconds:
                reason = StopReason.TIME_LIMIT
            if reason is not StopReason.FINISHED:
                break
        complete = reason is StopReason.FINISHED and best is not None
        return Outcome(
            cuts=() if best is None else (best,),
            lower_bound=problem.scaled(best) if complete and best else 0,
            stopped_because=reason,
            report=Report(engine=self.name, seconds=time.monotonic() - began),
        )


def _chunks(switches: int) -> list[NDArray[np.int64]]:
    """Return the sides as bits; switch 0 is on all of them."""
    count = 1 << (switches - 1)
    return [
        1 | np.arange(start, min(start + CHUNK, count), dtype=np.int64) << 1
        for start in range(0, count, CHUNK)
    ]


def _best_side(problem: PointProblem, sides: NDArray[np.int64]) -> list[int] | None:
    """Return the best bisection of some sides, if there is any."""
    weight = np.zeros(len(sides), dtype=np.int64)
    for switch, each in enumerate(problem.balance.weights):
        weight += each * (sides >> switch & 1)
    total = sum(problem.balance.weights)
    sides = sides[np.abs(total - 2 * weight) == problem.balance.difference]
    if not len(sides):
        return None
    best = int(sides[np.argmin(_capacities(problem, sides))])
    return [switch for switch in range(problem.network.switches) if best >> switch & 1]


def _capacities(problem: PointProblem, sides: NDArray[np.int64]) -> NDArray[np.int64]:
    capacity = np.zeros(len(sides), dtype=np.int64)
    for link in problem.network.links:
        each = problem.network.class_by_name[link.link_class]
        scaled = problem.alpha.denominator * each.base + problem.alpha.numerator * each.slope
        severed = (sides >> link.first ^ sides >> link.second) & 1
        capacity += scaled * link.multiplicity * severed
    return capacity


def _better(problem: PointProblem, best: Cut | None, side: list[int] | None) -> Cut | None:
    if side is None:
        return best
    cut = Cut.of(problem.network, side)
    return cut if best is None or problem.scaled(cut) < problem.scaled(best) else best
