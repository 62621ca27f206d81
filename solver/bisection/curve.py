"""From a network to its α-curve: search, then prove, point by point."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import ceil

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import KnownPoint, Level
from alphacut.solver.bisection.envelope import Envelope, Point
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.levels import strongest, wanted
from alphacut.solver.bisection.outcome import Outcome, goal_of
from alphacut.solver.bisection.problem import Cut, Problem
from alphacut.solver.bisection.question import Question, Search
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.reuse import certificates_for, known_for, rows_for
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError

Ask = Callable[[Question], Outcome]  # answers here, in a child process, or on another machine
Watch = Callable[[Envelope], bool]  # hears of every step; returns False to stop

Task = Alpha | Level  # a point to be proven, or a claim about one intercept

FLOOR = "packing"  # the engine that answers where no time is left
FINENESS = 20  # to the nearest such part an α is looked for up to which a segment is proven
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
    offered: tuple[Cut, ...] = ()  # that somebody has found, to be beaten

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
            if grown.cuts:
                return grown
            grown = grown.absorb(_something(inquiry))
        else:
            grown = grown.absorb(ask(question))
    return grown


def _something(inquiry: Inquiry) -> Outcome:
    """Return a bisection, when there was no time to look for a better one."""
    return Outcome(cuts=inquiry.offered or (trivial_cut(inquiry.network, inquiry.balance),))


def next_question(
    inquiry: Inquiry,
    envelope: Envelope,
    *,
    seconds: float | None = None,
    gap: Fraction = Fraction(0),
    waiting: tuple[Task, ...] | None = None,
) -> Question | None:
    """Return what to ask next, or None when nothing is left to ask.

    Parameters
    ----------
    seconds
        Wall time left for the whole curve; it is shared among the open points.
    waiting
        What `tasks` returns, if that is known.
    """
    late = seconds is not None and seconds <= 0
    if late:
        return last_question(inquiry, envelope)
    if not envelope.cuts:
        return Search(
            network=inquiry.network,
            balance=inquiry.balance,
            low=inquiry.low,
            high=inquiry.high,
            engine=inquiry.engine,
            offered=inquiry.offered,
            seconds=seconds,
        )
    waiting = tasks(inquiry, envelope, gap) if waiting is None else waiting
    if gap > 0 and envelope.gap <= gap:
        return None
    if not waiting:
        return further_search(inquiry, envelope, seconds, gap)
    limit = None if seconds is None else share(seconds, len(waiting))
    return question(inquiry, envelope, waiting[0], limit, gap=gap)


def last_question(inquiry: Inquiry, envelope: Envelope) -> Problem | None:
    """Return what is asked where no time is left and nothing is known: it takes a moment."""
    for alpha in envelope.needed if envelope.cuts else ():
        point = envelope.point_at(alpha)
        asked = point is not None and (point.bound > 0 or point.engine == FLOOR)
        if not asked and envelope.upper_at(alpha) > 0 and envelope.lower_at(alpha) == 0:
            return replace(question(inquiry, envelope, alpha, 0.0), engine=FLOOR)
    return None


def further_search(
    inquiry: Inquiry, envelope: Envelope, seconds: float | None, gap: Fraction
) -> Search | None:
    """Return the search that goes on where proofs have failed; None if it would bring nothing."""
    wanted = tuple(alpha for alpha in urgent(envelope) if not envelope.near(alpha, gap))
    if envelope.ledger.saturated or not wanted:
        return None
    return Search(
        network=inquiry.network,
        balance=inquiry.balance,
        low=inquiry.low,
        high=inquiry.high,
        cuts=envelope.cuts,
        wanted=wanted,
        seconds=seconds,
    )


def tasks(inquiry: Inquiry, envelope: Envelope, gap: Fraction = Fraction(0)) -> tuple[Task, ...]:
    """Return what could be asked now, independent of each other, the best first.

    A point that left intercepts open is asked again once they are settled, one that waited for
    others before any claim is asked for: perhaps it needs none, or stronger ones.

    Parameters
    ----------
    gap
        What may be left between the curves: claims are no stronger than that.
    """
    if not envelope.cuts:
        return ()
    parted = divided(envelope)
    claims = {point.alpha: _claims_for(inquiry, envelope, point, gap) for point in parted}
    ledger, known = envelope.ledger, len(envelope.claims)
    more = {a for a in claims if (rest := ledger.at(a).divided) and known > rest.levels}
    points = [a for a in askable(envelope) if a not in claims or (not claims[a] and a in more)]
    points = [a for a in points if not envelope.near(a, gap)]
    aims = [
        aim for aim in strongest(chain(*claims.values())) if not ledger.on(aim.intercept).exhausted
    ]
    aims.sort(key=lambda aim: ledger.on(aim.intercept).number)
    tried = {point.alpha for point in envelope.points if point.alpha not in claims}
    fresh = [alpha for alpha in points if alpha not in tried]
    waiting = [alpha for alpha in points if alpha in tried and ledger.at(alpha).waits]
    again = [alpha for alpha in points if alpha in tried and not ledger.at(alpha).waits]
    found: tuple[Task, ...] = (*fresh, *waiting, *aims, *again)
    if found or not inquiry.network.free:
        return found
    inside = between(envelope)
    return () if inside is None else (inside,)


def between(envelope: Envelope) -> Alpha | None:
    """Return an α inside a segment whose far end is open for good: how far is it the curve?

    The interval between the last α that is settled and the first one that is not is halved, in
    fractions with small denominators. Bounds for every wiring are sharp up to some α and weak
    beyond, where breakpoints are, so that these alone would prove nothing of such a segment.
    """
    asked = [point.alpha for point in envelope.points]
    beyond = min((alpha for alpha in asked if not envelope.closed_at(alpha)), default=None)
    closed = [alpha for alpha in asked if envelope.closed_at(alpha)]
    if beyond is None or beyond == envelope.low:
        return None
    low = max((alpha for alpha in closed if alpha < beyond), default=envelope.low)
    one = Alpha(1, 1)
    if low < one < beyond:
        return one
    fine = Fraction(1, FINENESS)
    start = low.fraction
    if not beyond.finite or beyond.fraction > 2 * start >= 1:
        return Alpha.of(2 * start)
    steps = (beyond.fraction - start) / fine
    return None if steps <= 1 else Alpha.of(start + fine * ceil(steps / 2))


def urgent(envelope: Envelope) -> tuple[Alpha, ...]:
    """Return the open α: the least tried, of these the ends of the range, then in order."""

    def urgency(alpha: Alpha) -> tuple[int, bool, Alpha]:
        inside = alpha not in (envelope.low, envelope.high)
        return (envelope.ledger.at(alpha).number, inside, alpha)

    return tuple(sorted(envelope.open, key=urgency))


def askable(envelope: Envelope) -> tuple[Alpha, ...]:
    """Return the open α at which another attempt could bring something, the most urgent first."""
    return tuple(alpha for alpha in urgent(envelope) if not envelope.ledger.at(alpha).exhausted)


def divided(envelope: Envelope) -> tuple[Point, ...]:
    """Return the open points whose intercepts are to be settled one by one."""
    open_now = set(envelope.open)
    left = [p for p in envelope.points if envelope.ledger.at(p.alpha).divided]
    return tuple(point for point in left if point.alpha in open_now)


def _claims_for(
    inquiry: Inquiry, envelope: Envelope, point: Point, gap: Fraction
) -> tuple[Level, ...]:
    """Return what is to be proven about single intercepts for the proof at one α."""
    known = known_for(envelope, point.alpha)
    region = Region.of(inquiry.network, inquiry.balance, known, envelope.claims)
    rest = envelope.ledger.at(point.alpha).divided
    if rest is not None and rest.intercepts is not None:
        least, most = rest.intercepts
        region = region.above("intercept", least).below("intercept", most)
    upper = point.alpha.scaled(envelope.best_at(point.alpha).line)
    return wanted(region, point.alpha, point.bound, goal_of(upper, gap))


def question(
    inquiry: Inquiry,
    envelope: Envelope,
    task: Task,
    seconds: float | None = None,
    known: tuple[KnownPoint, ...] | None = None,
    gap: Fraction = Fraction(0),
) -> Problem:
    """Return the problem for a task.

    Parameters
    ----------
    known
        The points that a proof may build on, if fewer than the envelope allows.
    """
    aim = task if isinstance(task, Level) else None
    alpha = task if isinstance(task, Alpha) else INFINITY
    problem = Problem(
        network=inquiry.network,
        balance=inquiry.balance,
        alpha=alpha,
        aim=aim,
        cuts=envelope.cuts,
        earlier=certificates_for(envelope, alpha),
        engine=inquiry.engine,
        seconds=seconds,
        gap=gap,
    )
    if aim is not None:  # its proof stands by itself
        return problem
    known = known_for(envelope, alpha) if known is None else known
    return replace(
        problem,
        divisible=True,
        known=known,
        rows=rows_for(envelope),
        levels=envelope.claims,
        others=others(envelope, alpha, gap),
        divided=alpha in {point.alpha for point in divided(envelope)},
    )


def others(envelope: Envelope, alpha: Alpha, gap: Fraction) -> tuple[Alpha, ...]:
    """Return the α inside the range where the first attempt is still to come, or under way.

    A point that is asked for the first time leaves to them what they need more of.
    """
    inside = set(envelope.breakpoints) - {envelope.low, envelope.high}
    fresh = inside - {point.alpha for point in envelope.points}
    wanted = {a for a in fresh if not envelope.near(a, gap)}
    return tuple(sorted(wanted - {alpha})) if alpha in fresh else ()


def share(seconds: float, waiting: int) -> float:
    """Divide the time that is left, without making attempts too short to help."""
    return min(seconds, max(SHORTEST_ATTEMPT, seconds / waiting))
