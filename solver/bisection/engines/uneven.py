"""Bounds and cuts by labels of groups, where some groups lack links or have too many."""

from __future__ import annotations

from alphacut.solver.bisection.bounds.uneven.params import USUAL_UNEVEN, UnevenParams
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem


class Uneven:
    """Bounds bisections of networks in groups. See `Method` for the contract.

    It divides the groups so that most of what is missing lies between the halves. It closes much
    or nothing, at once.
    """

    name = "uneven"
    proves_lemmas = False

    def __init__(self, params: UnevenParams = USUAL_UNEVEN) -> None:
        self._params = params

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell what it takes to look at each link; small networks are swept as soon."""
        network = problem.network
        if network.switches < self._params.fewest or len(set(network.groups)) < 2:
            return None
        return Cost(seconds=self._params.each * (network.switches + len(network.links)))

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Find the best cut of whole groups, and prove what labels of groups prove."""
        from alphacut.solver.bisection.bounds.uneven.run import bounded

        return bounded(problem, budget, on_progress, self._params)
