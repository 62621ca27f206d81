"""Options that would change nothing are refused, by the command and by the other doors alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import alphacut as library
from alphacut.solver.common.errors import QuestionError

SPEC = "dragonfly:a=2,h=1,arrangement=relative"
RING = "torus:sides=4"
FAIL = ("--fail", "links=1")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("curve", SPEC, "--title", "x"), "--title: goes with --plot alone"),
        (("curve", SPEC, "--size", "4x3"), "--size: goes with --plot alone"),
        (("curve", SPEC, "--width", "page"), "--width: goes with --plot alone"),
        (("compare", SPEC, RING, "--title", "x"), "--title: goes with --plot alone"),
        (("resilience", RING, *FAIL, "--title", "x"), "--title: goes with --plot alone"),
        (("resilience", RING, *FAIL, "--injection", "2"), "--injection: has no effect without tr"),
        (("point", SPEC, "--alpha", "1", "--local", "1", "--global", "4"), "--alpha: is 4 by --lo"),
        (("point", f"{RING},capacities.local=2", "--local", "1", "--global", "4"),
         "--local: the spec gives local links a capacity of their own"),
        (("submit", SPEC, "--alpha", "1", "--alpha-max", "2"), "--alpha-max: has no effect b"),
        (("place", RING, "--stencil", "2", "--heatmap", "t.svg"), "--heatmap: goes with --grid"),
        (("fabric", "one.csv", "--apart"), "--apart: goes with several FILEs alone"),
        (("report", "-o", "r.html", SPEC, "--no-layouts", "--radix", "8"), "--radix: has no ef"),
        (("report", "-o", "r.html", "--time-limit", "8"), "--time-limit: goes with SPEC"),
        (("route", SPEC, "--mechanism", "minimal", "--valiant", "group"), "--valiant: needs the m"),
        (("route", RING, "--mechanism", "up-down", "--vcs", "2/1"), "--vcs: up-down has as many"),
        (("conjecture", "helix", "--h", "1", "--a-max", "2", "--sign", "text"), "--sign: is of n"),
        (("design", "--hosts", "99", "--radix", "16", "--families", "torus", "--balanced"),
         "--balanced: is of dragonflies"),
    ],
)  # fmt: skip
def test_an_option_that_has_no_effect_is_refused(
    alphacut: Any, arguments: tuple[str, ...], told: str
) -> None:
    found = alphacut(*arguments)
    assert found.returncode == 2, found.stderr
    assert found.stdout == ""
    assert found.stderr.startswith(f"alphacut: {told}")


def test_nothing_of_a_comparison_of_documents_is_computed_again(
    alphacut: Any, tmp_path: Path
) -> None:
    curve = tmp_path / "curve.json"
    library.curve(SPEC).save(curve)
    for option in (("--engine", "ilp"), ("--only-alpha",), ("--balance", "hosts")):
        found = alphacut("compare", curve, curve, *option)
        assert found.returncode == 2
        assert found.stderr.startswith(f"alphacut: {option[0]}: ")


def test_documents_that_say_nothing_of_bisections_are_not_compared(
    alphacut: Any, tmp_path: Path
) -> None:
    found = alphacut("throughput", RING, "--traffic", "uniform", "--out", tmp_path / "t.json")
    assert found.returncode == 0
    found = alphacut("compare", tmp_path / "t.json")
    assert found.returncode == 2
    assert 'is a document of the format "alphacut-throughput/1"' in found.stderr


@pytest.mark.parametrize(
    ("field", "ask"),
    [
        ("injection", lambda: library.resilience(RING, "links=1", injection=2)),
        ("valiant", lambda: library.routes(SPEC, "minimal", valiant="group")),
        ("valiant", lambda: library.simulate(SPEC, "minimal", valiant="group")),
        ("vcs", lambda: library.routes(RING, "shortest", vcs="1/2")),
        ("arrangement", lambda: library.design(99, 16, families="torus", arrangement="helix")),
        ("sign", lambda: library.conjecture("helix", h=1, a_max=2, sign="text")),
        ("radix", lambda: library.report(SPEC, radix=8, layouts=False)),
    ],
)
def test_the_library_refuses_it_too(field: str, ask: Any) -> None:
    with pytest.raises(QuestionError) as refused:
        ask()
    assert refused.value.field == field


@pytest.mark.slow
def test_packets_that_may_choose_valiants_routes_may_choose_where_these_go(alphacut: Any) -> None:
    found = alphacut(
        *("simulate", SPEC, "--mechanism", "minimal", "--choice", "ugal-l", "--valiant", "group"),
        *("--loads", ".1", "--cycles", "60", "--warm-up", "20"),
    )
    assert found.returncode == 0, found.stderr


def test_what_is_told_in_bytes_a_second_is_of_links_of_capacity_1(alphacut: Any) -> None:
    found = alphacut("point", f"{RING},capacities.local=2", "--unit", "25GB/s")
    assert "with links of capacity 1 of 25GB/s one way" in found.stderr
    assert "100 GB/s one way, 200 GB/s both ways" in found.stderr  # two links of capacity 2


@pytest.mark.parametrize("options", [("--unit", "25GB/s"), ("--local", "100", "--global", "100")])
@pytest.mark.parametrize("command", ["point", "curve"])
def test_what_links_carry_is_not_said_of_a_network_that_tells_it(
    alphacut: Any, tmp_path: Path, command: str, options: tuple[str, ...]
) -> None:
    """B of a file with several speeds is in Gb/s, and was multiplied by a rate once more."""
    network = {
        "family": "graph", "switches": 2, "links": [[0, 1, "4xHDR"], [0, 1, "4xEDR"]],
        "classes": {"4xHDR": {"base": 2, "slope": 0}, "4xEDR": {"base": 1, "slope": 0}},
        "unit": "100",
    }  # fmt: skip
    (tmp_path / "net.json").write_text(json.dumps(network), encoding="utf-8")
    found = alphacut(command, tmp_path / "net.json", *options)
    assert found.returncode == 2
    assert f"{options[0]}: the network tells what its links carry (4xEDR, 4xHDR" in found.stderr


def test_bounds_are_told_in_gigabits_as_well(alphacut: Any) -> None:
    spec = "jellyfish:switches=60,degree=6,seed=1"
    units = ("--local", "100", "--global", "100")
    found = alphacut("point", spec, *units, "--time-limit", ".01", "--engine", "sweep")
    assert found.returncode == 3, found.stderr
    line = next(line for line in found.stderr.splitlines() if "in Gb/s" in line)
    assert " to " in line.partition(" at local")[0]
