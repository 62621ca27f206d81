"""Networks from and to the formats of other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_a_network_goes_round_through_files(alphacut: Any, small: str, tmp_path: Path) -> None:
    graphml, back = tmp_path / "net.graphml", tmp_path / "back.json"
    assert alphacut("convert", small, "--to", "graphml", "--out", graphml).stderr == ""
    assert alphacut("convert", graphml, "--to", "json", "--out", back).returncode == 0
    assert json.loads(back.read_text())["family"] == "graph"
    assert alphacut("links", back).stdout == alphacut("links", small).stdout


def test_what_is_not_kept_is_said(alphacut: Any, small: str, tmp_path: Path) -> None:
    run = alphacut("convert", small, "--to", "metis")
    assert "metis does not keep the classes of links" in run.stderr
    file = tmp_path / "net.csv"
    file.write_text("from,to,length\na,b,3\n")
    run = alphacut("links", file)
    assert run.returncode == 0
    assert "net.csv (csv): not kept: the column length" in run.stderr
    assert alphacut("convert", file, "--to", "edges", "--quiet").stderr == ""


def test_the_unit_of_capacities_is_not_kept(alphacut: Any) -> None:
    tenths = '{"family": "graph", "switches": 2, "links": [[0, 1, "local", 7]], "unit": "1/10"}'
    run = alphacut("convert", tenths, "--to", "gml")
    assert run.returncode == 0, run.stderr
    assert "gml does not keep the unit of capacities, 1/10" in run.stderr
    for command in (("convert", tenths, "--to", "json"), ("links", tenths, "--format", "json")):
        assert json.loads(alphacut(*command).stdout)["unit"] == "1/10"


def test_the_speeds_of_cables_are_names_of_classes(alphacut: Any, tmp_path: Path) -> None:
    """A fabric with cables of 4xHDR and 12xEDR goes round through GraphML, with capacities."""
    fabric = {
        "family": "graph", "switches": 3, "links": [[0, 1, "4xHDR"], [1, 2, "12xEDR"]],
        "classes": {"4xHDR": {"base": 2, "slope": 0}, "12xEDR": {"base": 3, "slope": 0}},
    }  # fmt: skip
    graphml = tmp_path / "net.graphml"
    run = alphacut("convert", json.dumps(fabric), "--to", "graphml", "--out", graphml)
    assert run.returncode == 0, run.stderr
    back = json.loads(alphacut("convert", graphml, "--to", "json").stdout)
    assert back["links"] == [[0, 1, "4xHDR", 1], [1, 2, "12xEDR", 1]]
    assert {each["name"]: each["base"] for each in back["classes"]} == {"4xHDR": 2, "12xEDR": 3}
    listed = alphacut("convert", json.dumps(fabric), "--to", "edges")
    assert listed.stdout.splitlines()[-1] == "1 2 12xEDR 1"
    wrong = tmp_path / "wrong.edges"
    wrong.write_text("a b 100G\nb c 100G\n", encoding="utf-8")
    assert "100G" in alphacut("links", wrong).stderr  # a weight with a unit is no class


def test_how_a_file_is_read_can_be_said(alphacut: Any, tmp_path: Path) -> None:
    file = tmp_path / "net.txt"
    file.write_text("3 2\n0 1\n1 2\n")
    run = alphacut("links", file)
    assert run.returncode == 2
    assert f"file:path={file},header=yes" in run.stderr
    run = alphacut("links", f"file:path={file},header=yes", "--format", "edges")
    assert run.returncode == 0
    assert run.stdout == "0 1 local 1\n1 2 local 1\n"
    assert "line 1 is a header: 3 switches, 2 links" in run.stderr
    assert alphacut("convert", f"file:path={file},header=no", "--to", "csv", "--quiet").stderr == ""


def test_codes_has_two_files(alphacut: Any, tmp_path: Path) -> None:
    spec = "dragonfly:a=3,h=2,arrangement=absolute"
    assert alphacut("convert", spec, "--to", "codes").returncode == 2
    run = alphacut("convert", spec, "--to", "codes", "--out", tmp_path / "net.bin")
    assert run.returncode == 0, run.stderr
    back = alphacut("links", tmp_path / "net-inter.bin")
    assert back.stdout == alphacut("links", spec).stdout


def test_bad_files_and_formats_are_told_in_one_line(alphacut: Any, tmp_path: Path) -> None:
    file = tmp_path / "net.graph"
    file.write_text("2 1\n2\n1 1\n")
    run = alphacut("convert", file, "--to", "csv")
    assert run.returncode == 2
    assert "net.graph (metis): line 2 says 1 and line 3 says 2 for the edge 1-2" in run.stderr
    run = alphacut("convert", "torus:sides=4", "--to", "metiss")
    assert run.returncode == 2
    assert "did you mean metis?" in run.stderr
