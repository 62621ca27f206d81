"""A tree of relaxations, whose steps are told in `bounds.tree_run`."""

from __future__ import annotations

from dataclasses import replace

from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.engines.semidefinite import Semidefinite
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import PointProblem


class BranchAndBound:
    """Solves by certified bounds of subproblems. See `Method` for the contract.

    Parameters
    ----------
    warm_starts
        What runs over states begin with.
    searching
        Whether better cuts of small networks are looked for first, because others gave up. What
        these have tried is not tried again.
    """

    name = "branch_and_bound"
    proves_lemmas = True

    def __init__(
        self,
        params: SolverParams = USUAL,
        warm_starts: WarmStartCache | None = None,
        *,
        searching: bool = False,
    ) -> None:
        self._params, self._warm_starts, self._searching = params, warm_starts, searching

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell hours, for it may go on for as long as there is time."""
        params, network = self._params.tree, problem.network
        if network.switches > params.largest:
            return None
        swept = network.switches > params.large and self._params.sweep.narrow(network)
        return Cost(seconds=params.seconds, share=params.share_if_swept if swept else 1.0)

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Bound all bisections, then divide what is left."""
        from alphacut.solver.bisection.bounds.tree_run import solved

        if self._searching and problem.target_lemma is None:
            problem = self._searched(problem)
        by_pairs = not (self._searching and self._tried_by_pairs(problem))
        return solved(
            problem, budget, on_progress, self._params, self._warm_starts, by_pairs=by_pairs
        )

    def _tried_by_pairs(self, problem: PointProblem) -> bool:
        """Tell whether another method has searched the tree over pairs."""
        return Semidefinite(self._params.one_matrix).estimate(problem, Budget()) is not None

    def _searched(self, problem: PointProblem) -> PointProblem:
        """Add the best cut of some walks to a small network, which loads a compiler."""
        if problem.network.switches > self._params.tree.small:
            return problem
        cut = search_at(problem.network, problem.balance, problem.alpha)
        return replace(problem, cuts=(*problem.cuts, cut))
