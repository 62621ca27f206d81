"""The knapsack over the subtrees of forests, against listing all bisections; and its sums."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from math import inf

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.elimination.forest import Forest
from alphacut.solver.bisection.bounds.elimination.knapsack import ROOM, Knapsack
from alphacut.solver.bisection.bounds.elimination.minplus import FEW, MinPlus
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities, shares
from alphacut.solver.common.alpha import Alpha

Lines = Callable[..., frozenset[Line]]
ONE = Alpha(1, 1)
NAMES = st.sampled_from(["local", "global"])


def unheard(_: int) -> None:
    """Let all sums be made."""


def forest_of(network: Network, balance: Balance, alpha: Alpha = ONE) -> tuple[Forest | None, int]:
    weights, half = shares(balance)
    return Forest.of(scaled_capacities(network, alpha), weights), half


def check_best(network: Network, balance: Balance, least: int, room: int = ROOM) -> None:
    """Check that the best is found where it is below the bound, and nothing where it is not."""
    forest, half = forest_of(network, balance)
    assert forest is not None
    assert Knapsack(forest, half, max(1, least), unheard, room).best() is None or not least
    for beyond in (least + 1, least + 40):
        knapsack = Knapsack(forest, half, beyond, unheard, room)
        best = knapsack.best()
        assert best is not None
        assert best.least == least
        cut = Cut.of(network, knapsack.side(best))
        assert balance.holds(cut.side)
        assert ONE.scaled(cut.line) == least


@st.composite
def forests(draw: st.DrawFn, most: int = 11) -> Network:
    """Join switches to earlier ones, or to none; with any hosts and capacities."""
    switches = draw(st.integers(2, most))
    above = [draw(st.integers(-1, v - 1)) for v in range(1, switches)]
    place = draw(st.permutations(range(switches)))
    links = tuple(
        Link(
            place[u], place[v], draw(st.sampled_from(["local", "global"])), draw(st.integers(1, 4))
        )
        for v, u in enumerate(above, start=1)
        if u >= 0
    )
    hosts = tuple(draw(st.integers(0, 3)) for _ in range(switches - 1))
    return Network(switches=switches, links=links, hosts=(*hosts, 1))


@settings(deadline=None, max_examples=150)
@given(network=forests(), name=st.sampled_from(["switches", "hosts"]))
def test_best_bisection_of_a_forest_is_that_of_a_list(
    lines_of: Lines, network: Network, name: str
) -> None:
    balance = Balance.of(network, name)
    least = min(ONE.scaled(line) for line in lines_of(network, balance.weights))
    check_best(network, balance, least)


@pytest.mark.parametrize("order", range(2, 10))
def test_every_tree_of_a_size(order: int, lines_of: Lines) -> None:
    for tree in networkx.nonisomorphic_trees(order):
        links = tuple(Link(u, v, "local") for u, v in tree.edges)
        network = Network(switches=order, links=links)
        balance = Balance.of(network)
        check_best(network, balance, min(line.intercept for line in lines_of(network)))


def test_cycle_is_no_forest() -> None:
    ends = [(0, 1), (1, 2), (2, 0), (3, 4)]
    network = Network(switches=6, links=tuple(Link(u, v, "local") for u, v in ends))
    assert forest_of(network, Balance.of(network))[0] is None


def test_no_branch_of_a_tree_has_more_than_half() -> None:
    tree = networkx.random_labeled_tree(500, seed=3)
    rng = random.Random(3)
    hosts = (1, *(rng.randint(0, 9) for _ in range(499)))
    links = tuple(Link(u, v, "local") for u, v in tree.edges)
    network = Network(switches=500, links=links, hosts=hosts)
    forest, _ = forest_of(network, Balance.of(network, "hosts"))
    assert forest is not None
    place = {switch: number for number, switch in enumerate(forest.order)}
    assert sorted(place) == list(range(500))
    assert all(place[u] < place[v] for u, v in enumerate(forest.above) if v >= 0)
    root = forest.branches[forest.branch[forest.order[-1]]]
    assert root.weight == sum(hosts)
    assert max(forest.branches[part].weight for part in root.below) <= sum(hosts) / 2


def test_equal_subtrees_are_one_branch() -> None:
    tree = networkx.balanced_tree(3, 6)
    links = tuple(Link(u, v, "local") for u, v in tree.edges)
    network = Network(switches=len(tree), links=links)
    forest, _ = forest_of(network, Balance.of(network))
    assert forest is not None
    assert len(forest.branches) == 7


def test_tables_without_room_are_made_again() -> None:
    """A caterpillar with legs of many kinds: the same cut is traced back from few tables."""
    rng = random.Random(5)
    links = [Link(u, u + 1, "local", 5) for u in range(199)]
    links += [Link(rng.randrange(200), leg, "local", rng.randint(1, 3)) for leg in range(200, 500)]
    network = Network(switches=500, links=tuple(links))
    balance = Balance.of(network)
    forest, half = forest_of(network, balance)
    assert forest is not None
    found = set()
    for room in (ROOM, 2_000, 0):
        knapsack = Knapsack(forest, half, 40, unheard, room)
        best = knapsack.best()
        assert best is not None
        cut = Cut.of(network, knapsack.side(best))
        assert balance.holds(cut.side)
        found.add((best.least, ONE.scaled(cut.line)))
    assert len(found) == 1
    least, measured = found.pop()
    assert least == measured


# ---- sums ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beyond", "lengths", "seed"),
    [(b, lengths, seed) for b, lengths, seed in product(
        (1, 2, 6, 127, 128, 1 << 40),
        ((1, 5), (FEW, 3), (FEW + 1, FEW + 1), (90, 70), (60, 400)),
        range(3),
    )],
)  # fmt: skip
def test_sums_are_the_least_of_all_ways_to_share(
    beyond: int, lengths: tuple[int, int], seed: int
) -> None:
    rng, arithmetic = np.random.default_rng(seed), MinPlus(beyond, unheard)
    tables = []
    for length in lengths:
        numbers = rng.integers(0, min(beyond, 9) + 1, length)  # in runs, some of them beyond
        numbers = np.repeat(numbers, rng.integers(1, 4, length))[:length]
        tables.append(np.minimum(numbers * max(1, beyond // 9), beyond).astype(arithmetic.type))
    one, other = tables
    expected = [beyond] * (sum(lengths) - 1)
    for (i, a), (j, b) in product(enumerate(one.tolist()), enumerate(other.tolist())):
        expected[i + j] = min(expected[i + j], a + b)
    assert arithmetic.sum(one, other).tolist() == expected
    for weight, number in enumerate([*expected, inf]):
        least, share = arithmetic.least_at(one, other, weight)
        assert least == min(number, beyond)
        if least < beyond:
            assert int(one[share]) + int(other[weight - share]) == least
