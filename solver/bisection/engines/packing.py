"""Bounds by packings of spanning trees, for networks that are too large for anything stronger."""

from __future__ import annotations

from alphacut.solver.bisection.bounds.packing.params import USUAL_PACKING, PackingParams
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem


class Packing:
    """Bounds bisections by trees along which sources send. See `Method` for the contract.

    It looks for no cuts and rarely closes anything; its certificate holds the trees.
    """

    name = "packing"
    proves_lemmas = False

    def __init__(self, params: PackingParams = USUAL_PACKING) -> None:
        self._params = params

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell minutes where links are few; with many, trees of subproblems are stronger."""
        params, network = self._params, problem.network
        if network.switches < params.fewest:
            return None
        sparse = len(network.links) <= params.sparse * network.switches
        return Cost(seconds=params.of_few_links if sparse else params.of_many, share=params.share)

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Raise the bound until more trees bring little."""
        from alphacut.solver.bisection.bounds.packing.run import bounded

        return bounded(problem, budget, on_progress)
