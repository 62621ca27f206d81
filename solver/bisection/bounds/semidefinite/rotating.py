"""The semidefinite bound of a network that a rotation carries around, in small blocks.

References
----------
Gatermann and Parrilo, Symmetry groups, semidefinite programs, and sums of squares (2004).
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.run import Run, Stopped
from alphacut.solver.bisection.bounds.semidefinite.root import PairProof
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.leaves import LinearLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason, goal_of
from alphacut.solver.bisection.problem import PointProblem


class Rotated(Run):
    """One call of the method."""

    def __init__(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> None:
        super().__init__("semidefinite", problem, budget, on_progress)
        self._gap = budget.gap
        self.proof: PairProof | None = None  # of all bisections
        self._reason = StopReason.WORK_LIMIT

    @property
    def goal(self) -> int:
        """The bound that is near enough to the best cut."""
        return goal_of(self.target, self._gap)

    def on_bound(self, bound: int) -> bool:
        """Tell the bound; return whether to go on."""
        try:
            self.raise_bound(bound)
            self.report_sometimes()
        except Stopped as stopped:
            self._reason = stopped.reason
            return False
        return True

    def finished(self) -> Outcome:
        """Return what was proven."""
        self.nodes = 1
        self.raise_bound(0 if self.proof is None else self.proof.bound)
        gap = 0 < self.bound >= self.goal and self._reason is StopReason.WORK_LIMIT
        return self.outcome(StopReason.GAP if gap else self._reason)

    def _certificate(self, known: tuple[KnownPoint, ...]) -> TreeProof:  # noqa: ARG002
        proof, problem = self.proof, self.problem
        if proof is None:
            return TreeProof(known=problem.known, levels=problem.lemmas, tree=LinearLeaf())
        rotation = proof.rotation
        return TreeProof(
            known=problem.known,
            levels=problem.lemmas,
            rotations=() if rotation is None else (rotation.cycle,),
            tree=proof.leaf(None if rotation is None else 0),
        )
