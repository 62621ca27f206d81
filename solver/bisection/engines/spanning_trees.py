"""The least that can be said of a network: two spanning trees and an eigenvalue."""

from __future__ import annotations

from dataclasses import replace

from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.limits import check_problem, fits
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason, ignore
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import PointProblem

NO_TIME = 0.0


class SpanningTrees:
    """Answers when there is no time left. See `Engine` for the contract.

    It has no place among the engines that may be asked for.
    """

    name = "spanning_trees"
    capabilities = CAPABILITIES["auto"]

    def __init__(self, params: SolverParams = USUAL) -> None:
        self._params = params

    def solve(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:  # noqa: ARG002
        """Return the problem's best cut, with a bound above 0 where all is connected."""
        check_problem(self.name, self.capabilities, problem)
        return _with_eigenvalue(problem, _packed(problem), NO_TIME, self._params)


def with_spanning_trees(
    problem: PointProblem, outcome: Outcome, params: SolverParams = USUAL
) -> Outcome:
    """Return an outcome, with no weaker a bound than what takes a moment.

    One that leaves the rest to other questions is no answer yet.

    Parameters
    ----------
    outcome
        Of an engine, on the same problem.
    params
        When the eigenvalue is worth its time.
    """
    unfinished = problem.target_lemma is not None or outcome.deferral is not None
    if unfinished or not fits(CAPABILITIES["auto"], problem):
        return outcome
    problem = replace(problem, cuts=(*problem.cuts, *outcome.cuts))
    best = problem.best
    if not outcome.lower_bound and (best is None or problem.scaled(best) > 0):
        outcome = _raised(outcome, _packed(problem))
    fewest = params.spectral.fewest
    if problem.engine == "auto" and problem.network.switches >= fewest:
        return outcome  # it began with that
    cancelled = outcome.stopped_because is StopReason.CANCELLED
    return _with_eigenvalue(problem, outcome, NO_TIME if cancelled else problem.seconds, params)


def _packed(problem: PointProblem) -> Outcome:
    from alphacut.solver.bisection.engines.packing import Packing  # loads SciPy

    return Packing().bound(problem, Budget(seconds=NO_TIME), ignore)


def _with_eigenvalue(
    problem: PointProblem, outcome: Outcome, seconds: float | None, params: SolverParams
) -> Outcome:
    """Add the bound of the second eigenvalue, where that may be more and takes little time."""
    best = problem.best
    closed = best is not None and outcome.lower_bound >= problem.scaled(best)
    if (
        problem.target_lemma is not None
        or closed
        or not params.spectral.quick(problem.network, seconds)
    ):
        return outcome
    from alphacut.solver.bisection.engines.spectral import Spectral

    return _raised(
        outcome, Spectral(params.spectral).bound(problem, Budget(seconds=seconds), ignore)
    )


def _raised(outcome: Outcome, stronger: Outcome) -> Outcome:
    """Return an outcome with the bound of another one that looked for no cuts, if that is more."""
    if stronger.certified_bound <= outcome.lower_bound:
        return outcome
    done = stronger.stopped_because is StopReason.FINISHED
    return replace(
        outcome,
        cuts=stronger.cuts,
        lower_bound=stronger.lower_bound,
        certified_bound=stronger.certified_bound,
        certificate=stronger.certificate,
        stopped_because=StopReason.FINISHED if done else outcome.stopped_because,
        report=replace(stronger.report, seconds=stronger.report.seconds + outcome.report.seconds),
    )
