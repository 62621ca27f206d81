"""Globally connected components: the published counts and sizes."""

from __future__ import annotations

from collections import Counter

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.structure.components import blocks


def sizes(arrangement: str, a: int, h: int) -> Counter[int]:
    network = Dragonfly(a=a, h=h, arrangement=arrangement).network()
    return Counter(len(block) for block in blocks(network, "global"))


def test_blocks_are_sorted_and_hold_lone_switches() -> None:
    links = (Link(4, 2, "global"), Link(0, 3, "global"), Link(0, 1, "local"))
    network = Network(switches=5, links=links)
    assert blocks(network, "global") == ((0, 3), (1,), (2, 4))
    assert blocks(network, "local") == ((0, 1), (2,), (3,), (4,))


def test_groups_are_the_local_blocks() -> None:
    network = Dragonfly(a=3, h=2, arrangement="helix").network()
    assert blocks(network, "local") == tuple((i, i + 1, i + 2) for i in range(0, 21, 3))


def test_unknown_class_is_refused() -> None:
    with pytest.raises(NetworkError, match="did you mean global"):
        blocks(Network(switches=1, links=()), "globl")


@pytest.mark.parametrize(("a", "h"), [(1, 2), (2, 8), (3, 4), (4, 2), (5, 6), (7, 2)])
def test_circulant_has_at_least_a(a: int, h: int) -> None:
    network = Dragonfly(a=a, h=h, arrangement="circulant").network()
    found = blocks(network, "global")
    assert len(found) >= a
    assert all(len({switch % a for switch in block}) == 1 for block in found)


@pytest.mark.parametrize(("a", "h"), [(2, 2), (3, 2), (4, 2), (4, 3), (5, 4), (7, 3), (8, 4)])
def test_relative_has_one_for_each_pair_of_mirrored_positions(a: int, h: int) -> None:
    groups = a * h + 1
    expected = Counter({2 * groups: a // 2})
    if a % 2:
        expected[groups] = 1
    assert sizes("relative", a, h) == expected


def test_relative_count_needs_h_above_1() -> None:
    assert sizes("relative", 4, 1) == {2: 10}


@pytest.mark.parametrize(("a", "h"), [(2, 2), (3, 2), (4, 2), (4, 3), (5, 4), (2, 8)])
def test_absolute_has_one_for_each_pair_of_positions(a: int, h: int) -> None:
    assert sizes("absolute", a, h) == {2 * h: a * (a - 1) // 2, h + 1: a}


@pytest.mark.parametrize(
    ("a", "h"), [(1, 3), (2, 3), (3, 3), (3, 4), (4, 4), (4, 6), (5, 7), (6, 3), (8, 4), (10, 5)]
)
def test_nautilus_is_one_block(a: int, h: int) -> None:
    """Theorems 6 to 8 of Belka et al.: h > 2, and a <= h or a = 2h."""
    assert sizes("nautilus", a, h) == {(a * h + 1) * a: 1}


def test_nautilus_4_2_has_a_block_of_3() -> None:
    assert sizes("nautilus", 4, 2)[3] == 1


@pytest.mark.parametrize(("a", "h"), [(1, 4), (2, 4), (3, 4), (4, 5), (6, 6), (9, 4), (2, 8)])
def test_helix_is_one_block(a: int, h: int) -> None:
    """Theorem 9 of Belka et al.: h >= 4."""
    assert sizes("helix", a, h) == {(a * h + 1) * a: 1}


@pytest.mark.parametrize(("a", "h"), [(4, 2), (3, 3)])
def test_helix_is_one_block_on_the_published_small_networks(a: int, h: int) -> None:
    assert sizes("helix", a, h) == {(a * h + 1) * a: 1}
