"""`alphacut design`: the machines that fit, and what is proven of them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import alphacut as library
from alphacut.solver.design.schema import DESIGN
from tests.cli.conftest import Run


def test_the_table_lists_the_cheapest_first(alphacut: Run) -> None:
    run = alphacut("design", "--hosts", "1000", "--radix", "32", "--limit", "3")
    assert run.returncode == 0, run.stderr
    heads, *rows = run.stdout.splitlines()
    assert heads.split()[:4] == ["(p,a,h,t)", "groups", "hosts", "switches"]
    assert [row.split()[0] for row in rows] == ["(25,4,2,1)", "(26,4,2,1)", "(27,4,2,1)"]
    assert max(map(len, run.stdout.splitlines())) <= 100
    assert "3 of 1,687 that fit" in run.stderr


def test_a_bisection_is_proven_within_the_time(alphacut: Run, tmp_path: Path) -> None:
    """Kim et al.'s dragonfly of 72 hosts: bounds of 20 and 36, and B(2) = 28 by certificate."""
    file = tmp_path / "designs.json"
    asked = ("design", "--hosts", "72", "--radix", "7", "--within", "0", "--balanced",
             "--alpha", "2")  # fmt: skip
    before = json.loads(alphacut(*asked, "--json").stdout)["designs"]
    assert [(row["lower"], row["bisection"], row["status"]) for row in before] == [
        ("20", "36", "bounded")
    ]
    run = alphacut(*asked, "--time-limit", "5m", "--out", file, "--cost", "global=4,switch=20")
    assert run.returncode == 0, run.stderr
    document = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.validate(document, DESIGN)
    (row,) = document["designs"]
    assert (row["lower"], row["bisection"], row["status"]) == ("28", "28", "exact")
    assert row["price"] == str(36 * 20 + 36 * 4)
    assert "proven" in run.stdout
    assert "accepted by the verifier" in run.stderr


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--hosts", "many", "--radix", "32"), "--hosts: must be an integer from 2 to"),
        (("--hosts", "9", "--radix", "8", "--cost", "loca=1"), "--cost: prices are written"),
        (("--hosts", "9", "--radix", "8", "--cost", "local=-1"), "--cost: local must be a number"),
        (("--hosts", "9", "--radix", "8", "--within", "2"), "--within: must be from 0 to 50%"),
        (("--hosts", "9", "--radix", "8", "--arrangement", "x"), "--arrangement: unknown"),
        (("--hosts", "9", "--radix", "8", "--alpha", "inf"), "--alpha: must be above 0"),
    ],
)
def test_bad_input_is_named(alphacut: Run, wrong: tuple[str, ...], said: str) -> None:
    run = alphacut("design", *wrong)
    assert run.returncode == 2
    assert said in run.stderr
    assert not run.stdout


def test_the_library_answers_as_the_command_does(alphacut: Run) -> None:
    run = alphacut("design", "--hosts", "100", "--radix", "12", "--json", "--per-host", "1/2")
    assert library.design(100, 12, per_host="1/2") == json.loads(run.stdout)
