"""Arrangements of one paper against those of another, and subgraphs of Hamming graphs."""

from __future__ import annotations

from collections import Counter

import igraph
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.links.catalogue import arrangement
from alphacut.arrangements.links.hamming import hamiltonian_cycles, matchings
from tests.arrangements.links.conftest import Isomorphic

SIZES = [(1, 3), (2, 2), (3, 3), (4, 2), (5, 1), (4, 4), (6, 3)]


@pytest.mark.parametrize(("a", "h"), SIZES)
def test_consecutive_is_absolute(a: int, h: int) -> None:
    assert arrangement("consecutive").links(a, h) == arrangement("absolute").links(a, h)


@pytest.mark.parametrize(("a", "h"), SIZES)
def test_palmtree_is_relative_with_the_groups_counted_backwards(a: int, h: int) -> None:
    groups = a * h + 1
    turned = sorted(
        tuple(sorted(((-i) % groups, j) for i, j in link))
        for link in arrangement("relative").links(a, h)
    )
    assert turned == arrangement("palmtree").links(a, h)


@pytest.mark.parametrize(("a", "h"), [(2, 2), (3, 2), (4, 1)])
def test_palmtree_and_relative_are_isomorphic(isomorphic: Isomorphic, a: int, h: int) -> None:
    palmtree, relative, absolute = (
        Dragonfly(a=a, h=h, arrangement=name).network()
        for name in ("palmtree", "relative", "absolute")
    )
    assert isomorphic(palmtree, relative)
    if (a, h) == (3, 2):
        assert not isomorphic(palmtree, absolute)


@pytest.mark.parametrize(("a", "h", "t"), [(4, 2, 2), (4, 3, 3), (6, 4, 3), (3, 4, 3), (4, 6, 4)])
def test_extended_palmtree_is_extended_relative_with_positions_mirrored(
    a: int, h: int, t: int
) -> None:
    palmtree, relative = (
        Dragonfly(a=a, h=h, arrangement=name, trunking=t).global_links()
        for name in ("palmtree", "relative")
    )
    mirrored = [tuple((i, a - 1 - j) for i, j in link) for link in relative]
    assert sorted(mirrored) == palmtree


@pytest.mark.parametrize(("a", "h"), [(3, 1), (5, 3), (2, 2), (3, 4), (7, 1), (4, 2)])
def test_hamming_arrangement_joins_equal_positions(a: int, h: int) -> None:
    links = arrangement("hamming").links(a, h)
    assert all(one[1] == other[1] for one, other in links)


@pytest.mark.parametrize(("a", "h"), [(2, 1), (4, 3), (6, 5)])
def test_no_hamming_arrangement_for_odd_h_and_an_odd_number_of_groups(a: int, h: int) -> None:
    with pytest.raises(NetworkError, match="h or the number of groups must be even"):
        Dragonfly(a=a, h=h, arrangement="hamming")


@pytest.mark.parametrize("n", [2, 4, 6, 10])
def test_matchings_divide_all_pairs(n: int) -> None:
    found = matchings(n)
    assert all(sorted(end for pair in each for end in pair) == list(range(n)) for each in found)
    pairs = [frozenset(pair) for each in found for pair in each]
    assert len(pairs) == len(set(pairs)) == n * (n - 1) // 2


@pytest.mark.parametrize("n", [3, 5, 7, 11])
def test_hamiltonian_cycles_divide_all_pairs(n: int) -> None:
    found = hamiltonian_cycles(n)
    for each in found:
        assert len(each) == n
        assert igraph.Graph(n=n, edges=each).is_connected()
        assert Counter(end for pair in each for end in pair) == dict.fromkeys(range(n), 2)
    pairs = [frozenset(pair) for each in found for pair in each]
    assert len(pairs) == len(set(pairs)) == n * (n - 1) // 2


def test_random_is_uniform_and_its_seed_decides() -> None:
    rule = arrangement("random")
    assert rule.links(4, 2) == Dragonfly(a=4, h=2, arrangement="random", seed=0).global_links()
    drawn = Counter(
        tuple(Dragonfly(a=2, h=1, arrangement="random", seed=seed).global_links())
        for seed in range(400)
    )
    assert len(drawn) == 8  # each of 3 groups gives one of two switches to each other group
    assert all(25 <= count <= 80 for count in drawn.values())
