"""Bounds by what spreads over common ends: products and folded Clos networks, at any size.

It looks for no cuts. Everything that it proves carries a certificate, which holds the rounds.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.run import Run
from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams
from alphacut.solver.bisection.bounds.spreading.spread import Spread, spreads
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import SpreadingProof
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import PointProblem


def bounded(
    problem: PointProblem, budget: Budget, on_progress: OnProgress, params: SpreadingParams
) -> Outcome:
    """Prove what spreading proves; cuts are those of the problem.

    Parameters
    ----------
    on_progress
        Hears of the bound; returns False to stop.
    params
        The numbers that tune it.
    """
    run = _Spreading(problem, budget, on_progress)
    for spread in spreads(problem, params):
        run.take(spread)
    return run.outcome(StopReason.WORK_LIMIT)


class _Spreading(Run):
    """One call of the engine."""

    def __init__(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> None:
        super().__init__("spreading", problem, budget, on_progress)
        self.best = problem.best or trivial_cut(problem.network, problem.balance)
        self._taken = Spread(bound=0, rounds=())

    def take(self, found: Spread) -> None:
        """Raise the bound, if that is more than is proven."""
        if found.bound > self._taken.bound:
            self._taken = found
            self.raise_bound(min(found.bound, self.target))

    def _certificate(self, known: tuple[KnownPoint, ...]) -> SpreadingProof:
        return SpreadingProof(known=known, rounds=self._taken.rounds)
