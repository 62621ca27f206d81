"""networkx's bisections by `backend="alphacut"`: least and proven, with networkx's own errors."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Hashable
from decimal import Decimal
from fractions import Fraction
from importlib.metadata import entry_points
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from alphacut.service.networkx_backend import Backend, backend_info, capacities

ROOT = Path(__file__).parents[2]
NETWORKX = Path(nx.__file__).parent
ITS_TESTS = (
    NETWORKX / "algorithms" / "community" / "tests" / "test_bipartitions.py",
    NETWORKX / "linalg" / "tests" / "test_algebraic_connectivity.py",
)
FUNCTIONS = tuple(backend_info()["functions"])


def least(graph: nx.Graph, weight: str | None = "weight") -> float:
    """Return the least cut of two halves, by trying all."""
    halves = combinations(graph, len(graph) // 2)
    found: float = min(nx.cut_size(graph, half, weight=weight) for half in halves)
    return found


def check_halves(graph: nx.Graph, sides: tuple[set[Hashable], set[Hashable]]) -> None:
    assert nx.community.is_partition(graph, sides)
    assert abs(len(sides[0]) - len(sides[1])) <= 1


# ---- as networkx calls it ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return variables under which networkx finds the backend, installed or not."""
    variables = dict(os.environ)
    if not entry_points(group="networkx.backends", name="alphacut"):
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        home = tmp_path_factory.mktemp("site")
        folder = home / "alphacut_backend-0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: alphacut-backend\n")
        (folder / "entry_points.txt").write_text(
            "".join(
                f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
                for group, entries in project["entry-points"].items()
            )
        )
        variables["PYTHONPATH"] = f"{home}:{variables.get('PYTHONPATH', '')}"
    return variables


def test_its_own_tests_pass_on_the_backend(environment: dict[str, str]) -> None:
    chosen = (
        "bisection or argument or partition or many_blocks or test_multigraph or weight_function"
    )
    ended = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist",
            "-c", os.devnull, "--rootdir", str(NETWORKX), "-k", chosen, "-q",
            "-o", "log_cli=true", "--log-cli-level=DEBUG", *map(str, ITS_TESTS),
        ],
        env={
            **environment, "NETWORKX_TEST_BACKEND": "alphacut", "NETWORKX_FALLBACK_TO_NX": "True",
        },
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout[-3000:]
    for name in FUNCTIONS:
        assert f"Using backend 'alphacut' for call to '{name}'" in ended.stdout


SCRIPT = """
import networkx as nx
graph = nx.karate_club_graph()
sides = nx.community.kernighan_lin_bisection(graph, weight=None, backend="alphacut")
assert nx.cut_size(graph, *sides) == 10 and {len(side) for side in sides} == {17}
assert "alphacut" in nx.spectral_bisection.backends
nx.config.backend_priority = ["alphacut"]
nx.config.backends.alphacut.largest = 20
large = nx.community.kernighan_lin_bisection(nx.path_graph(1000), seed=1)
assert len(large[0]) == 500  # by networkx: no proof was asked for
try:
    nx.community.kernighan_lin_bisection(
        nx.path_graph(4), ({0}, {1, 2, 3}), backend="alphacut"
    )
except NotImplementedError:
    pass
else:
    raise AssertionError("unlike sizes were taken")
"""


def test_a_script_names_the_backend(environment: dict[str, str]) -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], env=environment, check=True)


def test_networkx_is_imported_without_what_computes(environment: dict[str, str]) -> None:
    heavy = ("alphacut.solver", "ortools", "numba", "scipy", "highspy")
    code = f"import networkx, sys; print([name for name in {heavy} if name in sys.modules])"
    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    assert ended.stdout.strip() == "[]"


# ---- what it answers ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_the_halves_are_the_best_there_are(name: str, seed: int) -> None:
    graph = nx.connected_watts_strogatz_graph(9 + seed, 4, 0.4, seed=seed)
    for place, edge in enumerate(graph.edges):
        graph.edges[edge]["weight"] = place % 4
    for weight in ("weight", None):
        sides = getattr(Backend, name)(graph, weight=weight)
        check_halves(graph, sides)
        assert nx.cut_size(graph, *sides, weight=weight) == least(graph, weight)


def test_weights_are_taken_as_exactly_as_they_are() -> None:
    graph = nx.cycle_graph(4)
    written: list[Any] = [0.5, Decimal("1.25"), Fraction(1, 3), 2]
    for edge, weight in zip([(0, 1), (1, 2), (2, 3), (3, 0)], written, strict=True):
        graph.edges[edge]["weight"] = weight
    found = capacities(graph, "weight")
    assert found[frozenset((2, 3))] == Fraction(1, 3)
    assert found[frozenset((0, 1))] == Fraction(1, 2)
    assert Backend.kernighan_lin_bisection(graph) == ({0, 3}, {1, 2})


def test_parallel_edges_loops_and_edges_that_do_not_count() -> None:
    graph = nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 3), (2, 3), (0, 0)])
    assert Backend.kernighan_lin_bisection(graph) == ({0, 1}, {2, 3})
    hidden = nx.cycle_graph(4)

    def weight(one: int, other: int, _data: dict[str, Any]) -> int | None:
        return None if {one, other} in ({0, 1}, {2, 3}) else 1

    assert Backend.kernighan_lin_bisection(hidden, weight=weight) == ({0, 3}, {1, 2})


@pytest.mark.parametrize("nodes", [0, 1])
def test_what_cannot_be_halved(nodes: int) -> None:
    graph = nx.empty_graph(nodes)
    assert Backend.kernighan_lin_bisection(graph) == (set(), set(graph))
    with pytest.raises(nx.NetworkXError, match="less than two nodes"):
        Backend.spectral_bisection(graph)


def test_errors_are_those_of_networkx() -> None:
    directed = nx.DiGraph([(0, 1)])
    for name in FUNCTIONS:
        with pytest.raises(nx.NetworkXNotImplemented):
            getattr(Backend, name)(directed)
    with pytest.raises(nx.NetworkXError, match="not connected"):
        Backend.spectral_bisection(nx.empty_graph(3))
    with pytest.raises(nx.NetworkXError, match="unknown method"):
        Backend.spectral_bisection(nx.path_graph(3), method="guess")
    with pytest.raises(nx.NetworkXError, match="partition invalid"):
        Backend.kernighan_lin_bisection(nx.path_graph(3), ({0, 1}, {1, 2}))
    with pytest.raises(nx.NetworkXError, match="two sets"):
        Backend.kernighan_lin_bisection(nx.path_graph(3), ({0}, {1}, {2}))


def _weighted(weight: Any) -> nx.Graph:
    return nx.Graph([(0, 1, {"weight": weight})])


@pytest.mark.parametrize(
    ("name", "args", "kwargs", "reason"),
    [
        ("kernighan_lin_bisection", (_weighted(-1),), {}, "below 0"),
        ("kernighan_lin_bisection", (_weighted(float("nan")),), {}, "no finite number"),
        ("kernighan_lin_bisection", (_weighted("1"),), {}, "no finite number"),
        ("kernighan_lin_bisection", (nx.path_graph(4), ({0}, {1, 2, 3})), {}, "unlike sizes"),
        ("spectral_bisection", (nx.path_graph(4),), {"normalized": True}, "normalized"),
    ],
)
def test_what_it_cannot_run_is_said(
    name: str, args: tuple[Any, ...], kwargs: dict[str, Any], reason: str
) -> None:
    told = Backend.can_run(name, args, kwargs)
    assert isinstance(told, str)
    assert reason in told


def test_it_offers_itself_for_small_graphs_alone() -> None:
    assert Backend.should_run(FUNCTIONS[0], (nx.path_graph(10),), {}) is True
    told = Backend.should_run(FUNCTIONS[0], (nx.path_graph(65),), {})
    assert isinstance(told, str)
    assert Backend.can_run(FUNCTIONS[0], (nx.path_graph(65),), {}) is True
