"""Bounds by the second eigenvalue of the Laplacian matrix: one factorisation, no search.

It looks for no cuts. What it proves carries a certificate: a tree of one semidefinite leaf.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.run import ProofRun
from alphacut.solver.bisection.bounds.spectral.eigenvalue import EigenvalueBound
from alphacut.solver.bisection.bounds.spectral.params import SpectralParams
from alphacut.solver.bisection.certificate.leaves import LinearLeaf, SemidefiniteLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
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
    run = ProofRun("spectral", problem, budget, on_progress, TreeProof(tree=LinearLeaf()))
    eigenvalue = EigenvalueBound.of(problem) if params.suits(problem) else None
    if eigenvalue is not None and eigenvalue.bound > 0:
        for lowered in params.lowered:  # what rounding leaves open, until the verifier accepts it
            leaf = eigenvalue.leaf(lowered)
            least = _exactly(leaf, problem, run.region)
            if least is not None:
                run.take(least, TreeProof(tree=leaf))
                break
    return run.outcome(StopReason.WORK_LIMIT)


def _exactly(leaf: SemidefiniteLeaf, problem: PointProblem, region: Region) -> int | None:
    """Return what the verifier finds that a leaf proves; None if it refuses the numbers."""
    try:
        layout = Layout(problem.network, problem.balance, None)
        numerator, denominator = capacity_bound(
            layout, problem.network, problem.alpha, (), region, leaf
        )
    except Refused:
        return None
    return -(-numerator // denominator)
