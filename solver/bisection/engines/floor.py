"""The least that can be said of connected networks: what two spanning trees prove."""

from __future__ import annotations

from dataclasses import replace

from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.limits import fits
from alphacut.solver.bisection.outcome import Budget, Observe, Outcome, StopReason, ignore
from alphacut.solver.bisection.problem import Problem

LATER = (StopReason.WAITING, StopReason.DIVIDED)


class Floor:
    """Answers when there is no time left. See `Engine` for the contract.

    It has no place among the engines that may be asked for.
    """

    name = "floor"
    capabilities = CAPABILITIES["auto"]

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:  # noqa: ARG002
        """Return the problem's best cut, with a bound above 0 where all is connected."""
        from alphacut.solver.bisection.engines.packing import PackingEngine  # loads SciPy

        return PackingEngine().solve(problem, Budget(seconds=0.0), ignore)


def with_floor(problem: Problem, outcome: Outcome) -> Outcome:
    """Return an outcome, with a bound above 0 if it has none and all is connected.

    One that leaves the rest to other questions is no answer yet.
    """
    unfinished = problem.aim is not None or outcome.stopped_because in LATER
    if outcome.lower_bound or unfinished or not fits(CAPABILITIES["auto"], problem):
        return outcome
    problem = replace(problem, cuts=(*problem.cuts, *outcome.cuts))
    found = Floor().solve(problem, Budget(), ignore)
    if not found.certified_bound:
        return outcome
    done = found.stopped_because is StopReason.FINISHED
    return replace(
        outcome,
        cuts=found.cuts,
        lower_bound=found.lower_bound,
        certified_bound=found.certified_bound,
        certificate=found.certificate,
        stopped_because=StopReason.FINISHED if done else outcome.stopped_because,
        report=replace(found.report, seconds=found.report.seconds + outcome.report.seconds),
    )
