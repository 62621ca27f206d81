"""Bounds for groups of leaves and spines, as in a Dragonfly+ (Shpiner et al., 2017)."""

from __future__ import annotations

from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem

FEWEST = 40  # switches; a sweep of fewer is quick
EACH = 1e-6  # seconds, for each switch and link


class LeafSpineGroups:
    """Bounds bisections by the shares of leaves on their sides. See `Method` for the contract.

    It looks for no cuts; it closes much or nothing, at once.
    """

    name = "leaf_spine_groups"
    proves_lemmas = False

    def __init__(self, fewest: int = FEWEST) -> None:
        self._fewest = fewest

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell what it takes to look at each link, where some switches weigh nothing."""
        network, weights = problem.network, set(problem.balance.weights)
        if network.switches < self._fewest or len(weights) != 2 or 0 not in weights:
            return None
        return Cost(seconds=EACH * (network.switches + len(network.links)))

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Prove what the shares of leaves prove."""
        from alphacut.solver.bisection.bounds.leaf_spine_groups import bounded

        return bounded(problem, budget, on_progress)
