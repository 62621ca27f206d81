"""Aggregates whose bisection bandwidth has a formula; all their links are local."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from alphacut.solver.bisection.verify.document import verify_document

Solve = Callable[..., dict[str, Any]]


def bandwidth(topology: dict[str, Any], solve: Solve) -> int:
    """Return the proven value of a curve that is a single constant."""
    document = solve(topology)
    assert verify_document(document).status == "exact"
    (segment,) = document["segments"]
    assert segment["slope"] == 0
    intercept: int = segment["intercept"]
    return intercept


@pytest.mark.parametrize("dimension", [1, 2, 3, 4, 5])
def test_hypercube_has_half_its_switches(dimension: int, solve: Solve) -> None:
    topology = {"family": "hypercube", "dimension": dimension}
    assert bandwidth(topology, solve) == 2 ** (dimension - 1)


@pytest.mark.parametrize("side", [4, 6])
def test_even_torus_has_two_rings_cut_twice(side: int, solve: Solve) -> None:
    assert bandwidth({"family": "torus", "sides": [side, side]}, solve) == 2 * side


def test_torus_of_side_2_is_joined_by_single_links(solve: Solve) -> None:
    """2 × 2 is a ring of 4; 2 × 6 is cut across its long side, twice 2 links."""
    assert bandwidth({"family": "torus", "sides": [2, 2]}, solve) == 2
    assert bandwidth({"family": "torus", "sides": [2, 6]}, solve) == 4
    assert bandwidth({"family": "torus", "sides": [2, 2, 2]}, solve) == 4


@pytest.mark.parametrize("size", [3, 4, 5, 12, 25])
def test_ring_is_cut_twice(size: int, solve: Solve) -> None:
    assert bandwidth({"family": "torus", "sides": [size]}, solve) == 2


@pytest.mark.parametrize("switches", [1, 2, 3, 4, 5, 8, 13, 24, 33])
def test_complete_network_has_a_quarter_of_the_square(switches: int, solve: Solve) -> None:
    topology = {"family": "complete", "switches": switches}
    assert bandwidth(topology, solve) == switches**2 // 4


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "sides",
    [
        [2, 4],
        [4, 4],
        [2, 3, 4],
        [6, 3],
        [2, 2, 2, 2],
        [3, 3],
        [3, 5],
        [3, 2, 3],
        [8, 4],
        pytest.param([6, 5], marks=SLOW),
        pytest.param([5, 5], marks=SLOW),
    ],
)
def test_hamming_graph_is_cut_in_lexicographic_order(sides: list[int], solve: Solve) -> None:
    """Of all sets of one size, the first switches in order sever the fewest links.

    The cliques of the longest side are filled first. By Lindsey, Assignment of
    numbers to vertices (Amer. Math. Monthly 71, 1964).
    """
    order = sorted(product(*map(range, sorted(sides))))
    inside = set(order[: len(order) // 2])
    severed = sum(
        sum(x != y for x, y in zip(one, other, strict=True)) == 1
        for one in inside
        for other in set(order) - inside
    )
    assert bandwidth({"family": "hamming", "sides": sides}, solve) == severed


@pytest.mark.parametrize("side", [2, 4])
def test_hamming_graph_of_even_sides_has_a_quarter_of_side_cubed(side: int, solve: Solve) -> None:
    assert bandwidth({"family": "hamming", "sides": [side, side]}, solve) == side**3 // 4
