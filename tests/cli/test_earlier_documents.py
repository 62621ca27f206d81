"""Documents that earlier releases wrote are read by every command that reads one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

RELEASES = Path(__file__).parents[1] / "data" / "releases"
FILES = sorted(RELEASES.glob("*/*.json"))
VERIFIED = (
    *("bisection-curve", "bisection-point", "throughput", "placement", "routing"),
    "simulation",
    "synthesis",
    "resilience",
    "profile",
)
READ = (0, 3, 4)  # exits of `verify`: exact, true but bounded, closed


def _named(*kinds: str) -> list[Any]:
    return [pytest.param(file, id=f"{file.parent.name} {file.stem}") for file in FILES
            if file.stem in kinds]  # fmt: skip


def _document(file: Path, folder: Path) -> Path:
    kept = json.loads(file.read_text(encoding="utf-8"))
    written = folder / "document.json"
    written.write_text(json.dumps(kept["document"]), encoding="utf-8")
    return written


@pytest.mark.parametrize("file", _named(*VERIFIED))
def test_it_is_verified(alphacut: Any, tmp_path: Path, file: Path) -> None:
    run = alphacut("verify", _document(file, tmp_path))
    assert run.returncode in READ, run


@pytest.mark.parametrize("file", _named("bisection-curve"))
def test_a_curve_goes_on(alphacut: Any, tmp_path: Path, file: Path) -> None:
    out = tmp_path / "again.json"
    run = alphacut("curve", "--resume", _document(file, tmp_path), "--out", out)
    assert run.returncode == 0, run
    again, before = (json.loads(each.read_text()) for each in (out, tmp_path / "document.json"))
    lines = [[(s["intercept"], s["slope"]) for s in each["segments"]] for each in (again, before)]
    assert lines[0] == lines[1]
