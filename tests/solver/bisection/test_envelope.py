"""The envelope method: upper curve from cuts, lower curve from proven points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphacut.arrangements.network import Line
from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.certificate.leaves import LinearLeaf
from alphacut.solver.bisection.certificate.proofs import (
    ComponentsProof,
    PackingProof,
    SweepProof,
    TreeProof,
)
from alphacut.solver.bisection.chords import Chord, lower_curve
from alphacut.solver.bisection.envelope import Envelope, meeting
from alphacut.solver.bisection.outcome import Deferral, Outcome, Report, StopReason
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.reuse import certificates_for, known_for
from alphacut.solver.bisection.tasks import askable, urgent
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

Hull = Callable[[Iterable[Line]], list[Line]]

lines = st.builds(Line, st.integers(0, 30), st.integers(0, 30))
ratios = st.fractions(min_value=0, max_value=12, max_denominator=12)


def envelope(*drawn: Line, low: Alpha = ZERO, high: Alpha = INFINITY) -> Envelope:
    """Return the envelope of cuts with these lines; their sides do not matter here."""
    cuts = tuple(Cut(side=(number,), line=line) for number, line in enumerate(drawn))
    return Envelope(low=low, high=high).absorb(Outcome(cuts=cuts))


def proven(alpha: Alpha, bound: int, proof: str = "certificate", **others: object) -> Outcome:
    certified = bound if proof == "certificate" else 0
    given = {"certificate": ComponentsProof() if proof == "certificate" else None, **others}
    return Outcome(alpha=alpha, lower_bound=bound, certified_bound=certified, **given)  # type: ignore[arg-type]


# ---- the upper curve -------------------------------------------------------


@given(st.lists(lines, min_size=1, max_size=8))
def test_segments_are_the_lower_envelope(hull_of: Hull, drawn: list[Line]) -> None:
    upper = envelope(*drawn)
    assert [segment.cut.line for segment in upper.segments] == hull_of(drawn)
    assert upper.segments[0].start == ZERO
    assert upper.segments[-1].end == INFINITY
    for one, other in pairwise(upper.segments):
        assert one.end == other.start == meeting(one.cut.line, other.cut.line)


@given(st.lists(lines, min_size=1, max_size=8), ratios, ratios)
def test_segments_of_a_range_are_the_best_lines_there(
    drawn: list[Line], one: Fraction, other: Fraction
) -> None:
    low, high = Alpha.of(min(one, other)), Alpha.of(max(one, other))
    segments = envelope(*drawn, low=low, high=high).segments
    assert segments[0].start == low
    assert segments[-1].end == high
    for segment in segments:
        for alpha in (segment.start, segment.end):
            assert alpha.scaled(segment.cut.line) == min(alpha.scaled(line) for line in drawn)
    assert all(one.end == other.start for one, other in pairwise(segments))
    assert all(s.start < s.end for s in segments) or low == high


def test_first_segment_holds_just_above_zero() -> None:
    """Two bisections tie at α = 0; the one with the least slope is the curve beside it."""
    upper = envelope(Line(3, 9), Line(3, 5), Line(10, 1))
    assert [s.cut.line for s in upper.segments] == [(3, 5), (10, 1)]


def test_last_segment_has_the_least_intercept_of_the_least_slope() -> None:
    upper = envelope(Line(0, 9), Line(8, 1), Line(6, 1))
    assert [s.cut.line for s in upper.segments] == [(0, 9), (6, 1)]


def test_line_that_only_touches_a_breakpoint_has_no_segment() -> None:
    upper = envelope(Line(0, 4), Line(2, 2), Line(4, 0))
    assert [s.cut.line for s in upper.segments] == [(0, 4), (4, 0)]
    assert upper.breakpoints == (Alpha(1, 1),)


def test_range_of_one_alpha_is_one_segment() -> None:
    upper = envelope(Line(0, 4), Line(4, 0), low=Alpha(1, 2), high=Alpha(1, 2))
    assert [(s.start, s.end) for s in upper.segments] == [(Alpha(1, 2), Alpha(1, 2))]
    assert upper.needed == (Alpha(1, 2),)


def test_range_at_infinity_takes_the_least_slope() -> None:
    upper = envelope(Line(0, 4), Line(9, 1), low=INFINITY, high=INFINITY)
    assert [s.cut.line for s in upper.segments] == [(9, 1)]


def test_breakpoint_at_the_end_of_a_range_is_not_inside() -> None:
    upper = envelope(Line(0, 4), Line(4, 0), low=ZERO, high=Alpha(1, 1))
    assert [s.cut.line for s in upper.segments] == [(0, 4)]


def test_without_cuts_there_is_no_curve() -> None:
    nothing = Envelope()
    assert nothing.segments == ()
    assert nothing.status == "bounded"
    assert nothing.gap == 1


# ---- the lower curve -------------------------------------------------------


@given(
    st.lists(lines, min_size=1, max_size=6),
    st.lists(ratios, max_size=5, unique=True),
    st.booleans(),
    st.integers(0, 3),
)
def test_lower_curve_is_the_least_concave_curve_above_the_values(
    drawn: list[Line], at: list[Fraction], with_slope: bool, weaker: int
) -> None:
    """Values of a concave curve (made weaker, too) are given back wherever they are known."""

    def true(x: Fraction) -> Fraction:
        return min(line.at(x) for line in drawn)

    values = [(Alpha.of(x), max(Fraction(0), true(x) - weaker)) for x in at]
    slope = min(line.slope for line in drawn) if with_slope else 0
    known = [*values, (INFINITY, Fraction(slope))]
    chords = lower_curve(ZERO, INFINITY, known)
    check_covers(chords, ZERO, INFINITY)
    for alpha, value in values:
        assert value <= at_alpha(chords, alpha.fraction)
    for x in [*at, *(Fraction(n, 3) for n in range(50))]:
        assert at_alpha(chords, x) <= true(x)
        assert at_alpha(chords, x) == best_by_concavity(known, x)
    assert chords[-1].slope == slope
    slopes = [chord.slope for chord in chords]
    assert slopes == sorted(set(slopes), reverse=True)


def best_by_concavity(known: list[tuple[Alpha, Fraction]], x: Fraction) -> Fraction:
    """Return the best of all chords and rays, straight from the definition."""
    finite = [(Fraction(0), Fraction(0))]
    finite += [(a.fraction, v) for a, v in known if a.finite]
    slope = max(v for a, v in known if not a.finite)
    best = max(v + slope * (x - a) for a, v in finite if a <= x)
    for a, v in finite:
        for b, w in finite:
            if a <= x <= b and a < b:
                best = max(best, v + (w - v) * (x - a) / (b - a))
    return best


def check_covers(chords: tuple[Chord, ...], low: Alpha, high: Alpha) -> None:
    assert chords[0].start == low
    assert chords[-1].end == high
    assert all(one.end == other.start for one, other in pairwise(chords))


def at_alpha(chords: tuple[Chord, ...], x: Fraction) -> Fraction:
    (value, *others) = {c.at(x) for c in chords if c.start <= Alpha.of(x) <= c.end}
    assert not others
    return value


@given(st.lists(st.tuples(ratios, st.integers(0, 30)), max_size=4), ratios, ratios)
def test_lower_curve_of_a_range_is_cut_from_the_whole(
    given_values: list[tuple[Fraction, int]], one: Fraction, other: Fraction
) -> None:
    known = [(Alpha.of(x), Fraction(v)) for x, v in given_values]
    low, high = min(one, other), max(one, other)
    whole = lower_curve(ZERO, INFINITY, known)
    part = lower_curve(Alpha.of(low), Alpha.of(high), known)
    check_covers(part, Alpha.of(low), Alpha.of(high))
    for x in (low, (low + high) / 2, high):
        assert at_alpha(part, x) == at_alpha(whole, x)


def test_lower_curve_without_points_is_zero() -> None:
    (chord,) = lower_curve(ZERO, INFINITY, [])
    assert (chord.intercept, chord.slope) == (Fraction(0), Fraction(0))
    assert chord.end == INFINITY


# ---- growing ---------------------------------------------------------------


def test_ends_are_asked_first_then_breakpoints_in_order() -> None:
    upper = envelope(Line(0, 9), Line(4, 4), Line(10, 0))
    assert upper.open == (ZERO, Alpha(4, 5), Alpha(3, 2), INFINITY)
    assert urgent(upper) == (ZERO, INFINITY, Alpha(4, 5), Alpha(3, 2))


def test_proven_points_are_asked_no_more() -> None:
    upper = envelope(Line(0, 4), Line(4, 0)).absorb(proven(ZERO, 0)).absorb(proven(INFINITY, 0))
    assert upper.open == (Alpha(1, 1),)
    assert upper.absorb(proven(Alpha(1, 1), 3)).open == (Alpha(1, 1),)
    assert upper.absorb(proven(Alpha(1, 1), 4)).open == ()


def test_better_cut_moves_the_breakpoints() -> None:
    upper = envelope(Line(0, 4), Line(4, 0)).absorb(proven(Alpha(1, 1), 3))
    found = Outcome(alpha=Alpha(1, 1), cuts=(Cut(side=(9,), line=Line(1, 2)),), lower_bound=3)
    assert upper.absorb(found).breakpoints == (Alpha(1, 2), Alpha(3, 2))


@pytest.mark.parametrize(
    ("proofs", "status"),
    [
        (("certificate", "certificate", "certificate"), "exact"),
        (("certificate", "solver", "certificate"), "closed"),
        (("certificate", None, "certificate"), "bounded"),
    ],
)
def test_status_is_that_of_the_weakest_proof(proofs: tuple[str | None, ...], status: str) -> None:
    upper = envelope(Line(0, 4), Line(4, 0))
    for alpha, proof in zip((ZERO, Alpha(1, 1), INFINITY), proofs, strict=True):
        bound = alpha.scaled(upper.best_at(alpha).line) if proof else 0
        upper = upper.absorb(proven(alpha, bound, proof or ""))
    assert upper.status == status


def test_gap_is_that_of_the_worst_place() -> None:
    upper = envelope(Line(0, 4), Line(4, 0)).absorb(proven(Alpha(1, 1), 3))
    assert upper.gap == Fraction(1, 4)
    assert upper.lower_at(Alpha(1, 2)) == Fraction(3, 2)
    assert upper.absorb(proven(Alpha(1, 1), 4)).gap == 0


def test_weaker_answer_never_replaces_a_better_one() -> None:
    upper = envelope(Line(0, 4), Line(4, 0)).absorb(
        proven(Alpha(1, 1), 3, report=Report(seconds=1.0))
    )
    again = upper.absorb(proven(Alpha(1, 1), 2, report=Report(seconds=2.0)))
    point = again.point_at(Alpha(1, 1))
    assert point is not None
    assert (point.bound, point.seconds) == (3, 3.0)
    assert again.ledger.at(Alpha(1, 1)).number == 2


def test_point_whose_engine_gave_up_is_not_asked_again() -> None:
    upper = envelope(Line(0, 4), Line(4, 0))
    late = upper.absorb(
        Outcome(alpha=Alpha(1, 1), cuts=(), lower_bound=3, stopped_because=StopReason.TIME_LIMIT)
    )
    assert Alpha(1, 1) in askable(late)
    gave_up = upper.absorb(
        Outcome(alpha=Alpha(1, 1), cuts=(), lower_bound=3, stopped_because=StopReason.WORK_LIMIT)
    )
    assert Alpha(1, 1) not in askable(gave_up)
    assert Alpha(1, 1) in gave_up.open


# ---- what proofs may build on ----------------------------------------------


def built_on(alpha: Alpha, bound: int, *others: Alpha) -> Outcome:
    known = tuple(KnownPoint(alpha=other, bound=1) for other in others)
    certificate = PackingProof(known=known, sources=(), trees="")
    return proven(alpha, bound, certificate=certificate)


def test_proof_may_build_on_certified_points_only() -> None:
    upper = envelope(Line(1, 4), Line(5, 1))
    upper = upper.absorb(proven(ZERO, 1)).absorb(proven(INFINITY, 1, "solver"))
    assert [known.alpha for known in known_for(upper, Alpha(4, 3))] == [ZERO]


def test_proof_never_builds_on_one_that_rests_on_it() -> None:
    one, two, three = Alpha(1, 1), Alpha(2, 1), Alpha(3, 1)
    upper = envelope(Line(1, 4), Line(5, 1))
    upper = upper.absorb(built_on(one, 5)).absorb(built_on(two, 6, one))
    upper = upper.absorb(built_on(three, 7, two))
    assert known_for(upper, one) == ()
    assert [known.alpha for known in known_for(upper, two)] == [one]
    assert [known.alpha for known in known_for(upper, three)] == [one, two]


def test_a_word_takes_the_place_of_no_proof_on_which_another_rests() -> None:
    """A document would hold a proof of what is proven nowhere in it."""
    one, two = Alpha(1, 1), Alpha(2, 1)
    alone = envelope(Line(1, 4), Line(5, 1)).absorb(built_on(one, 3))
    word = proven(one, 4, "solver", report=Report(seconds=2.0))
    replaced = alone.absorb(word).point_at(one)
    assert replaced is not None
    assert (replaced.bound, replaced.proof) == (4, "solver")
    kept = alone.absorb(built_on(two, 4, one)).absorb(word).point_at(one)
    assert kept is not None
    assert (kept.bound, kept.proof, kept.seconds) == (3, "certificate", 2.0)
    better = alone.absorb(built_on(two, 4, one)).absorb(proven(one, 4)).point_at(one)
    assert better is not None
    assert (better.bound, better.proof) == (4, "certificate")


def test_nor_of_a_lemma_on_which_one_rests() -> None:
    lemma = InterceptLemma(intercept=3, slope=2)
    stated = replace(proven(INFINITY, 2), intercept=3)
    word = replace(proven(INFINITY, 5, "solver"), intercept=3)
    alone = envelope(Line(1, 4), Line(5, 1)).absorb(stated)
    replaced = alone.absorb(word).lemma_at(3)
    assert replaced is not None
    assert replaced.proof == "solver"
    tree = TreeProof(denominator=1, levels=(lemma,), tree=LinearLeaf())
    kept = alone.absorb(proven(Alpha(1, 1), 4, certificate=tree)).absorb(word).lemma_at(3)
    assert kept is not None
    assert (kept.slope, kept.proof) == (2, "certificate")


# ---- going on from what is stored ------------------------------------------


def test_what_an_attempt_found_for_later_ones_stays_until_the_last() -> None:
    """At all points, whatever the attempts after it bring."""
    one = Alpha(1, 1)
    waiting = replace(proven(one, 3), deferral=Deferral(to_siblings=True))
    upper = Envelope(cuts=(Cut(side=(0,), line=Line(1, 3)), Cut(side=(1,), line=Line(3, 1))))
    for number in range(2):
        upper = upper.absorb(replace(waiting, partial_proof=SweepProof(order=(), reach=number)))
    upper = upper.absorb(proven(one, 4))
    for alpha in (one, Alpha(2, 1)):
        offered = certificates_for(upper, alpha)
        assert [each.reach for each in offered if isinstance(each, SweepProof)] == [0, 1]


def test_order_of_answers_does_not_matter() -> None:
    answers = [
        Outcome(
            alpha=None, cuts=(Cut(side=(0,), line=Line(0, 4)), Cut(side=(1,), line=Line(4, 0)))
        ),
        proven(ZERO, 0),
        proven(Alpha(1, 1), 4),
        proven(INFINITY, 0),
    ]
    grown = []
    for order in (answers, answers[::-1]):
        upper = Envelope()
        for each in order:
            upper = upper.absorb(each)
        grown.append(upper)
    assert grown[0] == grown[1]
    assert grown[0].status == "exact"
