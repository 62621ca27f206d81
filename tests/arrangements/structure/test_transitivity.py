"""What Camarero et al. claim of the symmetry of each network, and orbits of links."""

from __future__ import annotations

import networkx
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.structure.components import blocks
from alphacut.arrangements.structure.symmetry import is_automorphism, orbits
from alphacut.arrangements.structure.transitivity import link_orbits, symmetry, unclassed
from alphacut.arrangements.topologies.hamming import hamming
from alphacut.arrangements.topologies.torus import torus


def dragonfly(arrangement: str, a: int, h: int) -> Network:
    return Dragonfly(a=a, h=h, arrangement=arrangement).network()


@pytest.mark.parametrize(("sides", "square"), [((3, 3), True), ((4, 4), True), ((4, 3), False)])
def test_hamming_graphs_are_edge_transitive_if_and_only_if_square(
    sides: tuple[int, ...], square: bool
) -> None:
    found = symmetry(unclassed(hamming(sides)))
    assert found.vertex_transitive
    assert found.edge_transitive == square


@pytest.mark.parametrize(("a", "h"), [(2, 2), (3, 2), (4, 2), (5, 2), (4, 3), (6, 3)])
def test_palmtree_has_a_rotation_and_a_reflection(a: int, h: int) -> None:
    network, g = dragonfly("relative", a, h), a * h + 1
    rotation = tuple((s + a) % (a * g) for s in range(a * g))
    reflection = tuple(-(s // a) % g * a + a - 1 - s % a for s in range(a * g))
    assert is_automorphism(network, rotation)
    assert is_automorphism(network, reflection)
    assert len(symmetry(network).switches) <= (a + 1) // 2


@pytest.mark.parametrize(("a", "h"), [(4, 2), (5, 2), (6, 3)])
def test_palmtree_links_join_switches_of_one_orbit_and_global_paths_connect_it(
    a: int, h: int
) -> None:
    """The orbits of rotation and reflection are the globally connected components."""
    network, g = dragonfly("relative", a, h), a * h + 1
    rotation = tuple((s + a) % (a * g) for s in range(a * g))
    reflection = tuple(-(s // a) % g * a + a - 1 - s % a for s in range(a * g))
    assert orbits(a * g, [rotation, reflection]) == blocks(network, "global")


@pytest.mark.parametrize("a", [2, 3, 4, 5, 6, 8, 9, 11])
def test_circulant_doubling_is_an_automorphism(a: int) -> None:
    """(i, j) to (min(2i + 1, b - 3 - 2i), 2j), for h = 2 and b odd."""
    network, b = dragonfly("circulant", a, 2), 2 * a + 1
    doubling = tuple(
        2 * (s // a) % b * a + min(2 * (s % a) + 1, b - 3 - 2 * (s % a)) for s in range(a * b)
    )
    assert is_automorphism(network, doubling)


def _by_rotation_and_doubling(a: int) -> int:
    """Count the orbits of switches that rotation and doubling alone leave."""
    b = 2 * a + 1
    graph = networkx.Graph()
    graph.add_nodes_from(range(a))
    graph.add_edges_from((i, min(2 * i + 1, b - 3 - 2 * i)) for i in range(a))
    return int(networkx.number_connected_components(graph))


@pytest.mark.parametrize("b", [3, 5, 7, 11, 13, 17, 19, 23])
def test_circulant_is_vertex_transitive_for_prime_b(b: int) -> None:
    assert symmetry(dragonfly("circulant", (b - 1) // 2, 2)).vertex_transitive


@pytest.mark.parametrize("b", [9, 15, 21, 25])
def test_circulant_is_not_for_these_b(b: int) -> None:
    assert not symmetry(dragonfly("circulant", (b - 1) // 2, 2)).vertex_transitive


def test_doubling_does_not_act_transitively_for_every_prime() -> None:
    """The paper's proof needs all multipliers: doubling alone fails at these primes."""
    primes = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]
    failing = [b for b in primes if _by_rotation_and_doubling((b - 1) // 2) > 1]
    assert failing == [17, 31, 41, 43]


@pytest.mark.parametrize(("arrangement", "a", "h"), [("circulant", 4, 2), ("relative", 4, 3)])
def test_links_join_switches_of_one_colour(arrangement: str, a: int, h: int) -> None:
    """A colour for each position, or for each pair of mirrored ones, as routing wants it."""
    for link in dragonfly(arrangement, a, h).links_of("global"):
        places = [link.first % a, link.second % a]
        colours = places if arrangement == "circulant" else [min(j, a - 1 - j) for j in places]
        assert colours[0] == colours[1]


def test_link_orbits_by_hand() -> None:
    """A path of three links: its reflection swaps the outer ones."""
    network = Network(
        switches=4, links=(Link(0, 1, "local"), Link(1, 2, "local"), Link(2, 3, "local"))
    )
    assert link_orbits(network, [(3, 2, 1, 0)]) == ((0, 2), (1,))
    assert link_orbits(network, []) == ((0,), (1,), (2,))


def test_classes_keep_links_apart() -> None:
    ring = tuple(Link(i, (i + 1) % 4, ("local", "global")[i % 2]) for i in range(4))
    network = Network(switches=4, links=ring)
    assert (symmetry(network).order, len(symmetry(network).links)) == (4, 2)
    assert (symmetry(unclassed(network)).order, len(symmetry(unclassed(network)).links)) == (8, 1)


def test_orders_that_are_known() -> None:
    assert symmetry(torus((5, 5))).order == 2 * 10 * 10
    assert symmetry(hamming((4, 4))).order == 2 * 24 * 24


def extended_palmtree(a: int, b: int, t: int) -> Network:
    return Dragonfly(a=a, h=t * (b - 1) // a, arrangement="palmtree", trunking=t).network()


@pytest.mark.parametrize(("a", "b", "t"), [(4, 5, 2), (4, 5, 3), (4, 4, 4), (6, 9, 3), (5, 6, 2)])
def test_extended_palmtree_has_the_rotation_and_the_reflection_too(a: int, b: int, t: int) -> None:
    """Section 5.2.2 says that at most floor(a/2) classes are left; for odd a it is one more."""
    network = extended_palmtree(a, b, t)
    rotation = tuple((s + a) % (a * b) for s in range(a * b))
    reflection = tuple(-(s // a) % b * a + a - 1 - s % a for s in range(a * b))
    assert is_automorphism(network, rotation)
    assert is_automorphism(network, reflection)
    assert len(orbits(a * b, [rotation, reflection])) == (a + 1) // 2


@pytest.mark.parametrize("a", [3, 4, 5, 6])
def test_extended_palmtree_of_a_equal_to_b_joins_any_two_switches_by_l_and_g(a: int) -> None:
    """Section 5.2.2: "a lg path exists for any pair of routers" with t = a = b."""
    network = extended_palmtree(a, a, a)
    beyond: list[set[int]] = [set() for _ in range(a * a)]
    for link in network.links_of("global"):
        beyond[link.first].add(link.second)
        beyond[link.second].add(link.first)
    for group in range(a):
        reached = set().union(*(beyond[group * a + j] for j in range(a)))
        assert reached == set(range(a * a)) - set(range(group * a, group * a + a))
