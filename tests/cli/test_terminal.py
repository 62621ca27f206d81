"""What comes from outside is shown on a terminal, and never obeyed by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from alphacut.service.cli.files import document_line

ESCAPE = "\x1b[2J\x9b31m\u202e"


def unprinted(text: str) -> set[str]:
    """Return the characters that a terminal would act upon, but for the ends of lines."""
    return {each for each in text if not each.isprintable()} - {"\n"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["describe", f"torus:sides={ESCAPE}"],
        ["describe", json.dumps({"family": ESCAPE})],
        ["describe", json.dumps({"family": "torus", ESCAPE: 1})],
        ["describe", f"{ESCAPE}.edges"],
        ["curve", "torus:sides=3x3", "--gap", ESCAPE],
        ["curve", "torus:sides=3x3", "--engine", ESCAPE],
        ["point", "torus:sides=3x3", "--alpha", ESCAPE],
        ["cables", "torus:sides=3x3", "--class", ESCAPE],
        ["verify", f"{ESCAPE}.json"],
        [ESCAPE],
        [f"--{ESCAPE}"],
    ],
    ids=str,
)
def test_an_argument_that_is_refused_is_spelled_out(alphacut: Any, arguments: list[str]) -> None:
    run = alphacut(*arguments)
    assert run.returncode in (1, 2)
    assert run.stderr
    assert unprinted(run.stdout + run.stderr) == set()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.edges", f"0 1 {ESCAPE}\n1 2 local\n"),
        ("b.csv", f"first,second,class,{ESCAPE}\n0,1,local,x\n"),
        ("c.json", json.dumps({"family": "graph", "switches": 2, "links": [[0, 1, ESCAPE]]})),
        (f"d{ESCAPE}.csv", "first,second,odd\n0,1,x\n"),
    ],
)
def test_a_file_says_nothing_to_the_terminal(
    alphacut: Any, tmp_path: Path, name: str, content: str
) -> None:
    file = tmp_path / name
    file.write_text(content, encoding="utf-8")
    run = alphacut("describe", file)
    assert run.returncode in (0, 2), run.stderr
    assert unprinted(run.stdout + run.stderr) == set()


def test_a_document_of_unusual_text_is_the_same_document() -> None:
    """Characters that JSON leaves alone and terminals do not are escaped, as JSON allows."""
    document = {"a": "\x7f\x9b\u202e\u2066 α"}
    assert unprinted(document_line(document)) == set()
    assert json.loads(document_line(document)) == document


def test_a_class_that_a_spreadsheet_would_compute_is_refused(alphacut: Any, tmp_path: Path) -> None:
    file = tmp_path / "net.csv"
    file.write_text("first,second,class\n0,1,=cmd|'/C calc'!A0\n", encoding="utf-8")
    run = alphacut("cables", file)
    assert run.returncode == 2
    assert "must not begin with =" in run.stderr


def test_draw_reads_the_numbers_of_a_curve_at_a_bounded_cost(
    alphacut: Any, tmp_path: Path, exact: dict[str, Any]
) -> None:
    curve = tmp_path / "curve.json"
    exact["segments"][0]["intercept"] = "1e-999999999"
    curve.write_text(json.dumps(exact), encoding="utf-8")
    spec = json.dumps(exact["topology"])
    run = alphacut("draw", spec, "--out", tmp_path / "net.svg", "--curve", curve)
    assert run.returncode == 2
    assert "no curve or point of this network: intercept is not an integer" in run.stderr
