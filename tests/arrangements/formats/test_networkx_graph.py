"""Networks as networkx graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.formats.networkx_graph import from_networkx, to_networkx
from alphacut.arrangements.network import Link, Network

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_round_trip(networks: SearchStrategy[Network], data: st.DataObject) -> None:
    network = data.draw(networks)
    assert from_networkx(to_networkx(network)) == network


def test_round_trip_of_a_dragonfly() -> None:
    network = Dragonfly(a=4, h=2, arrangement="helix", p=2).network()
    graph = to_networkx(network)
    assert graph.number_of_edges() == 90
    assert from_networkx(graph) == network


def test_plain_graph_is_all_local() -> None:
    network = from_networkx(networkx.path_graph(["x", "y", "z"]))
    assert network == Network(switches=3, links=(Link(0, 1, "local"), Link(1, 2, "local")))


def test_attributes_are_read() -> None:
    graph = networkx.Graph()
    graph.add_node("b", group=2, hosts=0)
    graph.add_node("a", group=1)
    graph.add_edge("a", "b", link_class="global", multiplicity=3)
    network = from_networkx(graph)
    assert network.links == (Link(0, 1, "global", 3),)
    assert (network.groups, network.hosts) == ((2, 1), (0, 1))


def test_weights_are_capacities() -> None:
    graph = networkx.Graph([(0, 1, {"weight": 3.0, "multiplicity": 2}), (1, 2, {"weight": 5})])
    assert from_networkx(graph).links == (Link(0, 1, "local", 6), Link(1, 2, "local", 5))


def test_parallel_edges_add_up() -> None:
    graph = networkx.MultiGraph([(0, 1), (0, 1), (1, 0)])
    assert from_networkx(graph).links == (Link(0, 1, "local", 3),)


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (networkx.DiGraph([(0, 1)]), "undirected"),
        (networkx.Graph([(0, 0)]), "to itself"),
        (networkx.Graph([(0, 1, {"link_class": "x"})]), "unknown class 'x'"),
        (networkx.Graph([(0, 1, {"multiplicity": 1.5})]), "must be an integer, got 1.5"),
        (networkx.Graph([(0, 1, {"multiplicity": True})]), "must be an integer, got True"),
        (networkx.Graph([(0, 1, {"weight": 2.5})]), "weight of .* must be an integer, got 2.5"),
        (networkx.Graph(), "at least 1 switch"),
    ],
)
def test_what_is_no_network_is_refused(graph: networkx.Graph, message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        from_networkx(graph)
