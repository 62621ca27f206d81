"""The cut that a search finds does not depend on how switches are numbered, where it is known."""

from __future__ import annotations

import random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.common.alpha import Alpha

ONE = Alpha(1, 1)
KNOWN = {  # least capacities: of trees by the subtree that is cut off, of meshes by their side
    "path": (networkx.path_graph(500), 1),
    "cycle": (networkx.cycle_graph(501), 2),
    "binary tree": (networkx.balanced_tree(2, 8), 1),
    "caterpillar": (networkx.corona_product(networkx.path_graph(80), networkx.empty_graph(2)), 1),
    "mesh": (networkx.grid_2d_graph(20, 20), 20),
    "torus": (networkx.grid_2d_graph(14, 14, periodic=True), 28),
    "barbell": (networkx.barbell_graph(40, 20), 1),
}
LARGE = {
    "path": (networkx.path_graph(10_000), 1),
    "cycle": (networkx.cycle_graph(10_000), 2),
    "binary tree": (networkx.balanced_tree(2, 12), 1),
    "mesh": (networkx.grid_2d_graph(64, 64), 64),
    "torus": (networkx.grid_2d_graph(64, 64, periodic=True), 128),
}


def numbered(graph: networkx.Graph, seed: int) -> Network:
    order = list(graph)
    random.Random(seed).shuffle(order)
    place = {node: number for number, node in enumerate(order)}
    return Network(
        switches=len(order), links=tuple(Link(place[u], place[v], "local") for u, v in graph.edges)
    )


def found(network: Network) -> int:
    cut = search_at(network, Balance.of(network), ONE)
    assert network.cut(cut.side) == cut.line
    assert Balance.of(network).holds(cut.side)
    return ONE.scaled(cut.line)


@pytest.mark.parametrize("name", KNOWN)
@settings(max_examples=4, deadline=None)
@given(st.integers(0, 1 << 20))
def test_numbering_changes_nothing(name: str, seed: int) -> None:
    graph, least = KNOWN[name]
    assert found(numbered(graph, seed)) == least


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("seed", range(3))
def test_numbering_changes_nothing_in_large_networks(name: str, seed: int) -> None:
    graph, least = LARGE[name]
    assert found(numbered(graph, seed)) == least
