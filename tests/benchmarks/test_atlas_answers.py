"""Curves of the atlas that take several runs: what was answered is kept, and gone on from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.bisection.solver import Solver
from benchmarks.atlas.answers import Answers
from benchmarks.atlas.record import closed, solve

SMALL = Dragonfly(a=3, h=2, arrangement="relative")
NETWORK = SMALL.network()
PROBLEM = CurveProblem(network=NETWORK, balance=Balance.of(NETWORK))


@pytest.fixture
def half_way(tmp_path: Path) -> Path:
    """The answers of a run that was ended after three."""
    path = tmp_path / "answers" / "3-2-relative.jsonl"
    ask, envelope = Answers(path).keeping(Solver().answer), PROBLEM.start()
    for _ in range(3):
        (question,) = Schedule(problem=PROBLEM).next(envelope)
        envelope = envelope.absorb(ask(question))
    assert envelope.status == "bounded"
    return path


def test_what_is_kept_is_what_was_known(half_way: Path) -> None:
    envelope = Answers(half_way).envelope(PROBLEM)
    assert len(envelope.points) == 2
    assert envelope.segments
    assert len(half_way.read_text("utf-8").splitlines()) == 3


def test_a_run_goes_on_and_the_time_of_all_counts(half_way: Path) -> None:
    before = half_way.read_text("utf-8").splitlines()
    first = json.loads(before[0])
    half_way.write_text("\n".join([json.dumps({**first, "seconds": 1000.0}), *before[1:], ""]))
    record = solve(SMALL, 60.0, half_way)
    assert closed(record)
    assert record["seconds"] > 1000
    after = half_way.read_text("utf-8").splitlines()
    assert after[1:3] == before[1:]
    asked = [json.loads(line)["alpha"] for line in after]
    assert len(set(asked)) == len(asked)  # nothing twice


def test_what_is_finished_is_not_asked_again(half_way: Path) -> None:
    solve(SMALL, 60.0, half_way)
    after = half_way.read_bytes()
    assert closed(solve(SMALL, 60.0, half_way))
    assert half_way.read_bytes() == after


def test_a_line_that_was_cut_off_is_left_out(half_way: Path) -> None:
    whole = half_way.read_bytes()
    half_way.write_bytes(whole + b'{"alpha": "1/')
    answers = Answers(half_way)
    assert len(answers.read()) == 3

    def ask(question: Question) -> Outcome:
        return Outcome(alpha=question.alpha)

    (question,) = Schedule(problem=PROBLEM).next(answers.envelope(PROBLEM))
    answers.keeping(ask)(question)
    assert half_way.read_bytes().startswith(whole)
    assert len(answers.read()) == 4


def test_without_a_file_nothing_is_kept() -> None:
    answers = Answers(None)
    assert answers.read() == []
    assert answers.seconds == 0
    assert answers.envelope(PROBLEM) == PROBLEM.start()
