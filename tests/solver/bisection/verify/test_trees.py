"""Counting forests by rows of subtrees, against the general count and against listing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.elimination.classes import (
    Classes,
    scaled_capacities,
    shares,
)
from alphacut.solver.bisection.verify.elimination.exclusion import Exclusion
from alphacut.solver.bisection.verify.elimination.trees import Trees
from alphacut.solver.bisection.verify.elimination.windows import Numbers, lower
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import BeyondLimit, Refused
from alphacut.solver.common.limits import Limits, within

Lines = Callable[..., frozenset[Line]]
ONE = Alpha(1, 1)


def unwatched(_: int) -> None:
    """Let all sums be made."""


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_exactly_what_is_below_the_least_is_excluded(lines_of: Lines, data: st.DataObject) -> None:
    """In any order along which each switch has one link ahead: that is, leaves first."""
    switches = data.draw(st.integers(2, 11))
    links = tuple(
        Link(u, v, "local", data.draw(st.integers(1, 4)))
        for v in range(1, switches)
        if (u := data.draw(st.integers(-1, v - 1))) >= 0
    )
    hosts = (1, *(data.draw(st.integers(0, 3)) for _ in range(1, switches)))
    network = Network(switches=switches, links=links, hosts=hosts)
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    order = leaves_first(network, data.draw(st.randoms()).random)
    weights, half = shares(balance)
    trees = Trees.along(order, scaled_capacities(network, ONE), weights)
    assert trees is not None
    least = min(ONE.scaled(line) for line in lines_of(network, balance.weights))
    if least:
        assert trees.least(half, least - 1, unwatched) is None
    for highest in (least, least + 30):
        assert trees.least(half, highest, unwatched) == least


def leaves_first(network: Network, chance: Callable[[], float]) -> list[int]:
    """Take away one switch after the other that has one link left, or none."""
    graph, order = networkx.Graph((link.first, link.second) for link in network.links), []
    graph.add_nodes_from(range(network.switches))
    while graph:
        order.append(min((u for u in graph if graph.degree(u) < 2), key=lambda _: chance()))
        graph.remove_node(order[-1])
    return order


@pytest.mark.parametrize("seed", range(3))
def test_large_forests_are_counted_as_in_general(seed: int) -> None:
    """With rows that are long enough for windows."""
    tree = networkx.random_labeled_tree(700, seed=seed)
    ends = [pair for number, pair in enumerate(tree.edges) if number % 60]
    links = tuple(Link(u, v, "local", 1 + (u * v) % 3) for u, v in ends)
    network = Network(switches=700, links=links)
    balance, capacities = Balance.of(network), scaled_capacities(network, ONE)
    order = leaves_first(network, iter(np.random.default_rng(seed).random(10**6)).__next__)
    weights, half = shares(balance)
    trees = Trees.along(order, capacities, weights)
    assert trees is not None
    classes = Classes.of([[switch] for switch in order], capacities, balance)
    for highest in (0, 1, 2, 5, 20):
        assert trees.least(half, highest, unwatched) == Exclusion(classes, highest).least()


def test_order_with_two_links_ahead_is_left_to_others() -> None:
    path = Network(switches=3, links=(Link(0, 1, "local"), Link(1, 2, "local")))
    capacities = scaled_capacities(path, ONE)
    assert Trees.along([1, 0, 2], capacities, [1, 1, 1]) is None
    assert Trees.along([0, 1, 2], capacities, [1, 1, 1]) is not None
    problem = PointProblem(network=path, balance=Balance.of(path), alpha=ONE)
    for order in ([0, 1, 2], [1, 0, 2]):
        assert "counted" in check(problem, order, 1)
        with pytest.raises(Refused, match="there is a bisection below"):
            check(problem, order, 2)


def test_row_that_takes_too_much_memory_is_not_made() -> None:
    heavy = Network(switches=3, links=(Link(0, 1, "local"), Link(1, 2, "local")))
    heavy = Network(switches=3, links=heavy.links, hosts=(9_000_000, 1, 9_000))
    problem = PointProblem(network=heavy, balance=Balance.of(heavy, "hosts"), alpha=ONE)
    with within(Limits(memory=8)), pytest.raises(BeyondLimit, match="a row of"):
        check(problem, [0, 2, 1], 1)
    check(problem, [0, 2, 1], 1)


def check(problem: PointProblem, order: list[int], target: int) -> str:
    return check_certificate(
        {"format": "alphacut-certificate/1", "kind": "elimination", "order": order},
        network=problem.network,
        balance=problem.balance,
        alpha=problem.alpha,
        target=target,
        established=lambda _: 0,
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("highest", [0, 1, 5, 126, 127, 1 << 40])
@pytest.mark.parametrize("shift", [0, -20, 7])
def test_windows_lower_to_the_least_sums(highest: int, seed: int, shift: int) -> None:
    rng, beyond = np.random.default_rng(seed), highest + 1
    kind = next(t for t in (np.uint8, np.uint16, np.uint64) if 2 * beyond <= np.iinfo(t).max)
    rows = list[Numbers]()
    for length in (60, 85):
        numbers = np.repeat(rng.integers(0, 10, length), rng.integers(1, 5, length))[:length]
        rows.append(np.minimum(numbers * max(1, highest // 8), beyond).astype(kind))
    expected = [beyond] * 150
    for (i, a), (j, b) in product(*(enumerate(row.tolist()) for row in rows)):
        if 0 <= i + j + shift < 150:
            expected[i + j + shift] = min(expected[i + j + shift], a + b)
    found: Numbers = np.full(150, beyond, dtype=kind)
    lower(found, rows[0], rows[1], shift, highest, unwatched)
    assert found.tolist() == expected
