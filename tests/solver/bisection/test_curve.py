"""Tracing a curve: to the end, and no further than a limit allows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import GLOBAL, LOCAL, Line, Link, Network
from alphacut.solver.bisection.answer import SATURATED, answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.document import curve_document
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Deferral, Outcome, Report, StopReason
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.question import CutSearch, Question
from alphacut.solver.bisection.schedule import SHORTEST_ATTEMPT, Schedule, share
from alphacut.solver.bisection.tasks import askable, deferring, tasks
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError

Lines = Callable[..., frozenset[Line]]
Hull = Callable[[Iterable[Line]], list[Line]]


@pytest.fixture
def network() -> Network:
    return Dragonfly(a=2, h=3, arrangement="absolute").network()


@pytest.fixture
def hard() -> Network:
    return Dragonfly(a=6, h=3, arrangement="absolute").network()


def problem_of(network: Network, low: Alpha = ZERO, high: Alpha = INFINITY) -> CurveProblem:
    return CurveProblem(network=network, balance=Balance.of(network), low=low, high=high)


def document(envelope: Envelope, network: Network) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(
        json.dumps(
            curve_document(
                envelope,
                topology=specs.complete(specs.to_spec(network)),
                network=network,
                balance=Balance.of(network),
                provenance={},
            )
        )
    )
    return written


def curve(envelope: Envelope) -> list[Line]:
    return [segment.cut.line for segment in envelope.segments]


def test_curve_is_the_envelope_of_all_bisections(
    network: Network, lines_of: Lines, hull_of: Hull
) -> None:
    traced = trace(problem_of(network), answer)
    assert curve(traced) == hull_of(lines_of(network))
    assert traced.status == "exact"


@pytest.mark.parametrize(
    ("low", "high"),
    [("1/2", "2"), ("0", "1"), ("1", "inf"), ("1", "1"), ("0", "0"), ("inf", "inf")],
)
def test_range_is_proven_and_no_more(
    network: Network, lines_of: Lines, low: str, high: str
) -> None:
    start, end = Alpha.parse(low), Alpha.parse(high)
    traced = trace(problem_of(network, start, end), answer)
    assert traced.status == "exact"
    assert all(start <= point.alpha <= end for point in traced.points)
    lines = lines_of(network)
    for segment in traced.segments:
        for alpha in (segment.start, segment.end):
            assert alpha.scaled(segment.cut.line) == min(alpha.scaled(line) for line in lines)
    assert verify_document(document(traced, network)).status == "exact"


def test_range_that_is_empty_is_refused(network: Network) -> None:
    with pytest.raises(QuestionError, match="alpha"):
        problem_of(network, Alpha(2, 1), Alpha(1, 1))


# ---- limits ----------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.0, 0.05, 1.5])
def test_time_limit_leaves_both_curves(hard: Network, seconds: float) -> None:
    traced = trace(problem_of(hard), answer, limits=Limits(seconds=seconds))
    assert traced.status == "bounded"
    assert traced.segments
    assert traced.lower
    written = document(traced, hard)
    assert verify_document(written).status == "bounded"
    assert 0 <= traced.gap <= 1
    assert written["gap"] == str(traced.gap)


@pytest.mark.parametrize("wanted", ["1/2", "1/10", "0"])
def test_gap_ends_the_run_as_soon_as_it_is_reached(network: Network, wanted: str) -> None:
    gap = Fraction(wanted)
    steps: list[Fraction] = []

    def should_continue(envelope: Envelope) -> bool:
        steps.append(envelope.gap)
        return True

    traced = trace(
        problem_of(network), answer, limits=Limits(gap=gap), should_continue=should_continue
    )
    assert traced.gap <= gap
    assert all(step > gap or step == 0 for step in steps[:-1])
    assert verify_document(document(traced, network)).status == traced.status


@pytest.mark.parametrize(("low", "high"), [("0", "inf"), ("1", "1"), ("inf", "inf")])
@pytest.mark.parametrize("gap", [Fraction(0), Fraction(1, 10)])
def test_halves_without_a_link_between_them_are_exact(low: str, high: str, gap: Fraction) -> None:
    """No gap that is allowed is met before anything is proven: nothing is above nothing."""
    apart = Network(switches=4, links=(Link(0, 1, LOCAL.name), Link(2, 3, GLOBAL.name)))
    problem = problem_of(apart, Alpha.parse(low), Alpha.parse(high))
    traced = trace(problem, answer, limits=Limits(gap=gap))
    assert curve(traced) == [Line(0, 0)]
    assert traced.status == "exact"


def test_what_severs_nothing_at_the_ends_is_exact_where_all_else_is() -> None:
    """Two groups of two: at α = 0 and in the slope at infinity nothing is severed."""
    links = (Link(0, 1, LOCAL.name), Link(2, 3, LOCAL.name), Link(1, 2, GLOBAL.name))
    problem = problem_of(Network(switches=4, links=links))
    traced = trace(problem, answer, limits=Limits(gap=Fraction(1, 10)))
    assert curve(traced) == [Line(0, 1), Line(2, 0)]
    assert traced.status == "exact"


def test_watcher_hears_every_step_and_can_stop(network: Network) -> None:
    heard: list[Envelope] = []

    def should_continue(envelope: Envelope) -> bool:
        heard.append(envelope)
        return len(heard) < 3

    traced = trace(problem_of(network), answer, should_continue=should_continue)
    assert len(heard) == 3
    assert heard[-1] == traced
    assert traced.status == "bounded"
    assert verify_document(document(traced, network)).status == "bounded"


def test_upper_never_rises_and_lower_never_falls(network: Network) -> None:
    heard: list[Envelope] = []

    def should_continue(envelope: Envelope) -> bool:
        heard.append(envelope)
        return True

    trace(problem_of(network), answer, should_continue=should_continue)
    traced = [envelope for envelope in heard if envelope.cuts]
    for alpha in (ZERO, Alpha(1, 3), Alpha(1, 1), Alpha(9, 2), INFINITY):
        uppers = [envelope.upper_at(alpha) for envelope in traced]
        lowers = [envelope.lower_at(alpha) for envelope in traced]
        assert uppers == sorted(uppers, reverse=True)
        assert lowers == sorted(lowers)


# ---- going on --------------------------------------------------------------


def test_run_goes_on_from_what_an_earlier_one_left(network: Network) -> None:
    asked: list[Alpha | None] = []

    def ask(question: Question) -> Outcome:
        asked.append(question.alpha)
        return answer(question)

    seen: list[Envelope] = []

    def stop_after_two(envelope: Envelope) -> bool:
        seen.append(envelope)
        return len(seen) < 3

    half = trace(problem_of(network), ask, should_continue=stop_after_two)
    whole = trace(problem_of(network), ask, envelope=half)
    assert whole.status == "exact"
    assert curve(whole) == curve(trace(problem_of(network), answer))
    assert len(asked) == len(set(asked))  # nothing is asked twice


def test_nothing_is_asked_when_everything_is_proven(network: Network) -> None:
    traced = trace(problem_of(network), answer)
    assert Schedule(problem=problem_of(network)).next(traced) == ()


def test_engine_that_gives_up_everywhere_ends_the_run(network: Network) -> None:
    """No answer brings a bound, yet the loop comes to its end."""

    def ask(question: Question) -> Outcome:
        if question.alpha is None:
            return answer(question)
        return Outcome(alpha=question.alpha, cuts=())

    traced = trace(problem_of(network), ask)
    assert traced.status == "bounded"
    assert len(traced.points) == len(traced.needed)


@pytest.mark.parametrize(
    ("seconds", "waiting", "given"),
    [(60.0, 3, 20.0), (3.0, 3, SHORTEST_ATTEMPT), (1.0, 3, 1.0), (0.5, 1, 0.5)],
)
def test_time_is_shared_but_not_in_shares_too_short(
    seconds: float, waiting: int, given: float
) -> None:
    assert share(seconds, waiting) == given


def test_subproblems_are_divided_where_no_symmetry_is_left() -> None:
    failed = {"random_links": 4, "seed": 2}
    spec = {"family": "dragonfly", "a": 3, "h": 2, "arrangement": "relative", "failed": failed}
    asked = replace(problem_of(specs.build(specs.parse(spec))), engine="branch_and_bound")
    traced = trace(asked, answer)
    assert traced.status == "exact"


def test_point_that_claims_cannot_help_is_not_asked_again(network: Network) -> None:
    """Claims are settled after a point that left some; with a gap it may be near enough."""
    about, alpha = problem_of(network), Alpha(1, 1)
    start = trace(about, answer, should_continue=lambda envelope: not envelope.cuts)
    upper = alpha.scaled(start.best_at(alpha).line)
    point = Outcome(
        alpha=alpha,
        lower_bound=upper - 1,
        certified_bound=upper - 1,
        deferral=Deferral(),
    )
    claim = replace(point, alpha=INFINITY, intercept=upper + 100, lower_bound=1, deferral=None)
    grown = start.absorb(point).absorb(claim)
    assert [p.alpha for p in deferring(grown)] == [alpha]
    settled = {
        level.intercept for level in tasks(about, grown) if isinstance(level, InterceptLemma)
    }
    for intercept in settled:
        grown = grown.absorb(
            replace(claim, intercept=intercept, lower_bound=upper, certified_bound=upper)
        )
    assert alpha in tasks(about, grown)
    assert alpha not in tasks(about, grown, Fraction(1, 2))


def test_lemmas_join_with_what_the_tree_itself_proves(network: Network) -> None:
    """Another method may have proven more in a proof of its own, which a tree cannot hold."""
    about, alpha = problem_of(network), Alpha(1, 1)
    start = trace(about, answer, should_continue=lambda envelope: not envelope.cuts)
    upper = alpha.scaled(start.best_at(alpha).line)

    def wanted(proven: int | None) -> set[InterceptLemma]:
        left = Outcome(
            alpha=alpha,
            lower_bound=upper - 1,
            certified_bound=upper - 1,
            deferral=Deferral(proven=proven),
        )
        found = tasks(about, start.absorb(left))
        return {each for each in found if isinstance(each, InterceptLemma)}

    assert not wanted(None)
    assert not wanted(upper - 1)
    assert wanted(upper - 2)


def test_a_lemma_that_ran_out_of_time_has_twice_as_much_the_next_time(network: Network) -> None:
    """Where less is left it has all of that; what was not tried yet has its share."""
    about, alpha = problem_of(network), Alpha(1, 1)
    start = trace(about, answer, should_continue=lambda envelope: not envelope.cuts)
    upper = alpha.scaled(start.best_at(alpha).line)
    left_open = Outcome(
        alpha=alpha, lower_bound=upper - 2, certified_bound=upper - 2, deferral=Deferral()
    )
    grown = start.absorb(left_open)
    for each in grown.needed:
        if each != alpha:
            grown = grown.absorb(Outcome(alpha=each, stopped_because=StopReason.WORK_LIMIT))
    lemmas = [each for each in tasks(about, grown) if isinstance(each, InterceptLemma)]
    assert len(lemmas) > 1

    def seconds_for(grown: Envelope, limit: float) -> float | None:
        [asked] = Schedule(problem=about, limits=Limits(seconds=limit)).next(grown)
        assert isinstance(asked, PointProblem)
        assert asked.target_lemma == next(
            each for each in tasks(about, grown) if isinstance(each, InterceptLemma)
        )
        return asked.seconds

    waiting = len(tasks(about, grown))
    assert seconds_for(grown, 100.0) == pytest.approx(100 / waiting)
    for lemma in lemmas:
        failed = Outcome(
            alpha=INFINITY,
            intercept=lemma.intercept,
            stopped_because=StopReason.TIME_LIMIT,
            report=Report(engine="auto", seconds=30.0),
        )
        grown = grown.absorb(failed)
    assert seconds_for(grown, 100.0) == 60.0
    assert seconds_for(grown, 50.0) == 50.0
    assert seconds_for(grown, 1000.0 * waiting) == pytest.approx(1000.0)


# ---- searches that go on -----------------------------------------------------


@pytest.fixture
def wide() -> Network:
    """A mesh without groups, where the engine named below proves nothing and gives up at once."""
    at = range(2_024)  # 44 columns
    across = [Link(u, u + 1, "local") for u in at if u % 44 < 43]
    return Network(switches=2_024, links=(*across, *(Link(u, u + 44, "local") for u in at[:-44])))


def asked_of(
    problem: CurveProblem, limits: Limits
) -> tuple[Envelope, list[tuple[Question, Outcome]]]:
    heard: list[tuple[Question, Outcome]] = []

    def ask(question: Question) -> Outcome:
        found = answer(question)
        heard.append((question, found))
        return found

    return trace(problem, ask, limits=limits), heard


def given_up(about: CurveProblem, cut: Cut) -> Envelope:
    """Return what is known when a cut was found, and an engine has proven nothing of it."""
    known = about.start().absorb(Outcome(cuts=(cut,)))
    gave_up = StopReason.WORK_LIMIT
    return known.absorb(Outcome(alpha=about.low, cuts=(), lower_bound=1, stopped_because=gave_up))


def test_time_that_proofs_leave_is_searched(wide: Network) -> None:
    about = problem_of(wide, Alpha(1, 1), Alpha(1, 1))
    known = given_up(about, Cut.of(wide, range(1_012)))  # the least: there is no better one
    (question,) = Schedule(problem=about, limits=Limits(seconds=1.0)).next(known)
    found = answer(question)
    assert (found.cuts, found.stopped_because) == ((), StopReason.TIME_LIMIT)
    assert found.report.seconds >= 1.0
    assert not known.absorb(found).ledger.saturated
    late = Schedule(problem=about, limits=Limits(seconds=0.0))
    assert late.next(known.absorb(found)) == ()


def test_without_a_limit_a_search_ends_with_its_reason(wide: Network) -> None:
    about = replace(problem_of(wide, Alpha(1, 1), Alpha(1, 1)), engine="branch_and_bound")
    traced, heard = asked_of(about, Limits())
    assert traced.ledger.saturated
    assert heard[-1][1].stopped_because is StopReason.FINISHED
    assert heard[-1][1].report.remarks == (SATURATED,)


def test_a_better_cut_makes_another_attempt_worth_it(wide: Network) -> None:
    """A poor cut is known and its proof was given up; the search finds better, and is believed."""
    alpha = Alpha(1, 1)
    about = problem_of(wide, alpha, alpha)
    poor = Cut.of(wide, range(0, wide.switches, 2))  # every other column
    known = given_up(about, poor)
    (question,) = Schedule(problem=about, limits=Limits(seconds=2.0)).next(known)
    assert isinstance(question, CutSearch)
    assert (question.cuts, question.improve_at) == (known.cuts, (alpha,))
    grown = known.absorb(answer(question))
    assert grown.upper_at(alpha) < known.upper_at(alpha)
    assert alpha in askable(grown)
    assert not grown.ledger.saturated
