"""Automorphism groups against brute force, and against orders that are known."""

from __future__ import annotations

import subprocess
import sys
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING

import igraph
import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.structure.symmetry import (
    automorphisms,
    is_automorphism,
    is_rigid,
    orbits,
    order,
    switch_marks,
)
from alphacut.arrangements.topologies.complete import complete
from alphacut.arrangements.topologies.hamming import hamming
from alphacut.arrangements.topologies.hypercube import hypercube
from alphacut.arrangements.topologies.torus import torus

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def image(network: Network, permutation: tuple[int, ...]) -> Network:
    """Relabel the switches; hosts and links move along."""
    hosts = [0] * network.switches
    for switch, target in enumerate(permutation):
        hosts[target] = network.hosts[switch]
    return Network(
        switches=network.switches,
        links=tuple(
            Link(permutation[first], permutation[second], name, multiplicity)
            for first, second, name, multiplicity in network.links
        ),
        classes=network.classes,
        hosts=tuple(hosts),
    )


def brute_force(network: Network) -> list[tuple[int, ...]]:
    """List all relabellings that give the same network, groups aside."""
    plain = image(network, tuple(range(network.switches)))
    everything = permutations(range(network.switches))
    return [each for each in everything if image(network, each) == plain]


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_random_networks(networks: SearchStrategy[Network], data: st.DataObject) -> None:
    network = data.draw(networks)
    expected = brute_force(network)
    generators = automorphisms(network)
    assert order(network) == len(expected)
    assert set(generators) <= set(expected)
    assert orbits(network.switches, generators) == orbits(network.switches, expected)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_definition_is_checked(networks: SearchStrategy[Network], data: st.DataObject) -> None:
    network = data.draw(networks)
    expected = brute_force(network)
    drawn = tuple(data.draw(st.permutations(range(network.switches))))
    assert is_automorphism(network, drawn) == (drawn in expected)
    assert all(is_automorphism(network, each) for each in expected)


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_fixed_sets_are_kept(networks: SearchStrategy[Network], data: st.DataObject) -> None:
    network = data.draw(networks)
    fixed = data.draw(st.sets(st.integers(0, network.switches - 1)))
    expected = [each for each in brute_force(network) if {each[s] for s in fixed} == fixed]
    assert order(network, fixed=[fixed]) == len(expected)
    assert set(automorphisms(network, fixed=[fixed])) <= set(expected)


@pytest.mark.parametrize(
    ("network", "expected"),
    [
        (hypercube(3), 48),
        (torus((4, 4)), 384),
        (torus((3, 5)), 6 * 10),
        (hamming((3, 3)), 72),
        (hamming((2, 4)), 2 * 24),
        (complete(36), factorial(36)),
        (Network(switches=5, links=()), factorial(5)),
    ],
)
def test_known_orders(network: Network, expected: int) -> None:
    assert order(network) == expected


def test_class_of_a_link_counts() -> None:
    ring = [(0, 1), (1, 2), (2, 3), (3, 0)]
    plain = Network(switches=4, links=tuple(Link(*ends, "local") for ends in ring))
    names = ("local", "global") * 2
    mixed = tuple(Link(*ends, name) for ends, name in zip(ring, names, strict=True))
    assert order(plain) == 8
    assert order(Network(switches=4, links=mixed)) == 4
    assert is_automorphism(plain, (1, 2, 3, 0))
    assert not is_automorphism(Network(switches=4, links=mixed), (1, 2, 3, 0))


def test_multiplicity_of_a_link_counts() -> None:
    path = Network(switches=3, links=(Link(0, 1, "local", 2), Link(1, 2, "local")))
    assert order(path) == 1
    assert not is_automorphism(path, (2, 1, 0))


def test_weights_take_the_place_of_hosts() -> None:
    pair = Network(switches=2, links=(Link(0, 1, "local"),), hosts=(1, 2))
    assert automorphisms(pair) == ()
    assert automorphisms(pair, weights=(1, 1)) == ((1, 0),)
    assert order(pair, weights=(1, 1)) == 2
    assert not is_automorphism(pair, (1, 0))
    assert is_automorphism(pair, (1, 0), weights=(1, 1))


def test_wrong_number_of_weights_is_refused() -> None:
    with pytest.raises(NetworkError, match="one for each of 36 switches, got 1"):
        automorphisms(complete(36), weights=(1,))


@pytest.mark.parametrize("permutation", [(0, 0, 1), (0, 1), (0, 1, 3), (0, 1, 2, 3)])
def test_what_is_no_permutation_is_no_automorphism(permutation: tuple[int, ...]) -> None:
    assert not is_automorphism(complete(3), permutation)


@pytest.mark.parametrize("arrangement", ["absolute", "relative", "circulant", "nautilus", "helix"])
@pytest.mark.parametrize(("a", "h"), [(4, 2), (6, 4), (8, 4)])
def test_generators_of_dragonflies(arrangement: str, a: int, h: int) -> None:
    dragonfly = Dragonfly(a=a, h=h, arrangement=arrangement)
    network = dragonfly.network()
    generators = automorphisms(network)
    assert all(is_automorphism(network, each) for each in generators)
    found = orbits(network.switches, generators)
    for rotated in orbits(network.switches, dragonfly.automorphisms()):
        assert any(set(rotated) <= set(orbit) for orbit in found)


@pytest.mark.parametrize(
    ("arrangement", "expected"),
    [("relative", 18), ("circulant", 54), ("nautilus", 1), ("helix", 9), ("absolute", 8)],
)
def test_orders_on_4_2(arrangement: str, expected: int) -> None:
    """The rotation has order 9; relative has the reversal of groups and positions too."""
    assert order(Dragonfly(a=4, h=2, arrangement=arrangement).network()) == expected


def test_orbits_are_sorted() -> None:
    assert orbits(5, [(1, 0, 2, 4, 3)]) == ((0, 1), (2,), (3, 4))
    assert orbits(2, []) == ((0,), (1,))


def test_a_random_network_has_no_symmetry_which_is_seen_without_a_library() -> None:
    drawn = networkx.random_regular_graph(3, 60, seed=5)
    links = tuple(Link(min(e), max(e), "local") for e in drawn.edges)
    network = Network(switches=60, links=links)
    assert igraph.Graph(n=60, edges=[link[:2] for link in links]).count_automorphisms() == 1
    assert is_rigid(network, switch_marks(network, None, ()))
    lines = (
        "import sys",
        "from alphacut.arrangements.network import Link, Network",
        "from alphacut.arrangements.structure.symmetry import automorphisms, order",
        f"links = tuple(Link(*each) for each in {[tuple(each) for each in links]})",
        "network = Network(switches=60, links=links)",
        "assert automorphisms(network) == () and order(network) == 1",
        "assert 'igraph' not in sys.modules",
    )
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)


def test_what_refinement_cannot_tell_apart_is_left_to_the_library() -> None:
    """The Frucht graph has no symmetry, the cube has; each vertex of both has three neighbours."""
    frucht = networkx.frucht_graph()
    one = Network(switches=12, links=tuple(Link(min(e), max(e), "local") for e in frucht.edges))
    assert order(one) == 1
    cube = hypercube(3)
    assert not is_rigid(cube, switch_marks(cube, None, ()))
    assert is_rigid(cube, range(8))


def test_long_paths_are_not_refined_to_their_ends() -> None:
    """Each round tells two more switches apart, from the ends on."""
    legs = [Link(u, 3_000 + u, "local") for u in range(1_500)]  # at one half, so none is like it
    path = [Link(u, u + 1, "local") for u in range(2_999)]
    network = Network(switches=4_500, links=(*path, *legs))
    assert not is_rigid(network, switch_marks(network, None, ()))  # which would take seconds
    assert order(network) == 1
