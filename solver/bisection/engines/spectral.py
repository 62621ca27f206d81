"""Bounds by the second eigenvalue of the Laplacian matrix: one factorisation, no search."""

from __future__ import annotations

from alphacut.solver.bisection.bounds.spectral.params import USUAL_SPECTRAL, SpectralParams
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem


class Spectral:
    """Bounds bisections by eigenvalues. See `Method` for the contract.

    It looks for no cuts; its certificate is a tree of one semidefinite leaf. It closes much or
    nothing, at once.
    """

    name = "spectral"
    proves_lemmas = False

    def __init__(self, params: SpectralParams = USUAL_SPECTRAL) -> None:
        self._params = params

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:
        """Tell what the factorisation takes, unless that is too much of the time."""
        params, network = self._params, problem.network
        if network.switches < params.fewest or not params.quick(network, budget.seconds):
            return None
        size = network.switches + len(network.links)
        return Cost(seconds=params.each_link * size + params.each * network.switches**3)

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Prove what eigenvalues prove."""
        from alphacut.solver.bisection.bounds.spectral.run import bounded

        return bounded(problem, budget, on_progress, self._params)
