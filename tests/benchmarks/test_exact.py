"""The benchmark of larger networks: what it records, and that it goes on where it was killed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome, StopReason
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.bisection.stored import read_outcome
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from benchmarks.exact import __main__ as command
from benchmarks.exact.ends_first import EndsFirst
from benchmarks.exact.entries import LARGER, ONE, POINTS, Entry, entries
from benchmarks.exact.table import PAGE, table
from benchmarks.exact.unfinished import ANSWERS, Unfinished
from benchmarks.meter import Meter, Spent
from benchmarks.readme_table import between

ROOT = Path(command.__file__).parents[2]
SMALL = Dragonfly(a=2, h=2, arrangement="relative")


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    """Options that keep a run in a folder of its own."""
    page = tmp_path / "page.md"
    page.write_text("<!-- larger:begin -->\n<!-- larger:end -->\n", "utf-8")
    names = {"--out": "exact.json", "--unfinished": "unfinished", "--page": "page.md"}
    return [part for name, file in names.items() for part in (name, str(tmp_path / file))]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command.main, arguments)


def records(folder: Path) -> dict[str, Any]:
    written: dict[str, Any] = json.loads((folder / "exact.json").read_text("utf-8"))["records"]
    return written


# ---- records ---------------------------------------------------------------------


def test_curves_and_points_are_recorded_once(
    tmp_path: Path, paths: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    network = Dragonfly(a=3, h=3, arrangement="helix")
    wide = Fraction(9, 10)
    few = (Entry(dragonfly=network, gap=wide), Entry(dragonfly=SMALL, at=ONE, seconds=60.0))
    monkeypatch.setattr(command, "entries", lambda: few)
    first = run(*paths, "--processes", "1")
    assert first.exit_code == 0, first.output
    curve, point = records(tmp_path).values()
    assert (curve["status"], curve["verdict"]) == ("bounded", "bounded")
    assert curve["gap_wanted"] == "9/10"
    assert 0 < Fraction(curve["gap"]) <= wide
    assert len(curve["segments"]) > 1
    assert (point["status"], point["verdict"], point["gap"]) == ("exact", "exact", "0")
    assert point["value"] == point["bound"] == "5"
    assert (point["switches"], point["runs"]) == (10, 1)
    assert min(point["peak_megabytes"] - 20, point["processor_seconds"]) > 0
    assert point["provenance"]["command"].endswith("--only 'p22-relative at 1' --processes 1")
    assert re.fullmatch("[0-9a-f]{7,}(-dirty)?", point["provenance"]["commit"])
    assert not [*(tmp_path / "unfinished").iterdir()]
    assert run(*paths).output == ""


def test_a_record_is_made_again_where_that_is_asked_for(
    tmp_path: Path, paths: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "entries", lambda: (Entry(dragonfly=SMALL, at=ONE),))
    old = {"records": {"p22-relative at 1": {"status": "exact", "verdict": "exact"}}}
    (tmp_path / "exact.json").write_text(json.dumps(old), "utf-8")
    assert run(*paths, "--again").output.count("B(1) = 5, exact") == 1


def test_entries_are_those_that_exist() -> None:
    names = [entry.name for entry in entries()]
    assert len(set(names)) == len(names) == 19 + len(LARGER) + len(POINTS)
    assert {"p63-nautilus", "p84-circulant", "p105-helix at 1", "p168-circulant at 1"} < {*names}
    assert "p105-circulant at 1" not in names  # h is odd
    gaps = {entry.name: entry.gap for entry in LARGER}
    assert (gaps["p63-helix"], gaps["p63-absolute"], gaps["p84-helix"]) == (
        Fraction(0), Fraction(1, 100), Fraction(1, 50),
    )  # fmt: skip


# ---- going on --------------------------------------------------------------------


@pytest.mark.slow
def test_a_killed_run_goes_on_with_its_answers(tmp_path: Path, paths: list[str]) -> None:
    whole = [sys.executable, "-m", "benchmarks.exact", "--only", "p34-helix", *paths]
    kept = tmp_path / "unfinished" / "p34-helix" / ANSWERS
    with subprocess.Popen(whole, cwd=ROOT, stderr=subprocess.DEVNULL) as killed:
        while killed.poll() is None and (not kept.exists() or kept.read_text().count("\n") < 2):
            time.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
    assert killed.returncode == -signal.SIGKILL, "it was quicker than this test"
    assert not (tmp_path / "exact.json").exists()

    ended = subprocess.run(whole, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert ended.returncode == 0, ended.stderr
    assert " 0 of " not in ended.stderr  # from the first line on, points are closed
    (record,) = records(tmp_path).values()
    assert (record["runs"], record["status"], record["verdict"]) == (2, "exact", "exact")
    assert not kept.parent.exists()


def an_answer(alpha: Alpha = ZERO) -> Outcome:
    network = SMALL.network()
    return Outcome(alpha=alpha, cuts=(Cut.of(network, range(5)),), lower_bound=1)


def test_what_runs_answered_and_spent_is_added_up(tmp_path: Path) -> None:
    first = Unfinished(tmp_path / "curve", "key")
    first.keep(an_answer())
    first.spend(Spent(wall=2.0, processor=3.0, megabytes=50))
    second = Unfinished(tmp_path / "curve", "key")
    second.keep(an_answer(INFINITY))
    second.spend(Spent(wall=5.0, processor=6.0, megabytes=40))
    third = Unfinished(tmp_path / "curve", "key")
    assert third.runs == 3
    assert third.earlier == Spent(wall=7.0, processor=9.0, megabytes=50)
    assert [each["alpha"] for each in third.answers] == ["0", "inf"]
    assert read_outcome(SMALL.network(), third.answers[0]) == an_answer()


def test_half_a_line_is_dropped_and_the_next_begins_a_new_one(tmp_path: Path) -> None:
    Unfinished(tmp_path, "key").keep(an_answer())
    with (tmp_path / ANSWERS).open("a", encoding="utf-8") as file:
        file.write('{"alpha": "in')
    resumed = Unfinished(tmp_path, "key")
    assert len(resumed.answers) == 1
    resumed.keep(an_answer(INFINITY))
    assert len(Unfinished(tmp_path, "key").answers) == 2


def test_answers_about_another_network_or_in_another_form_are_not_used(tmp_path: Path) -> None:
    Unfinished(tmp_path, "key").keep(an_answer())
    other = Unfinished(tmp_path, "another key")
    assert (other.answers, other.runs) == ([], 1)


def test_the_meter_counts_what_children_take() -> None:
    meter = Meter()
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    subprocess.run([sys.executable, "-c", busy], check=True)
    spent = meter.read()
    assert spent.processor > 0.25
    assert spent.wall > 0.25
    assert spent.megabytes > 10


# ---- a gap, and the ends ---------------------------------------------------------


def test_a_gap_does_not_hold_for_the_ends() -> None:
    network = Dragonfly(a=4, h=2, arrangement="relative").network()
    problem = CurveProblem(network=network, balance=Balance.of(network))
    cut = Cut.of(network, range(18))
    envelope = problem.start()
    for alpha in (ZERO, INFINITY):
        least = alpha.scaled(cut.line) - 1
        late = StopReason.TIME_LIMIT
        found = Outcome(alpha=alpha, cuts=(cut,), lower_bound=least, stopped_because=late)
        envelope = envelope.absorb(found)
    limits = Limits(gap=Fraction(9, 10))
    assert envelope.gap <= limits.gap
    assert Schedule(problem=problem, limits=limits, slots=2).next(envelope) == ()
    schedule = EndsFirst(problem=problem, limits=limits, slots=2)
    asked = schedule.next(envelope)
    assert {question.alpha for question in asked} == {ZERO, INFINITY}
    assert all(schedule.needs(envelope, question) for question in asked)

    settled = _settled(envelope, cut)
    assert schedule.next(settled) == ()
    assert not any(schedule.needs(settled, question) for question in asked)


def test_points_inside_need_no_more_than_the_gap_while_an_end_is_open() -> None:
    network = Dragonfly(a=4, h=2, arrangement="relative").network()
    problem = CurveProblem(network=network, balance=Balance.of(network))
    gap = Fraction(1, 10)
    schedule = EndsFirst(problem=problem, limits=Limits(gap=gap), slots=9)
    (search,) = schedule.next(problem.start())
    envelope = problem.start().absorb(answer(search, lambda _: True))
    asked = schedule.next(envelope)
    gaps = {question.alpha: question.gap for question in asked if question.alpha is not None}
    assert gaps.pop(ZERO) == gaps.pop(INFINITY) == 0
    assert gaps
    assert set(gaps.values()) == {gap}

    first = min(gaps)
    near = -(-9 * first.scaled(envelope.best_at(first).line) // 10)
    rough = Outcome(alpha=first, lower_bound=near, stopped_because=StopReason.GAP)
    envelope = envelope.absorb(rough)
    again = {question.alpha for question in schedule.next(envelope)}
    assert again == {ZERO, INFINITY, *gaps} - {first}


def test_points_that_are_near_enough_keep_no_end_waiting() -> None:
    """Though these were tried less often, and there is but one process."""
    network = Dragonfly(a=4, h=2, arrangement="relative").network()
    problem = CurveProblem(network=network, balance=Balance.of(network))
    (search,) = EndsFirst(problem=problem, slots=1).next(problem.start())
    envelope = problem.start().absorb(answer(search, lambda _: True))
    late = StopReason.TIME_LIMIT
    for alpha in envelope.breakpoints:
        upper = alpha.scaled(envelope.best_at(alpha).line)
        rough = Outcome(alpha=alpha, lower_bound=9 * upper // 10, stopped_because=late)
        envelope = envelope.absorb(rough)
    for alpha in (ZERO, INFINITY, ZERO, INFINITY):
        envelope = envelope.absorb(Outcome(alpha=alpha, stopped_because=late))
    schedule = EndsFirst(problem=problem, limits=Limits(gap=Fraction(1, 5)), slots=1)
    (asked,) = schedule.next(envelope)
    assert asked.alpha in (ZERO, INFINITY)
    assert schedule.next(envelope, (asked,)) == ()


def _settled(envelope: Envelope, cut: Cut) -> Envelope:
    for alpha in (ZERO, INFINITY):
        bound = alpha.scaled(cut.line)
        envelope = envelope.absorb(Outcome(alpha=alpha, lower_bound=bound))
    return envelope


# ---- the table -------------------------------------------------------------------


def test_the_table_is_that_of_the_records() -> None:
    written = json.loads(command.RESULTS.read_text("utf-8"))["records"]
    text = PAGE.read_text("utf-8")
    assert between(text, "larger", "\n".join(table(written))) == text


def test_the_table_says_how_far_a_proof_has_come() -> None:
    about = {"network": "(p,6,3)", "switches": 114, "arrangement": "helix", "verify_seconds": 1.0}
    took = {"solve_seconds": 700.0, "certificate_bytes": 2_000_000, "peak_megabytes": 1234}
    curve = {"status": "bounded", "verdict": "bounded", "gap": "1/50", "segments": [{}] * 3}
    assert [*table({"p63-helix": {**about, **took, **curve}})][-1] == (
        "| (p,6,3) | 114 | helix | whole curve, 3 segments | 2.00% | 12 min | 1.0 s | 2.00 MB | "
        "1,234 MB |"
    )
    point = {"status": "exact", "verdict": "bounded", "gap": "1/50", "alpha": "1"}
    bounds = {"value": "100", "bound": "98"}
    row = [*table({"p84-relative at 1": {**about, **took, **point, **bounds}})][-1]
    assert "| 98 ≤ B(1) ≤ 100 | not accepted |" in row
