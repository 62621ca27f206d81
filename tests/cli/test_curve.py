"""`alphacut curve` and `alphacut point`, from the spec to the exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

FILES = Path(__file__).parents[1] / "golden" / "files"


def lines(document: dict[str, Any]) -> list[tuple[int, int]]:
    return [(segment["intercept"], segment["slope"]) for segment in document["segments"]]


def test_json_goes_to_standard_output_and_words_to_standard_error(command: Any, small: str) -> None:
    run = command("curve", small)
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    assert document["format"] == "alphacut-curve/1"
    assert document["status"] == "exact"
    assert lines(document) == [(1, 1)]
    assert "6 switches, 3 local and 3 global links" in run.stderr
    assert "(p,2,1) relative, exact" in run.stderr
    assert "1 local and 1 global links cut" in run.stderr


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ('{"family": "graph", "switches": 1, "links": []}', [(0, 0)]),
        ('{"family": "graph", "switches": 4, "links": [[0, 1], [2, 3, "global"]]}', [(0, 0)]),
        ('{"family": "graph", "switches": 3, "links": [[0, 1], [1, 2], [2, 0]]}', [(2, 0)]),
    ],
    ids=["a single switch", "a disconnected graph", "an odd number of switches"],
)
def test_unusual_networks_are_answered(
    alphacut: Any, spec: str, expected: list[tuple[int, int]]
) -> None:
    run = alphacut("curve", spec)
    assert run.returncode == 0, run.stderr
    assert lines(json.loads(run.stdout)) == expected


def test_a_range_ends_where_it_was_told_to_and_quiet_means_no_words(
    alphacut: Any, small: str
) -> None:
    run = alphacut("curve", small, "--alpha-min", "1/2", "--alpha-max", "2", "--quiet")
    assert run.returncode == 0
    assert run.stderr == ""
    document = json.loads(run.stdout)
    assert (document["segments"][0]["from"], document["segments"][-1]["to"]) == ("1/2", "2")


def test_files_are_written_and_nothing_else(alphacut: Any, small: str, tmp_path: Path) -> None:
    out, plot = tmp_path / "curve.json", tmp_path / "curve.svg"
    run = alphacut("curve", small, "--out", out, "--plot", plot)
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""
    assert lines(json.loads(out.read_text())) == [(1, 1)]
    assert "1 + α" in plot.read_text()
    assert sorted(tmp_path.iterdir()) == [out, plot]
    assert str(out) in run.stderr


def test_several_specs_make_lines_and_one_drawing(
    alphacut: Any, small: str, tmp_path: Path
) -> None:
    plot = tmp_path / "curves.svg"
    run = alphacut("curve", small, "torus:sides=2x3", "--plot", plot)
    assert run.returncode == 0, run.stderr
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [lines(document) for document in found] == [[(1, 1)], [(3, 0)]]
    root = ElementTree.parse(plot).getroot()
    texts = {"".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {
        "(p,2,1) relative",
        "torus sides 2 × 3",
        "1 + α",
        "3",
        "breakpoint, with its α",
    } <= texts


def test_several_specs_go_to_a_directory_one_file_each(
    alphacut: Any, small: str, tmp_path: Path
) -> None:
    run = alphacut("curve", small, small, "--out", tmp_path, "--quiet")
    assert run.returncode == 0, run.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "dragonfly-2-1-relative-2.json",
        "dragonfly-2-1-relative.json",
    ]


def test_capacities_come_out_in_gbits(alphacut: Any, small: str, tmp_path: Path) -> None:
    plot = tmp_path / "curve.svg"
    run = alphacut("curve", small, "--local", "100", "--global", "250", "--plot", plot)
    assert run.returncode == 0, run.stderr
    assert "α = 5/2 (2.5), B = 7/2 (3.5), which is 350 Gb/s" in run.stderr
    assert "α = 5/2: B = 7/2, 350 Gb/s" in plot.read_text()
    assert "Gb/s" not in run.stdout


def test_a_point_is_answered_at_its_alpha(alphacut: Any, small: str) -> None:
    run = alphacut("point", small, "--alpha", "5/4")
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    assert document["format"] == "alphacut-point/1"
    assert document["point"]["value"] == document["point"]["lower"] == "9/4"
    assert "α = 5/4 (1.25): B = 9/4 (2.25)" in run.stderr


def test_a_point_takes_its_alpha_from_the_capacities(alphacut: Any, small: str) -> None:
    run = alphacut("point", small, "--local", "100", "--global", "400")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["point"]["alpha"] == "4"
    assert "500 Gb/s" in run.stderr


def test_a_time_limit_leaves_a_bounded_result(alphacut: Any, tmp_path: Path) -> None:
    out = tmp_path / "curve.json"
    spec = "dragonfly:a=6,h=3,arrangement=absolute"
    run = alphacut("curve", spec, "--time-limit", "2", "--out", out)
    assert run.returncode == 3, run.stderr
    document = json.loads(out.read_text())
    assert document["status"] == "bounded"
    assert document["lower"]
    assert "bounded" in run.stderr
    assert alphacut("verify", out).returncode == 3


@pytest.mark.parametrize("engine", ["auto", "branch_and_bound", "cpsat", "ilp"])
@pytest.mark.parametrize(
    ("name", "alpha", "value"),
    [
        ("coprime_capacities.json", "3011", "9023"),
        ("large_capacities.json", "7/5", "2000000000"),
    ],
)
def test_large_capacities_are_exact_or_refused(
    alphacut: Any, engine: str, name: str, alpha: str, value: str
) -> None:
    run = alphacut("point", FILES / name, "--alpha", alpha, "--engine", engine, "--quiet")
    if run.returncode == 2:
        assert (engine, name) == ("ilp", "large_capacities.json")
        assert "ilp takes at most 1,000,000,000" in run.stderr
    else:
        assert run.returncode == 0, run.stderr
        assert json.loads(run.stdout)["point"]["value"] == value


def test_bandwidths_are_told_in_bytes_a_second(alphacut: Any) -> None:
    run = alphacut("point", "torus:sides=4x4", "--alpha", "1", "--unit", "50GB/s")
    assert run.returncode == 0
    assert "400 GB/s one way, 800 GB/s both ways" in run.stderr
    run = alphacut("curve", "dragonfly:a=2,h=1,arrangement=relative", "--unit", "200Gb/s")
    assert "α = 1: " in run.stderr
    assert " of full bisection, " in run.stderr
    run = alphacut("point", "torus:sides=4x4", "--alpha", "1", "--unit", "50")
    assert run.returncode == 2
    assert "such as 25GB/s" in run.stderr
