"""A run goes on from the document of an earlier one, of which nothing is believed unverified."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, complete, parse
from alphacut.jobs.local_driver import gone_on
from alphacut.jobs.stopping import GAP, GIVEN_UP, INTERRUPTED, TIME, stopped
from alphacut.jobs.tasks.resuming import TakeOver
from alphacut.service.cli.files import document_text
from alphacut.service.cli.main import run
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.document import curve_document, point_document
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.tasks import askable
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.verdict import refuse_files

SPEC = parse({"family": "dragonfly", "a": 2, "h": 2, "arrangement": "relative"})
NETWORK = build(SPEC)
PROBLEM = CurveProblem(network=NETWORK, balance=Balance.of(NETWORK))


def written(envelope: Envelope) -> dict[str, Any]:
    document = curve_document(
        envelope, topology=complete(SPEC), network=NETWORK, balance=PROBLEM.balance, provenance={}
    )
    return dict(json.loads(json.dumps(document)))


def bounded_point() -> dict[str, Any]:
    """Return the document of α = 3 with its proof, and a cut that is not the least."""
    three = Alpha.parse(3)
    proven: list[Outcome] = []

    def keep(question: Question) -> Outcome:
        proven.append(answer(question))
        return proven[-1]

    problem = replace(PROBLEM, low=three, high=three)
    trace(problem, keep)
    begun = problem.start().absorb(Outcome(cuts=(trivial_cut(NETWORK, PROBLEM.balance),)))
    for each in proven:
        begun = begun.absorb(replace(each, cuts=()))
    assert begun.status == "bounded"
    assert begun.points[0].bound
    document = point_document(
        begun, topology=complete(SPEC), network=NETWORK, balance=PROBLEM.balance, provenance={}
    )
    return dict(json.loads(json.dumps(document)))


def taken(document: Mapping[str, Any]) -> tuple[Outcome, ...]:
    return TakeOver(document=document, load=refuse_files).work(None)


def asking(asked: list[Alpha | None]) -> Callable[[Question], Outcome]:
    def ask(question: Question) -> Outcome:
        asked.append(question.alpha)
        return answer(question)

    return ask


@pytest.fixture(scope="module")
def partial() -> Envelope:
    """What is known when two points were proven."""
    found = trace(PROBLEM, answer, should_continue=lambda envelope: len(envelope.points) < 2)
    assert found.status == "bounded"
    return found


def test_what_was_proven_is_not_asked_again(partial: Envelope) -> None:
    earlier = taken(written(partial))
    begin = gone_on(PROBLEM, earlier)
    assert [point.bound for point in begin.points] == [point.bound for point in partial.points]
    asked: list[Alpha | None] = []
    found = trace(PROBLEM, asking(asked), envelope=begin)
    assert found.status == "exact"
    assert not {point.alpha for point in partial.points} & set(asked)
    assert None not in asked  # no search: the cuts were taken over
    assert verify_document(written(found)).status == "exact"


def test_a_point_that_was_left_open_is_asked_again(partial: Envelope) -> None:
    cuts, *proven = taken(written(partial))
    lowered = [
        replace(each, lower_bound=each.lower_bound - 1) for each in proven if each.lower_bound
    ]
    begin = gone_on(PROBLEM, [cuts, *lowered])
    assert {each.alpha for each in lowered} <= set(begin.open)
    assert set(begin.open) == set(askable(begin))


def test_another_range_takes_what_lies_in_it(partial: Envelope) -> None:
    earlier = taken(written(partial))
    narrow = CurveProblem(
        network=NETWORK, balance=PROBLEM.balance, low=Alpha.parse(1), high=Alpha.parse(3)
    )
    begin = gone_on(narrow, earlier)
    assert all(narrow.low <= point.alpha <= narrow.high for point in begin.points)
    assert begin.cuts


def _stronger(document: dict[str, Any]) -> None:
    document["points"][0]["lower"] = str(Fraction(document["points"][0]["lower"]) + 1)


def _unbalanced(document: dict[str, Any]) -> None:
    document["segments"][0]["side"].pop()


def _of_another(document: dict[str, Any]) -> None:
    document["topology"]["arrangement"] = "absolute"


@pytest.mark.parametrize("forge", [_stronger, _unbalanced, _of_another])
def test_nothing_that_is_false_is_taken_over(
    partial: Envelope, forge: Callable[[dict[str, Any]], None]
) -> None:
    document = copy.deepcopy(written(partial))
    forge(document)
    with pytest.raises(Refused):
        taken(document)


def test_words_of_a_solver_are_left_behind(partial: Envelope) -> None:
    document = written(partial)
    for point in document["points"]:
        point |= {"proof": "solver", "certificate": None} if point["certificate"] else {}
    assert [each.alpha for each in taken(document)] == [None]


class TestTheCommand:
    def test_it_goes_on_and_says_why_it_had_stopped(
        self, partial: Envelope, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        first, last = tmp_path / "first.json", tmp_path / "last.json"
        first.write_text(document_text(written(partial)), encoding="utf-8")
        assert run(["curve", "--resume", str(first), "--out", str(last), "--processes", "1"]) == 0
        found = json.loads(last.read_text(encoding="utf-8"))
        assert found["status"] == "exact"
        assert "stopped" not in found["provenance"]
        assert "(p,2,2) relative, exact" in capsys.readouterr().err

    def test_a_point_goes_on_from_its_bound(self, tmp_path: Path) -> None:
        first, last = tmp_path / "first.json", tmp_path / "last.json"
        first.write_text(document_text(bounded_point()), encoding="utf-8")
        assert run(["point", "--resume", str(first), "--out", str(last), "--processes", "1"]) == 0
        found = json.loads(last.read_text(encoding="utf-8"))
        assert (found["status"], found["point"]["alpha"]) == ("exact", "3")

    @pytest.mark.parametrize(
        "arguments", [["--alpha", "2"], ["--balance", "hosts"], ["torus:sides=4x4"]]
    )
    def test_another_question_does_not_go_on_from_a_point(
        self, arguments: list[str], tmp_path: Path
    ) -> None:
        file = tmp_path / "first.json"
        file.write_text(document_text(bounded_point()), encoding="utf-8")
        assert run(["point", "--resume", str(file), *arguments]) == 2

    def test_a_curve_is_no_point_to_go_on_from(self, partial: Envelope, tmp_path: Path) -> None:
        file = tmp_path / "curve.json"
        file.write_text(document_text(written(partial)), encoding="utf-8")
        assert run(["point", "--resume", str(file)]) == 2

    def test_a_forged_file_is_bad_input(self, partial: Envelope, tmp_path: Path) -> None:
        document = written(partial)
        _stronger(document)
        file = tmp_path / "forged.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        assert run(["curve", "--resume", str(file)]) == 2

    @pytest.mark.parametrize(
        "arguments",
        [
            [],
            ["--resume", "README.md"],
            ["--resume", "nonesuch.json"],
            ["torus:sides=4x4", "torus:sides=4x5", "--resume", "README.md"],
        ],
    )
    def test_what_cannot_be_is_refused(self, arguments: list[str]) -> None:
        assert run(["curve", *arguments]) == 2


@pytest.mark.parametrize(
    ("limits", "seconds", "interrupted", "because"),
    [
        (Limits(), 5, True, INTERRUPTED),
        (Limits(seconds=5), 5, False, TIME),
        (Limits(seconds=5, gap=Fraction(1, 10**6)), 5, False, TIME),
        (Limits(gap=Fraction(1)), 1, False, GAP),
        (Limits(seconds=5), 1, False, GIVEN_UP),
    ],
)
def test_why_a_run_stopped_is_told(
    partial: Envelope, limits: Limits, seconds: float, interrupted: bool, because: str
) -> None:
    told = stopped([partial], limits, seconds, interrupted=interrupted)
    assert told is not None
    assert told["because"] == because
