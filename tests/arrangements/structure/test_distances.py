"""Distances, against networkx and by hand."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import TYPE_CHECKING

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.structure.distances import distances
from alphacut.arrangements.structure.transitivity import symmetry

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def by_networkx(network: Network) -> tuple[list[int], float, dict[str, float]]:
    """Histogram, and the mean hops by class, from a list of all shortest paths."""
    graph = networkx.MultiGraph()
    graph.add_nodes_from(range(network.switches))
    for u, v, name, count in network.links:
        graph.add_edges_from([(u, v, {"name": name})] * count)
    lengths, mixes = [], []
    for u, v in permutations(range(network.switches), 2):
        if networkx.has_path(graph, u, v):
            paths = list(networkx.all_shortest_paths(networkx.Graph(graph), u, v))
            lengths.append(len(paths[0]) - 1)
            routes = [route for path in paths for route in _routes(graph, path)]
            mixes.append({
                kind.name: sum(route.count(kind.name) for route in routes) / len(routes)
                for kind in network.classes
            })  # fmt: skip
    counts = [network.switches, *(lengths.count(k) for k in range(1, max(lengths, default=0) + 1))]
    names = [kind.name for kind in network.classes]
    pairs = max(1, len(mixes))
    means = {name: sum(mix[name] for mix in mixes) / pairs for name in names}
    return counts, sum(lengths) / pairs, means


def _routes(graph: networkx.MultiGraph, path: list[int]) -> list[list[str]]:
    routes: list[list[str]] = [[]]
    for u, v in pairwise(path):
        kinds = [found["name"] for found in graph[u][v].values()]
        routes = [[*route, kind] for route in routes for kind in kinds]
    return routes


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_small_networks_agree_with_networkx(
    networks: SearchStrategy[Network], data: st.DataObject
) -> None:
    network = data.draw(networks)
    found = distances(network)
    counts, average, means = by_networkx(network)
    assert list(found.histogram) == counts
    assert found.average == pytest.approx(average)
    assert dict(found.average_by_class) == pytest.approx(means)
    assert found.connected == (sum(counts) == network.switches**2)


def test_parallel_links_are_different_paths() -> None:
    links = (Link(0, 1, "local", 3), Link(0, 1, "global", 1))
    found = distances(Network(switches=2, links=links))
    assert found.average_by_class == {"local": 0.75, "global": 0.25}


@pytest.mark.parametrize("arrangement", ["absolute", "relative", "circulant", "helix"])
def test_one_source_for_each_orbit_is_enough(arrangement: str) -> None:
    network = Dragonfly(a=4, h=2, arrangement=arrangement).network()
    sources = {orbit[0]: len(orbit) for orbit in symmetry(network).switches}
    few, all_ = distances(network, sources), distances(network)
    assert few.histogram == all_.histogram
    assert dict(few.average_by_class) == pytest.approx(dict(all_.average_by_class))


def test_the_diameter_of_dragonflies_is_3() -> None:
    for arrangement in ("absolute", "relative", "nautilus"):
        network = Dragonfly(a=4, h=2, arrangement=arrangement).network()
        assert distances(network).diameter == 3


def test_from_some_sources_it_is_said_how_many() -> None:
    """A path: from its end all is seen, and from its middle at most twice as much as there is."""
    path = Network(switches=101, links=tuple(Link(u, u + 1, "local") for u in range(100)))
    whole = distances(path)
    assert (whole.sampled, whole.diameter, whole.diameter_at_most) == (None, 100, 100)
    some = distances(path, {50: 1, 40: 1}, complete=False)
    assert (some.sampled, some.connected) == (2, True)
    assert (some.diameter, some.diameter_at_most) == (60, 100)
    assert some.histogram[0] == 2


def test_a_deadline_leaves_the_first_sources() -> None:
    path = Network(switches=9, links=tuple(Link(u, u + 1, "local") for u in range(8)))
    found = distances(path, deadline=0.0)
    assert (found.sampled, found.diameter, found.diameter_at_most) == (1, 8, 16)


def test_more_paths_than_any_float_holds_are_averaged() -> None:
    """Of two parallel links one local and one global, 2^2000 paths lead from end to end."""
    links = [(u, name) for u in range(2_000) for name in ("local", "global")]
    ladder = Network(switches=2_001, links=tuple(Link(u, u + 1, name) for u, name in links))
    found = distances(ladder, {0: 1}, complete=False)
    assert found.average == pytest.approx(1_000.5)
    assert found.average_by_class == pytest.approx({"local": 500.25, "global": 500.25})
