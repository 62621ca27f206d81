"""Bounds by what spreads over common ends: products and folded Clos networks, at any size."""

from __future__ import annotations

from alphacut.solver.bisection.bounds.spreading.params import USUAL_SPREADING, SpreadingParams
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem


class Spreading:
    """Bounds bisections by loads of links. See `Method` for the contract.

    It looks for no cuts; its certificate holds the rounds. It closes much or nothing, at once.
    """

    name = "spreading"
    proves_lemmas = False

    def __init__(self, params: SpreadingParams = USUAL_SPREADING) -> None:
        self._params = params

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell what it takes to look at each link; small networks are swept as soon."""
        network = problem.network
        if network.switches < self._params.fewest:
            return None
        return Cost(seconds=self._params.each * (network.switches + len(network.links)))

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Prove what spreading proves."""
        from alphacut.solver.bisection.bounds.spreading.run import bounded

        return bounded(problem, budget, on_progress, self._params)
