"""Answering one question: search, or engine and verifier together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines._base import Engine
from alphacut.solver.bisection.engines.catalogue import engine
from alphacut.solver.bisection.engines.floor import Floor, with_floor
from alphacut.solver.bisection.heuristics.at_alpha import BRIEF, FIRST, QUICK, SearchParams
from alphacut.solver.bisection.heuristics.hull import further, search, search_at
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import (
    Budget,
    Observe,
    Outcome,
    Progress,
    Report,
    StopReason,
    ignore,
)
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.problem import Cut, Problem
from alphacut.solver.bisection.question import Question, Search
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.found import current, remembering

SEARCH_SHARE = 0.3  # of the time for a whole curve that the first search may take
FINDING = ("auto", "elimination")  # engines that need no cuts where a network is narrow
ONE = Alpha(1, 1)  # inside a range: all links count there
LARGE, LARGE_SHARE = 200, 0.6  # switches from which it may take so much: most of it ends sooner

SATURATED = "the search found nothing better for long, and without a time limit it ended"


def answer(
    question: Question,
    observe: Observe = ignore,
    engine_of: Callable[[str], Engine] = engine,
) -> Outcome:
    """Answer a question, within its time, in this process.

    A bound is labelled "certificate" only after the verifier accepted its proof.

    Parameters
    ----------
    engine_of
        Gives the engine of a name. It need not be trusted.
    """
    if isinstance(question, Search):
        return _search(question, observe)
    problem = _with_a_cut(question)
    late = problem.seconds is not None and problem.seconds <= 0
    solver = Floor() if late else engine_of(problem.engine)
    budget = Budget(seconds=problem.seconds, gap=problem.gap)
    with remembering(current()):
        return _checked(problem, with_floor(problem, solver.solve(problem, budget, observe)))


def _search(question: Search, observe: Observe) -> Outcome:
    """Look for bisections whose lines draw the upper curve, or for better ones than are known."""
    if question.cuts:
        return _search_further(question, observe)
    began = time.monotonic()
    share = LARGE_SHARE if question.network.switches >= LARGE else SEARCH_SHARE
    seconds = float("inf") if question.seconds is None else share * question.seconds
    cancelled = False

    def go_on(found: Cut | None) -> bool:
        nonlocal cancelled
        cancelled = cancelled or not observe(Progress(incumbent=found, lower_bound=0))
        return not cancelled

    cuts = search(
        question.network,
        question.balance,
        low=question.low,
        high=question.high,
        deadline=began + seconds,
        go_on=go_on,
        at=_Searching(question),
    )
    return Outcome(
        cuts=cuts,
        stopped_because=StopReason.CANCELLED if cancelled else StopReason.FINISHED,
        report=Report(engine="search", seconds=time.monotonic() - began),
    )


class _Searching:
    """The search at one α, which asks how long is worth it when it is first made."""

    def __init__(self, question: Search) -> None:
        self._question = question

    def __call__(
        self,
        network: Network,
        balance: Balance,
        alpha: Alpha,
        *,
        deadline: float,
        go_on: Callable[[], bool],
    ) -> Cut:
        params = self._params
        if params is None:
            return trivial_cut(network, balance)
        return search_at(network, balance, alpha, deadline=deadline, go_on=go_on, params=params)

    @cached_property
    def _params(self) -> SearchParams | None:
        return _search_params(self._question)


def _search_params(question: Search) -> SearchParams | None:
    """Return what a search is worth; None where a first cut is enough."""
    if _needless(question):
        return None if len(question.network.links) < question.network.switches else BRIEF
    return QUICK if question.engine == "auto" else FIRST


def _needless(question: Search) -> bool:
    """Tell whether the engine will soon have found the best cuts by itself."""
    few = question.network.switches < USUAL.elimination.fewest
    if few or question.engine not in FINDING:
        return False
    from alphacut.solver.bisection.engines.elimination import ends_soon  # loads SciPy

    alpha = question.low if question.low == question.high else ONE
    problem = Problem(network=question.network, balance=question.balance, alpha=alpha)
    return ends_soon(problem, question.seconds)


def _search_further(question: Search, observe: Observe) -> Outcome:
    """Go on with the search for all of the question's time, or until something is found."""
    began = time.monotonic()
    seconds = float("inf") if question.seconds is None else question.seconds
    cancelled = False

    def go_on(found: Cut | None) -> bool:
        nonlocal cancelled
        cancelled = cancelled or not observe(Progress(incumbent=found, lower_bound=0))
        return not cancelled

    cuts = further(
        question.network,
        question.balance,
        question.wanted,
        question.cuts,
        deadline=began + seconds,
        go_on=go_on,
    )
    late = time.monotonic() >= began + seconds
    ended = StopReason.TIME_LIMIT if late else StopReason.FINISHED
    return Outcome(
        cuts=cuts,
        stopped_because=StopReason.CANCELLED if cancelled else ended,
        report=Report(
            engine="search",
            seconds=time.monotonic() - began,
            remarks=() if cuts or late or cancelled else (SATURATED,),
        ),
    )


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
    divided = outcome.stopped_because is StopReason.DIVIDED
    return replace(
        outcome,
        alpha=problem.alpha,
        intercept=None if problem.aim is None else problem.aim.intercept,
        levels=len(problem.levels) if divided else None,
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
