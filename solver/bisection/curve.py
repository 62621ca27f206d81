"""From a network to its α-curve: search, then prove, point by point."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from arrangements.network import Network
from solver.bisection.alpha import INFINITY, ZERO, Alpha
from solver.bisection.balance import Balance
from solver.bisection.envelope import Envelope
from solver.bisection.heuristics.starts import trivial_cut
from solver.bisection.point import Answer, Question
from solver.errors import QuestionError

Ask = Callable[[Question], Answer]  # answers here, in a child process, or on another machine
Watch = Callable[[Envelope], bool]  # hears of every step; returns False to stop

SHORTEST_ATTEMPT = 2.0  # seconds; a share of the time limit below this is not worth starting


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When to stop, though not everything is proven."""

    seconds: float | None = None  # wall time; None: no limit
    gap: Fraction = Fraction(0)  # stop once (upper - lower)/upper is at most this everywhere


@dataclass(frozen=True, kw_only=True)
class Inquiry:
    """Which curve is wanted. A single point is a range of one α."""

    network: Network
    balance: Balance
    low: Alpha = ZERO
    high: Alpha = INFINITY
    engine: str = "auto"

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise QuestionError(
                "alpha", f"the range is empty: min {self.low} is above max {self.high}"
            )

    def start(self) -> Envelope:
        """Return the envelope that knows nothing yet."""
        return Envelope(low=self.low, high=self.high)


def trace(
    inquiry: Inquiry,
    ask: Ask,
    *,
    limits: Limits = Limits(),
    watch: Watch = lambda _: True,
    envelope: Envelope | None = None,
) -> Envelope:
    """Trace the curve until it is proven, or a limit or the watcher ends it.

    Parameters
    ----------
    ask
        Answers one question; see `solver.bisection.answer.answer`.
    envelope
        What an earlier run left, to go on from.
    """
    began = time.monotonic()
    grown = envelope or inquiry.start()
    while watch(grown):
        left = None if limits.seconds is None else limits.seconds - (time.monotonic() - began)
        question = next_question(inquiry, grown, seconds=left, gap=limits.gap)
        if question is None:
            return grown if grown.cuts else grown.absorb(_something(inquiry))
        grown = grown.absorb(ask(question))
    return grown


def _something(inquiry: Inquiry) -> Answer:
    """Return a bisection, when there was no time to look for a better one."""
    return Answer(alpha=None, cuts=(trivial_cut(inquiry.network, inquiry.balance),))


def next_question(
    inquiry: Inquiry,
    envelope: Envelope,
    *,
    seconds: float | None = None,
    gap: Fraction = Fraction(0),
) -> Question | None:
    """Return what to ask next, or None when nothing is left to ask.

    Parameters
    ----------
    seconds
        Wall time left for the whole curve; it is shared among the open points.
    """
    late = seconds is not None and seconds <= 0
    if not envelope.cuts and not late:
        return Question(
            network=inquiry.network,
            balance=inquiry.balance,
            alpha=None,
            low=inquiry.low,
            high=inquiry.high,
            seconds=seconds,
        )
    waiting = envelope.askable if envelope.cuts else ()
    if late or not waiting or (gap > 0 and envelope.gap <= gap):
        return None
    alpha = waiting[0]
    return Question(
        network=inquiry.network,
        balance=inquiry.balance,
        alpha=alpha,
        low=inquiry.low,
        high=inquiry.high,
        cuts=envelope.cuts,
        known=envelope.known_for(alpha),
        rows=envelope.rows,
        engine=inquiry.engine,
        seconds=None if seconds is None else share(seconds, len(waiting)),
    )


def share(seconds: float, waiting: int) -> float:
    """Divide the time that is left, without making attempts too short to help."""
    return min(seconds, max(SHORTEST_ATTEMPT, seconds / waiting))
