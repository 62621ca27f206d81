"""`alphacut place`: from a job to the file of its launcher, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from alphacut.service.cli.main import run as run_here

PAPER = "dragonfly:a=8,h=4,p=4,arrangement=relative"
SMALL = "dragonfly:a=4,h=2,arrangement={}"
TINY = "dragonfly:a=2,h=1,p=2,arrangement=relative"


def test_from_job_to_file(alphacut: Any, tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("slurm", "openmpi", "openmpi4", "mpich", "hosts")}
    out, plot, heat = (tmp_path / name for name in ("out.json", "plot.svg", "heat.svg"))
    run = alphacut(
        "place", PAPER, "--grid", "512x512x512", "--count", "1024", "--out", out,
        "--plot", plot, "--heatmap", heat,
        *(part for name, path in files.items() for part in ("--write", f"{name}={path}")),
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""
    assert "binds" in run.stderr
    document = json.loads(out.read_text())
    assert files["slurm"].read_text().splitlines() == document["placed"]["hosts"]
    assert all(path.stat().st_size for path in files.values())
    assert all("<svg" in path.read_text() for path in (plot, heat))
    assert alphacut("verify", out).returncode == 3  # true; not as quick as no placement can be


def test_one_choice(alphacut: Any) -> None:
    run = alphacut(
        "place", PAPER, "--grid", "512x512x512", "--tasks", "8x8x4", "--block", "2x2x2", "--quiet"
    )
    assert (run.returncode, run.stderr) == (0, "")
    document = json.loads(run.stdout)
    assert document["format"] == "alphacut-placement/1"
    first = {
        "tasks": [8, 8, 4], "block": [2, 2, 2], "routing": "direct", "same_group": "minimal",
        "remote_demand": "4/5", "binding": "injection", "seconds": "128/15625",
        "seconds_remote_only": "512/78125",
    }  # fmt: skip
    assert first.items() <= document["choices"][0].items()
    assert document["status"] == "exact"


@pytest.mark.parametrize(
    ("arrangement", "options", "code"),
    [("relative", ["--regular", "R"], 0), ("relative", ["--torus", "--regular", "R"], 4)],
)
def test_regular_mappings(alphacut: Any, arrangement: str, options: list[str], code: int) -> None:
    run = alphacut("place", SMALL.format(arrangement), "--stencil", "6x6", *options)
    assert run.returncode == code, run.stderr
    mapping = json.loads(run.stdout).get("mapping")
    assert (sorted(mapping) == list(range(36))) if code == 0 else mapping is None


def test_what_is_not_decided_has_a_code_of_its_own(alphacut: Any) -> None:
    spec = SMALL.format("relative")
    options = ("--stencil", "6x6", "--torus", "--regular", "B5", "--time-limit", "0.01")
    run = alphacut("place", spec, *options)
    assert run.returncode == 3
    assert "not decided" in run.stderr


def test_an_allocation_from_files(alphacut: Any, tmp_path: Path) -> None:
    topology, nodes = tmp_path / "topology.conf", tmp_path / "nodes"
    topology.write_text("".join(f"SwitchName=s{s} Nodes=x{s}[0-1]\n" for s in range(6)))
    nodes.write_text("x0[0-1],x1[0-1]\nx2[0-1] x3[0-1]\n")
    asked = ("place", TINY, "--grid", "16x16", "--count", "8")
    run = alphacut(*asked, "--hosts", topology, "--nodes", nodes)
    assert run.returncode == 0, run.stderr
    assert "The allocation costs a factor of" in run.stderr
    allowed = {f"x{s}{host}" for s in range(4) for host in range(2)}
    assert set(json.loads(run.stdout)["placed"]["hosts"]) == allowed
    whole = alphacut(*asked, "--nodes", topology)
    assert whole.returncode == 0, whole.stderr


GRID = ["--grid", "16x16"]
BAD = [
    (TINY, [], "grid: give either a grid, or a stencil"),
    (TINY, ["--grid", "0x4"], "grid: each side must be an integer from 1"),
    (TINY, ["--grid", "4x1.5"], "grid: each side must be an integer"),
    (TINY, ["--grid", "4x-2"], "grid: each side must be an integer from 1"),
    (TINY, ["--grid", "4xa"], "grid: each side must be an integer"),
    (TINY, [*GRID, "--tasks", "4x4x4"], "tasks: must have as many sides as the grid"),
    (TINY, [*GRID, "--tasks", "16x16"], "tasks: are 256, more than the machine takes"),
    (TINY, ["--grid", "2x8", "--tasks", "4x2"], "tasks: must be at most 2 along a side of 2"),
    (TINY, [*GRID, "--tasks", "2x2", "--count", "8"], "count: is 8, but tasks make 4"),
    (TINY, [*GRID, "--count", "7", "--any-tasks"], "count: no decomposition of the grid into 7"),
    (TINY, [*GRID, "--block", "4x4"], "block: has 16 tasks; the machine has 3 groups of 4"),
    (TINY, [*GRID, "--count", "7"], "count: no decomposition of the grid into 7 tasks fits"),
    (TINY, [*GRID, "--message", "0"], "message: must be above 0"),
    (TINY, [*GRID, "--message", "1e9999"], "message: must be a number"),
    (TINY, [*GRID, "--weights", "1,0"], "weights: must all be above 0"),
    (TINY, [*GRID, "--weights", "1"], "weights: must be 2 numbers"),
    (TINY, [*GRID, "--local", "x"], "local: must be a number"),
    (TINY, [*GRID, "--regular", "R"], "regular: is asked of a stencil"),
    (TINY, [*GRID, "--write", "pbs=x"], "--write: \"pbs\" is not a format"),
    (TINY, [*GRID, "--plot", "mapping.gif"], "draws SVG only; name the file mapping.svg"),
    (TINY, [*GRID, "--nodes", "missing"], "--nodes: cannot read missing"),
    (TINY, ["--stencil", "9x9"], "stencil: has 81 cells; there are hosts for 12"),
    (TINY, ["--stencil", "4x4", "--regular", "B5"], "must be divisible into blocks"),
    ("dragonfly:a=4,h=2,arrangement=relative,local.sides=2x2", GRID, "topology.local"),
    ("torus:sides=4x4", GRID, "a whole dragonfly of complete groups, got the family torus"),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "options", "words"), BAD)
def test_bad_input_is_told(
    spec: str, options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here(["place", spec, *options]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert words in told.err
    assert "error" not in told.err.lower()
    assert "alphacut: :" not in told.err


def test_unknown_hosts_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nodes = tmp_path / "nodes"
    for text, words in (
        ("n0 m1", 'unknown host "m1"'), ("n[0-1", "no host list"), ("", "names no host"),
        ("n0 n1", "the allocation is too small"),
    ):  # fmt: skip
        nodes.write_text(text)
        assert run_here(["place", TINY, *GRID, "--count", "8", "--nodes", str(nodes)]) == 2
        assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "spec", ["torus:sides=4x4,p=4", "dragonfly_plus:groups=4,leaves=4,spines=2,p=4,links=1"]
)
def test_a_stencil_has_room_at_the_hosts_of_any_family(alphacut: Any, spec: str) -> None:
    """64 tasks on 16 switches with four hosts each; one host more would be one too many."""
    run = alphacut("place", spec, "--stencil", "8x8", "--time-limit", "5", "--quiet")
    assert run.returncode in (0, 3), run.stderr
    placed = json.loads(run.stdout)
    assert placed["topology"]["p"] == 4
    more = alphacut("place", spec, "--stencil", "5x13")
    assert more.returncode == 2
    assert "64" in more.stderr
