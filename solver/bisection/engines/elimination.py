"""Elimination of switches one by one, exact where a network is narrow like a tree.

Everything that it proves carries a certificate, which names the order.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from alphacut.solver.bisection.bounds.elimination.cutset import plan_given
from alphacut.solver.bisection.bounds.elimination.plan import (
    FEW_SIDES,
    SPARSE,
    Plan,
    plans,
)
from alphacut.solver.bisection.bounds.elimination.witness import best_cut, best_cut_given
from alphacut.solver.bisection.bounds.orders.dissection import dissection_order
from alphacut.solver.bisection.bounds.orders.linear import linear_orders
from alphacut.solver.bisection.certificate.proofs import EliminationProof, Twins, WrittenCutset
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.limits import check_problem
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, Observe, Outcome, Progress, Report, StopReason
from alphacut.solver.bisection.parameters import USUAL, EliminationParams, SolverParams
from alphacut.solver.bisection.problem import Problem
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.elimination.check import LARGEST_TABLE, MOST_SUMS
from alphacut.solver.bisection.verify.elimination.classes import (
    Classes,
    scaled_capacities,
    shares,
)
from alphacut.solver.bisection.verify.elimination.cutset import Cutset, least_given
from alphacut.solver.bisection.verify.elimination.exclusion import Exclusion

MUCH = 1 << 30  # sums of a plan, beyond which more orders are tried
SMALLEST_PLANNED = 65  # switches from which elimination may be better than sweeps
WITH_CHECK = 2  # what it takes with the check of its certificate, which counts again
PAUSE = 0.1  # seconds between two looks at clock and observer


def planned(problem: Problem) -> Plan | None:
    """Return the plan with the least work, or None where all have too large tables."""
    capacities = scaled_capacities(problem.network, problem.alpha)
    weights, half = shares(problem.balance)
    found = plans(capacities, weights, half)
    certain = found and (found[0].work <= MUCH or found[0].sides <= FEW_SIDES)
    if not certain and len(problem.network.links) <= SPARSE * problem.network.switches:
        dissected = dissection_order(problem.network, problem.alpha)
        orders = [
            *linear_orders(problem.network, problem.alpha),
            *([dissected] if dissected else []),
        ]
        found += plans(capacities, weights, half, orders)
    if not found or not found[0].soon:
        given = plan_given(capacities, weights, half)
        found += [] if given is None else [given]
    best = min(found, key=lambda plan: plan.work, default=None)
    return best if best and best.states <= LARGEST_TABLE and best.work <= MOST_SUMS else None


def ends_soon(problem: Problem, seconds: float | None) -> bool:
    """Tell whether the best cut is found and proven by elimination in half of a time, or less."""
    plan = planned(problem) if problem.network.switches >= SMALLEST_PLANNED else None
    if plan is None or not plan.soon:
        return False
    return seconds is None or WITH_CHECK * plan.seconds <= seconds / 2


class Elimination:
    """Solves by eliminating switches along an order. See `Engine` for the contract.

    Parameters
    ----------
    plan
        What `planned` returned for the same network, α and balance, if that is known.
    """

    name = "elimination"
    capabilities = CAPABILITIES["elimination"]

    def __init__(self, params: SolverParams = USUAL, *, plan: Plan | None = None) -> None:
        self._params, self._plan = params.elimination, plan

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:
        """Minimise the scaled capacity within the budget."""
        check_problem(self.name, self.capabilities, problem)
        run = _Run(problem, budget, observe, self._plan, self._params)
        return run.outcome(run.prove())


class _Stopped(Exception):
    """A count was stopped."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Run:
    """One call of the engine."""

    def __init__(
        self,
        problem: Problem,
        budget: Budget,
        observe: Observe,
        plan: Plan | None,
        params: EliminationParams,
    ) -> None:
        self._problem = problem
        self._params = params
        self._observe = observe
        self._began = self._looked = time.monotonic()
        self._deadline = None if budget.seconds is None else self._began + budget.seconds
        self._region = Region.of(problem.network, problem.balance, problem.known)
        self._best = problem.best or trivial_cut(problem.network, problem.balance)
        self._capacities = scaled_capacities(problem.network, problem.alpha)
        self._bound = self._sums = 0
        self._plan = plan

    def prove(self) -> StopReason:
        """Look for the best bisection below some capacity, then below twice as much, and so on."""
        try:
            self._look()
            if self._bound == self._target:
                return StopReason.FINISHED
            self._plan = self._plan or planned(self._problem)
            if self._plan is None:
                return StopReason.WORK_LIMIT
            fixed = () if self._plan.cutset is None else self._plan.cutset.classes
            members = (*self._plan.members, *fixed)
            classes = Classes.of(members, self._capacities, self._problem.balance)
            if self._plan.cutset is not None:
                self._settle_given(classes, self._plan.cutset)
            while self._bound < self._target:
                self._settle(classes)
        except _Stopped as stopped:
            return stopped.reason
        return StopReason.FINISHED

    @property
    def _target(self) -> int:
        return self._problem.scaled(self._best)

    def _settle(self, classes: Classes) -> None:
        """Exclude all up to a capacity, or find the best bisection."""
        highest = self._next()
        least = None if highest is None else Exclusion(classes, highest, self._watch).least()
        if least is None:
            below = self._target if highest is None else highest + 1
            self._bound = self._region.lowest(self._problem.alpha, below, self._target)
        else:
            self._bound = least
            found = best_cut(self._problem.network, Exclusion(classes, least, self._watch))
            assert found is not None
            self._best = found
        self._look()

    def _settle_given(self, classes: Classes, cutset: Cutset) -> None:
        """Exclude all below the best cut, or find the best bisection."""
        highest = self._region.highest(self._problem.alpha, self._target)
        found = None if highest is None else least_given(classes, cutset, highest, self._watch)
        below = self._target if found is None else found[0]
        self._bound = self._region.lowest(self._problem.alpha, below, self._target)
        if found is not None:
            least, assignments = found
            cut = best_cut_given(self._problem.network, classes, assignments, least, self._watch)
            assert cut is not None
            self._best = cut
        self._look()

    def _next(self) -> int | None:
        """Return the capacity up to which is counted next: the bound is one more if that fails.

        Where little is severed, most of what is counted is above a low capacity. Where all
        counting takes little time, it is done once.
        """
        alpha, target = self._problem.alpha, self._target
        last = self._region.highest(alpha, target)
        assert self._plan is not None
        params, plan = self._params, self._plan
        if last is None or plan.work <= params.few_sums or plan.sides > params.few_sides:
            return last
        least = min((c for links in self._capacities.values() for c in links.values()), default=0)
        return min(last, max(2 * least, 2 * self._bound))

    # ---- stopping --------------------------------------------------------

    def _watch(self, sums: int) -> None:
        self._sums += sums
        if self._sums > MOST_SUMS or sums > LARGEST_TABLE:
            raise _Stopped(StopReason.WORK_LIMIT)
        if time.monotonic() > self._looked + PAUSE:
            self._look()

    def _look(self) -> None:
        """Tell the observer, and stop if it wants so or time is over."""
        self._looked = time.monotonic()
        if not self._observe(Progress(incumbent=self._best, lower_bound=self._bound)):
            raise _Stopped(StopReason.CANCELLED)
        if self._deadline is not None and self._looked > self._deadline:
            raise _Stopped(StopReason.TIME_LIMIT)

    # ---- the outcome -----------------------------------------------------

    def outcome(self, reason: StopReason) -> Outcome:
        """Return what was found and proven."""
        done = self._bound == self._target
        return Outcome(
            cuts=(self._best,),
            lower_bound=self._bound,
            certified_bound=self._bound,
            certificate=self._certificate() if self._bound or done else None,
            stopped_because=StopReason.FINISHED if done else reason,
            report=Report(engine=Elimination.name, seconds=time.monotonic() - self._began),
        )

    def _certificate(self) -> EliminationProof:
        problem = self._problem
        plan = self._plan
        members = [(u,) for u in range(problem.network.switches)] if plan is None else plan.members
        alone = Region.of(problem.network, problem.balance)
        levels = [each.highest(problem.alpha, self._bound) for each in (alone, self._region)]
        used = () if levels[0] == levels[1] else problem.known
        return EliminationProof(
            known=used,
            order=tuple(_written(each) for each in members),
            cutset=None if plan is None or plan.cutset is None else _fixed(plan.cutset),
        )


def _written(twins: Sequence[int]) -> Twins:
    return twins[0] if len(twins) == 1 else tuple(twins)


def _fixed(cutset: Cutset) -> WrittenCutset:
    return WrittenCutset(
        classes=tuple(_written(each) for each in cutset.classes),
        exchanges=tuple((place, tuple(e)) for place, e in cutset.exchanges.items()),
    )
