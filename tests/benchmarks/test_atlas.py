"""The atlas: its records are true, can be made again, and are what its page and pictures show."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines.catalogue import only
from alphacut.solver.bisection.engines.structured import Majority
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.stored import outcome_json
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import Alpha
from benchmarks.atlas import __main__ as command
from benchmarks.atlas.data import prove, tables
from benchmarks.atlas.networks import (
    LARGEST,
    WHOLE,
    name_of,
    sizes,
    smallest_first,
    spec_of,
    switches,
)
from benchmarks.atlas.page import PAGE, by_size, load_all, page
from benchmarks.atlas.pictures import picture, picture_name
from benchmarks.atlas.record import better, closed, load, recorded, sha256, solve

FOLDER = command.FOLDER
RECORDS = load_all(FOLDER)
NETWORKS = {name_of(each): each for each in smallest_first()}
BY_GROUPS = [name for name, each in RECORDS.items() if "by_groups" in each]  # curves that are open
QUICK = [name for name, each in RECORDS.items() if closed(each) and each["seconds"] < 3]


def run(folder: Path, *arguments: str) -> str:
    result = CliRunner().invoke(
        command.main, ["--folder", str(folder), *arguments], standalone_mode=False
    )
    assert result.exception is None, result.output
    assert result.return_value == 0
    return result.output


@pytest.mark.parametrize("name", BY_GROUPS[:1])
def test_what_groups_alone_prove_is_what_the_records_tell(name: str) -> None:
    """At α = 1 a bound, and at the α up to which the first segment is proven its value."""
    record = RECORDS[name]
    network = NETWORKS[name].network()
    told, first = record["by_groups"], record["segments"][0]
    to = Fraction(told["first_segment_to"])
    for alpha, value in (
        (Fraction(1), Fraction(told["at_one"])),
        (to, first["intercept"] + to * first["slope"]),
    ):
        at = Alpha.parse(str(alpha))
        problem = PointProblem(network=network, balance=Balance.of(network), alpha=at)
        assert (
            at.value(answer(problem, engine_of=lambda _: only(Majority())).certified_bound) == value
        )


# ---- which networks --------------------------------------------------------------


def test_all_sizes_are_there() -> None:
    assert (7, 1) in sizes()
    assert (2, 14) in sizes()
    assert (6, 3) in sizes()  # one of the larger ones
    assert (3, 7) not in sizes()  # 66 switches
    assert max(switches(*size) for size in sizes()) == LARGEST
    assert len(smallest_first(WHOLE)) == 120
    for name in ("4-2-circulant", "3-4-nautilus", "6-1-absolute"):
        assert name in NETWORKS
    assert "3-3-circulant" not in NETWORKS  # for even h only


# ---- what is kept ----------------------------------------------------------------


def test_page_and_pictures_are_those_of_the_records() -> None:
    assert (FOLDER / PAGE).read_text("utf-8") == page(RECORDS, LARGEST)
    found = by_size(RECORDS, LARGEST)
    assert {path.name for path in FOLDER.glob("*.svg")} == {picture_name(*size) for size in found}
    for size in random.Random(35).sample(list(found), 2):
        assert (FOLDER / picture_name(*size)).read_text("utf-8") == picture(found[size])


def test_every_link_of_the_page_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (FOLDER / PAGE).read_text("utf-8"))
    assert len(links) >= len(RECORDS)
    text = (FOLDER / PAGE).read_text("utf-8")
    for link in links:
        name, _, row = link.partition("#")
        assert (FOLDER / name).exists()
        assert not row or f'<a id="{row}">' in text


def test_the_data_set_is_that_of_the_records() -> None:
    for name, text in tables(RECORDS).items():
        assert (FOLDER / "data" / name).read_text("utf-8") == text, "run: make atlas-data"
    curves = list(csv.DictReader(io.StringIO(tables(RECORDS)["curves.csv"])))
    assert len(curves) == len(RECORDS)
    by_name = {row["name"]: row for row in curves}
    assert by_name["4-2-relative"]["b1_upper"] == by_name["4-2-relative"]["b1_lower"] == "20"
    segments = list(csv.DictReader(io.StringIO(tables(RECORDS)["segments.csv"])))
    for row in random.Random(52).sample([each for each in segments if each["side"]], 20):
        network = NETWORKS[row["name"]].network()
        cut = Cut.of(network, [*map(int, row["side"].split())])
        assert (str(cut.line.intercept), str(cut.line.slope)) == (row["intercept"], row["slope"])


def test_the_datasheet_names_every_column() -> None:
    sheet = (FOLDER / "datasheet.md").read_text("utf-8")
    for text in tables(RECORDS).values():
        assert all(f"`{column}`" in sheet for column in text.splitlines()[0].split(","))


def test_proofs_are_made_beside_the_data_set(tmp_path: Path) -> None:
    assert list(prove(tmp_path, "2-1-relative", 60.0)) == ["2-1-relative: exact"]
    document = json.loads((tmp_path / "2-1-relative.json").read_text("utf-8"))
    assert verify_document(document).status == "exact"
    assert list(prove(tmp_path, "2-1-relative", 60.0)) == []  # it is there


@pytest.mark.parametrize("name", RECORDS)
def test_record_is_of_its_network_and_its_cuts_are_real(name: str) -> None:
    record = RECORDS[name]
    network = NETWORKS[name].network()
    assert specs.build(specs.parse(record["topology"])) == network
    assert (record["switches"], record["links"]) == (network.switches, network.count_by_class())
    assert record["verdict"] == record["status"]
    assert re.fullmatch("[0-9a-f]{64}", record["sha256"])
    assert record["command"].startswith(f"alphacut curve {spec_of(NETWORKS[name])} ")
    balance = Balance.of(network)
    for segment in record["segments"]:
        assert balance.holds(segment["side"])
        assert network.cut(segment["side"]) == (segment["intercept"], segment["slope"])


@pytest.mark.parametrize("name", RECORDS)
def test_record_proves_what_it_says(name: str) -> None:
    """Values are those of the cuts; where the curve is exact, both bounds meet at all its ends."""
    record = RECORDS[name]
    proven = {point["alpha"]: point for point in record["points"]}
    lines = [(each["intercept"], each["slope"]) for each in record["segments"]]
    for alpha, point in proven.items():
        value = (
            min(slope for _, slope in lines)
            if alpha == "inf"
            else min(intercept + slope * Fraction(alpha) for intercept, slope in lines)
        )
        assert Fraction(point["value"]) == value
        assert 0 <= Fraction(point["lower"]) <= value
    ends = {*(each["from"] for each in record["segments"]), "inf"}
    met = {a for a, p in proven.items() if p["lower"] == p["value"] and p["proof"] == "certificate"}
    assert (ends <= met) == closed(record)
    assert (Fraction(record["gap"]) == 0) == closed(record)


@pytest.mark.parametrize("name", random.Random(36).sample(QUICK, min(3, len(QUICK))))
def test_record_is_proven_again(name: str) -> None:
    again = solve(NETWORKS[name], 120.0)
    assert closed(again)
    ends = ("from", "to", "intercept", "slope")
    assert [[each[end] for end in ends] for each in again["segments"]] == [
        [each[end] for end in ends] for each in RECORDS[name]["segments"]
    ]


# ---- making it -------------------------------------------------------------------


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    first = run(tmp_path, "--largest", "6", "--only", "2-1-h")
    assert "2-1-helix" in first
    assert "1 of 4 curves are exact" in (tmp_path / PAGE).read_text("utf-8")
    again = run(tmp_path, "--largest", "6", "--only", "e")
    assert "2-1-absolute" in again
    assert "2-1-helix" not in again
    assert (tmp_path / "2-1.svg").exists()


def test_an_open_curve_is_tried_again_only_when_asked(tmp_path: Path) -> None:
    run(tmp_path, "--largest", "6", "--only", "2-1-relative")
    path = tmp_path / "records" / "2-1-relative.json"
    record = load(path)
    path.write_text(json.dumps({**record, "status": "bounded", "verdict": "bounded", "gap": "1"}))
    assert run(tmp_path, "--largest", "6", "--only", "2-1-relative") == ""
    assert "100.0%" in (tmp_path / PAGE).read_text("utf-8")
    assert "exact" in run(tmp_path, "--largest", "6", "--only", "2-1-relative", "--again-open")
    assert closed(load(path))


def test_answers_are_kept_where_that_is_asked(tmp_path: Path) -> None:
    answers = tmp_path / "answers"
    run(tmp_path, "--largest", "6", "--only", "2-1-helix", "--answers", str(answers))
    assert [each.name for each in answers.iterdir()] == ["2-1-helix.jsonl"]


def test_known_bisections_count_with_those_that_are_found(tmp_path: Path) -> None:
    """Also where a run goes on from answers, of which one is the search's."""
    dragonfly = next(each for each in smallest_first(14) if name_of(each) == "2-3-absolute")
    sides = [each["side"] for each in solve(dragonfly, 60.0)["segments"]]
    begun, kept = solve(dragonfly, 0.0, None, sides), tmp_path / "answers.jsonl"
    assert [each["side"] for each in begun["segments"]] == sides
    search = Outcome(cuts=(Cut.of(dragonfly.network(), range(7)),))
    kept.write_text(json.dumps(outcome_json(search)) + "\n")
    worse = solve(dragonfly, 0.0, kept)
    assert [each["side"] for each in worse["segments"]] != sides
    assert [each["side"] for each in solve(dragonfly, 0.0, kept, sides)["segments"]] == sides


def test_a_worse_record_does_not_replace_a_better_one() -> None:
    record = RECORDS["2-1-relative"]
    open_ = {**record, "status": "bounded", "verdict": "bounded", "gap": "1/10"}
    wider = {**open_, "gap": "1/5"}
    refused = {**record, "verdict": "refused: …"}
    assert better(record, open_)
    assert better(open_, wider)
    assert better(wider, refused)
    assert not any(better(a, b) for a, b in ((open_, record), (wider, open_), (refused, wider)))
    assert not better(record, record)


# ---- hashes ----------------------------------------------------------------------


def test_the_command_of_a_record_makes_what_was_verified(tmp_path: Path) -> None:
    """A curve counted by components has one proof only, so its hash is always the same."""
    record = RECORDS["2-1-relative"]
    file = tmp_path / "curve.json"
    program, *arguments = record["command"].replace("2-1-relative.json", str(file)).split()
    assert program == "alphacut"
    subprocess.run([sys.executable, "-m", "alphacut.service.cli.main", *arguments], check=True)
    assert run(tmp_path, "--hash", str(file)).strip() == record["sha256"]
    document: dict[str, Any] = json.loads(file.read_text("utf-8"))
    kept = recorded(document)
    assert {name: record[name] for name in kept} == kept


def test_the_hash_is_of_proofs_and_claims_alone() -> None:
    document = {"points": [{"alpha": "0", "engine": "a", "seconds": 1.0}], "provenance": {"a": 1}}
    other = {"provenance": {}, "points": [{"seconds": 2.0, "alpha": "0", "engine": "b"}]}
    assert sha256(document) == sha256(other)
    other["points"] = [{"alpha": "1"}]
    assert sha256(document) != sha256(other)
