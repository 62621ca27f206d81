"""Elimination of switches one by one, exact where a network is narrow like a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.solver.bisection.bounds.elimination.params import USUAL_ELIMINATION, EliminationParams
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem

if TYPE_CHECKING:
    from alphacut.solver.bisection.bounds.elimination.plan import Plan


class Elimination:
    """Solves by eliminating switches along an order. See `Method` for the contract.

    Parameters
    ----------
    warm_starts
        Keeps the last plan.
    plan
        What `planned` returned for the same network, α and balance, if that is known.
    soon
        Whether it gives up where counting may take long; it tells so from the plan, which it
        leaves to one that does not.
    """

    name = "elimination"
    proves_lemmas = False

    def __init__(
        self,
        params: EliminationParams = USUAL_ELIMINATION,
        warm_starts: WarmStartCache | None = None,
        *,
        plan: Plan | None = None,
        soon: bool = False,
    ) -> None:
        self._params, self._warm_starts = params, warm_starts
        self._plan, self._soon = plan, soon

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:
        """Tell what it takes to make a plan, or what is told from one that is there."""
        params, switches = self._params, problem.network.switches
        if self._soon:
            if switches < params.fewest or not params.plannable(problem.network, budget.seconds):
                return None
            size = max(switches, len(problem.network.links) / params.links_as_a_switch)
            return Cost(seconds=size / params.planned_each_second, share=params.share_if_soon)
        plan = None if self._warm_starts is None else self._warm_starts.plan_of(problem)
        if plan is None or plan.soon(params):
            return None
        seconds = params.times_planned * plan.seconds + params.each * switches
        return Cost(seconds=seconds, share=params.share)

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Look for the best bisection below a capacity, then below twice as much, and so on."""
        from alphacut.solver.bisection.bounds.elimination.run import solved

        return solved(
            problem,
            budget,
            on_progress,
            self._params,
            self._warm_starts,
            plan=self._plan,
            soon=self._soon,
        )


class Apart(Elimination):
    """Counts where the links with capacity at α leave a network in several components.

    A dragonfly falls into its groups at α = 0, and into its globally connected components at ∞.
    Relaxations are weak there, and counting is quick. See `Method` for the contract.
    """

    def __init__(
        self,
        params: EliminationParams = USUAL_ELIMINATION,
        warm_starts: WarmStartCache | None = None,
    ) -> None:
        super().__init__(params, warm_starts, soon=True)

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:
        """Tell that it comes first, where it can help."""
        from alphacut.solver.bisection.heuristics.components import falls_apart

        params, network = self._params, problem.network
        if not params.apart or not params.plannable(network, budget.seconds):
            return None
        apart = falls_apart(network, problem.alpha)
        return Cost(seconds=0.0, share=params.share_if_soon) if apart else None
