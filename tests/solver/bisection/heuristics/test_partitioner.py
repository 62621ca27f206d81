"""The partitioner: the same for the same seed, whatever the numbers, and not indispensable."""

from __future__ import annotations

import sys

import networkx
import numpy as np
import pytest

from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.partitioner import MOST, partitioned, shortened
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.heuristics.tabu import Members
from alphacut.solver.common.alpha import Alpha

pytest.importorskip("pymetis")  # not for every platform


def path(size: int, capacity: int = 1, weight: int = 1) -> Members:
    first = np.arange(size - 1)
    weights = np.full(size, weight, np.int64)
    return Members.joined(first, first + 1, np.full(size - 1, capacity, np.int64), weights)


def test_the_same_seed_gives_the_same() -> None:
    graph = networkx.random_regular_graph(4, 200, seed=0)
    ends = np.array(graph.edges, dtype=np.int64)
    ones = np.ones(len(ends), np.int64)
    members = Members.joined(ends[:, 0], ends[:, 1], ones, np.ones(200, np.int64))
    runs = [np.asarray(partitioned(members, seed)) for seed in (3, 4, 3)]
    assert runs[0].shape == (200,)
    assert runs[0] is not None
    assert np.array_equal(runs[0], runs[2])
    assert not np.array_equal(runs[0], runs[1])


@pytest.mark.parametrize(("capacity", "weight"), [(1, 1), (1 << 55, 1), (3, 1 << 40)])
def test_numbers_of_more_than_32_bits_are_shortened(capacity: int, weight: int) -> None:
    signs = partitioned(path(100, capacity, weight), 0)
    assert signs is not None
    assert signs.sum() == 0
    assert (signs[1:] != signs[:-1]).sum() == 1


def test_what_fits_is_passed_on_exactly() -> None:
    numbers = np.array([6, 0, 9, 1 << 20], dtype=np.int64)
    assert shortened(numbers).tolist() == numbers.tolist()
    assert shortened(7 * numbers).tolist() == numbers.tolist()
    large = shortened(np.array([1 << 58, (1 << 58) + 1, 5], dtype=np.int64))
    assert 0 < sum(large.tolist()) <= MOST
    assert large[0] == large[1]


@pytest.mark.parametrize("members", [path(2), path(3)], ids=["two", "three"])
def test_small_networks_are_left_to_the_search(members: Members) -> None:
    assert partitioned(members, 0) is None


def test_without_links_there_is_nothing_to_divide() -> None:
    nothing = np.zeros(0, np.int64)
    assert partitioned(Members.joined(nothing, nothing, nothing, np.ones(9, np.int64)), 0) is None


def test_a_search_does_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no wheel of it for some platforms."""
    monkeypatch.setitem(sys.modules, "pymetis", None)
    assert partitioned(path(50), 0) is None
    network = Network(switches=90, links=tuple(Link(u, u + 1, "local") for u in range(89)))
    cut = search_at(network, Balance.of(network), Alpha(1, 1))
    assert cut.line.intercept == 1
