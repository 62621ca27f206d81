"""Graphs whose bisection bandwidth is known, proven here and held against what is known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import complete, read
from alphacut.solver.bisection.verify.document import verify_document
from benchmarks.known_graphs import AUTO

Solve = Callable[..., dict[str, Any]]

FAST = (
    "hypercube:dimension=4",
    "hypercube:dimension=6",
    "torus:sides=8x8",
    "torus:sides=9x9",
    "torus:sides=4x4x4",
    "cube_connected_cycles:dimension=4",
    "hamming:sides=3x3x4",
    "hamming:sides=5x7",
    "hamming:sides=4x4x4",
    "mesh:sides=12x12",
    "butterfly:dimension=4",
)
SLOW = (
    "hypercube:dimension=7",
    "hypercube:dimension=8",
    "hamming:sides=3x3x7",
    "hamming:sides=7x7",
    "hamming:sides=7x9",
    "hamming:sides=8x8",
    "cube_connected_cycles:dimension=5",
)
DE_BRUIJN = (
    (2, 3, 3), (2, 4, 6), (2, 5, 10), (2, 6, 18), (3, 3, 19),
    pytest.param(4, 3, 59, marks=pytest.mark.slow), pytest.param(8, 2, 160, marks=pytest.mark.slow),
)  # fmt: skip
MUST = ("torus:sides=8x8", "torus:sides=9x9", "torus:sides=4x4x4", "hamming:sides=5x7")
RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "known_graphs.json"


def proven(graph: str, solve: Solve) -> int:
    """Return the value of a curve that is one constant, exact and verified."""
    document = solve(complete(read(graph)))
    assert verify_document(json.loads(json.dumps(document))).status == "exact"
    (segment,) = document["segments"]
    assert segment["slope"] == 0
    value: int = segment["intercept"]
    return value


@pytest.mark.parametrize(
    "graph", [*FAST, *(pytest.param(graph, marks=pytest.mark.slow) for graph in SLOW)]
)
def test_graph_has_the_bisection_of_its_theorem(graph: str, solve: Solve) -> None:
    known = read(graph).known_bisection()
    assert known is not None
    assert proven(graph, solve) == known.value


@pytest.mark.parametrize(("symbols", "length", "value"), DE_BRUIJN)
def test_de_bruijn_graph_is_proven(symbols: int, length: int, value: int, solve: Solve) -> None:
    """No formula is known; sweeps, trees and integer programs agree on these."""
    assert proven(f"de_bruijn:symbols={symbols},length={length}", solve) == value


def test_all_results_are_exact_and_agree() -> None:
    """The records that are kept: no engine against another, and auto closes what it must."""
    records = json.loads(RESULTS.read_text("utf-8"))["records"].values()
    values = {r["graph"]: r["value"] for r in records if r["engine"] == AUTO}
    for record in records:
        if record["engine"] == AUTO:
            assert record["proof"] == "certificate"
            assert record["bound"] == record["value"]
            assert record["theorem"] in (None, record["value"])
        assert record["bound"] <= values[record["graph"]] <= record["value"]
    assert values.keys() >= {*MUST, *(f"de_bruijn:symbols=2,length={n}" for n in range(2, 7))}
