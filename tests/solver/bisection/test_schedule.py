"""Which questions are asked at once, and that their proofs never run in a circle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import PackingProof, SweepProof
from alphacut.solver.bisection.curve import CurveProblem, Limits
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Deferral, Outcome, StopReason
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.reuse import known_for
from alphacut.solver.bisection.schedule import Schedule, question
from alphacut.solver.bisection.tasks import askable
from alphacut.solver.common.alpha import Alpha

NETWORK = build(parse({"family": "dragonfly", "a": 2, "h": 4, "arrangement": "relative"}))
PROBLEM = CurveProblem(network=NETWORK, balance=Balance.of(NETWORK))
ONE, TWO, THREE = (Alpha.parse(text) for text in ("1", "2", "3"))


@pytest.fixture(scope="module")
def searched() -> Envelope:
    """What is known after the search: several breakpoints, nothing proven."""
    (first,) = Schedule(problem=PROBLEM, slots=3).next(PROBLEM.start())
    assert first.alpha is None
    return PROBLEM.start().absorb(answer(first))


def point(alpha: Alpha, bound: int, *known: tuple[Alpha, int]) -> Outcome:
    """Make an answer whose certificate builds on other points."""
    points = tuple(KnownPoint(alpha=at, bound=at_least) for at, at_least in known)
    certificate = PackingProof(known=points, sources=(), trees="")
    return Outcome(alpha=alpha, lower_bound=bound, certified_bound=bound, certificate=certificate)


def problems(asked: Iterable[Question]) -> list[PointProblem]:
    return [each for each in asked if isinstance(each, PointProblem)]


def asking(alpha: Alpha, *known: Alpha) -> PointProblem:
    points = tuple(KnownPoint(alpha=each, bound=1) for each in known)
    return PointProblem(network=NETWORK, balance=PROBLEM.balance, alpha=alpha, known=points)


class TestAgenda:
    def test_the_search_comes_first_and_alone(self) -> None:
        schedule = Schedule(problem=PROBLEM, slots=3)
        (search,) = schedule.next(PROBLEM.start())
        assert schedule.next(PROBLEM.start(), [search]) == ()

    def test_each_slot_gets_a_point_of_its_own(self, searched: Envelope) -> None:
        schedule = Schedule(problem=PROBLEM, slots=3)
        chosen = schedule.next(searched)
        assert len({each.alpha for each in chosen}) == 3
        (more,) = schedule.next(searched, chosen[:2])
        assert more.alpha not in {each.alpha for each in chosen[:2]}
        assert schedule.next(searched, chosen) == ()

    def test_the_points_with_most_to_settle_begin_first(self) -> None:
        """Beside others; alone they are taken in order."""
        network = build(parse({"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}))
        problem = CurveProblem(network=network, balance=Balance.of(network))
        (search,) = Schedule(problem=problem).next(problem.start())
        searched = problem.start().absorb(answer(search))
        lines = [segment.cut.line for segment in searched.segments]
        spans = [second.intercept - first.intercept for first, second in pairwise(lines)]
        assert spans == [10, 6, 16]
        first, second, third = searched.breakpoints
        ends = (searched.low, searched.high)
        many = Schedule(problem=problem, slots=len(searched.needed))
        asked = [each.alpha for each in many.next(searched)]
        assert asked == [*ends, third, first, second]
        one = Schedule(problem=problem)
        for alpha in ends:
            searched = searched.absorb(point(alpha, alpha.scaled(searched.best_at(alpha).line)))
        assert one.next(searched)[0].alpha == first
        tried = replace(point(third, 1), stopped_because=StopReason.TIME_LIMIT)
        asked = [each.alpha for each in many.next(searched.absorb(tried))]
        assert asked == [first, second, third]

    def test_time_is_shared_among_rounds_not_points(self, searched: Envelope) -> None:
        waiting = len(askable(searched))
        one, many = (
            Schedule(problem=PROBLEM, limits=Limits(seconds=100.0), slots=slots)
            .next(searched, (), 40.0)[0]
            .seconds
            for slots in (1, waiting)
        )
        assert one == pytest.approx(60 / waiting)
        assert many == pytest.approx(60)

    def test_once_time_is_up_only_what_takes_a_moment_is_asked(self, searched: Envelope) -> None:
        """Each point of which nothing is known, one after the other, and nothing twice."""
        schedule = Schedule(problem=PROBLEM, limits=Limits(seconds=5.0), slots=2)
        envelope, asked = searched, list[Alpha]()
        while later := schedule.next(envelope, (), 5.0):
            (each,) = later
            assert schedule.next(envelope, [each], 5.0) == ()
            assert each.seconds == 0
            assert each.alpha is not None
            asked.append(each.alpha)
            envelope = envelope.absorb(answer(each))
        assert len(set(asked)) == len(asked)
        assert all(envelope.lower_at(alpha) > 0 for alpha in searched.breakpoints)


PARTIAL = SweepProof(order=(), reach=0)


class TestOthers:
    """What points leave to each other, and when they no longer do."""

    def test_points_inside_are_told_of_those_still_to_come(self, searched: Envelope) -> None:
        schedule = Schedule(problem=PROBLEM, slots=len(searched.needed))
        asked = {each.alpha: each for each in problems(schedule.next(searched))}
        inside = set(searched.breakpoints)
        assert len(inside) > 1
        for alpha in inside:
            assert set(asked[alpha].sibling_alphas) == inside - {alpha}
        assert asked[searched.low].sibling_alphas == asked[searched.high].sibling_alphas == ()

    def test_a_point_that_waits_is_asked_again_after_the_others(self, searched: Envelope) -> None:
        first, *rest = searched.breakpoints
        waiting = replace(
            point(first, 1), deferral=Deferral(to_siblings=True), partial_proof=PARTIAL
        )
        envelope = searched.absorb(waiting)
        schedule = Schedule(problem=PROBLEM, slots=len(envelope.needed))
        asked = problems(schedule.next(envelope))
        assert {each.alpha for each in asked} == {*envelope.needed} - {first}
        assert all(first not in each.sibling_alphas for each in asked)
        assert all(PARTIAL in each.warm_certificates for each in asked)
        for alpha in (*rest, envelope.low, envelope.high):
            envelope = envelope.absorb(point(alpha, 1))
        (again,) = (each for each in schedule.next(envelope) if each.alpha == first)
        assert again.sibling_alphas == ()

    def test_it_is_not_while_one_of_them_is_asked_for_the_first_time(
        self, searched: Envelope
    ) -> None:
        first, second = searched.breakpoints[:2]
        waiting = replace(point(first, 1), deferral=Deferral(to_siblings=True))
        envelope = searched.absorb(waiting)
        schedule = Schedule(problem=PROBLEM, slots=len(envelope.needed))
        asked = {each.alpha: each for each in schedule.next(envelope)}
        assert first not in asked
        meanwhile = schedule.next(envelope, [asked[second]])
        assert first not in {each.alpha for each in meanwhile}
        later = envelope
        for alpha in (second, *{*envelope.needed} - {first, second}):
            later = later.absorb(point(alpha, 1))
        meanwhile = schedule.next(later, [asked[second]])  # asked for again
        assert first in {each.alpha for each in meanwhile}

    def test_it_is_asked_before_claims(self, searched: Envelope) -> None:
        first, second = searched.breakpoints[:2]
        waiting = replace(point(first, 1), deferral=Deferral(to_siblings=True))
        divided = replace(point(second, 1), deferral=Deferral(lemmas_known=0))
        envelope = searched.absorb(waiting).absorb(divided)
        for alpha in (searched.low, searched.high):
            upper = alpha.scaled(envelope.best_at(alpha).line)
            envelope = envelope.absorb(point(alpha, upper))
        asked = Schedule(problem=PROBLEM, slots=99).next(envelope)
        assert asked[0].alpha == first
        assert len(asked) > 1
        assert all(each.target_lemma for each in asked[1:])

    def test_it_is_told_of_no_division_that_was_not_made(self, searched: Envelope) -> None:
        first, second = searched.breakpoints[:2]
        divided = replace(point(first, 1), deferral=Deferral(lemmas_known=0))
        envelope = searched.absorb(divided)
        for alpha in (first, second):
            assert question(PROBLEM, envelope, alpha).deferred_before == (alpha == first)


class TestKnown:
    def test_certified_points_are_offered(self, searched: Envelope) -> None:
        envelope = searched.absorb(point(ONE, 3))
        assert known_for(envelope, TWO) == (KnownPoint(alpha=ONE, bound=3),)

    def test_a_point_that_may_come_to_rest_on_this_one_is_not(self, searched: Envelope) -> None:
        envelope = searched.absorb(point(ONE, 3)).absorb(point(TWO, 4))
        # under way: a better proof at 1, perhaps from the point at 2
        assert [each.alpha for each in known_for(envelope, TWO, [(ONE, [TWO])])] == []
        assert [each.alpha for each in known_for(envelope, THREE, [(ONE, [TWO])])] == [ONE, TWO]

    def test_nor_one_that_rests_on_that_one(self, searched: Envelope) -> None:
        envelope = searched.absorb(point(ONE, 3)).absorb(point(TWO, 4))
        envelope = envelope.absorb(point(THREE, 5, (ONE, 3)))
        known = known_for(envelope, TWO, [(ONE, [TWO])])
        assert [each.alpha for each in known] == []
