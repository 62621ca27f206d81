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
from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.envelope import Envelope, Point
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.lemmas import needed_lemmas, strongest
from alphacut.solver.bisection.outcome import Outcome, goal_of
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.question import CutSearch, Question
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.reuse import certificates_for, known_for, rows_for
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError

Ask = Callable[[Question], Outcome]  # answers here, in a child process, or on another machine
ShouldContinue = Callable[[Envelope], bool]  # hears of every step; returns False to stop

Task = Alpha | InterceptLemma  # a point to be proven, or a lemma about one intercept

LAST_RESORT = "packing"  # the engine that answers where no time is left
FINENESS = 20  # to the nearest such part an α is looked for up to which a segment is proven
SHORTEST_ATTEMPT = 2.0  # seconds; a share of the time limit below this is not worth starting


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When to stop, though not everything is proven."""

    seconds: float | None = None  # wall time; None: no limit
    gap: Fraction = Fraction(0)  # stop once (upper - lower)/upper is at most this everywhere


@dataclass(frozen=True, kw_only=True)
class CurveProblem:
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
    problem: CurveProblem,
    ask: Ask,
    *,
    limits: Limits = Limits(),
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
    grown = envelope or problem.start()
    while should_continue(grown):
        left = None if limits.seconds is None else limits.seconds - (time.monotonic() - began)
        question = next_question(problem, grown, seconds=left, gap=limits.gap)
        if question is None:
            if grown.cuts:
                return grown
            grown = grown.absorb(_something(problem))
        else:
            grown = grown.absorb(ask(question))
    return grown


def _something(problem: CurveProblem) -> Outcome:
    """Return a bisection, when there was no time to look for a better one."""
    return Outcome(cuts=problem.offered or (trivial_cut(problem.network, problem.balance),))


def next_question(
    problem: CurveProblem,
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
        return last_question(problem, envelope)
    if not envelope.cuts:
        return CutSearch(
            network=problem.network,
            balance=problem.balance,
            low=problem.low,
            high=problem.high,
            engine=problem.engine,
            offered=problem.offered,
            seconds=seconds,
        )
    waiting = tasks(problem, envelope, gap) if waiting is None else waiting
    if gap > 0 and envelope.gap <= gap:
        return None
    if not waiting:
        return further_search(problem, envelope, seconds, gap)
    limit = None if seconds is None else share(seconds, len(waiting))
    return question(problem, envelope, waiting[0], limit, gap=gap)


def last_question(problem: CurveProblem, envelope: Envelope) -> PointProblem | None:
    """Return what is asked where no time is left and nothing is known: it takes a moment."""
    for alpha in envelope.needed if envelope.cuts else ():
        point = envelope.point_at(alpha)
        answered = point is not None and (point.bound > 0 or point.engine == LAST_RESORT)
        if not answered and envelope.upper_at(alpha) > 0 and envelope.lower_at(alpha) == 0:
            return replace(question(problem, envelope, alpha, 0.0), engine=LAST_RESORT)
    return None


def further_search(
    problem: CurveProblem, envelope: Envelope, seconds: float | None, gap: Fraction
) -> CutSearch | None:
    """Return the search that goes on where proofs have failed; None if it would bring nothing.

    Parameters
    ----------
    seconds
        Wall time that it may take.
    gap
        Points as near to the best cut as that need none.
    """
    unsettled = tuple(alpha for alpha in urgent(envelope) if not envelope.near(alpha, gap))
    if envelope.ledger.saturated or not unsettled:
        return None
    return CutSearch(
        network=problem.network,
        balance=problem.balance,
        low=problem.low,
        high=problem.high,
        cuts=envelope.cuts,
        improve_at=unsettled,
        seconds=seconds,
    )


def tasks(
    problem: CurveProblem, envelope: Envelope, gap: Fraction = Fraction(0)
) -> tuple[Task, ...]:
    """Return what could be asked now, independent of each other, the best first.

    A point that left intercepts open is asked again once they are settled, one that waited for
    others before any lemma is asked for: perhaps it needs none, or stronger ones.

    Parameters
    ----------
    gap
        What may be left between the curves: lemmas are no stronger than that.
    """
    if not envelope.cuts:
        return ()
    deferred = deferring(envelope)
    lemmas_at = {point.alpha: _lemmas_for(problem, envelope, point, gap) for point in deferred}
    ledger, known = envelope.ledger, len(envelope.certified_lemmas)
    deferrals = {alpha: ledger.at(alpha).deferred_to_lemmas for alpha in lemmas_at}
    more = {alpha for alpha, each in deferrals.items() if each and known > each.lemmas_known}
    points = [
        a for a in askable(envelope) if a not in lemmas_at or (not lemmas_at[a] and a in more)
    ]
    points = [a for a in points if not envelope.near(a, gap)]
    lemmas = [
        lemma
        for lemma in strongest(chain(*lemmas_at.values()))
        if not ledger.on(lemma.intercept).exhausted
    ]
    lemmas.sort(key=lambda lemma: ledger.on(lemma.intercept).number)
    tried = {point.alpha for point in envelope.points if point.alpha not in lemmas_at}
    fresh = [alpha for alpha in points if alpha not in tried]
    waiting = [alpha for alpha in points if alpha in tried and ledger.at(alpha).waits_for_siblings]
    again = [
        alpha for alpha in points if alpha in tried and not ledger.at(alpha).waits_for_siblings
    ]
    found: tuple[Task, ...] = (*fresh, *waiting, *lemmas, *again)
    if found or not problem.network.free:
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


def deferring(envelope: Envelope) -> tuple[Point, ...]:
    """Return the open points whose intercepts are to be settled one by one, by lemmas."""
    open_now = set(envelope.open)
    deferred = [p for p in envelope.points if envelope.ledger.at(p.alpha).deferred_to_lemmas]
    return tuple(point for point in deferred if point.alpha in open_now)


def _lemmas_for(
    problem: CurveProblem, envelope: Envelope, point: Point, gap: Fraction
) -> tuple[InterceptLemma, ...]:
    """Return the lemmas about single intercepts that are needed for the proof at one α."""
    known = known_for(envelope, point.alpha)
    region = Region.of(problem.network, problem.balance, known, envelope.certified_lemmas)
    deferral = envelope.ledger.at(point.alpha).deferred_to_lemmas
    if deferral is not None and deferral.open_intercepts is not None:
        least, most = deferral.open_intercepts
        region = region.above("intercept", least).below("intercept", most)
    upper = point.alpha.scaled(envelope.best_at(point.alpha).line)
    return needed_lemmas(region, point.alpha, point.bound, goal_of(upper, gap))


def question(
    problem: CurveProblem,
    envelope: Envelope,
    task: Task,
    seconds: float | None = None,
    known: tuple[KnownPoint, ...] | None = None,
    gap: Fraction = Fraction(0),
) -> PointProblem:
    """Return the problem at one α for a task.

    Parameters
    ----------
    known
        The points that a proof may build on, if fewer than the envelope allows.
    """
    lemma = task if isinstance(task, InterceptLemma) else None
    alpha = task if isinstance(task, Alpha) else INFINITY
    at_alpha = PointProblem(
        network=problem.network,
        balance=problem.balance,
        alpha=alpha,
        target_lemma=lemma,
        cuts=envelope.cuts,
        warm_certificates=certificates_for(envelope, alpha),
        engine=problem.engine,
        seconds=seconds,
        gap=gap,
    )
    if lemma is not None:  # its proof stands by itself
        return at_alpha
    known = known_for(envelope, alpha) if known is None else known
    return replace(
        at_alpha,
        may_defer=True,
        known=known,
        rows=rows_for(envelope),
        lemmas=envelope.certified_lemmas,
        sibling_alphas=sibling_alphas(envelope, alpha, gap),
        deferred_before=alpha in {point.alpha for point in deferring(envelope)},
    )


def sibling_alphas(envelope: Envelope, alpha: Alpha, gap: Fraction) -> tuple[Alpha, ...]:
    """Return the α inside the range where the first attempt is still to come, or under way.

    A point that is asked for the first time leaves to them what they need more of.

    Parameters
    ----------
    alpha
        Of the question.
    gap
        Points as near to the best cut as that need no proof.
    """
    inside = set(envelope.breakpoints) - {envelope.low, envelope.high}
    fresh = inside - {point.alpha for point in envelope.points}
    unsettled = {a for a in fresh if not envelope.near(a, gap)}
    return tuple(sorted(unsettled - {alpha})) if alpha in fresh else ()


def share(seconds: float, waiting: int) -> float:
    """Divide the time that is left, without making attempts too short to help."""
    return min(seconds, max(SHORTEST_ATTEMPT, seconds / waiting))
