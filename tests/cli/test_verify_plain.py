"""`alphacut verify --plain`: all bisections are counted again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_an_accepted_curve_is_counted_again(
    alphacut: Any, exact: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "curve.json"
    file.write_text(json.dumps(exact))
    run = alphacut("verify", "--plain", file)
    assert run.returncode == 0
    counted = [line for line in run.stdout.splitlines() if "in a plain count of" in line]
    points = [p for p in exact["points"] if p["proof"] == "certificate" and p["lower"] != "0"]
    assert len(counted) == len(points) > 0


def test_what_is_no_bisection_is_not_counted(alphacut: Any, tmp_path: Path) -> None:
    file = tmp_path / "rates.json"
    asked = ("complete:switches=3", "--traffic", "uniform", "--out", file)
    assert alphacut("throughput", *asked).returncode == 0
    run = alphacut("verify", "--plain", file)
    assert run.returncode == 2
    assert "--plain counts bisections" in run.stderr


def test_a_network_that_is_too_wide_is_told(alphacut: Any, tmp_path: Path) -> None:
    file = tmp_path / "point.json"
    asked = ("complete:switches=60", "--alpha", "1", "--out", file)
    assert alphacut("point", *asked).returncode == 0
    run = alphacut("verify", "--plain", file)
    assert run.returncode == 0
    assert "not counted plainly: 59 switches wait for their neighbours" in run.stdout
