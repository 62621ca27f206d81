"""The benchmark of known graphs: what it records, and that it goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from alphacut.arrangements.formats.spec import read
from benchmarks.known_graphs import LARGEST, all_small, main, named, solve


def test_a_graph_is_recorded_once(tmp_path: Path) -> None:
    out = tmp_path / "known.json"
    arguments = ["--only", "hypercube:dimension=3", "--out", str(out)]
    first = CliRunner().invoke(main, arguments, standalone_mode=False)
    assert first.return_value == 0, first.output
    assert "[4, 4], theorem 4" in first.output
    (record,) = json.loads(out.read_text("utf-8"))["records"].values()
    assert (record["value"], record["bound"], record["theorem"]) == (4, 4, 4)
    assert (record["proof"], record["switches"]) == ("certificate", 8)

    again = CliRunner().invoke(main, arguments, standalone_mode=False)
    assert again.return_value == 0
    assert again.output == ""


def test_graph_that_is_left_open_fails(tmp_path: Path) -> None:
    out = tmp_path / "known.json"
    CliRunner().invoke(main, ["--only", "hypercube:dimension=2", "--out", str(out)])
    results = json.loads(out.read_text("utf-8"))
    (record,) = results["records"].values()
    record["bound"] -= 1
    out.write_text(json.dumps(results), "utf-8")
    arguments = ["--only", "hypercube:dimension=2", "--out", str(out)]
    assert CliRunner().invoke(main, arguments, standalone_mode=False).return_value == 1


def test_every_engine_can_be_asked() -> None:
    by_tree = solve("torus:sides=5x5", "branch_and_bound", None)
    by_sweep = solve("torus:sides=5x5", "sweep", None)
    assert by_tree.closed
    assert by_sweep.closed
    assert by_tree.proven_by != by_sweep.proven_by
    assert by_sweep.certificate_bytes < by_tree.certificate_bytes


def test_all_small_graphs_are_small_and_different() -> None:
    graphs = list(all_small())
    assert len(set(graphs)) == len(graphs) > 100
    assert max(read(graph).size().switches for graph in graphs) == LARGEST
    for graph in ("hamming:sides=7x9", "hamming:sides=3x3x7", "de_bruijn:symbols=4,length=3"):
        assert graph in graphs
    assert len(set(named())) == len(list(named()))
