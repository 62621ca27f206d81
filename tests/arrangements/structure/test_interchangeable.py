"""Interchangeable switches: the group that a search for all automorphisms finds, in few words."""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.structure.interchangeable import folded
from alphacut.arrangements.structure.symmetry import automorphisms, is_automorphism, orbits, order
from alphacut.arrangements.structure.transitivity import symmetry, symmetry_within

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def star(leaves: int, name: str = "local") -> Network:
    links = tuple(Link(0, leaf, name) for leaf in range(1, leaves + 1))
    return Network(switches=leaves + 1, links=links)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_group_is_that_of_all_automorphisms(
    networks: SearchStrategy[Network], data: st.DataObject
) -> None:
    network = data.draw(networks)
    found = folded(network)
    assert found.order == order(network)
    assert all(is_automorphism(network, each) for each in found.generators)
    assert orbits(network.switches, found.generators) == orbits(
        network.switches, automorphisms(network)
    )


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_what_is_fixed_stays(networks: SearchStrategy[Network], data: st.DataObject) -> None:
    network = data.draw(networks)
    some = st.sets(st.integers(0, network.switches - 1))
    fixed = [data.draw(some), data.draw(some)]
    weights = [1] * network.switches
    found = folded(network, weights, fixed)
    assert found.order == order(network, weights, fixed)
    assert all({each[u] for u in one} == one for each in found.generators for one in fixed)


@pytest.mark.parametrize("leaves", [2, 3, 40])
def test_a_class_has_two_generators_at_most(leaves: int) -> None:
    found = folded(star(leaves))
    assert len(found.generators) == min(2, leaves - 1)
    assert found.order == factorial(leaves)


def test_switches_that_are_joined_are_interchangeable_too() -> None:
    """Four of a complete graph of five, the fifth of which has a leaf."""
    links = [Link(u, v, "local") for v in range(5) for u in range(v)]
    found = folded(Network(switches=6, links=(*links, Link(0, 5, "local"))))
    assert found.classes == ((0,), (1, 2, 3, 4), (5,))
    assert found.order == 24


def test_what_joins_them_is_part_of_what_they_are() -> None:
    """Two pairs, one joined and one not, around the same hub: no automorphism exchanges them."""
    links = [Link(0, u, "local") for u in range(1, 5)]
    found = folded(Network(switches=5, links=(*links, Link(1, 2, "local"))))
    assert found.classes == ((0,), (1, 2), (3, 4))
    assert found.order == 4


def test_classes_of_links_are_told_apart() -> None:
    links = (Link(0, 1, "local"), Link(0, 2, "local", 2), Link(0, 3, "global"))
    assert folded(Network(switches=4, links=links)).order == 1


def test_large_stars_cost_what_small_ones_do() -> None:
    found = symmetry(star(5_000))
    assert len(found.generators) == 2
    assert [len(orbit) for orbit in found.switches] == [1, 5_000]
    assert len(found.links) == 1


def test_what_would_be_too_much_is_not_begun() -> None:
    pairs = Network(
        switches=9_000, links=tuple(Link(0, leaf, "local") for leaf in range(1, 9_000, 2))
    )
    assert symmetry_within(pairs, 10) is not None  # the hub, its leaves, and those alone
    comb = tuple(Link(u, u + 1, "local") for u in range(4_999))
    legs = tuple(Link(u, 5_000 + 2 * u + each, "local") for u in range(5_000) for each in (0, 1))
    assert symmetry_within(Network(switches=15_000, links=(*comb, *legs)), 20_000) is None
