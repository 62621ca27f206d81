"""Networks of equal cost: that their cost is equal, and that the page says what was computed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from arrangements.formats.spec import build, parse, read
from arrangements.structure.machine import inventory
from benchmarks.equal_cost import SETS, compared, exact_ones, stored
from benchmarks.equal_cost_page import PAGE, filled, table

FROM = "run: python -m benchmarks.equal_cost --write"


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return stored()


@pytest.mark.parametrize("name", SETS)
def test_all_of_a_set_cost_the_same(name: str) -> None:
    costs = set()
    for spec in SETS[name]:
        found = inventory(read(spec).build())
        cables = sum(found["links"].values())
        costs.add((found["switches"], found["hosts"], found["radix"]["min"], cables))
        assert found["radix"]["min"] == found["radix"]["max"]
    assert len(costs) == 1


def test_each_set_has_dragonflies_and_designs_of_three_levels() -> None:
    for specs in SETS.values():
        families = {read(spec).model_dump()["family"] for spec in specs}
        assert {"dragonfly", "dragonfly3"} <= families
    assert any(spec.startswith("hyperx") for spec in SETS["ten ports"])


@pytest.mark.parametrize("name", SETS)
def test_results_are_of_these_networks_and_their_cuts_are_true(
    name: str, results: dict[str, Any]
) -> None:
    found = results["sets"][name]
    assert [run["spec"] for run in found["runs"]] == list(SETS[name])
    for row, run in zip(found["comparison"]["networks"], found["runs"], strict=True):
        network = build(parse(row["topology"]))
        assert network == read(run["spec"]).build()
        assert row["status"] == run["verdict"]
        for segment in run["segments"]:
            line = network.cut(segment["side"])
            assert line == (segment["intercept"], segment["slope"])
            assert len(segment["side"]) * 2 == network.switches
        assert run["verdict"] in ("exact", "bounded")
        known = parse(row["topology"]).known_bisection()
        if known:
            assert Fraction(row["lower"]) <= known.value <= Fraction(row["bisection"])


def test_the_page_is_what_the_results_say(results: dict[str, Any]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page, results) == page, FROM
    for name, specs in SETS.items():
        lines = list(table(results["sets"][name]))
        assert all(any(f"`{spec}`" in line for line in lines) for spec in specs)


def test_rows_are_computed_compared_and_verified() -> None:
    found = compared(["hyperx:sides=3x3,p=2", "dragonfly:a=3,h=2,p=2,trunking=3,"
                      "arrangement=palmtree"], seconds=60)  # fmt: skip
    assert [run["verdict"] for run in found["runs"]] == ["exact", "exact"]
    lines = list(table(found))
    assert lines[0] == (
        "Each of these networks has 9 switches of 6 ports, 18 hosts, 18 cables between switches."
    )
    values = [int(line.split("|")[2]) for line in lines[4:]]
    assert values == sorted(values, reverse=True)
    assert len(values) == 2


def test_exact_results_need_not_be_computed_again() -> None:
    specs = ["hyperx:sides=3x3,p=2", "torus:sides=3x3"]
    once = compared(specs, seconds=60)
    known = exact_ones(once)
    assert list(known) == specs
    assert compared(specs, 60, known) == once
    open_one = {**once["runs"][0], "verdict": "bounded"}
    assert list(exact_ones({**once, "runs": [open_one, once["runs"][1]]})) == specs[1:]
