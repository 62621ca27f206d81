"""Elimination of switches one by one, exact where a network is narrow like a tree.

Everything that it proves carries a certificate, which names the order.

References
----------
Bertelè and Brioschi, Nonserial Dynamic Programming (1972).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial

from alphacut.solver.bisection.bounds.elimination.forest import Forest
from alphacut.solver.bisection.bounds.elimination.knapsack import Knapsack
from alphacut.solver.bisection.bounds.elimination.params import EliminationParams
from alphacut.solver.bisection.bounds.elimination.plan import Members, Plan
from alphacut.solver.bisection.bounds.elimination.planning import planned
from alphacut.solver.bisection.bounds.elimination.witness import best_cut, best_cut_given
from alphacut.solver.bisection.bounds.run import Run, Stopped
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import EliminationProof, Twins, WrittenCutset
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.verify.elimination.check import LARGEST_TABLE, MOST_SUMS
from alphacut.solver.bisection.verify.elimination.classes import (
    Capacities,
    Classes,
    scaled_capacities,
    shares,
)
from alphacut.solver.bisection.verify.elimination.cutset import Cutset, least_given
from alphacut.solver.bisection.verify.elimination.exclusion import Exclusion

BestUpTo = Callable[[int], Cut | None]  # the best bisection, if it has at most a capacity

FEW = 1 << 16  # sums between two looks at the clock, or as many
TIMES = 64  # tables: to look takes longer than to make a small one


def solved(
    problem: PointProblem,
    budget: Budget,
    on_progress: OnProgress,
    params: EliminationParams,
    warm_starts: WarmStartCache | None = None,
    *,
    plan: Plan | None = None,
    soon: bool = False,
) -> Outcome:
    """Minimise the scaled capacity within the budget.

    Parameters
    ----------
    warm_starts
        Keeps the last plan.
    plan
        What `planned` returned for the same network, α and balance, if that is known.
    soon
        Whether it is given up at once where counting may take long.
    """
    run = _Eliminating(problem, budget, on_progress, plan, params, warm_starts)
    return run.outcome(run.prove(soon=soon))


class _Eliminating(Run):
    """One call of the engine."""

    def __init__(
        self,
        problem: PointProblem,
        budget: Budget,
        on_progress: OnProgress,
        plan: Plan | None,
        params: EliminationParams,
        warm_starts: WarmStartCache | None,
    ) -> None:
        super().__init__("elimination", problem, budget, on_progress)
        self._params, self._warm_starts, self._plan = params, warm_starts, plan
        self._sums, self._unseen = 0, FEW

    def prove(self, *, soon: bool = False) -> StopReason:
        """Look for the best bisection below some capacity, then below twice as much, and so on."""
        try:
            self.report()
            if self.bound == self.target:
                return StopReason.FINISHED
            self._plan = self._plan or planned(self.problem, self._params, self._warm_starts)
            if self._plan is None or (soon and not self._plan.soon(self._params)):
                return StopReason.WORK_LIMIT
            best_up_to = self._counting(self._plan)
            while self.bound < self.target:
                self._settle(best_up_to)
        except Stopped as stopped:
            return stopped.reason
        return StopReason.FINISHED

    def _counting(self, plan: Plan) -> BestUpTo:
        """Return what looks for the best bisection up to a capacity."""
        if plan.forest is not None:
            return partial(self._best_in_forest, plan.forest)
        fixed = () if plan.cutset is None else plan.cutset.classes
        members, balance = (*plan.members, *fixed), self.problem.balance
        classes = Classes.of(members, self._capacities, balance, fixed=len(fixed))
        if plan.cutset is not None:
            self._settle_given(classes, plan.cutset)
        return partial(self._best_of_classes, classes)

    def _settle(self, best_up_to: BestUpTo) -> None:
        """Exclude all up to a capacity, or find the best bisection."""
        up_to = self._next()
        found = None if up_to is None else best_up_to(up_to)
        self.best = found or self.best
        self.raise_bound(self.target if found or up_to is None else up_to + 1)
        self.report()

    def _best_in_forest(self, forest: Forest, highest: int) -> Cut | None:
        _, half = shares(self.problem.balance)
        knapsack = Knapsack(forest, half, highest + 1, self._on_sums)
        best = knapsack.best()
        return None if best is None else Cut.of(self.problem.network, knapsack.side(best))

    def _up_to(self, highest: int, classes: Classes) -> Exclusion:
        return Exclusion(classes, highest, self._on_sums)

    def _best_of_classes(self, classes: Classes, highest: int) -> Cut | None:
        """Where counting is short, keep what it takes to trace a bisection back at once."""
        least = highest if self._short else self._up_to(highest, classes).least()
        network = self.problem.network
        return None if least is None else best_cut(network, self._up_to(least, classes))

    def _settle_given(self, classes: Classes, cutset: Cutset) -> None:
        """Exclude all below the best cut, or find the best bisection."""
        highest = self.highest
        found = None if highest is None else least_given(classes, cutset, highest, self._on_sums)
        if found is not None:
            least, assignments = found
            cut = best_cut_given(self.problem.network, classes, assignments, least, self._on_sums)
            assert cut is not None
            self.best = cut
        self.raise_bound(self.target)
        self.report()

    def _next(self) -> int | None:
        """Return the capacity up to which is counted next: the bound is one more if that fails.

        Where little is severed, most of what is counted is above a low capacity. Where all
        counting takes little time, it is done once.
        """
        plan, last = self._plan, self.highest
        assert plan is not None
        if last is None or self._short or plan.sides > self._params.few_sides:
            return last
        first, growth = (8, 4) if plan.forest else (2, 2)  # there to begin takes longer
        least = min((c for links in self._capacities.values() for c in links.values()), default=0)
        return min(last, max(first * least, growth * self.bound))

    @property
    def _short(self) -> bool:
        """Whether all counting takes little time; in a forest that depends on the capacity."""
        plan = self._plan
        return plan is not None and not plan.forest and plan.work <= self._params.few_sums

    @cached_property
    def _capacities(self) -> Capacities:
        return scaled_capacities(self.problem.network, self.problem.alpha)

    def _on_sums(self, sums: int) -> None:
        self._sums += sums
        if self._sums > MOST_SUMS or sums > LARGEST_TABLE:
            raise Stopped(StopReason.WORK_LIMIT)
        self._unseen += max(sums, FEW // TIMES)
        if self._unseen >= FEW:
            self._unseen = 0
            self.report_sometimes()

    def _certificate(self, known: tuple[KnownPoint, ...]) -> EliminationProof:
        plan = self._plan
        alone: Members = [(switch,) for switch in range(self.problem.network.switches)]
        return EliminationProof(
            known=known,
            order=tuple(map(_written, alone if plan is None else plan.members)),
            cutset=None if plan is None or plan.cutset is None else _fixed(plan.cutset),
        )


def _written(twins: Sequence[int]) -> Twins:
    return twins[0] if len(twins) == 1 else tuple(twins)


def _fixed(cutset: Cutset) -> WrittenCutset:
    return WrittenCutset(
        classes=tuple(_written(each) for each in cutset.classes),
        exchanges=tuple((place, tuple(e)) for place, e in cutset.exchanges.items()),
    )
