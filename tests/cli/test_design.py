"""`alphacut design`: the machines that fit, and what is proven of them."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

import alphacut as library
from alphacut.arrangements.formats.spec import build, read
from alphacut.solver.design.schema import DESIGN
from tests.cli.conftest import Run


def test_the_table_has_the_front_of_all_families(command: Run) -> None:
    run = command("design", "--hosts", "1000", "--radix", "32", "--limit", "3")
    assert run.returncode == 0, run.stderr
    heads, *rows = run.stdout.splitlines()
    assert heads.split()[:4] == ["family", "shape", "hosts", "switches"]
    assert len(rows) == 3
    assert max(map(len, run.stdout.splitlines())) <= 140
    assert "prices and watts are assumptions" in run.stderr
    assert "behind the front: fat_tree" in run.stderr


def test_a_bisection_is_proven_within_the_time(alphacut: Run, tmp_path: Path) -> None:
    """Kim et al.'s dragonfly of 72 hosts: bounds of 20 and 36, and B(2) = 28 by certificate."""
    file = tmp_path / "designs.json"
    asked = ("design", "--hosts", "72", "--radix", "7", "--within", "0", "--balanced",
             "--alpha", "2", "--per-host", "1/4")  # fmt: skip
    before = json.loads(alphacut(*asked, "--json").stdout)["designs"]
    assert [(row["family"], row["status"]) for row in before] == [("dragonfly", "bounded")]
    assert 20 <= Fraction(before[0]["lower"]) <= 28 <= Fraction(before[0]["bisection"])
    run = alphacut(*asked, "--time-limit", "5m", "--out", file, "--cost", "global=4,switch=20")
    assert run.returncode == 0, run.stderr
    document = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.validate(document, DESIGN)
    (row,) = document["designs"]
    assert (row["lower"], row["bisection"], row["status"]) == ("28", "28", "exact")
    assert row["price"] == str(36 * 20 + 36 * 4)
    assert "proven" in run.stdout
    assert "accepted by the verifier" in run.stderr


def test_rows_as_csv_can_be_asked_about(alphacut: Run) -> None:
    run = alphacut("design", "--hosts", "60", "--radix", "10", "--csv", "--sort", "bisection")
    assert run.returncode == 0, run.stderr
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    assert len(rows) > 2
    for row in rows:
        network = build(read(row["spec"]))
        assert sum(network.hosts) == int(row["hosts"])
        assert Fraction(row["bisection_per_host"]) * int(row["hosts"]) == Fraction(row["bisection"])


def test_prices_of_a_file(alphacut: Run, tmp_path: Path) -> None:
    example = alphacut("design", "--example-prices")
    assert example.returncode == 0
    file = tmp_path / "prices.toml"
    file.write_text(example.stdout.replace("price = 2000", "price = 4000"), encoding="utf-8")
    asked = ("design", "--hosts", "60", "--radix", "10", "--json", "--families", "hyperx")
    dear, usual = (
        json.loads(alphacut(*asked, *more).stdout)["designs"] for more in (("--prices", file), ())
    )
    prices = {row["name"]: Fraction(row["price"]) for row in usual}
    both = [row for row in dear if row["name"] in prices]
    assert both
    for row in both:
        assert Fraction(row["price"]) == prices[row["name"]] + 2000 * row["switches"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--hosts", "many", "--radix", "32"), "--hosts: must be an integer from 2 to"),
        (("--hosts", "9", "--radix", "8", "--cost", "loca=1"), "--cost: prices are written"),
        (("--hosts", "9", "--radix", "8", "--cost", "local=-1"), "--cost: local must be a number"),
        (("--hosts", "9", "--radix", "8", "--within", "2"), "--within: must be from 0 to 50%"),
        (("--hosts", "9", "--radix", "8", "--arrangement", "x"), "--arrangement: unknown"),
        (("--hosts", "9", "--radix", "8", "--alpha", "inf"), "--alpha: must be above 0"),
        (("--hosts", "9", "--radix", "8", "--families", "ring"), "--families: unknown family"),
        (("--hosts", "9", "--radix", "8", "--spare-ports", "7"), "--spare-ports: must be an"),
        (("--hosts", "9", "--radix", "8", "--csv", "--json"), "--csv and --json: one of the two"),
    ],
)
def test_bad_input_is_named(alphacut: Run, wrong: tuple[str, ...], said: str) -> None:
    run = alphacut("design", *wrong)
    assert run.returncode == 2
    assert said in run.stderr
    assert not run.stdout


def test_the_library_answers_as_the_command_does(alphacut: Run) -> None:
    run = alphacut("design", "--hosts", "100", "--radix", "12", "--json", "--per-host", "1/2")
    found = library.design(100, 12, per_host="1/2")
    told = json.loads(run.stdout)
    assert {**found.document, "provenance": told["provenance"]} == told
    assert len(found) == len(found.document["designs"])
    for row, written in zip(found, found.document["designs"], strict=True):
        assert row.topology == written["topology"]
        assert row.bisection_per_host_lower == Fraction(written["bisection_per_host_lower"])
        assert row.price == Fraction(written["price"])
    assert found[0] in found.rows
    assert found.csv().startswith("family,name,hosts")
    assert str(found).startswith("family")
