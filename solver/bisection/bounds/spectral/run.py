"""Bounds by the second eigenvalue of the Laplacian matrix: one factorisation, no search.

It looks for no cuts. What it proves carries a certificate: a tree of one semidefinite leaf.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.run import Run
from alphacut.solver.bisection.bounds.spectral.eigenvalue import EigenvalueBound
from alphacut.solver.bisection.bounds.spectral.params import SpectralParams
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.leaves import LinearLeaf, SemidefiniteLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.semidefinite import Layout, capacity_bound
from alphacut.solver.common.errors import Refused


def bounded(
    problem: PointProblem, budget: Budget, on_progress: OnProgress, params: SpectralParams
) -> Outcome:
    """Prove what eigenvalues prove; cuts are those of the problem.

    Parameters
    ----------
    on_progress
        Hears of the bound; returns False to stop.
    params
        The numbers that tune it.
    """
    run = _Spectral(problem, budget, on_progress)
    if params.suits(problem):
        run.factorise(params)
    return run.outcome(StopReason.WORK_LIMIT)


class _Spectral(Run):
    """One call of the engine."""

    def __init__(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> None:
        super().__init__("spectral", problem, budget, on_progress)
        self.best = problem.best or trivial_cut(problem.network, problem.balance)
        self._leaf: SemidefiniteLeaf | None = None

    def factorise(self, params: SpectralParams) -> None:
        """Bound all bisections, lowering what rounding leaves open until a verifier sees it."""
        eigenvalue = EigenvalueBound.of(self.problem)
        if eigenvalue is None or eigenvalue.bound <= 0:
            return
        for lowered in params.lowered:
            leaf = eigenvalue.leaf(lowered)
            least = self._exactly(leaf)
            if least is not None:
                self._leaf = leaf
                self.raise_bound(max(0, min(least, self.target)))
                return

    def _exactly(self, leaf: SemidefiniteLeaf) -> int | None:
        """Return what the verifier finds that a leaf proves; None if it refuses the numbers."""
        problem = self.problem
        try:
            layout = Layout(problem.network, problem.balance, None)
            numerator, denominator = capacity_bound(
                layout, problem.network, problem.alpha, (), self.region, leaf
            )
        except Refused:
            return None
        return -(-numerator // denominator)

    def _certificate(self, known: tuple[KnownPoint, ...]) -> TreeProof:
        return TreeProof(known=known, tree=self._leaf or LinearLeaf())
