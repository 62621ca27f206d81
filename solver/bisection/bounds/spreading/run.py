"""Bounds by what spreads over common ends: products and folded Clos networks, at any size.

It looks for no cuts. Everything that it proves carries a certificate, which holds the rounds.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.run import ProofRun
from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams
from alphacut.solver.bisection.bounds.spreading.spread import spreads
from alphacut.solver.bisection.certificate.proofs import SpreadingProof
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
    run = ProofRun("spreading", problem, budget, on_progress, SpreadingProof(rounds=()))
    for spread in spreads(problem, params):
        run.take(spread.bound, SpreadingProof(rounds=spread.rounds))
    return run.outcome(StopReason.WORK_LIMIT)
