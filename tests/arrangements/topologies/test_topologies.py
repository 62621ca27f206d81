"""The regular families against their definitions."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from alphacut.arrangements.topologies.complete import complete
from alphacut.arrangements.topologies.hamming import hamming
from alphacut.arrangements.topologies.hypercube import hypercube
from alphacut.arrangements.topologies.torus import torus

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network


def ends(network: Network) -> set[tuple[int, int]]:
    assert all(link[2:] == ("local", 1) for link in network.links)
    return {link[:2] for link in network.links}


def points(sides: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Number the points of a box, first coordinate slowest, without library help."""
    count = 1
    for side in sides:
        count *= side
    found = {}
    for switch in range(count):
        rest, coordinates = switch, []
        for side in reversed(sides):
            coordinates.append(rest % side)
            rest //= side
        found[switch] = tuple(reversed(coordinates))
    return found


SIDES = [(1,), (2,), (5,), (3, 4), (2, 2, 2), (1, 3), (3, 1), (2, 3, 4), (4, 2)]


@pytest.mark.parametrize("sides", SIDES)
def test_torus(sides: tuple[int, ...]) -> None:
    place = points(sides)
    expected = set()
    for one, other in combinations(place, 2):
        steps = [
            min((x - y) % side, (y - x) % side)
            for x, y, side in zip(place[one], place[other], sides, strict=True)
        ]
        if sum(steps) == 1:
            expected.add((one, other))
    network = torus(sides)
    assert network.switches == len(place)
    assert ends(network) == expected
    assert network.groups == tuple(place[switch][0] for switch in place)


@pytest.mark.parametrize("sides", SIDES)
def test_hamming(sides: tuple[int, ...]) -> None:
    place = points(sides)
    expected = {
        (one, other)
        for one, other in combinations(place, 2)
        if sum(x != y for x, y in zip(place[one], place[other], strict=True)) == 1
    }
    network = hamming(sides)
    assert network.switches == len(place)
    assert ends(network) == expected
    assert network.groups == tuple(place[switch][0] for switch in place)


@pytest.mark.parametrize("dimension", [1, 2, 5])
def test_hypercube(dimension: int) -> None:
    network = hypercube(dimension)
    pairs = combinations(range(2**dimension), 2)
    assert network.switches == 2**dimension
    assert ends(network) == {(i, j) for i, j in pairs if (i ^ j).bit_count() == 1}
    assert set(network.groups) == {0}


@pytest.mark.parametrize("switches", [1, 2, 7])
def test_complete(switches: int) -> None:
    network = complete(switches)
    assert ends(network) == set(combinations(range(switches), 2))
    assert network.groups == (0,) * switches


def test_sides_of_2_make_a_hypercube() -> None:
    assert ends(torus((2, 2, 2))) == ends(hypercube(3)) == ends(hamming((2, 2, 2)))
