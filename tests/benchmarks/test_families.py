"""The examples of all families: what is shown is what was computed, and can be computed anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse, read
from alphacut.arrangements.formats.spec.families import FAMILIES
from alphacut.solver.bisection.balance import Balance
from benchmarks.families import EXAMPLES, Example, records, stored
from benchmarks.families_page import PAGE, PICTURES, filled, picture_name, rows, write_pictures

FROM = "run: python -m benchmarks.families --draw"


@pytest.fixture(scope="module")
def results() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = stored()["records"]
    return found


def test_every_family_has_an_example() -> None:
    shown = {read(example.spec).model_dump()["family"] for example in EXAMPLES}
    assert shown == set(FAMILIES)


def test_every_example_has_a_result_that_is_proven(results: list[dict[str, Any]]) -> None:
    assert [Example(each["spec"], each["balance"]) for each in results] == list(EXAMPLES)
    for record in results:
        assert record["verdict"] == record["status"], record["spec"]
        exact = record["topology"]["family"] != "bundlefly"  # whose smallest has 90 switches
        assert (record["status"] == "exact") is exact, record["spec"]


def test_cuts_of_the_results_are_bisections_of_their_capacity(
    results: list[dict[str, Any]],
) -> None:
    for record in results:
        network = build(parse(record["topology"]))
        balance = Balance.of(network, record["balance"])
        for segment in record["segments"]:
            line = network.cut(segment["side"])
            assert line == (segment["intercept"], segment["slope"])
            assert balance.holds(segment["side"])


def test_theorems_agree(results: list[dict[str, Any]]) -> None:
    known = 0
    for row in list(rows(results))[2:]:
        *_, curve, _, theorem = [cell.strip() for cell in row.split("|")[1:-1]]
        known += bool(theorem)
        assert theorem in ("", curve)
    assert known >= 10


def test_the_page_is_what_the_results_say(results: list[dict[str, Any]]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page, results) == page, FROM
    assert filled(page, results[:3]) != page


def test_the_pictures_are_what_the_command_draws(
    results: list[dict[str, Any]], tmp_path: Path
) -> None:
    write_pictures(results, tmp_path)
    names = sorted(picture_name(record) for record in results)
    assert len(set(names)) == len(EXAMPLES)
    assert sorted(file.name for file in PICTURES.iterdir()) == names, FROM
    for name in names:
        assert (tmp_path / name).read_bytes() == (PICTURES / name).read_bytes(), f"{name}: {FROM}"


@pytest.mark.parametrize(
    "example", [Example("leaf_spine:leaves=6,spines=4,uplinks=2", "hosts"), Example("slim_fly:q=3")]
)
def test_results_are_computed_anew(example: Example, results: list[dict[str, Any]]) -> None:
    [anew] = records([example], seconds=60)
    [old] = [each for each in results if each["spec"] == example.spec]
    lines = [[(s["from"], s["intercept"], s["slope"]) for s in each["segments"]]
             for each in (anew, old)]  # fmt: skip
    assert lines[0] == lines[1]
    assert anew["verdict"] == "exact"
