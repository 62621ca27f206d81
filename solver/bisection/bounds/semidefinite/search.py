"""The semidefinite bound with hypermetric inequalities, in a branch and bound over pairs.

References
----------
Rendl, Rinaldi and Wiegele, Solving Max-Cut to optimality by intersecting semidefinite and
polyhedral relaxations (2010).
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.run import Run, Stopped
from alphacut.solver.bisection.bounds.semidefinite.pair_tree import PairTree, Part, written
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams
from alphacut.solver.bisection.bounds.semidefinite.rounds import NOTHING, Rounds, Start
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.heuristics.hyperplanes import Hyperplanes
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason, goal_of
from alphacut.solver.bisection.problem import PointProblem


def solved(
    problem: PointProblem,
    budget: Budget,
    on_progress: OnProgress,
    params: OneMatrixParams,
    most_nodes: int,
    start: Start | None = None,
    engine: str = "semidefinite",
) -> tuple[Outcome, Start | None]:
    """Search a tree of pairs with at most so many nodes within the budget.

    Parameters
    ----------
    start
        Inequalities to begin with.
    engine
        Its name, for reports.

    Returns
    -------
        What came of it, and the inequalities of the whole, unless it was divided.
    """
    search = _Search(problem, budget, on_progress, params, engine)
    if start is not None:
        search.root.rows = start
    outcome = search.searched(most_nodes)
    rows = search.root.rows
    return outcome, None if rows is NOTHING else rows


class _Search(Run):
    """One call of the engine."""

    def __init__(
        self,
        problem: PointProblem,
        budget: Budget,
        on_progress: OnProgress,
        params: OneMatrixParams,
        engine: str,
    ) -> None:
        super().__init__(engine, problem, budget, on_progress)
        self.region = problem.region
        self.best = problem.best or trivial_cut(problem.network, problem.balance)
        self._gap, self._params = budget.gap, params
        self._looks, self._round_at = 0, 2
        self._cuts = Hyperplanes(problem)
        self._reason = StopReason.WORK_LIMIT
        self._tree = PairTree(problem, self.region, params, lambda: self.goal, self._heard)

    @property
    def root(self) -> Part:
        """All bisections: where the search begins."""
        return self._tree.root

    @property
    def target(self) -> int:
        """What is to be proven, scaled: of the best cut, or of a lemma."""
        return self.problem.target(self.best)

    @property
    def goal(self) -> int:
        """The bound that is near enough to the target."""
        return self.target if self.problem.target_lemma else goal_of(self.target, self._gap)

    def searched(self, most: int) -> Outcome:
        """Search the tree."""
        if self._params.suits(self.problem):
            self._tree.search(most)
        self.raise_bound(min(self._tree.bound, self.target))
        gap = self.bound >= self.goal and self._reason is StopReason.WORK_LIMIT
        return self.outcome(StopReason.GAP if gap else self._reason)

    def _heard(self, rounds: Rounds, part: Part) -> bool:
        """Look for a cut now and then, and tell the news."""
        self._looks += 1
        self.nodes = self._tree.bounded
        if self._looks >= self._round_at or len(part.merged.kept) == 1:
            self._round_at = 2 * self._looks
            self._round(rounds, part)
        try:
            if self._looks % 4 == 0:
                self.raise_bound(self._tree.bound)
                self.report()
        except Stopped as stopped:
            self._reason = stopped.reason
            return False
        return True

    def _round(self, rounds: Rounds, part: Part) -> None:
        merged, roots = part.merged, rounds.roots
        if not roots.shape[1]:
            return
        vectors = roots[merged.place] * merged.sign[:, None]
        cut = self._cuts.cut(vectors, self._params.roundings)
        if self.problem.meant(cut) and self.problem.scaled(cut) < self.target:
            self.best = cut

    def _certificate(self, known: tuple[KnownPoint, ...]) -> TreeProof:  # noqa: ARG002
        tree, sets = written(self._tree, self.bound)
        return TreeProof(
            known=self.problem.known,
            levels=self.problem.lemmas,
            sets=sets,
            tree=tree,
        )
