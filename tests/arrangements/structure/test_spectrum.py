"""Eigenvalues and girth, against closed formulas, and bounds against what they bound."""

from __future__ import annotations

import math
from itertools import combinations

import networkx
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.structure.distances import distances
from alphacut.arrangements.structure.spectrum import girth, girth_bound, moore_bound, spectrum
from alphacut.arrangements.topologies.complete import complete
from alphacut.arrangements.topologies.hamming import hamming
from alphacut.arrangements.topologies.hypercube import hypercube
from alphacut.arrangements.topologies.torus import torus


def plain(graph: networkx.Graph) -> Network:
    links = tuple(Link(u, v, "local") for u, v in graph.edges)
    return Network(switches=graph.number_of_nodes(), links=links)


@pytest.mark.parametrize(
    ("network", "gap"),
    [
        (complete(7), 7.0),
        (hypercube(4), 2.0),
        (hamming((4, 3)), 3.0),
        (torus((6, 4)), 2 - 2 * math.cos(2 * math.pi / 6)),
    ],
    ids=["complete", "hypercube", "hamming", "torus"],
)
def test_the_gap_is_the_known_one(network: Network, gap: float) -> None:
    assert spectrum(network).gap == pytest.approx(gap)


@pytest.mark.parametrize("arrangement", ["absolute", "relative", "nautilus"])
def test_the_bounds_hold(arrangement: str) -> None:
    network = Dragonfly(a=2, h=2, arrangement=arrangement).network()
    found = spectrum(network)
    cuts = {
        size: min(len(network.crossing(side)) for side in combinations(range(10), size))
        for size in range(1, 6)
    }
    assert 0 < found.bisection_at_least <= cuts[5]
    expansion = min(cut / size for size, cut in cuts.items())
    assert found.expansion_at_least <= expansion <= found.expansion_at_most
    assert found.diameter_at_most is not None
    assert distances(network).diameter <= found.diameter_at_most


def test_the_bound_is_sharp_on_hypercubes() -> None:
    assert spectrum(hypercube(5)).bisection_at_least == 16


def test_disconnected_networks_have_no_gap() -> None:
    found = spectrum(Network(switches=4, links=(Link(0, 1, "local"), Link(2, 3, "local"))))
    assert (found.gap, found.bisection_at_least, found.diameter_at_most) == (0.0, 0, None)


def test_bounds_of_networks_with_parallel_links() -> None:
    ring = tuple(Link(i, (i + 1) % 6, "local", 1 + i % 2) for i in range(6))
    network = Network(switches=6, links=ring)
    found = spectrum(network)
    cuts = {
        size: min(
            sum(link.multiplicity for link in network.crossing(side))
            for side in combinations(range(6), size)
        )
        for size in (1, 2, 3)
    }
    assert 0 < found.bisection_at_least <= cuts[3]
    assert found.expansion_at_least <= min(cut / size for size, cut in cuts.items())
    assert min(cut / size for size, cut in cuts.items()) <= found.expansion_at_most
    assert found.diameter_at_most is None


def test_one_switch() -> None:
    assert spectrum(Network(switches=1, links=())).bisection_at_least == 0


@pytest.mark.parametrize(
    ("graph", "length"),
    [
        (networkx.petersen_graph(), 5),
        (networkx.hoffman_singleton_graph(), 5),
        (networkx.heawood_graph(), 6),
        (networkx.path_graph(4), None),
    ],
    ids=["petersen", "hoffman-singleton", "heawood", "path"],
)
def test_girth(graph: networkx.Graph, length: int | None) -> None:
    assert girth(plain(graph)) == length


def test_parallel_links_are_a_cycle() -> None:
    assert girth(Network(switches=2, links=(Link(0, 1, "local", 2),))) == 2
    both = (Link(0, 1, "local"), Link(0, 1, "global"))
    assert girth(Network(switches=2, links=both)) == 2


def test_moore_graphs_reach_both_bounds() -> None:
    assert moore_bound(3, 2) == girth_bound(3, 5) == 10
    assert moore_bound(7, 2) == girth_bound(7, 5) == 50
    assert girth_bound(3, 6) == 14  # the Heawood graph
    assert moore_bound(5, 1) == 6
