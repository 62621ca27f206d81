"""The search at one α: the method that is likely to end first is tried first, until one proves.

What one proves or finds is what the next begins with. Which methods there are stands in
`catalogue`; when each helps, and how soon, it tells itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from alphacut.arrangements.missing import installed
from alphacut.solver.bisection.engines._base import Cost, Method
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.general import CpSat
from alphacut.solver.bisection.engines.limits import check_problem
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import (
    Budget,
    OnProgress,
    Outcome,
    Progress,
    StopReason,
    goal_of,
)
from alphacut.solver.bisection.problem import PointProblem


class Search:
    """Solves by some methods, the cheapest first. See `Engine` for the contract."""

    def __init__(self, name: str, methods: Sequence[Method]) -> None:
        self.name, self.capabilities = name, CAPABILITIES.get(name, CAPABILITIES["auto"])
        self._methods = methods

    def solve(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Minimise the scaled capacity within the budget."""
        check_problem(self.name, self.capabilities, problem)
        began, tried, best = time.monotonic(), list[Method](), None
        while True:
            left = _less(budget, time.monotonic() - began)
            costs = self._costs(problem, left, tried)
            if not costs:
                return self._without(problem, best or _nothing(problem))
            method, cost = min(costs, key=lambda each: each[1].seconds)
            part = cost.within(left, last=len(costs) == 1)
            outcome = method.bound(_with_cut_of(problem, best), part, _above(best, on_progress))
            best = outcome if best is None else _together(best, outcome)
            late = outcome.stopped_because is StopReason.TIME_LIMIT and part != left
            given_up = late or outcome.stopped_because is StopReason.WORK_LIMIT
            if outcome.deferral is not None or not given_up:
                return best
            enough = None if problem.target_lemma else _enough(problem, best, budget)
            if enough is not None:
                return replace(best, stopped_because=enough)
            tried.append(method)

    def _costs(
        self, problem: PointProblem, budget: Budget, tried: Sequence[Method]
    ) -> list[tuple[Method, Cost]]:
        """Return the methods that may still help, and what they are likely to take."""
        able = [
            each for each in self._methods if each.proves_lemmas or problem.target_lemma is None
        ]
        costs = [(each, each.estimate(problem, budget)) for each in able if each not in tried]
        return [(each, cost) for each, cost in costs if cost is not None]

    def _without(self, problem: PointProblem, best: Outcome) -> Outcome:
        """Note what would have been tried last, if its library were there."""
        on_word = [each for each in self._methods if isinstance(each, CpSat)]
        libraries = {each.library for each in on_word if each.helps(problem)}
        missing = tuple(each for each in sorted(libraries) if not installed(each))
        return replace(best, report=replace(best.report, missing=missing)) if missing else best


def _nothing(problem: PointProblem) -> Outcome:
    """Return the best cut that a problem brings, or any, and no bound."""
    cut = problem.best or trivial_cut(problem.network, problem.balance)
    return Outcome(cuts=(cut,), stopped_because=StopReason.WORK_LIMIT)


def _with_cut_of(problem: PointProblem, best: Outcome | None) -> PointProblem:
    return problem if best is None else replace(problem, cuts=(*problem.cuts, *best.cuts))


def _enough(problem: PointProblem, best: Outcome, budget: Budget) -> StopReason | None:
    """Tell why a bound is near enough to the best cut, if it is; few methods look at the gap."""
    if best.incumbent is None:
        return None
    capacity = problem.scaled(best.incumbent)
    if best.lower_bound >= capacity:
        return StopReason.FINISHED
    return StopReason.GAP if best.lower_bound >= goal_of(capacity, budget.gap) else None


def _less(budget: Budget, spent: float) -> Budget:
    if budget.seconds is None:
        return budget
    return replace(budget, seconds=max(0.0, budget.seconds - spent))


def _above(best: Outcome | None, on_progress: OnProgress) -> Callable[[Progress], bool]:
    """Pass on no bound that is weaker than one that was proven before."""
    least = 0 if best is None else best.lower_bound

    def pass_on(news: Progress) -> bool:
        return on_progress(replace(news, lower_bound=max(least, news.lower_bound)))

    return pass_on


def _together(first: Outcome, second: Outcome) -> Outcome:
    """Return the second outcome, with what the first one proved where that is more."""
    seconds = first.report.seconds + second.report.seconds
    strong = first if first.lower_bound >= second.lower_bound else second
    certified = first if first.certified_bound >= second.certified_bound else second
    return replace(
        second,
        lower_bound=strong.lower_bound,
        report=replace(strong.report, seconds=seconds),
        certified_bound=certified.certified_bound,
        certificate=certified.certificate,
        partial_proof=first.partial_proof or second.partial_proof,
    )
