"""Bounds by the majorities of groups: for every wiring between them, in a moment.

It looks for no cuts. Everything that it proves carries a certificate, which holds the groups.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.majority.kinds import SCALE, GroupKinds
from alphacut.solver.bisection.bounds.majority.majorities import Majorities, numbered
from alphacut.solver.bisection.bounds.majority.params import GroupKindParams, MajorityParams
from alphacut.solver.bisection.bounds.run import ProofRun
from alphacut.solver.bisection.certificate.proofs import GroupKindsProof, MajorityProof
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import PointProblem


def bounded(
    problem: PointProblem,
    budget: Budget,
    on_progress: OnProgress,
    params: MajorityParams,
    kinds: GroupKindParams,
) -> Outcome:
    """Prove what majorities prove; cuts are those of the problem."""
    groups = numbered(problem.network)
    run = ProofRun(
        "majority",
        problem,
        budget,
        on_progress,
        MajorityProof(groups=groups, ties=0, charges="own"),
    )
    majorities = Majorities.of(problem, params)
    if majorities is not None and majorities.regular:
        alike = MajorityProof(groups=groups, ties=len(majorities.charges), charges="least")
        run.take(majorities.bound_alike(run.target), alike)
    if run.bound < run.target:
        _count_kinds(run, kinds)
    ties = None if majorities is None else majorities.ties(params)
    if majorities is not None and ties is not None and run.bound < run.target:
        own = MajorityProof(groups=groups, ties=ties, charges="own")
        run.take(majorities.bound(ties), own)
    return run.outcome(StopReason.WORK_LIMIT)


def _count_kinds(run: ProofRun, params: GroupKindParams) -> None:
    """Prove what majorities of groups of several kinds prove."""
    kinds = GroupKinds.of_problem(run.problem, params)
    if kinds is not None:
        bound, multipliers = kinds.bound(run.target, params)
        proof = GroupKindsProof(
            kinds=kinds.of, rows=kinds.rows, denominator=SCALE, multipliers=multipliers
        )
        run.take(bound, proof)
