"""The search at one α: whichever method says that it costs least is tried, until one proves."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from alphacut.arrangements.formats import spec
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.sweep.params import Effort
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.engines._base import Cost, Method
from alphacut.solver.bisection.engines.catalogue import all_methods
from alphacut.solver.bisection.engines.elimination import Elimination
from alphacut.solver.bisection.engines.search import Search
from alphacut.solver.bisection.engines.spectral import Spectral
from alphacut.solver.bisection.engines.structured import Spreading
from alphacut.solver.bisection.engines.sweep import Sweep
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, Outcome, StopReason, ignore
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.common.alpha import INFINITY, Alpha

ONE = Alpha(1, 1)
NO_LIMIT = Budget()
TOO_FEW, ENOUGH = Effort(states=2, each=0.01), Effort(states=1 << 12, each=0.02)
SPECS = (
    "mesh:sides=4x5",  # swept
    "torus:sides=8x8",  # spread
    "dragonfly:a=5,h=2,arrangement=nautilus",  # by majorities
    "mesh:sides=5x14",  # eliminated
)


def problem_of(text: str, alpha: Alpha = ONE) -> PointProblem:
    network = spec.read(text).build()
    balance = Balance.of(network)
    cut = trivial_cut(network, balance)
    return PointProblem(network=network, balance=balance, alpha=alpha, cuts=(cut,))


def solved(methods: tuple[Method, ...], problem: PointProblem) -> Outcome:
    return Search("auto", methods).solve(problem, NO_LIMIT, ignore)


@pytest.mark.parametrize("text", SPECS)
def test_the_order_of_the_catalogue_does_not_matter(text: str) -> None:
    problem = problem_of(text)
    one = solved(all_methods(USUAL, WarmStartCache()), problem)
    other = solved(all_methods(USUAL, WarmStartCache())[::-1], problem)
    assert one.stopped_because is other.stopped_because is StopReason.FINISHED
    assert one.certificate == other.certificate
    assert one.report.engine == other.report.engine


def test_one_that_gives_up_is_followed_by_the_next() -> None:
    problem = problem_of("mesh:sides=4x5")
    little, much = Sweep(effort=TOO_FEW), Sweep(effort=ENOUGH)
    assert solved((much, little), problem).stopped_because is StopReason.FINISHED
    alone = solved((little,), problem)
    assert (alone.stopped_because, alone.lower_bound) == (StopReason.WORK_LIMIT, 0)


def test_what_one_proves_is_kept_though_the_next_proves_less() -> None:
    """The first cut of this torus is no best one, so that what spreads proves does not end it."""
    problem = problem_of("torus:sides=6x8")
    poor = Cut.of(problem.network, range(0, 48, 2))
    problem = replace(problem, cuts=(poor,))
    spread = solved((Spreading(),), problem)
    assert 0 < spread.lower_bound < problem.scaled(poor)
    both = solved((Spreading(), Spectral(), Sweep(effort=TOO_FEW)), problem)
    assert both.lower_bound == both.certified_bound == spread.lower_bound
    assert both.report.engine == "spreading"


def test_where_no_method_helps_a_cut_is_all_there_is() -> None:
    problem = problem_of("mesh:sides=4x5")
    assert Spectral().estimate(problem, NO_LIMIT) is None
    found = solved((Spectral(),), replace(problem, cuts=()))
    assert found.lower_bound == 0
    assert found.stopped_because is StopReason.WORK_LIMIT
    assert found.incumbent is not None
    assert problem.balance.holds(found.incumbent.side)


def test_claims_about_an_intercept_are_left_to_who_takes_them() -> None:
    problem = replace(
        problem_of("mesh:sides=4x5", INFINITY), target_lemma=InterceptLemma(intercept=4, slope=0)
    )
    takers = [each for each in all_methods(USUAL, WarmStartCache()) if each.proves_lemmas]
    assert [each.name for each in takers] == ["branch_and_bound"]
    assert solved((Sweep(),), problem).lower_bound == 0


def test_a_dear_elimination_costs_what_the_plan_of_a_cheap_one_tells() -> None:
    problem, warm_starts = problem_of("mesh:sides=14x15"), WarmStartCache()
    patient = Elimination(warm_starts=warm_starts)
    assert patient.estimate(problem, NO_LIMIT) is None
    hasty = Elimination(warm_starts=warm_starts, soon=True)
    found = hasty.bound(problem, NO_LIMIT, ignore)
    assert (found.stopped_because, found.lower_bound) == (StopReason.WORK_LIMIT, 0)
    cost, at_first = patient.estimate(problem, NO_LIMIT), hasty.estimate(problem, NO_LIMIT)
    assert cost is not None
    assert at_first is not None
    assert cost.seconds > 1_000 * at_first.seconds


def test_a_share_is_taken_while_others_may_help() -> None:
    cost, budget = Cost(seconds=1.0, share=0.25), Budget(seconds=8.0)
    assert cost.within(budget, last=False) == Budget(seconds=2.0)
    assert cost.within(budget, last=True) == budget
    assert cost.within(NO_LIMIT, last=False) == NO_LIMIT


class NeverWanted(Spectral):
    """Comes last, and must not be asked."""

    def bound(self, *_: object) -> Outcome:
        raise AssertionError("what was proven is near enough")

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost:  # noqa: ARG002
        return Cost(seconds=1e9)


def test_a_bound_within_the_gap_ends_the_search_whoever_proved_it() -> None:
    problem = problem_of("torus:sides=6x8")
    near = Cut.of(problem.network, [0, *range(8, 31)])
    problem = replace(problem, cuts=(near,))
    spread = solved((Spreading(),), problem)
    capacity = problem.scaled(near)
    assert spread.stopped_because is StopReason.WORK_LIMIT
    assert 0 < spread.lower_bound < capacity
    gap = Fraction(capacity - spread.lower_bound, capacity)
    search = Search("auto", (Spreading(), NeverWanted()))
    ended = search.solve(problem, Budget(gap=gap), ignore)
    assert (ended.stopped_because, ended.lower_bound) == (StopReason.GAP, spread.lower_bound)
    assert ended.certificate == spread.certificate
    with pytest.raises(AssertionError, match="near enough"):
        search.solve(problem, Budget(gap=gap - Fraction(1, 1000)), ignore)
