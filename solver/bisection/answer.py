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
from alphacut.solver.bisection.engines.spanning_trees import SpanningTrees, with_spanning_trees
from alphacut.solver.bisection.heuristics.search import BRIEF, FIRST, QUICK, SearchParams, search_at
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.heuristics.upper_curve import further, search
from alphacut.solver.bisection.heuristics.whole_groups import group_cuts
from alphacut.solver.bisection.outcome import (
    Budget,
    OnProgress,
    Outcome,
    Progress,
    Report,
    StopReason,
    ignore,
)
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.question import CutSearch, Question
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.memo import current, remembering
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.compiled import interpreting
from alphacut.solver.common.errors import QuestionError, Refused

if TYPE_CHECKING:
    from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache

FINDING = ("auto", "elimination")  # engines that need no cuts where a network is narrow
ONE = Alpha(1, 1)  # inside a range: all links count there

SATURATED = "the search found nothing better for long, and without a time limit it ended"


def answer(
    question: Question,
    on_progress: OnProgress = ignore,
    engine_of: Callable[[str], Engine] = engine,
    params: SolverParams = USUAL,
    warm_starts: WarmStartCache | None = None,
) -> Outcome:
    """Answer a question, within its time, in this process.

    A bound is labelled "certificate" only after the verifier accepted its proof.

    Parameters
    ----------
    engine_of
        Gives the engine of a name. It need not be trusted.
    params
        The numbers that tune a search.
    warm_starts
        Keeps what the search worked out and an engine asks for again.
    """
    if isinstance(question.network, AnyWiring):
        outcome = _of_any_wiring(question, question.network, on_progress, params)
    elif isinstance(question, CutSearch):
        outcome = _search(question, on_progress, params, warm_starts)
    else:
        problem = _with_a_cut(question)
        late = problem.seconds is not None and problem.seconds <= 0
        solver = SpanningTrees(params) if late else engine_of(problem.engine)
        budget = Budget(seconds=problem.seconds, gap=problem.gap)
        with remembering(current()):
            proven = solver.solve(problem, budget, on_progress)
            outcome = _checked(problem, with_spanning_trees(problem, proven, params))
    return _without_compiler(outcome) if interpreting() else outcome


def _without_compiler(outcome: Outcome) -> Outcome:
    """Note that loops were interpreted."""
    missing = (*outcome.report.missing, "numba")
    return replace(outcome, report=replace(outcome.report, missing=missing))


def _of_any_wiring(
    question: Question, network: AnyWiring, on_progress: OnProgress, params: SolverParams
) -> Outcome:
    """Bound the bisections of every wiring: no engine that looks at one wiring may be asked."""
    cuts = group_cuts(network, question.balance)
    if isinstance(question, CutSearch):
        on_progress(Progress(incumbent=cuts[0], lower_bound=0))
        return Outcome(cuts=cuts, stopped_because=StopReason.FINISHED)
    if question.engine != "auto":
        raise QuestionError("engine", f"must be auto for any wiring, got {question.engine!r}")
    from alphacut.solver.bisection.engines.structured import Majority

    problem = replace(question, cuts=(*question.cuts, *cuts))
    if problem.target_lemma is not None:
        return Outcome(stopped_because=StopReason.WORK_LIMIT, alpha=problem.alpha)
    outcome = only(Majority(params.majority, params.group_kinds)).solve(
        problem, Budget(seconds=problem.seconds), on_progress
    )
    return _checked(problem, outcome)


def _search(
    question: CutSearch,
    on_progress: OnProgress,
    params: SolverParams,
    warm_starts: WarmStartCache | None,
) -> Outcome:
    """Look for bisections whose lines draw the upper curve, or for better ones than are known.

    What goes on from known ones may take all of the question's time.
    """
    began = time.monotonic()
    deadline = began + (np.inf if question.seconds is None else question.seconds)
    closing = None if question.cuts else _closing_cut(question, params)
    if closing is not None:
        wanted = on_progress(Progress(incumbent=closing, lower_bound=0))
        return Outcome(
            cuts=(closing, *question.offered),
            stopped_because=StopReason.FINISHED if wanted else StopReason.CANCELLED,
            report=Report(engine="search", seconds=time.monotonic() - began),
        )
    cancelled = False

    def should_continue(cut: Cut | None) -> bool:
        nonlocal cancelled
        cancelled = cancelled or not on_progress(Progress(incumbent=cut, lower_bound=0))
        return not cancelled

    @cache
    def chosen() -> SearchParams | None:  # once it is made: the first cut is told before
        return _search_params(question, params, warm_starts)

    def at(network: Network, balance: Balance, alpha: Alpha, **options: Any) -> Cut:
        chosen_params = chosen()
        if chosen_params is None:
            return trivial_cut(network, balance)
        return search_at(network, balance, alpha, params=chosen_params, **options)

    if question.cuts:
        cuts = further(
            question.network, question.balance, question.improve_at, question.cuts,
            deadline=deadline, should_continue=should_continue, times=params.upper_curve,
        )  # fmt: skip
    else:
        times = params.upper_curve
        large = question.network.switches >= times.large
        cuts = search(
            question.network, question.balance, low=question.low, high=question.high,
            deadline=began + (times.part_of_large if large else times.part) * (deadline - began),
            should_continue=should_continue, at=at,
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


def _closing_cut(question: CutSearch, params: SolverParams) -> Cut | None:
    """Return the cut of a product that spreading will prove to be the best one, at all α asked."""
    network = question.network
    if network.switches < params.spreading.fewest or question.engine != "auto":
        return None
    if question.low != question.high and network.depends_on_alpha:
        return None
    from alphacut.solver.bisection.bounds.spreading.spread import closing_side

    alpha = question.low if question.low == question.high else ONE
    side = closing_side(network, question.balance, alpha, params.spreading)
    return None if side is None else Cut.of(network, side)


def _search_params(
    question: CutSearch, params: SolverParams, warm_starts: WarmStartCache | None
) -> SearchParams | None:
    """Return what a search is worth; None where a first cut is enough."""
    few = question.network.switches < params.elimination.fewest
    if not few and question.engine in FINDING and _finds(question, params, warm_starts):
        return None if len(question.network.links) < question.network.switches else BRIEF
    return QUICK if question.engine == "auto" else FIRST


def _finds(question: CutSearch, params: SolverParams, warm_starts: WarmStartCache | None) -> bool:
    """Tell whether the engine will soon have found the best cuts by itself."""
    from alphacut.solver.bisection.bounds.elimination.planning import ends_soon  # loads SciPy

    alpha = question.low if question.low == question.high else ONE
    problem = PointProblem(network=question.network, balance=question.balance, alpha=alpha)
    return ends_soon(problem, question.seconds, params.elimination, warm_starts)


def _with_a_cut(problem: PointProblem) -> PointProblem:
    if problem.cuts:
        return problem
    cut = search_at(problem.network, problem.balance, problem.alpha)
    return replace(problem, cuts=(cut,))


def _checked(problem: PointProblem, outcome: Outcome) -> Outcome:
    """Take the certificate out of an outcome if it proves less than is claimed, or is refused."""
    refusals = _refusals(problem, outcome)
    kept = outcome.certificate is not None and not refusals
    if outcome.lower_bound > outcome.certified_bound or not kept:  # on the engine's word
        outcome = replace(outcome, certified_bound=0, certificate=None)
    return replace(
        outcome,
        alpha=problem.alpha,
        intercept=None if problem.target_lemma is None else problem.target_lemma.intercept,
        refusals=refusals,
    )


def _refusals(problem: PointProblem, outcome: Outcome) -> tuple[str, ...]:
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
            lemmas=problem.lemmas,
            intercept=None if problem.target_lemma is None else problem.target_lemma.intercept,
        )
    except Refused as refusal:
        return (f"certificate: {refusal}",)
    return ()
