"""What could be asked of a curve: points to be proven, and lemmas about single intercepts.

Which slope the bisections of one intercept have does not depend on α: a lemma about it, proven
once, serves at every α, and different lemmas can be proven at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from math import ceil

from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.envelope import Envelope, Point
from alphacut.solver.bisection.outcome import goal_of
from alphacut.solver.bisection.question import CurveProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.reuse import known_for
from alphacut.solver.common.alpha import Alpha

Task = Alpha | InterceptLemma  # a point to be proven, or a lemma about one intercept

FINENESS = 20  # to the nearest such part an α is looked for up to which a segment is proven


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


def _lemmas_for(
    problem: CurveProblem, envelope: Envelope, point: Point, gap: Fraction
) -> tuple[InterceptLemma, ...]:
    """Return the lemmas about single intercepts that are needed for the proof at one α."""
    known = known_for(envelope, point.alpha)
    region = Region.of(problem.network, problem.balance, known, envelope.certified_lemmas)
    deferral, bound = envelope.ledger.at(point.alpha).deferred_to_lemmas, point.bound
    if deferral is not None and deferral.open_intercepts is not None:
        least, most = deferral.open_intercepts
        region = region.above("intercept", least).below("intercept", most)
    if deferral is not None and deferral.proven is not None:
        bound = min(bound, deferral.proven)  # others may have proven more, in proofs of their own
    upper = point.alpha.scaled(envelope.best_at(point.alpha).line)
    return needed_lemmas(region, point.alpha, bound, goal_of(upper, gap))


def needed_lemmas(
    region: Region, alpha: Alpha, bound: int, target: int
) -> tuple[InterceptLemma, ...]:
    """Return the lemmas that together raise the bound at one α to a target.

    Parameters
    ----------
    region
        The lines that are open.
    bound, target
        Scaled: what is proven at this α, and what is to be.
    """
    slopes: dict[int, int] = {}
    for slope, least, most in region.values(alpha, bound, target):
        step = region.intercept.modulus or 1
        for intercept in range(least, most + 1, step):
            if not region.settled(intercept, slope):
                slopes[intercept] = slope  # they come in ascending order
    return tuple(InterceptLemma(intercept=i, slope=s + 1) for i, s in sorted(slopes.items()))


def strongest(lemmas: Iterable[InterceptLemma]) -> tuple[InterceptLemma, ...]:
    """Return the strongest lemma at each intercept, in order."""
    slopes: dict[int, int] = {}
    for lemma in lemmas:
        slopes[lemma.intercept] = max(lemma.slope, slopes.get(lemma.intercept, 0))
    return tuple(InterceptLemma(intercept=i, slope=s) for i, s in sorted(slopes.items()))
