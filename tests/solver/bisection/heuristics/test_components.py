"""Components that fill a half, against listing all subsets."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.components import numbers_that_add_up, whole_side
from alphacut.solver.bisection.heuristics.search import first_cut
from alphacut.solver.common.alpha import ZERO, Alpha

ONE = Alpha(1, 1)


@given(numbers=st.lists(st.integers(0, 9), max_size=9), total=st.integers(0, 40))
def test_numbers_add_up_wherever_any_do(numbers: list[int], total: int) -> None:
    subsets = (each for size in range(len(numbers) + 1) for each in combinations(numbers, size))
    found = numbers_that_add_up(numbers, total)
    assert (found is not None) == any(sum(each) == total for each in subsets)
    if found is not None:
        assert len(set(found)) == len(found)
        assert sum(numbers[place] for place in found) == total


def paths(*lengths: int, name: str = "local") -> Network:
    """Return paths of several lengths, numbered at random."""
    place = random.Random(1).sample(range(sum(lengths)), sum(lengths))
    links, first = [], 0
    for length in lengths:
        links += [Link(place[u], place[u + 1], name) for u in range(first, first + length - 1)]
        first += length
    return Network(switches=sum(lengths), links=tuple(links))


@pytest.mark.parametrize("lengths", [(97, 61, 43, 26, 20, 13), (50, 50), (1,) * 70, (80, 40, 39)])
def test_first_cut_severs_nothing_where_components_fill_a_half(lengths: tuple[int, ...]) -> None:
    network = paths(*lengths)
    cut = first_cut(network, Balance.of(network), ONE)
    assert Balance.of(network).holds(cut.side)
    assert cut.line == Line(0, 0)


def test_components_that_fill_no_half_are_left_to_others() -> None:
    network = paths(97, 31)
    assert whole_side(network, Balance.of(network), ONE) is None
    assert whole_side(paths(100), Balance.of(paths(100)), ONE) is None


def test_links_without_capacity_join_nothing() -> None:
    network = paths(100, name="global")
    side = whole_side(network, Balance.of(network), ZERO)
    assert side is not None
    assert len(side) == 50
