"""Throughput, routes and placements of graphs as Python has them, told in their owner's words."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import alphacut
from alphacut.solver.common.errors import QuestionError

RING = "dragonfly:a=2,h=1,p=2,arrangement=relative"
SQUARE = nx.relabel_nodes(nx.cycle_graph(4), dict(enumerate("abcd")))


@pytest.mark.parametrize(
    "graph",
    [
        SQUARE,
        igraph.Graph.Ring(4),
        nx.to_scipy_sparse_array(SQUARE, weight=None),
        nx.to_numpy_array(SQUARE),
        "torus:sides=4",
        {"family": "torus", "sides": [4]},
    ],
    ids=["networkx", "igraph", "scipy", "numpy", "text", "spec"],
)
def test_every_form_of_a_network_carries_the_same(graph: object) -> None:
    """Opposite corners of a square send over both ways around: 4 flows of 2 hops, on 8 links."""
    found = alphacut.throughput(graph, "shift:2", model="mcf")
    assert found.rates == {
        "mcf": alphacut.Rate(lower=Fraction(1), upper=Fraction(1), status="exact")
    }
    assert (found.rate, found.status, found.missing) == (Fraction(1), "exact", ())


def test_demands_are_told_in_nodes_or_as_a_matrix() -> None:
    """What all send to one node has to pass its two links."""
    to_a = {(node, "a"): 1 for node in "bcd"}
    matrix = np.zeros((4, 4), dtype=int)
    matrix[1:, 0] = 1
    whole = alphacut.throughput(SQUARE, to_a)
    # the host of a receives 3 times what one sends, and takes 1
    assert whole.rate == Fraction(1, 3)
    for traffic in (matrix, scipy.sparse.csr_array(matrix)):
        assert alphacut.throughput(SQUARE, traffic).rates == whole.rates
    half = dict.fromkeys(to_a, "1/2")
    assert alphacut.throughput(SQUARE, half).rate == Fraction(2, 3)


def test_capacities_of_edges_count() -> None:
    graph = nx.path_graph(2)
    graph.edges[0, 1]["weight"] = 2
    found = alphacut.throughput(graph, "uniform", hosts=4)
    # 4 hosts send 4/7 of their traffic over a link of capacity 2
    assert found.rate == Fraction(2 * 7, 4 * 4)
    graph.edges[0, 1]["weight"] = 0.5
    with pytest.raises(QuestionError, match="capacities must be whole here"):
        alphacut.throughput(graph, "uniform")
    assert alphacut.throughput(graph, "uniform", weight=None).rate == 1


def test_routes_tell_of_nodes() -> None:
    free = alphacut.routes(SQUARE, "up-down", traffic="uniform")
    assert (free.status, free.free, free.cycle) == ("free", True, None)
    assert free.saturation is not None
    assert "free from deadlock" in str(free)
    around = ["source,destination,route,from,to"]
    corners = "abcd"
    for start in range(4):
        for hops in (1, 2, 3):
            ends = f"{corners[start]},{corners[(start + hops) % 4]},0"
            around += [
                f"{ends},{corners[(start + k) % 4]},{corners[(start + k + 1) % 4]}"
                for k in range(hops)
            ]
    stuck = alphacut.routes(SQUARE, "routes", listed="\n".join(around))
    assert (stuck.status, stuck.free, stuck.saturation) == ("possible", False, None)
    assert stuck.cycle is not None
    assert {(first, second) for first, second, _ in stuck.cycle} == {
        ("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"),
    }  # fmt: skip


def test_cells_lie_on_nodes() -> None:
    found = alphacut.mapping(SQUARE, (2, 2), torus=False)
    assert found.cells is not None
    assert set(found.cells.values()) == set("abcd")
    for one, other in (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((1, 1), (0, 1)), ((1, 1), (1, 0))):
        assert SQUARE.has_edge(found.cells[one], found.cells[other])
    assert (found.hops, found.status, found.exists) == (4, "exact", None)


def test_a_regular_mapping_is_decided() -> None:
    spec = "dragonfly:a=4,h=2,arrangement=relative"
    assert alphacut.mapping(spec, "6x6", regular="R").exists is True
    none = alphacut.mapping(spec, "6x6", torus=True, regular="R")
    assert (none.exists, none.cells, none.status) == (False, None, "exact")


def test_a_job_is_laid_out_and_launched(tmp_path: Path) -> None:
    found = alphacut.place(RING, (16, 16), count=8)
    assert found.hosts is not None
    assert found.launcher("slurm").split() == found.hosts
    assert found.seconds is not None
    assert found.bound is not None
    assert found.bound <= found.seconds <= Fraction(found.choices[0]["seconds"])
    assert (found.status == "exact") == (found.bound == found.seconds)
    found.save(tmp_path / "placed.json")
    assert alphacut.verify(tmp_path / "placed.json").status == found.verify().status
    assert json.loads((tmp_path / "placed.json").read_text()) == found.document


@pytest.mark.parametrize(
    "ask",
    [
        lambda: alphacut.throughput(RING, "shift:1", alpha=1),
        lambda: alphacut.routes(RING, "up-down"),
        lambda: alphacut.place(RING, "16x16", count=8),
        lambda: alphacut.mapping(RING, "3x4"),
        lambda: alphacut.simulate(RING, "minimal", loads=[1], cycles=600, warm_up=0),
    ],
    ids=["throughput", "routes", "place", "mapping", "simulate"],
)
def test_answers_draw_themselves(ask: Callable[[], Any], tmp_path: Path) -> None:
    found = ask()
    found.draw(tmp_path / "picture.svg")
    assert "<svg" in (tmp_path / "picture.svg").read_text(encoding="utf-8")
    with pytest.raises(QuestionError, match=r"name the file .*picture\.svg"):
        found.draw(tmp_path / "picture.png")
    assert found.status in repr(found)
    assert len(str(found).splitlines()) > 1


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: alphacut.throughput(SQUARE, {("a", "z"): 1}), "traffic: .* a pair of nodes"),
        (lambda: alphacut.throughput(SQUARE, {("a", "b"): 1}, hosts=2), "traffic: .* numbers"),
        (lambda: alphacut.throughput(SQUARE, np.ones((3, 3))), "traffic: .* each of 4 hosts"),
        (lambda: alphacut.throughput(SQUARE, 7), "traffic: must be a pattern"),
        (lambda: alphacut.throughput(SQUARE, "shift:2", model=7), "model: unknown model"),
        (lambda: alphacut.throughput(RING, "shift:2"), "alpha: is missing"),
        (lambda: alphacut.throughput(SQUARE, "shift:2", time_limit=0), "time_limit: must be above"),
        (lambda: alphacut.routes(SQUARE, "minimal", adaptive=True), "adaptive: minimal is not"),
        (lambda: alphacut.routes(nx.DiGraph(SQUARE), "up-down"), "graph: links have no direction"),
        (lambda: alphacut.place(SQUARE, "4x4"), "topology: .* a whole dragonfly"),
        (lambda: alphacut.place(RING, "16x16", ranks=0), "ranks: must be at least 1"),
        (lambda: alphacut.place(RING, "16x16", rank=1), "rank: is not a field here"),
        (lambda: alphacut.mapping(SQUARE, "2x2", objective="speed"), "objective: must be"),
        (lambda: alphacut.simulate(RING, "minimal", loads=[0]), "loads: must be above 0"),
        (lambda: alphacut.simulate(RING, "valiant", choice="ugal-l"), "choice: needs one of"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_field(ask: Callable[[], object], told: str) -> None:
    with pytest.raises(QuestionError, match=f"^{told}"):
        ask()


def test_one_is_told_as_one() -> None:
    assert "(6 of 1 hop)" in str(alphacut.routes("complete:switches=3", "up-down"))
    left = alphacut.resilience("cycle:switches=3", "links=3", samples=1)
    assert "1 of 1 samples fall apart; at least 1 host stays together" in str(left)
    assert repr(left) == "<Resilience: 1 network, exact>"
    alone = alphacut.place("dragonfly:a=2,h=1,p=2,arrangement=relative", "1x1")
    for words in ("1 choice of tasks and block", "hosts): 1 choice\n", "routing, on 1 group:"):
        assert words in str(alone)


def test_loads_are_read_as_the_command_reads_them() -> None:
    more: dict[str, Any] = {"cycles": 60, "warm_up": 20}
    written: tuple[Any, ...] = (".1,1/2", [0.1, "1/2"])
    told, listed = (
        alphacut.simulate("dragonfly:a=2,h=1,arrangement=relative", "minimal", loads=loads, **more)
        for loads in written
    )
    assert [run.offered for run in told.runs] == [Fraction(1, 10), Fraction(1, 2)]
    assert told.runs == listed.runs
