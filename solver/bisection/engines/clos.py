"""Bounds and cuts of fat trees, and of leaves and spines, that lack links or switches."""

from __future__ import annotations

from alphacut.solver.bisection.bounds.clos.params import USUAL_CLOS, ClosParams
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem


class Clos:
    """Bounds bisections of fat trees with faults. See `Method` for the contract.

    It finds what the faults cost at least, and a cut of which they cost as much. It closes much or
    nothing, at once.
    """

    name = "clos"
    proves_lemmas = False

    def __init__(self, params: ClosParams = USUAL_CLOS) -> None:
        self._params = params

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell what it takes to look at each link; small networks are swept as soon."""
        network, weights = problem.network, set(problem.balance.weights)
        if network.switches < self._params.fewest or len(weights) != 2 or 0 not in weights:
            return None
        return Cost(seconds=self._params.each * (network.switches + len(network.links)))

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Find what faults cost at least, and a cut of which they cost no more."""
        from alphacut.solver.bisection.bounds.clos.run import bounded

        return bounded(problem, budget, on_progress, self._params)
