"""Where a curve stands while its job runs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.jobs.progress import Snapshot
from alphacut.jobs.stored_envelope import current_envelope, resumed
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem
from alphacut.solver.bisection.outcome import Progress
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.bisection.stored import outcome_json
from alphacut.solver.common.alpha import Alpha

SPEC = {"family": "dragonfly", "a": 2, "h": 2, "arrangement": "absolute"}


@pytest.fixture(scope="module")
def problem() -> CurveProblem:
    network = build(parse(SPEC))
    return CurveProblem(network=network, balance=Balance.of(network, "switches"))


@pytest.fixture(scope="module")
def answers(problem: CurveProblem) -> list[dict[str, Any]]:
    """All that is answered on the way to the curve, as the store keeps it."""
    stored = []
    envelope = problem.start()
    schedule = Schedule(problem=problem)
    while asked := schedule.next(envelope):
        found = answer(asked[0])
        stored.append(outcome_json(found))
        envelope = envelope.absorb(found)
    return stored


def test_the_bounds_close_with_every_answer(problem: CurveProblem, answers: list[Any]) -> None:
    gaps = [resumed(problem, answers[:count]).gap for count in range(len(answers) + 1)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] == 1
    assert gaps[-1] == 0


def test_a_bound_that_running_work_has_reached_counts(
    problem: CurveProblem, answers: list[Any]
) -> None:
    done = resumed(problem, answers[:1])
    (question,) = Schedule(problem=problem).next(done)
    assert question.alpha is not None
    news = Progress(incumbent=None, lower_bound=1)
    progress = Snapshot(envelope=done, question=question, news=news).as_json(1.0)
    seen = current_envelope(problem, answers[:1], progress)
    assert done.lower_at(question.alpha) == 0
    assert seen.lower_at(question.alpha) == Fraction(progress["bound"]) > 0


def test_a_bound_between_two_integers_is_never_rounded_up(
    problem: CurveProblem, answers: list[Any]
) -> None:
    progress = {"phase": "proving", "alpha": "2/3", "bound": "5/7"}
    seen = current_envelope(problem, answers[:1], progress)
    assert seen.lower_at(Alpha.parse("2/3")) == Fraction(2, 3)


@pytest.mark.parametrize("phase", ["waiting", "searching", "proving", "finished"])
def test_where_no_question_runs_no_bound_is_told(
    phase: str, problem: CurveProblem, answers: list[Any]
) -> None:
    progress = {"phase": phase, "alpha": None, "bound": None}
    assert current_envelope(problem, answers, progress) == resumed(problem, answers)


def test_before_the_first_answer_nothing_is_known(problem: CurveProblem) -> None:
    progress = {"phase": "proving", "alpha": "1", "bound": "3"}
    assert current_envelope(problem, [], progress) == problem.start()
