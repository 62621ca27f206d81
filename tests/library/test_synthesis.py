"""`alphacut.synthesise`, and the command of that name."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import alphacut
from alphacut.service.cli.synthesise import synthesise


def test_a_design_from_python() -> None:
    found = alphacut.synthesise(a=3, h=2, alpha=Fraction(3))
    assert {found.value, found.lower, found.upper} == {20}
    assert (found.status, found.best) == ("exact", "all")
    assert alphacut.bisection(found.spec, 3).value == 20
    assert found.verify().status == "exact"


def test_cables_to_move_from_python() -> None:
    found = alphacut.synthesise(
        "dragonfly:a=2,h=3,arrangement=absolute", alpha=3, moves=4, time_limit=5
    )
    assert found.moves is not None
    assert 0 < len(found.moves) <= 4
    assert found.gain is not None
    assert found.gain >= Fraction(1, 7)
    assert alphacut.bisection(found.spec, 3).value == found.value


def test_a_start_has_numbers_of_its_own() -> None:
    with pytest.raises(alphacut_error(), match="start"):
        alphacut.synthesise("dragonfly:a=2,h=3,arrangement=absolute", a=2, h=3, alpha=3)
    with pytest.raises(alphacut_error(), match="h must be given"):
        alphacut.synthesise(a=2, alpha=3)


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(alphacut_error(), match="alpha"):
        alphacut.synthesise(a=3, h=2, alpha=0)


def alphacut_error() -> type[Exception]:
    from alphacut.solver.common.errors import SolverError

    return SolverError


def test_the_command_writes_a_document(tmp_path: Path) -> None:
    out = tmp_path / "design.json"
    given = ["a=3,h=2", "--alpha", "3", "--out", str(out), "--quiet"]
    assert CliRunner().invoke(synthesise, given, standalone_mode=False).return_value == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["bisection"]["lower"] == document["bisection"]["value"] == "20"


def test_the_command_needs_an_alpha() -> None:
    told = CliRunner().invoke(synthesise, ["a=3,h=2"])
    assert told.exit_code == 2
    assert "--alpha" in told.output


def test_the_command_tells_which_cables_to_move(tmp_path: Path) -> None:
    out = tmp_path / "moves.json"
    start = "dragonfly:a=2,h=3,arrangement=absolute"
    given = ["--start", start, "--moves", "4", "--alpha", "3", "--time-limit", "5"]
    told = CliRunner().invoke(synthesise, [*given, "--out", str(out)], standalone_mode=False)
    assert told.return_value == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    assert len(document["moves"]) <= 4
    assert document["start"]["value"] == "14"


def test_the_command_takes_one_network() -> None:
    for given in ([], ["a=3,h=2", "--start", "dragonfly:a=2,h=3,arrangement=absolute"]):
        told = CliRunner().invoke(synthesise, [*given, "--alpha", "3"])
        assert told.exit_code == 2
        assert "--start" in told.output


def test_both_stop_at_a_gap(tmp_path: Path) -> None:
    """Neither has a limit of time, and the whole proof would take longer than anybody waits."""
    out = tmp_path / "design.json"
    given = ["a=5,h=2", "--alpha", "2", "--gap", "20%", "--out", str(out), "--quiet"]
    assert CliRunner().invoke(synthesise, given, standalone_mode=False).return_value == 3
    lower = Fraction(json.loads(out.read_text(encoding="utf-8"))["bisection"]["lower"])
    found = alphacut.synthesise(a=5, h=2, alpha=2, gap="20%")
    assert found.value == 56
    for each in (lower, found.lower):
        assert Fraction(4, 5) * 56 <= each < 56
