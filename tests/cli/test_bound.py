"""`alphacut bound`, `profile` and `point --sizes`, on files as partitioners have them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pymetis
import pytest

from tests.cli.conftest import call_command

RING = "9 9\n2 9\n1 3\n2 4\n3 5\n4 6\n5 7\n6 8\n7 9\n8 1\n"  # as METIS writes graphs
TORUS = "torus:sides=6x6"


def written(path: Path, parts: Sequence[int]) -> Path:
    """Write a partition as METIS does."""
    path.write_text("".join(f"{part}\n" for part in parts))
    return path


def test_files_of_metis_are_compared_with_the_least(tmp_path: Path) -> None:
    graph, out = tmp_path / "ring.graph", tmp_path / "bound.json"
    graph.write_text(RING)
    cut, parts = pymetis.part_graph(2, adjacency=[[(i - 1) % 9, (i + 1) % 9] for i in range(9)])
    part = written(tmp_path / "ring.graph.part.2", parts)
    found = call_command("bound", graph, part, "--out", out)
    assert found.returncode == 0, found.stderr
    assert f"the partition given: {cut}" in found.stderr
    document = json.loads(out.read_text())
    assert document["point"]["value"] == document["point"]["lower"] == "2"
    assert document["partition"]["intercept"] == cut
    checked = call_command("verify", out)
    assert checked.returncode == 0
    assert "the partition given" in checked.stdout


def test_the_gap_of_a_bad_partition_is_told_and_imbalances_count(tmp_path: Path) -> None:
    part = written(tmp_path / "bad.part.2", [i % 2 for i in range(36)])
    found = call_command("bound", TORUS, part, "--quiet")
    assert found.returncode == 0
    document = json.loads(found.stdout)
    assert (document["partition"]["intercept"], document["point"]["value"]) == (36, "12")
    assert "sizes" not in document
    part = written(tmp_path / "some.part.2", [int(i < 12) for i in range(36)])
    for options, sizes in (((), [12, 12]), (("--imbalance", "40%"), [11, 18])):
        found = call_command("bound", TORUS, part, *options)
        document = json.loads(found.stdout)
        assert list(document["sizes"].values()) == sizes
        assert document["point"]["lower"] == "12"
        assert "the partition given: 12, which is the least there is" in found.stderr


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("0\n1\n2\n", "has 3 parts; bounds are for cuts into two parts alone"),
        ("0\n0\n0\n", "has 1 part; bounds are for cuts into two parts alone"),
        ("0\n1\n", "must have a part for each of 3 nodes, got 2"),
        ("0\n1\n1\n0\n", "must have a part for each of 3 nodes, got 4"),
        ("0\n\n1\n", "line 2 of"),
        ("0\nx\n1\n", 'must be the number of a part, got "x"'),
        ("0 1 1\n", "line 1 of"),
        ("", "must have a part for each of 3 nodes, got 0"),
    ],
)
def test_files_that_are_no_partition_are_refused(lines: str, message: str, tmp_path: Path) -> None:
    part = tmp_path / "part"
    part.write_text(lines)
    found = call_command("bound", _path(tmp_path), part)
    assert found.returncode == 2
    assert "alphacut: partition: " in found.stderr
    assert message in found.stderr


def _path(folder: Path) -> Path:
    graph = folder / "path.graph"
    graph.write_text("3 2\n2\n1 3\n2\n")
    return graph


def test_point_takes_sizes_and_imbalance(tmp_path: Path) -> None:
    for options, value in (
        (("--sizes", "10:26"), "14"),
        (("--sizes", "26:10"), "14"),
        (("--imbalance", "50%"), "12"),
    ):
        out = tmp_path / "point.json"
        found = call_command("point", TORUS, *options, "--out", out)
        assert found.returncode == 0, found.stderr
        assert json.loads(out.read_text())["point"]["value"] == value
        assert call_command("verify", out).returncode == 0
        again = call_command("point", "--resume", out, *options)
        assert (again.returncode, f"{options[0]}: --resume goes on" in again.stderr) == (2, True)


@pytest.mark.parametrize(
    "options", [("--sizes", "10:26"), ("--imbalance", "50%"), ()], ids=["sizes", "range", "bound"]
)
def test_what_was_stopped_is_gone_on_with(tmp_path: Path, options: Sequence[str]) -> None:
    """What the first run proves is taken over, and the sizes and the partition are kept."""
    out, last = tmp_path / "first.json", tmp_path / "last.json"
    if options:
        first = call_command("point", TORUS, *options, "--out", out, "--gap", "90%")
    else:
        part = written(tmp_path / "part", [int(i in (0, 7, 14, 21, 28, 35)) for i in range(36)])
        first = call_command("bound", TORUS, part, "--out", out, "--gap", "90%")
    assert first.returncode in (0, 3), first.stderr
    resumed = call_command("point", "--resume", out, "--out", last)
    assert resumed.returncode == 0, resumed.stderr
    before, after = (json.loads(path.read_text()) for path in (out, last))
    for name in ("sizes", "partition", "topology", "balance"):
        assert after.get(name) == before.get(name)
    assert "sizes" in after
    assert after["status"] == "exact"
    assert call_command("verify", last).returncode == 0


def test_a_profile_is_verified(tmp_path: Path) -> None:
    out = tmp_path / "profile.json"
    found = call_command("profile", "hypercube:dimension=3", "--out", out)
    assert found.returncode == 0, found.stderr
    document: Any = json.loads(out.read_text())
    assert [cut["point"]["value"] for cut in document["cuts"]] == ["3", "4", "5", "4"]
    assert "expansion = 1, at size 4" in found.stderr
    checked = call_command("verify", out)
    assert checked.returncode == 0
    assert "sparsest = 1/4, at size 4" in checked.stdout


def test_a_graph_of_somebody_is_told_of_nodes_and_edges(tmp_path: Path) -> None:
    graph, out = tmp_path / "ring.graph", tmp_path / "bound.json"
    graph.write_text(RING)
    part = written(tmp_path / "part", [0] * 5 + [1] * 4)
    told = [
        call_command("point", graph, "--sizes", "4:5", "--out", out).stderr,
        call_command("bound", graph, part).stderr,
        call_command("curve", graph, "--out", tmp_path / "curve.json").stderr,
        call_command("verify", tmp_path / "curve.json").stdout,
        call_command("describe", graph).stdout,
        call_command("point", graph, "--sizes", "4:4").stderr,
    ]
    for words in told:
        assert "switch" not in words
        assert "link" not in words
    assert all("9 nodes, 9 edges" in words for words in told[:4])
    assert "sizes: must add up to 9, got 4:4" in told[5]
