"""`alphacut route` and `simulate`: exit codes, documents, files and messages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
SPEC = "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2"


def test_a_proof_and_its_check(alphacut: Run, tmp_path: Path) -> None:
    answer, picture = tmp_path / "answer.json", tmp_path / "loads.svg"
    found = alphacut(
        "route", SPEC, "--mechanism", "2-colour", "--traffic", "uniform", "--out", answer,
        "--plot", picture, "--tables", tmp_path / "tables",
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert "free from deadlock: 100 channels, 180 dependencies" in found.stderr
    document = json.loads(answer.read_text())
    assert document["load"]["largest"] == {"local": "13/19", "global": "8/19"}
    assert "phits in a cycle" in picture.read_text()
    assert {each.name for each in (tmp_path / "tables").iterdir()} == {
        "routes.csv", "opensm-lfts.dump", "opensm.fdbs", "opensm-subnet.lst", "guid2lid",
        "ibsim.net",
    }  # fmt: skip
    assert alphacut("verify", answer).returncode == 0
    again = alphacut(
        "route", tmp_path / "tables/opensm-subnet.lst", "--quiet",
        "--mechanism", tmp_path / "tables/opensm-lfts.dump",
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["deadlock"]["dependencies"] == 180


def test_a_cycle_is_drawn_and_told(alphacut: Run, tmp_path: Path) -> None:
    picture = tmp_path / "cycle.svg"
    found = alphacut("route", SPEC, "--mechanism", "minimal", "--vcs", "1/1", "--plot", picture)
    assert found.returncode == 1
    assert "deadlock is possible" in found.stderr
    assert json.loads(found.stdout)["deadlock"]["verdict"] == "possible"
    assert picture.read_text().count("marker-end") == 6
    forged = tmp_path / "forged.json"
    forged.write_text(found.stdout.replace('"dependencies": 200', '"dependencies": 199'))
    refused = alphacut("verify", forged)
    assert refused.returncode == 1
    assert "dependencies is not 200" in refused.stderr


BAD = [
    (("--mechanism", "2-color"), "did you mean 2-colour?"),
    (("--mechanism", "minimal", "--vcs", "0/1"), "vcs: must be an integer from 1"),
    (("--mechanism", "minimal", "--order", "0,1,2,3,4"), "order: minimal follows no order"),
    (("--mechanism", "2-colour", "--order", "0,1,2,3"), "order: must name each of the groups"),
    (("--mechanism", "2-colour", "--order", "multiply:5"), "without a common factor"),
    (("--mechanism", "4-colour"), "needs at least 4 links between every two groups"),
    (("--mechanism", "valiant", "--valiant", "host"), "valiant: unknown intermediate"),
    (("--mechanism", "dimension-order"), "needs one of the families"),
    (("--mechanism", "./nothing.csv"), "cannot be read: No such file"),
    (("--mechanism", "minimal", "--traffic", "adversarial:0"), "sends every group to itself"),
    (("--mechanism", "minimal", "--fabric", "nothing.lst"), "fabric: "),
    (("--mechanism", "minimal", "--adaptive"), "minimal is not adaptive"),
    (("--mechanism", "minimal", "--sl2vl", "lanes"), "sl2vl: is read with forwarding tables"),
    (("--mechanism", "minimal", "--plot", "cycle.txt"), "draws SVG only; name the file cycle.svg"),
]


@pytest.mark.parametrize(("options", "problem"), BAD)
def test_bad_input(options: tuple[str, ...], problem: str, alphacut: Run) -> None:
    found = alphacut("route", SPEC, *options)
    assert found.returncode == 2, found.stderr
    assert problem in found.stderr
    assert "Error" not in found.stderr
    assert not found.stdout


@pytest.mark.slow
def test_a_simulation_with_its_picture(command: Run, tmp_path: Path) -> None:
    out, plot = tmp_path / "runs.json", tmp_path / "runs.svg"
    found = command(
        "simulate", SPEC, "--mechanism", "2-colour", "--loads", "0.1,0.2", "--cycles", "2000",
        "--warm-up", "500", "--seed", "3", "--out", out, "--plot", plot, timeout=3_000,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    document = json.loads(out.read_text())
    assert [run["seed"] for run in document["runs"]] == [3, 4]
    assert document["saturation"] == "1"
    assert "offered load" in plot.read_text()
    bad = command("simulate", SPEC, "--mechanism", "minimal", "--loads", "2")
    assert bad.returncode == 2
