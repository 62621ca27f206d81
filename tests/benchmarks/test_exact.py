"""The benchmark of larger curves: what it records, and that it goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import exact
from benchmarks.exact import main


def test_a_curve_is_recorded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from arrangements.dragonfly import Dragonfly

    small = (Dragonfly(a=2, h=2, arrangement="relative"),)
    monkeypatch.setattr(exact, "LARGER", small)
    out = tmp_path / "exact.json"
    first = CliRunner().invoke(main, ["--only", "p22", "--out", str(out)])
    assert first.exit_code == 0, first.output
    assert "p22-relative" in first.output
    (record,) = json.loads(out.read_text("utf-8"))["records"].values()
    assert (record["status"], record["verdict"], record["switches"]) == ("exact", "exact", 10)
    assert record["peak_megabytes"] > 20
    assert record["provenance"]["command"].endswith("--only p22-relative --processes 2")

    again = CliRunner().invoke(main, ["--only", "p22", "--out", str(out)])
    assert again.output == ""
