"""The contest: partitions that are bisections, entries measured once, tables that are honest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.common.alpha import Alpha
from benchmarks.contest import __main__ as command
from benchmarks.contest import measure
from benchmarks.contest.entries import CUT, PROOF, Entry, entries
from benchmarks.contest.measure import measured
from benchmarks.contest.table import PAGE, filled, proofs, verdict
from benchmarks.partitioners import catalogue
from benchmarks.partitioners._base import Adjacency, NotInstalled, balanced, best_of, repair
from benchmarks.partitioners.catalogue import NAMES, partitioner
from benchmarks.plain_models._base import EdgeModel

ONE = Alpha(1, 1)
MARKERS = "".join(f"<!-- {n}:begin -->\n<!-- {n}:end -->\n" for n in ("proofs", "cuts", "verdict"))


def model(a: int, h: int, arrangement: str = "relative") -> EdgeModel:
    return EdgeModel.of(Dragonfly(a=a, h=h, arrangement=arrangement).network(), ONE)


# ---- partitioners ----------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("a", "h", "least"),
    [(2, 1, 2), (4, 2, 20), (3, 4, 30)],  # 6, 36 and 39 switches; B(1) is proven
)
def test_partitioner_finds_bisections_that_are_not_too_good(
    name: str, a: int, h: int, least: int
) -> None:
    found = best_of(partitioner(name), model(a, h), 0.5)
    assert least <= found.value <= 1.3 * least
    assert found.seeds >= 1
    graph = Adjacency(model(a, h))
    sides = repair(graph, [int(side) for side in partitioner(name)(graph, 7)])
    assert balanced(graph, sides)
    assert graph.cut(sides) >= least


def test_repair_moves_what_costs_least() -> None:
    """In a path of six, one end of the longer part is cheaper than its middle."""
    path = EdgeModel(switches=6, edges=tuple((u, u + 1, 1) for u in range(5)), unit=1)
    graph = Adjacency(path)
    sides = repair(graph, [0, 0, 0, 0, 0, 1])
    assert balanced(graph, sides)
    assert sides == [0, 0, 0, 1, 1, 1]
    assert graph.cut(sides) == 1
    assert repair(graph, sides) == sides


def test_odd_numbers_differ_by_one() -> None:
    graph = Adjacency(EdgeModel(switches=3, edges=(), unit=1))
    assert balanced(graph, [0, 0, 1])
    assert not balanced(graph, [0, 0, 0])


def test_weights_are_balanced_where_there_are_any() -> None:
    """A hub without weight goes where it costs least; leaves are dealt out evenly."""
    star = EdgeModel(switches=5, edges=tuple((0, leaf, 1) for leaf in range(1, 5)), unit=1)
    graph = Adjacency(star, (0, 1, 1, 1, 1))
    assert balanced(graph, [0, 0, 0, 1, 1])
    assert balanced(graph, repair(graph, [0, 0, 0, 0, 0]))


def test_a_package_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue.MODULES, "Chaco", "chaco")
    with pytest.raises(NotInstalled, match="chaco"):
        partitioner("Chaco")
    with pytest.raises(ValueError, match="no partitioner"):
        partitioner("Jostle")


# ---- entries ---------------------------------------------------------------------


def test_entries_are_all_networks_with_all_tools() -> None:
    names = [entry.name for entry in entries()]
    assert len(set(names)) == len(names) == 20 * (4 + 4) + 4 * 4
    assert "p63-relative proof SCIP" in names
    assert "p105-relative cut Mt-KaHyPar" in names
    assert "p105-relative proof SCIP" not in names


@pytest.mark.parametrize(
    ("kind", "tool"),
    [(PROOF, "alphacut"), (PROOF, "SCIP"), pytest.param(CUT, "KaHIP", marks=pytest.mark.slow)],
)
def test_entry_is_measured(kind: str, tool: str) -> None:
    small = Dragonfly(a=2, h=2, arrangement="circulant")
    record = measured(Entry(dragonfly=small, kind=kind, tool=tool), 20.0)
    assert record["value"] == 5
    assert record["seconds"] < 20
    if kind == PROOF:
        assert record["proof"] == ("certificate" if tool == "alphacut" else "solver")
        assert record["bound"] == pytest.approx(5)
        assert record["engine"] == ("sweep" if tool == "alphacut" else "SCIP")


def test_a_tool_that_the_machine_kept_waiting_is_not_said_to_have_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No tool ever has more than a hundred cores; a share that is wanted of it is never there."""
    network = Dragonfly(a=6, h=3, arrangement="relative")
    entry = Entry(dragonfly=network, kind=PROOF, tool="SCIP")
    monkeypatch.setattr(measure, "LEAST_SHARE", 100.0)
    record = measure._proof(entry, 0.5)
    assert [*record] == ["missing"]
    assert "the machine was busy" in record["missing"]
    monkeypatch.setattr(measure, "LEAST_SHARE", 0.0)
    assert measure._proof(entry, 0.5)["value"] >= 90


def test_an_entry_that_cannot_be_measured_is_told() -> None:
    small = Dragonfly(a=2, h=1, arrangement="relative")
    record = measured(Entry(dragonfly=small, kind=PROOF, tool="nobody"), 1.0)
    assert record == {"missing": "its process died"}


def test_a_contest_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Dragonfly(a=2, h=1, arrangement="relative")
    few = [Entry(dragonfly=small, kind=CUT, tool=tool) for tool in ("METIS", "KaHIP")]
    monkeypatch.setattr(command, "entries", lambda: few)
    out, page = tmp_path / "out.json", tmp_path / "page.md"
    page.write_text(MARKERS)
    base = ["--out", str(out), "--page", str(page), "--cut-limit", "0.2"]
    first = CliRunner().invoke(command.main, [*base, "--only", "METIS"], standalone_mode=False)
    assert first.exception is None, first.output
    assert [*json.loads(out.read_text())["records"]] == ["p21-relative cut METIS"]
    second = CliRunner().invoke(command.main, base, standalone_mode=False)
    assert "KaHIP" in second.output
    assert "METIS" not in second.output
    records = json.loads(out.read_text())["records"]
    assert {record["value"] for record in records.values()} == {2.0}
    assert records["p21-relative cut METIS"]["provenance"]["versions"]["pymetis"]


# ---- tables ----------------------------------------------------------------------


def record(kind: str, tool: str, **rest: Any) -> tuple[str, dict[str, Any]]:
    about = {"instance": "p42-relative", "kind": kind, "tool": tool}
    return f"p42-relative {kind} {tool}", {**about, **rest}


def solved(tool: str, seconds: float) -> tuple[str, dict[str, Any]]:
    about = {"proof": "solver", "engine": "sweep", "value": 20.0, "bound": 20.0, "gap": 0.0}
    return record(PROOF, tool, seconds=2 * seconds, processor_seconds=seconds, **about)


def test_tables_say_times_gaps_and_what_is_missing() -> None:
    open_ = record(PROOF, "CP-SAT", seconds=60.0, proof=None, value=20.0, bound=5.0, gap=0.75)
    missing = record(PROOF, "HiGHS", missing="not installed: highspy")
    lines = list(proofs(dict([solved("alphacut", 0.5), open_, missing])))
    assert lines[-1] == (
        "| p42-relative | 20 | 0.50 s (sweep) | gap 75% (5 to 20) | not installed: highspy | "
        "not measured |  |"
    )


def test_table_tells_how_much_faster_ours_is_where_others_are_slow() -> None:
    quick, slow = solved("HiGHS", 0.9), solved("SCIP", 4.0)
    lines = list(proofs(dict([solved("alphacut", 0.5), quick, slow])))
    assert lines[0].endswith("| alphacut is × as fast |")
    assert lines[-1].endswith("| 0.90 s | 4.0 s | 8.0 (SCIP) |")


@pytest.mark.parametrize(
    ("ours", "said"),
    [(0.2, "in 1 of these."), (1.0, "in 0 of these; not in p42-relative against SCIP (×4.0).")],
)
def test_verdict_is_honest_about_times(ours: float, said: str) -> None:
    lines = list(verdict(dict([solved("alphacut", ours), solved("SCIP", 4.0)])))
    assert said in lines[0]


def test_verdict_is_honest_about_cuts() -> None:
    mine = record(CUT, "alphacut", seconds=1.0, value=22.0)
    other = record(CUT, "METIS", seconds=1.0, value=20.0)
    assert "p42-relative (22, not 20)" in list(verdict(dict([mine, other])))[-1]
    assert "in 1 of 1" in list(verdict(dict([record(CUT, "alphacut", value=20.0), other])))[-1]


def test_the_page_is_that_of_the_results() -> None:
    results = json.loads(command.RESULTS.read_text("utf-8"))
    text = PAGE.read_text("utf-8")
    assert filled(text, results) == text
    with pytest.raises(ValueError, match="markers"):
        filled("no markers", results)
