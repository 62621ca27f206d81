"""Cycles, paths, stars, trees and grids against the generators of networkx, link by link."""

from __future__ import annotations

from typing import Any

import networkx
import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.networkx_graph import to_networkx


def ends(graph: networkx.Graph) -> set[frozenset[Any]]:
    return {frozenset(edge) for edge in graph.edges}


def built(text: str) -> networkx.Graph:
    network = spec.build(spec.read(text))
    assert {link.multiplicity for link in network.links} <= {1}
    assert network.depends_on_alpha is False
    return networkx.Graph(to_networkx(network))


@pytest.mark.parametrize("switches", [3, 4, 5, 8, 31])
def test_cycle(switches: int) -> None:
    assert ends(built(f"cycle:switches={switches}")) == ends(networkx.cycle_graph(switches))


@pytest.mark.parametrize("switches", [1, 2, 3, 8, 31])
def test_path(switches: int) -> None:
    graph = built(f"path:switches={switches}")
    assert len(graph) == switches
    assert ends(graph) == ends(networkx.path_graph(switches))


@pytest.mark.parametrize("leaves", [1, 2, 3, 8, 31])
def test_star(leaves: int) -> None:
    assert ends(built(f"star:leaves={leaves}")) == ends(networkx.star_graph(leaves))


@pytest.mark.parametrize(("branching", "height"), [(2, 1), (2, 5), (3, 3), (4, 2), (7, 2)])
def test_tree(branching: int, height: int) -> None:
    graph = built(f"tree:branching={branching},height={height}")
    assert ends(graph) == ends(networkx.balanced_tree(branching, height))


@pytest.mark.parametrize("sides", [(4, 4), (2, 3), (5,), (1, 4), (2, 3, 4)])
def test_grid(sides: tuple[int, ...]) -> None:
    """Points are numbered with the first coordinate slowest; networkx turns coordinates round."""
    graph = built(f"grid:sides={'x'.join(map(str, sides))}")
    numbers = {
        point: number for number, point in enumerate(sorted(networkx.grid_graph(sides[::-1])))
    }
    wanted = networkx.relabel_nodes(networkx.grid_graph(sides[::-1]), numbers)
    assert ends(graph) == ends(wanted)


def test_a_grid_is_a_mesh() -> None:
    for sides in ("4x4", "3", "2x3x2"):
        grid, mesh = (spec.read(f"{family}:sides={sides},p=2") for family in ("grid", "mesh"))
        assert grid.build() == mesh.build()
        assert grid.known_bisection() == mesh.known_bisection()
        assert grid.complete()["family"] == "grid"


WRONG: list[tuple[str, str, str]] = [
    ("cycle:switches=2", "switches", "at least 3"),
    ("cycle", "switches", "is missing"),
    ("cycle:length=4", "length", "is not a field here"),
    ("path:switches=0", "switches", "at least 1"),
    ("star:leaves=0", "leaves", "at least 1"),
    ("star:switches=4", "switches", "is not a field here"),
    ("tree:branching=1,height=4", "branching", "at least 2"),
    ("tree:branching=2,height=0", "height", "at least 1"),
    ("tree:branching=2,height=49", "height", "at most 48"),
    ("grid:sides=4x0", "sides.1", "at least 1"),
    ("grid:switches=4", "switches", "is not a field here"),
    ("gird:sides=4x4", "family", "did you mean grid"),
]


@pytest.mark.parametrize(("text", "field", "problem"), WRONG)
def test_what_cannot_be_is_refused_by_its_field(text: str, field: str, problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec.read(text)
    assert caught.value.field == field
    assert problem in caught.value.problem
