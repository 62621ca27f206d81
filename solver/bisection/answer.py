"""Answering one question: a heuristic search, or an engine and the verifier together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines._base import Engine
from alphacut.solver.bisection.engines.catalogue import engine, only
from alphacut.solver.bisection.engines.floor import Floor, with_floor
from alphacut.solver.bisection.heuristics.search import BRIEF, FIRST, QUICK, SearchParams, search_at
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.heuristics.upper_curve import further, search
from alphacut.solver.bisection.heuristics.whole_groups import group_cuts
from alphacut.solver.bisection.outcome import (
    Budget,
    Observe,
    Outcome,
    Progress,
    Report,
    StopReason,
    ignore,
)
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import Cut, Problem
from alphacut.solver.bisection.question import Question, Search
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.found import current, remembering
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.compiled import interpreting
from alphacut.solver.common.errors import QuestionError, Refused

if TYPE_CHECKING:
    from alphacut.solver.bisection.bounds.memory import Memory

FINDING = ("auto", "elimination")  # engines that need no cuts where a network is narrow
ONE = Alpha(1, 1)  # inside a range: all links count there

SATURATED = "the search found nothing better for long, and without a time limit it ended"


def answer(
    question: Question,
    observe: Observe = ignore,
    engine_of: Callable[[str], Engine] = engine,
    params: SolverParams = USUAL,
    memory: Memory | None = None,
) -> Outcome:
    """Answer a question, within its time, in this process.

    A bound is labelled "certificate" only after the verifier accepted its proof.

    Parameters
    ----------
    engine_of
        Gives the engine of a name. It need not be trusted.
    params
        The numbers that tune a search.
    memory
        Keeps what the search worked out and an engine asks for again.
    """
    if isinstance(question.network, AnyWiring):
        found = _of_any_wiring(question, question.network, observe, params)
    elif isinstance(question, Search):
        found = _search(question, observe, params, memory)
    else:
        problem = _with_a_cut(question)
        late = problem.seconds is not None and problem.seconds <= 0
        solver = Floor(params) if late else engine_of(problem.engine)
        budget = Budget(seconds=problem.seconds, gap=problem.gap)
        with remembering(current()):
            proven = solver.solve(problem, budget, observe)
            found = _checked(problem, with_floor(problem, proven, params))
    return _without_compiler(found) if interpreting() else found


def _without_compiler(found: Outcome) -> Outcome:
    """Note that loops were interpreted."""
    missing = (*found.report.missing, "numba")
    return replace(found, report=replace(found.report, missing=missing))


def _of_any_wiring(
    question: Question, network: AnyWiring, observe: Observe, params: SolverParams
) -> Outcome:
    """Bound the bisections of every wiring: no engine that looks at one wiring may be asked."""
    cuts = group_cuts(network, question.balance)
    if isinstance(question, Search):
        observe(Progress(incumbent=cuts[0], lower_bound=0))
        return Outcome(cuts=cuts, stopped_because=StopReason.FINISHED)
    if question.engine != "auto":
        raise QuestionError("engine", f"must be auto for any wiring, got {question.engine!r}")
    from alphacut.solver.bisection.engines.majority import Majority

    problem = replace(question, cuts=(*question.cuts, *cuts))
    if problem.aim is not None:
        return Outcome(stopped_because=StopReason.WORK_LIMIT, alpha=problem.alpha)
    found = only(Majority(params.majority, params.group_kinds)).solve(
        problem, Budget(seconds=problem.seconds), observe
    )
    return _checked(problem, found)


def _search(
    question: Search, observe: Observe, params: SolverParams, memory: Memory | None
) -> Outcome:
    """Look for bisections whose lines draw the upper curve, or for better ones than are known.

    What goes on from known ones may take all of the question's time.
    """
    began = time.monotonic()
    deadline = began + (np.inf if question.seconds is None else question.seconds)
    closing = None if question.cuts else _closing_cut(question, params)
    if closing is not None:
        wanted = observe(Progress(incumbent=closing, lower_bound=0))
        return Outcome(
            cuts=(closing, *question.offered),
            stopped_because=StopReason.FINISHED if wanted else StopReason.CANCELLED,
            report=Report(engine="search", seconds=time.monotonic() - began),
        )
    cancelled = False

    def go_on(found: Cut | None) -> bool:
        nonlocal cancelled
        cancelled = cancelled or not observe(Progress(incumbent=found, lower_bound=0))
        return not cancelled

    @cache
    def chosen() -> SearchParams | None:  # once it is made: the first cut is told before
        return _search_params(question, params, memory)

    def at(network: Network, balance: Balance, alpha: Alpha, **given: Any) -> Cut:
        chosen_params = chosen()
        if chosen_params is None:
            return trivial_cut(network, balance)
        return search_at(network, balance, alpha, params=chosen_params, **given)

    if question.cuts:
        cuts = further(
            question.network, question.balance, question.wanted, question.cuts,
            deadline=deadline, go_on=go_on, times=params.upper_curve,
        )  # fmt: skip
    else:
        times = params.upper_curve
        large = question.network.switches >= times.large
        cuts = search(
            question.network, question.balance, low=question.low, high=question.high,
            deadline=began + (times.part_of_large if large else times.part) * (deadline - began),
            go_on=go_on, at=at,
        )  # fmt: skip
    late = bool(question.cuts) and time.monotonic() >= deadline
    ended = StopReason.TIME_LIMIT if late else StopReason.FINISHED
    saturated = question.cuts and not (cuts or late or cancelled)
    return Outcome(
        cuts=(*cuts, *question.offered),
        stopped_because=StopReason.CANCELLED if cancelled else ended,
        report=Report(
            engine="search",
            seconds=time.monotonic() - began,
            remarks=(SATURATED,) if saturated else (),
        ),
    )


def _closing_cut(question: Search, params: SolverParams) -> Cut | None:
    """Return the cut of a product that spreading will prove to be the best one, at all α asked."""
    network, weights = question.network, set(question.balance.weights)
    few = network.switches < params.spreading.fewest
    if few or question.engine != "auto" or len(weights) > 1:
        return None
    if question.low != question.high and network.depends_on_alpha:
        return None
    from alphacut.solver.bisection.bounds.spreading.spread import closing_side

    alpha = question.low if question.low == question.high else ONE
    side = closing_side(network, alpha, params.spreading)
    return None if side is None else Cut.of(network, side)


def _search_params(
    question: Search, params: SolverParams, memory: Memory | None
) -> SearchParams | None:
    """Return what a search is worth; None where a first cut is enough."""
    few = question.network.switches < params.elimination.fewest
    if not few and question.engine in FINDING and _finds(question, params, memory):
        return None if len(question.network.links) < question.network.switches else BRIEF
    return QUICK if question.engine == "auto" else FIRST


def _finds(question: Search, params: SolverParams, memory: Memory | None) -> bool:
    """Tell whether the engine will soon have found the best cuts by itself."""
    from alphacut.solver.bisection.bounds.elimination.planning import ends_soon  # loads SciPy

    alpha = question.low if question.low == question.high else ONE
    problem = Problem(network=question.network, balance=question.balance, alpha=alpha)
    return ends_soon(problem, question.seconds, params.elimination, memory)


def _with_a_cut(problem: Problem) -> Problem:
    if problem.cuts:
        return problem
    found = search_at(problem.network, problem.balance, problem.alpha)
    return replace(problem, cuts=(found,))


def _checked(problem: Problem, outcome: Outcome) -> Outcome:
    """Take the certificate out of an outcome if it proves less than is claimed, or is refused."""
    refusals = _refusals(problem, outcome)
    kept = outcome.certificate is not None and not refusals
    if outcome.lower_bound > outcome.certified_bound or not kept:  # on the engine's word
        outcome = replace(outcome, certified_bound=0, certificate=None)
    return replace(
        outcome,
        alpha=problem.alpha,
        intercept=None if problem.aim is None else problem.aim.intercept,
        refusals=refusals,
    )


def _refusals(problem: Problem, outcome: Outcome) -> tuple[str, ...]:
    """Return why the verifier refuses the proof of an outcome, if there is one and it does."""
    if outcome.certificate is None:
        return ()
    bounds = {point.alpha: point.bound for point in problem.known}

    def established(alpha: Alpha) -> int:
        if alpha not in bounds:
            raise Refused(f"it builds on α = {alpha}, where nothing was given to it")
        return bounds[alpha]

    try:
        check_certificate(
            outcome.certificate,
            network=problem.network,
            balance=problem.balance,
            alpha=problem.alpha,
            target=outcome.certified_bound,
            established=established,
            levels=problem.levels,
            intercept=None if problem.aim is None else problem.aim.intercept,
        )
    except Refused as refusal:
        return (f"certificate: {refusal}",)
    return ()
