"""The wiring on standard output."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any


def test_csv_has_one_row_for_each_link(alphacut: Any) -> None:
    run = alphacut("links", "dragonfly:a=4,h=2,arrangement=relative", "--format", "csv")
    assert run.returncode == 0
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    assert [row["class"] for row in rows].count("global") == 36
    assert [row["class"] for row in rows].count("local") == 54


def test_edges_are_lines(alphacut: Any) -> None:
    run = alphacut("links", "torus:sides=2x3", "--format", "edges")
    assert run.returncode == 0
    assert "0 1 local 1" in run.stdout.splitlines()
    assert len(run.stdout.splitlines()) == 9


def test_json_is_a_spec_of_the_same_network(alphacut: Any, small: str, tmp_path: Path) -> None:
    run = alphacut("links", small, "--format", "json")
    assert json.loads(run.stdout)["family"] == "graph"
    file = tmp_path / "network.json"
    file.write_text(run.stdout)
    assert alphacut("links", file).stdout == alphacut("links", small).stdout
