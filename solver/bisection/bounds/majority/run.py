"""Bounds by the majorities of groups: for every wiring between them, in a moment.

It looks for no cuts. Everything that it proves carries a certificate, which holds the groups.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.majority.counted import Counted, numbered
from alphacut.solver.bisection.bounds.majority.kinds import SCALE, GroupKinds
from alphacut.solver.bisection.bounds.majority.majorities import Majorities
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
    nothing = MajorityProof(groups=groups, ties=0, charges="own")
    run = ProofRun("majority", problem, budget, on_progress, nothing)
    fewest = min(params.fewest_groups, kinds.fewest_groups)
    counted = Counted.of(problem, fewest, kinds.most_groups)
    if counted is None:
        return run.outcome(StopReason.WORK_LIMIT)
    number = len(counted.members)
    majorities = Majorities.of(counted, params) if number >= params.fewest_groups else None
    if majorities is not None:
        alike = MajorityProof(groups=groups, ties=number, charges="least")
        run.take(majorities.bound(run.target), alike)
    if run.bound < run.target and number >= kinds.fewest_groups:
        _count_kinds(run, counted, kinds)
    return run.outcome(StopReason.WORK_LIMIT)


def _count_kinds(run: ProofRun, counted: Counted, params: GroupKindParams) -> None:
    """Prove what majorities of groups of several kinds prove."""
    kinds = GroupKinds.of(counted, params)
    if kinds is not None:
        bound, multipliers = kinds.bound(run.target, params)
        proof = GroupKindsProof(
            kinds=kinds.kinds, rows=kinds.rows, denominator=SCALE, multipliers=multipliers
        )
        run.take(bound, proof)
