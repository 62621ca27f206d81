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
