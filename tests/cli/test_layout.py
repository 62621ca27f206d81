"""The command `alphacut layout`, and its twin in Python."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import alphacut
from alphacut.service.cli.exits import Failure
from alphacut.service.cli.layout import layout
from alphacut.service.cli.verify import verify
from alphacut.solver.common.errors import QuestionError

SPEC = "dragonfly:a=4,h=2,p=2,arrangement=relative"


def asked(*arguments: str) -> str:
    run = CliRunner().invoke(layout, [*arguments])
    assert run.exit_code == 0, run.output
    return run.stdout


def test_files_and_bill_say_the_same(tmp_path: Path) -> None:
    out, cables = tmp_path / "layout.json", tmp_path / "cables.csv"
    told = asked(SPEC, "--out", str(out), "--cables", str(cables), "--netbox", str(tmp_path))
    document = json.loads(out.read_text())
    checked = CliRunner().invoke(verify, [str(out)], standalone_mode=False)
    assert checked.return_value == 0
    assert "162 cables, each link has one, between free ports" in checked.stdout
    out.write_text(json.dumps({**document, "price": "1"}))
    with pytest.raises(Failure, match="refused: price"):
        CliRunner().invoke(verify, [str(out)], standalone_mode=False, catch_exceptions=False)
    rows = list(csv.DictReader(io.StringIO(cables.read_text())))
    assert len(rows) == document["cables"]["number"] == 162
    assert sum(Fraction(row["length_m"]) for row in rows) == Fraction(document["cables"]["bought"])
    assert f"{int(document['price']):,}" in told
    assert "example assumptions" in told
    names = ("device-types", "racks", "devices", "interfaces", "cables")
    assert all((tmp_path / f"netbox-{name}.csv").stat().st_size for name in names)
    found = alphacut.layout(SPEC)
    assert (found.document, found.cables()) == (document, cables.read_text())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((SPEC, "--radix", "6"), "--radix: switch 0 needs 7 ports"),
        ((SPEC, "--radix", "many"), "--radix: must be an integer"),
        (("torus:sides=4x4", "--compare", "relative"), "--compare: compares arrangements"),
        ((SPEC, "--compare", "relative,relative"), "names an arrangement twice"),
        ((SPEC, "--alpha", "3"), "--alpha: goes with --compare alone"),
        ((SPEC, "--time-limit", "3"), "--time-limit: goes with --compare alone"),
        ((SPEC, "--site", "here"), "--site: goes with --netbox alone"),
        ((SPEC, "--netbox", ".", "--site", " "), "--site: must name the site"),
        ((SPEC, "--compare", "relativ"), "did you mean relative"),
        ((SPEC, "--compare", "relative", "--out", "x.json"), "writes no files"),
        ((SPEC, "--netbox", "/none/such"), "--netbox: there is no directory"),
    ],
)
def test_bad_questions_are_told(arguments: tuple[str, ...], told: str) -> None:
    run = CliRunner().invoke(layout, [*arguments])
    assert run.exit_code == 2
    assert told in run.output


def test_every_name_of_a_comparison_is_read_before_any_is_proven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("alphacut.service.library.laying_out.laid_out", pytest.fail)
    run = CliRunner().invoke(layout, [SPEC, "--compare", "relative,nowhere"])
    assert (run.exit_code, "nowhere" in run.output) == (2, True)


def test_a_field_of_the_file_of_racks_is_not_told_as_an_option(tmp_path: Path) -> None:
    file = tmp_path / "racks.toml"
    file.write_text("cables = 3\n")
    run = CliRunner().invoke(layout, [SPEC, "--racks", str(file)])
    assert run.exit_code == 2
    assert "Error: cables: must be a table" in run.output
    file.write_text("[switch]\nports = 6\n")
    run = CliRunner().invoke(layout, [SPEC, "--racks", str(file)])
    assert "Error: switch.ports: switch 0 needs 7 ports" in run.output


def test_boxes_are_told_apart_from_switches_and_one_is_one(tmp_path: Path) -> None:
    file = tmp_path / "racks.toml"
    file.write_text("[host]\nunits = 0\n")
    assert "absolute: 36 boxes, 72 hosts, in 1 rack, 1 row\n" in asked(
        SPEC.replace("relative", "absolute"), "--racks", str(file)
    )
    assert "12 switches of 4 ports (4 needed) and 8 boxes, 16 hosts, in 2 racks" in asked(
        "fat_tree:k=4", "--racks", str(file)
    )
    assert "5 switches of 3 ports (3 needed), 5 hosts, in 1 rack, 1 row" in asked(
        "cycle:switches=5"
    )


def test_negative_prices_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text("[switch]\nprice = -5\n")
    run = CliRunner().invoke(layout, [SPEC, "--prices", str(file)])
    assert run.exit_code == 2
    assert "prices.switch.price: must be a number from 0" in run.output


@pytest.mark.slow
def test_arrangements_of_equal_bisection_are_compared_by_their_cables() -> None:
    """B(1) = 20 for all five: published, and proven here; the cables are those of each alone."""
    names = ("relative", "absolute", "helix")
    found = json.loads(asked(SPEC, "--compare", ",".join(names), "--json"))
    for name, row in zip(names, found["arrangements"], strict=True):
        assert (row["bisection"], row["lower"], row["status"]) == ("20", "20", "exact")
        alone = alphacut.layout(SPEC.replace("relative", name))
        assert (Fraction(row["way"]), row["copper"]) == (alone.way, alone.copper)
    told = asked(SPEC, "--compare", ",".join(names))
    least = min(found["arrangements"], key=lambda row: Fraction(row["way"]))
    assert f"at B = 20, proven: {least['arrangement']} with ways of" in told


def test_a_file_that_is_not_there_is_named_once() -> None:
    with pytest.raises(QuestionError) as refused:
        alphacut.layout(SPEC, racks="/none/such.toml")
    assert str(refused.value) == "racks: /none/such.toml cannot be read: No such file or directory"
    with pytest.raises(QuestionError) as refused:
        alphacut.bound("cycle:switches=4", "/none/such.part")
    assert str(refused.value) == (
        "partition: /none/such.part cannot be read: No such file or directory"
    )
