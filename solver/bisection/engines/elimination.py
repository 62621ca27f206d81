"""Elimination of switches one by one, exact where a network is narrow like a tree.

Everything that it proves carries a certificate, which names the order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property, partial

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.elimination.cutset import plan_given
from alphacut.solver.bisection.bounds.elimination.forest import Forest
from alphacut.solver.bisection.bounds.elimination.knapsack import Knapsack
from alphacut.solver.bisection.bounds.elimination.plan import (
    SPARSE,
    Plan,
    plan_of_forest,
    plans,
)
from alphacut.solver.bisection.bounds.elimination.witness import best_cut, best_cut_given
from alphacut.solver.bisection.bounds.memory import Memory
from alphacut.solver.bisection.bounds.orders.dissection import dissection_order
from alphacut.solver.bisection.bounds.orders.linear import linear_orders
from alphacut.solver.bisection.certificate.proofs import EliminationProof, Twins, WrittenCutset
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.limits import check_problem
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, Observe, Outcome, Progress, Report, StopReason
from alphacut.solver.bisection.parameters import USUAL, EliminationParams, SolverParams
from alphacut.solver.bisection.problem import Cut, Problem
from alphacut.solver.bisection.region import Region
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

WITH_CHECK = 2  # what it takes with the check of its certificate, which counts again
PAUSE = 0.1  # seconds between two looks at clock and observer
FEW = 1 << 16  # sums between two looks at the clock, or as many
TIMES = 64  # tables: to look takes longer than to make a small one


def planned(
    problem: Problem,
    params: EliminationParams = USUAL.elimination,
    memory: Memory | None = None,
) -> Plan | None:
    """Return the plan with the least work, or None where all have too large tables."""
    of = (problem.network, problem.alpha, problem.balance, params)
    return _planned(*of) if memory is None else memory.plan(of, lambda: _planned(*of))


def _planned(
    network: Network, alpha: Alpha, balance: Balance, params: EliminationParams
) -> Plan | None:
    capacities = scaled_capacities(network, alpha)
    weights, half = shares(balance)
    forest = Forest.of(capacities, weights) if len(network.links) < network.switches else None
    if forest is not None:
        return _affordable(plan_of_forest(forest))
    found = plans(capacities, weights, half)
    certain = found and (found[0].work <= params.much_sums or found[0].sides <= params.few_sides)
    if not certain and len(network.links) <= SPARSE * network.switches:
        dissected = dissection_order(network, alpha)
        orders = [
            *linear_orders(network, alpha),
            *([dissected] if dissected else []),
        ]
        found += plans(capacities, weights, half, orders)
    if not found or not found[0].soon(params):
        given = plan_given(capacities, weights, half)
        found += [] if given is None else [given]
    return _affordable(min(found, key=lambda plan: plan.work, default=None))


def _affordable(plan: Plan | None) -> Plan | None:
    """Return a plan, or None where it takes more than the verifier does."""
    return plan if plan and plan.states <= LARGEST_TABLE and plan.work <= MOST_SUMS else None


def ends_soon(
    problem: Problem,
    seconds: float | None,
    params: EliminationParams = USUAL.elimination,
    memory: Memory | None = None,
) -> bool:
    """Tell whether the best cut is found and proven by elimination in half of a time, or less."""
    if not params.plannable(problem.network, seconds):
        return False
    plan = planned(problem, params, memory)
    if plan is None or not plan.soon(params):
        return False
    return seconds is None or WITH_CHECK * plan.seconds <= seconds / 2


class Elimination:
    """Solves by eliminating switches along an order. See `Engine` for the contract.

    Parameters
    ----------
    memory
        Keeps the last plan.
    plan
        What `planned` returned for the same network, α and balance, if that is known.
    """

    name = "elimination"
    capabilities = CAPABILITIES["elimination"]

    def __init__(
        self,
        params: SolverParams = USUAL,
        memory: Memory | None = None,
        *,
        plan: Plan | None = None,
    ) -> None:
        self._params, self._memory, self._plan = params.elimination, memory, plan

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:
        """Minimise the scaled capacity within the budget."""
        check_problem(self.name, self.capabilities, problem)
        run = _Run(problem, budget, observe, self._plan, self._params, self._memory)
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
        memory: Memory | None,
    ) -> None:
        self._problem = problem
        self._params, self._memory = params, memory
        self._observe = observe
        self._began = self._looked = time.monotonic()
        self._deadline = None if budget.seconds is None else self._began + budget.seconds
        self._region = Region.of(problem.network, problem.balance, problem.known)
        self._best = problem.best or trivial_cut(problem.network, problem.balance)
        self._bound = self._sums = 0
        self._unseen = FEW
        self._plan = plan

    def prove(self) -> StopReason:
        """Look for the best bisection below some capacity, then below twice as much, and so on."""
        try:
            self._look()
            if self._bound == self._target:
                return StopReason.FINISHED
            self._plan = self._plan or planned(self._problem, self._params, self._memory)
            if self._plan is None:
                return StopReason.WORK_LIMIT
            best_up_to = self._counting(self._plan)
            while self._bound < self._target:
                self._settle(best_up_to)
        except _Stopped as stopped:
            return stopped.reason
        return StopReason.FINISHED

    @property
    def _target(self) -> int:
        return self._problem.scaled(self._best)

    def _counting(self, plan: Plan) -> BestUpTo:
        """Return what looks for the best bisection up to a capacity."""
        if plan.forest is not None:
            return partial(self._best_in_forest, plan.forest)
        fixed = () if plan.cutset is None else plan.cutset.classes
        members, balance = (*plan.members, *fixed), self._problem.balance
        classes = Classes.of(members, self._capacities, balance, fixed=len(fixed))
        if plan.cutset is not None:
            self._settle_given(classes, plan.cutset)
        return partial(self._best_of_classes, classes)

    def _settle(self, best_up_to: BestUpTo) -> None:
        """Exclude all up to a capacity, or find the best bisection."""
        highest = self._next()
        below = self._target if highest is None else highest + 1
        found = None if highest is None else best_up_to(highest)
        if found is None:
            self._bound = self._region.lowest(self._problem.alpha, below, self._target)
        else:
            self._best = found
            self._bound = self._target
        self._look()

    def _best_in_forest(self, forest: Forest, highest: int) -> Cut | None:
        _, half = shares(self._problem.balance)
        knapsack = Knapsack(forest, half, highest + 1, self._watch)
        best = knapsack.best()
        return None if best is None else Cut.of(self._problem.network, knapsack.side(best))

    def _up_to(self, highest: int, classes: Classes) -> Exclusion:
        return Exclusion(classes, highest, self._watch)

    def _best_of_classes(self, classes: Classes, highest: int) -> Cut | None:
        """Where counting is short, keep what it takes to trace a bisection back at once."""
        least = highest if self._short else self._up_to(highest, classes).least()
        network = self._problem.network
        return None if least is None else best_cut(network, self._up_to(least, classes))

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
        plan, last = self._plan, self._region.highest(self._problem.alpha, self._target)
        assert plan is not None
        if last is None or self._short or plan.sides > self._params.few_sides:
            return last
        first, growth = (8, 4) if plan.forest else (2, 2)  # there to begin takes longer
        least = min((c for links in self._capacities.values() for c in links.values()), default=0)
        return min(last, max(first * least, growth * self._bound))

    @property
    def _short(self) -> bool:
        """Whether all counting takes little time; in a forest that depends on the capacity."""
        plan = self._plan
        return plan is not None and not plan.forest and plan.work <= self._params.few_sums

    @cached_property
    def _capacities(self) -> Capacities:
        return scaled_capacities(self._problem.network, self._problem.alpha)

    # ---- stopping --------------------------------------------------------

    def _watch(self, sums: int) -> None:
        self._sums += sums
        if self._sums > MOST_SUMS or sums > LARGEST_TABLE:
            raise _Stopped(StopReason.WORK_LIMIT)
        self._unseen += max(sums, FEW // TIMES)
        if self._unseen >= FEW:
            self._unseen = 0
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
