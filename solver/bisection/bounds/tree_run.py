"""Branch and bound: what it means to solve the bisection problem at one α.

Each step is dearer than the one before, and the first that proves the best cut is the last.

1. Cuts come with the problem: the heuristics found them.
2. Root bound (`prove_in`): the semidefinite relaxation over pairs. Seconds, at any size.
3. Intervals of intercepts at both ends, by the same relaxation.
4. Compositions: states of blocks, with one run's multipliers for thousands of cases. Minutes.
5. Branching: subproblems by intercept, composition, states or count, the least bound first.

Steps 3 to 5 are `bounds.tree.Tree.search`, where groups have states. Elsewhere, and where a lemma
is left open without a rotation, single pairs of switches are decided (`semidefinite.search`), while
the matrix is small enough; such a tree begins with a root bound of its own. A certificate holds
what proved the bound, whichever step it was. The numbers that tune a step stand beside it, in a
module `params`.
"""

from __future__ import annotations

import time
from dataclasses import replace

from alphacut.solver.bisection.bounds.groups.relaxation import GroupRelaxation
from alphacut.solver.bisection.bounds.proof import partial_certificate, tree_certificate
from alphacut.solver.bisection.bounds.semidefinite.root import (
    PairProof,
    prove_in,
    proven_anew,
    root_of,
)
from alphacut.solver.bisection.bounds.semidefinite.search import solved as solved_by_pairs
from alphacut.solver.bisection.bounds.state_relaxations import Relaxation, relaxation_of
from alphacut.solver.bisection.bounds.tree import Tree
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.certificate.leaves import SemidefiniteLeaf
from alphacut.solver.bisection.certificate.proofs import Certificate, TreeProof
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import (
    Budget,
    Deferral,
    OnProgress,
    Outcome,
    Progress,
    Report,
    StopReason,
    goal_of,
)
from alphacut.solver.bisection.parameters import SolverParams
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.region import Region

NAME = "branch_and_bound"


def solved(
    problem: PointProblem,
    budget: Budget,
    on_progress: OnProgress,
    params: SolverParams,
    warm_starts: WarmStartCache | None = None,
    *,
    by_pairs: bool = True,
) -> Outcome:
    """Minimise the scaled capacity within the budget.

    Parameters
    ----------
    on_progress
        Hears of the best cut and the bound; returns False to stop.
    params
        The numbers that tune the relaxations.
    warm_starts
        Where earlier runs stood.
    by_pairs
        Whether single pairs are decided where groups have no states.
    """
    run = _Run(problem, budget, on_progress, params)
    run.look_for_cut()
    states = relaxation_of(problem, params, warm_starts)
    if states is None and by_pairs and params.one_matrix.suits(problem):
        return run.searched_by_pairs()
    without_rotation = isinstance(states, GroupRelaxation)
    run.bound_root(in_one=without_rotation)
    outcome = run.searched(states)
    if without_rotation and problem.target_lemma and params.one_matrix.suits(problem):
        return run.continued_by_pairs(outcome)
    return outcome


class _Run:
    """One call of the engine."""

    def __init__(
        self,
        problem: PointProblem,
        budget: Budget,
        on_progress: OnProgress,
        params: SolverParams,
    ) -> None:
        self._problem, self._params = problem, params
        self._on_progress = on_progress
        self._began = time.monotonic()
        self._gap = budget.gap
        self.deadline = None if budget.seconds is None else self._began + budget.seconds
        self._best = problem.best or trivial_cut(problem.network, problem.balance)
        self._cancelled = False
        self.root: PairProof | None = None  # what is proven of all bisections
        self._in_one = False  # whether by one matrix

    def look_for_cut(self) -> None:
        """Look for a cut where none is given: a tree cannot prove what a poor one asks for.

        A target lemma is asked about whatever the cuts.
        """
        problem = self._problem
        if problem.best is None and problem.target_lemma is None:
            self._best = search_at(
                problem.network,
                problem.balance,
                problem.alpha,
                deadline=float("inf") if self.deadline is None else self.deadline,
                should_continue=lambda: self.on_root_bound(0),
            )

    def bound_root(self, *, in_one: bool) -> None:
        """Bound all bisections by the semidefinite relaxation; a lemma is about few of them.

        Parameters
        ----------
        in_one
            Whether one matrix without a rotation is bounded with hypermetric inequalities.
        """
        problem, params = self._problem, self._params.semidefinite
        root = None if problem.target_lemma else root_of(problem, self.deadline, params)
        if root is None:
            return
        self._in_one = in_one and root.rotation is None and self._params.one_matrix.suits(problem)
        if self._in_one:
            self.root = self._earlier_root(root.region) or self._root_in_one()
        else:
            self.root = prove_in(
                root.region,
                problem,
                root.rotation,
                self.goal,
                self.deadline,
                self.on_root_bound,
                params,
            )

    def _earlier_root(self, region: Region) -> PairProof | None:
        """Return what the leaf of an earlier attempt proves now that lemmas close more."""
        problem = self._problem
        if not problem.deferred_before:
            return None
        roots = (each.tree for each in problem.warm_certificates if isinstance(each, TreeProof))
        proofs = (
            proven_anew(leaf, region, problem, self.goal)
            for leaf in roots
            if isinstance(leaf, SemidefiniteLeaf)
        )
        return max(proofs, key=lambda proof: proof.bound, default=None)

    def _root_in_one(self) -> PairProof | None:
        """Bound one matrix, which is not divided."""
        outcome = self._by_pairs(most_nodes=1)
        self._best = outcome.incumbent or self._best
        self._cancelled = self._cancelled or outcome.stopped_because is StopReason.CANCELLED
        proof = outcome.certificate
        leaf = proof.tree if isinstance(proof, TreeProof) else None
        if not isinstance(leaf, SemidefiniteLeaf):
            return None
        return PairProof(bound=outcome.lower_bound, multipliers=leaf, rotation=None)

    @property
    def goal(self) -> int:
        """The scaled capacity that is near enough to the best cut's."""
        return goal_of(self._problem.scaled(self._best), self._gap)

    def on_root_bound(self, bound: int) -> bool:
        """Tell the bound; return whether to go on."""
        news = Progress(incumbent=self._best, lower_bound=bound)
        self._cancelled = self._cancelled or not self._on_progress(news)
        return not self._cancelled

    def searched_by_pairs(self) -> Outcome:
        """Search a tree over pairs of switches."""
        return self._by_pairs(self._params.tree.most_nodes)

    def continued_by_pairs(self, first: Outcome) -> Outcome:
        """Go on with a lemma that groups leave open, though they divide nothing of it any more.

        Returns
        -------
            How that ended, with the better of both bounds.
        """
        if first.stopped_because is not StopReason.WORK_LIMIT or self._out_of_time():
            return first
        second = self._by_pairs(self._params.tree.most_nodes, first.lower_bound)
        if second.lower_bound >= first.lower_bound:
            return replace(second, partial_proof=first.partial_proof)
        report = replace(first.report, seconds=first.report.seconds + second.report.seconds)
        return replace(first, stopped_because=second.stopped_because, report=report)

    def _by_pairs(self, most_nodes: int, least: int = 0) -> Outcome:
        def pass_on(news: Progress) -> bool:
            return self._on_progress(replace(news, lower_bound=max(least, news.lower_bound)))

        left = None if self.deadline is None else self.deadline - time.monotonic()
        outcome, _ = solved_by_pairs(
            replace(self._problem, cuts=(*self._problem.cuts, self._best)),
            Budget(seconds=left, gap=self._gap),
            pass_on,
            self._params.one_matrix,
            most_nodes,
            engine=NAME,
        )
        return outcome

    def searched(self, states: Relaxation | None) -> Outcome:
        """Search a tree over states of groups, or take the root bound for all."""
        params = self._params.semidefinite
        tree = Tree(self._problem, self._best, states, self.root, self._gap, params)
        if tree.bound < tree.goal and not self._out_of_time():
            most = self._params.tree.most_nodes
            tree.search(self.deadline, most, lambda _: self._should_continue(tree))
            if tree.exhausted and tree.bound < tree.goal and not self._out_of_time():
                # the best cut may be as good as the bound, though no solution rounded to it
                tree.take(
                    search_at(self._problem.network, self._problem.balance, self._problem.alpha)
                )
        bound, reason = tree.bound, self._reason(tree)
        certificate = tree_certificate(tree, bound)
        outcome = self._outcome(tree.best, bound, certificate, reason, tree.processed)
        deferral = _deferral(tree) if reason is StopReason.WORK_LIMIT else None
        partial = partial_certificate(tree)
        if deferral is not None and partial is None and self._in_one:
            partial = certificate  # in which an attempt with more lemmas finds its first leaf
        return replace(outcome, deferral=deferral, partial_proof=partial)

    def _out_of_time(self) -> bool:
        late = self.deadline is not None and time.monotonic() > self.deadline
        return late or self._cancelled

    def _should_continue(self, tree: Tree) -> bool:
        news = Progress(incumbent=tree.best, lower_bound=tree.bound, nodes=tree.processed)
        self._cancelled = self._cancelled or not self._on_progress(news)
        return not self._cancelled

    def _reason(self, tree: Tree) -> StopReason:
        if tree.bound >= tree.target:
            return StopReason.FINISHED
        if tree.bound >= tree.goal:
            return StopReason.GAP
        if self._cancelled:
            return StopReason.CANCELLED
        if self.deadline is not None and time.monotonic() > self.deadline:
            return StopReason.TIME_LIMIT
        return StopReason.WORK_LIMIT

    def _outcome(
        self,
        best: Cut,
        bound: int,
        certificate: Certificate,
        reason: StopReason,
        nodes: int,
    ) -> Outcome:
        return Outcome(
            cuts=(best,),
            lower_bound=bound,
            certified_bound=bound,
            certificate=certificate,
            stopped_because=reason,
            report=Report(engine=NAME, seconds=time.monotonic() - self._began, nodes=nodes),
        )


def _deferral(tree: Tree) -> Deferral | None:
    """Return what a tree left to other questions."""
    if tree.waits_for_siblings:
        return Deferral(to_siblings=True)
    if not tree.defers:
        return None
    known = len(tree.problem.lemmas)
    return Deferral(lemmas_known=known, open_intercepts=tree.open_intercepts, proven=tree.bound)
