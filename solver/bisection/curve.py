"""From a network to its α-curve: search, then prove, point by point."""

from __future__ import annotations

import time
from collections.abc import Callable

from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.question import UNLIMITED, CurveProblem, Limits, Question
from alphacut.solver.bisection.schedule import Schedule

__all__ = ["CurveProblem", "Limits", "trace", "with_some_cut"]

Ask = Callable[[Question], Outcome]  # answers here, in a child process, or on another machine
ShouldContinue = Callable[[Envelope], bool]  # hears of every step; returns False to stop


def trace(
    problem: CurveProblem,
    ask: Ask,
    *,
    limits: Limits = UNLIMITED,
    should_continue: ShouldContinue = lambda _: True,
    envelope: Envelope | None = None,
) -> Envelope:
    """Trace the curve until it is proven, or a limit or `should_continue` ends it.

    Parameters
    ----------
    ask
        Answers one question; see `solver.bisection.answer.answer`.
    envelope
        What an earlier run left, to go on from.
    """
    began = time.monotonic()
    schedule = Schedule(problem=problem, limits=limits)
    grown = envelope or problem.start()
    while should_continue(grown):
        asked = schedule.next(grown, spent=time.monotonic() - began)
        if asked:
            grown = grown.absorb(ask(asked[0]))
        elif grown.cuts:
            return grown
        else:
            grown = with_some_cut(grown, problem)
    return grown


def with_some_cut(envelope: Envelope, problem: CurveProblem) -> Envelope:
    """Take any bisection, where there was no time to look for a better one."""
    if envelope.cuts:
        return envelope
    cuts = problem.offered or (trivial_cut(problem.network, problem.balance),)
    return envelope.absorb(Outcome(cuts=cuts))
