"""Networks of equal cost: that their cost is equal, and that the page says what was computed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alphacut.arrangements.formats.spec import build, parse, read
from alphacut.arrangements.structure.machine import inventory
from benchmarks.equal_cost import SETS, compared, run, sets
from benchmarks.equal_cost_page import PAGE, filled, table

FROM = "run: python -m benchmarks.equal_cost --write"


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
def test_results_are_of_these_networks_and_their_cuts_are_true(name: str) -> None:
    runs = sets()[name]
    assert [each["spec"] for each in runs] == list(SETS[name])
    for each in runs:
        network = build(parse(each["topology"]))
        assert network == read(each["spec"]).build()
        assert each["status"] == each["verdict"] in ("exact", "bounded")
        for segment in each["segments"]:
            line = network.cut(segment["side"])
            assert line == (segment["intercept"], segment["slope"])
            assert len(segment["side"]) * 2 == network.switches


def test_theorems_lie_within_what_was_proven() -> None:
    known = 0
    for runs in sets().values():
        for row in compared(runs)["networks"]:
            theorem = parse(row["topology"]).known_bisection()
            if theorem:
                known += 1
                assert Fraction(row["lower"]) <= theorem.value <= Fraction(row["bisection"])
    assert known


def test_the_page_is_what_the_results_say() -> None:
    page = PAGE.read_text(encoding="utf-8")
    told = {name: compared(runs) for name, runs in sets().items()}
    assert filled(page, told, sets()) == page, FROM
    assert [spec for specs in SETS.values() for spec in specs if f"`{spec}`" not in page] == []


def test_rows_are_computed_compared_and_verified() -> None:
    specs = ["dragonfly:a=3,h=2,p=2,trunking=3,arrangement=palmtree", "hyperx:sides=3x3,p=2"]
    runs = [run(spec, seconds=60) for spec in specs]
    assert [each["verdict"] for each in runs] == ["exact", "exact"]
    lines = list(table(compared(runs)["networks"], runs))
    assert lines[0] == (
        "Each of these networks has 9 switches of 6 ports, 18 hosts, 18 cables between switches."
    )
    values = [int(line.split("|")[2]) for line in lines[4:]]
    assert values == sorted(values, reverse=True)
    assert len(values) == 2


def test_a_network_that_is_left_open_shows_its_bounds() -> None:
    open_one = {
        "spec": "torus:sides=3x3", "topology": read("torus:sides=3x3").complete(),
        "balance": "switches", "status": "bounded", "verdict": "bounded", "seconds": 1.0,
        "segments": [{"from": "0", "to": None, "intercept": 8, "slope": 0, "side": []}],
        "lower": [{"from": "0", "to": None, "intercept": "13/2", "slope": "0"}],
    }  # fmt: skip
    *_, row = table(compared([open_one])["networks"], [open_one])
    assert "| 6.50 to 8 |" in row
    assert "| ≤ 8 | bounded; theorem: 8 |" in row
