"""Bounds by the majorities of groups: for every wiring between them, in a moment."""

from __future__ import annotations

from alphacut.solver.bisection.bounds.majority.params import (
    USUAL_GROUP_KIND,
    USUAL_MAJORITY,
    GroupKindParams,
    MajorityParams,
)
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem


class Majority:
    """Bounds bisections of networks in groups. See `Method` for the contract.

    It looks for no cuts; its certificate holds the groups. It closes much or nothing, at once.
    """

    name = "majority"
    proves_lemmas = False

    def __init__(
        self,
        params: MajorityParams = USUAL_MAJORITY,
        kinds: GroupKindParams = USUAL_GROUP_KIND,
    ) -> None:
        self._params, self._kinds = params, kinds

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell what it takes to look at each link; small networks are swept as soon."""
        network = problem.network
        if network.switches < self._params.fewest or len(set(network.groups)) < 2:
            return None
        return Cost(seconds=self._params.each * (network.switches + len(network.links)))

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Prove what majorities prove."""
        from alphacut.solver.bisection.bounds.majority.run import bounded

        return bounded(problem, budget, on_progress, self._params, self._kinds)
