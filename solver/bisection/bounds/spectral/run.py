"""Bounds by the second eigenvalue of the Laplacian matrix: one factorisation, no search.

It looks for no cuts. What it proves carries a certificate: a tree of one semidefinite leaf.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.run import ProofRun
from alphacut.solver.bisection.bounds.semidefinite.leaf import proven_by
from alphacut.solver.bisection.bounds.spectral.eigenvalue import EigenvalueBound
from alphacut.solver.bisection.bounds.spectral.params import SpectralParams
from alphacut.solver.bisection.certificate.leaves import LinearLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.semidefinite import Layout


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
        layout = Layout(problem.network, problem.balance, None)
        for lowered in params.lowered:  # what rounding leaves open, until the verifier accepts it
            leaf = eigenvalue.leaf(lowered)
            least = proven_by(leaf, layout, problem, run.region)
            if least:
                run.take(least, TreeProof(tree=leaf))
                break
    return run.outcome(StopReason.WORK_LIMIT)
