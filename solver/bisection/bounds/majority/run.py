"""Bounds by the majorities of groups: for every wiring between them, in a moment.

It looks for no cuts. Everything that it proves carries a certificate, which holds the groups.
"""

from __future__ import annotations

from dataclasses import replace

from alphacut.solver.bisection.bounds.majority.kinds import SCALE, GroupKinds
from alphacut.solver.bisection.bounds.majority.majorities import Majorities, numbered
from alphacut.solver.bisection.bounds.majority.params import GroupKindParams, MajorityParams
from alphacut.solver.bisection.bounds.run import Run
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import GroupKindsProof, MajorityProof
from alphacut.solver.bisection.heuristics.starts import trivial_cut
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
    run = _Majority(problem, budget, on_progress)
    run.count(params, kinds)
    return run.outcome(StopReason.WORK_LIMIT)


class _Majority(Run):
    """One call of the engine."""

    def __init__(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> None:
        super().__init__("majority", problem, budget, on_progress)
        self.best = problem.best or trivial_cut(problem.network, problem.balance)
        self._proof: MajorityProof | GroupKindsProof = MajorityProof(
            groups=numbered(problem.network), ties=0, charges="own"
        )

    def count(self, params: MajorityParams, kind_params: GroupKindParams) -> None:
        """Count what the majorities of all groups have to sever."""
        majorities = Majorities.of(self.problem, params)
        groups = numbered(self.problem.network)
        if majorities is not None and majorities.regular:
            alike = MajorityProof(groups=groups, ties=len(majorities.charges), charges="least")
            self._prove(majorities.bound_alike(self.target), alike)
        if self.bound < self.target:
            self._count_kinds(kind_params)
        if majorities is None or self.bound >= self.target:
            return
        ties = majorities.ties(params)
        if ties is not None:
            own = MajorityProof(groups=groups, ties=ties, charges="own")
            self._prove(majorities.bound(ties), own)

    def _count_kinds(self, params: GroupKindParams) -> None:
        kinds = GroupKinds.of_problem(self.problem, params)
        if kinds is not None:
            bound, multipliers = kinds.bound(self.target, params)
            proof = GroupKindsProof(
                kinds=kinds.of, rows=kinds.rows, denominator=SCALE, multipliers=multipliers
            )
            self._prove(bound, proof)

    def _prove(self, bound: int, proof: MajorityProof | GroupKindsProof) -> None:
        before = self.bound
        if bound > before:
            self._proof = proof
            self.raise_bound(min(bound, self.target))

    def _certificate(self, known: tuple[KnownPoint, ...]) -> MajorityProof | GroupKindsProof:
        return replace(self._proof, known=known)
