"""Multilevel bisection: what is said to be saved is saved, and sides stay equal at every level."""

from __future__ import annotations

import networkx
import numpy as np
import pytest

from alphacut.solver.bisection.heuristics.coarsening import contract, match
from alphacut.solver.bisection.heuristics.evolution import Evolution
from alphacut.solver.bisection.heuristics.multilevel import Multilevel
from alphacut.solver.bisection.heuristics.refinement import refine
from alphacut.solver.bisection.heuristics.tabu import IntArray, Members


def members_of(graph: networkx.Graph, weights: IntArray | None = None) -> Members:
    ends = np.array(list(graph.edges), dtype=np.int64).reshape(-1, 2)
    ones = np.ones(len(ends), np.int64)
    size = np.ones(len(graph), np.int64) if weights is None else weights
    return Members.joined(ends[:, 0], ends[:, 1], ones, size)


def drawn(size: int, seed: int) -> Members:
    """Return a random graph with capacities, and weights of which some are 0."""
    rng = np.random.default_rng(seed)
    first, second = rng.integers(size, size=(2, 3 * size))
    weights = rng.choice([0, 1, 1, 2, 5], size=size).astype(np.int64)
    return Members.joined(first, second, rng.integers(1, 1 << 40, size=3 * size), weights)


def capacity(members: Members, signs: IntArray) -> int:
    """Return the capacity between the sides, counted link by link."""
    return sum(
        int(members.capacity[e])
        for u in range(len(signs))
        for e in range(members.start[u], members.start[u + 1])
        if signs[u] > 0 > signs[members.ends[e]]
    )


def arrays(members: Members) -> tuple[IntArray, IntArray, IntArray]:
    return members.start, members.ends, members.capacity


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("slack", [0, 7])
def test_refinement_saves_what_it_says(seed: int, slack: int) -> None:
    members, rng = drawn(60, seed), np.random.default_rng(seed)
    signs = np.where(rng.random(60) < 0.5, 1, -1)
    before, excess = signs.copy(), max(0, abs(int(members.weights @ signs)) - slack)
    gained = refine(*arrays(members), members.weights, signs, slack, slack + 3, 20, 9, seed)
    assert capacity(members, before) - capacity(members, signs) == gained
    after = max(0, abs(int(members.weights @ signs)) - slack)
    assert after <= excess
    assert gained >= 0 or after < excess


@pytest.mark.parametrize("seed", range(4))
def test_refinement_makes_sides_equal_where_switches_weigh_the_same(seed: int) -> None:
    members = members_of(networkx.random_regular_graph(3, 50, seed=seed))
    signs = np.full(50, -1, np.int64)
    refine(*arrays(members), members.weights, signs, 0, 0, 20, 9, seed)
    assert signs.sum() == 0


@pytest.mark.parametrize("seed", range(4))
def test_contraction_keeps_the_capacity_of_every_cut_between_its_members(seed: int) -> None:
    members, rng = drawn(80, seed), np.random.default_rng(seed)
    labels, counts = rng.integers(3, size=80), np.ones(80, np.int64)
    number = match(*arrays(members), members.weights, counts, labels, 6, 2, seed)
    count = int(number.max()) + 1
    assert 40 <= count < 80
    for each in range(count):
        joined = np.flatnonzero(number == each)
        assert len(joined) <= 2
        assert len(set(labels[joined])) == 1
        assert members.weights[joined].sum() <= 6
    start, ends, total = contract(*arrays(members), number, count)
    coarse = Members(start=start, ends=ends, capacity=total, weights=np.ones(count, np.int64))
    for _ in range(5):
        signs = np.where(rng.random(count) < 0.5, 1, -1)
        assert capacity(coarse, signs) == capacity(members, signs[number])


def test_members_that_like_the_same_one_join() -> None:
    """A star would stay almost as large level by level if leaves only joined the hub."""
    members = members_of(networkx.star_graph(100))
    ones = np.ones(101, np.int64)
    number = match(*arrays(members), ones, ones, 0 * ones, 50, 50, 0)
    assert number.max() + 1 <= 52


@pytest.mark.parametrize("seed", range(3))
def test_a_combination_is_a_bisection_and_severs_no_link_that_neither_severs(seed: int) -> None:
    members = members_of(networkx.random_regular_graph(4, 120, seed=seed))
    multilevel = Multilevel(members, np.random.default_rng(seed))
    one, other = multilevel.fresh(), multilevel.fresh()
    combined = multilevel.combined(one, other)
    for signs in (one, other, combined):
        assert multilevel.balanced(signs)
        assert multilevel.value(signs) == capacity(members, signs)
    assert multilevel.value(multilevel.polished(one)) <= multilevel.value(one)


@pytest.mark.parametrize(
    ("graph", "least"),
    [
        (networkx.path_graph(300), 1),
        (networkx.cycle_graph(300), 2),
        (networkx.balanced_tree(2, 7), 1),
        (networkx.star_graph(199), 100),
        (networkx.convert_node_labels_to_integers(networkx.grid_2d_graph(16, 16)), 16),
        (networkx.hypercube_graph(6), 32),
    ],
    ids=["path", "cycle", "tree", "star", "mesh", "hypercube"],
)
def test_the_population_comes_to_what_is_known(graph: networkx.Graph, least: int) -> None:
    plain = networkx.convert_node_labels_to_integers(graph)
    weights = np.ones(len(plain) + len(plain) % 2, np.int64)  # with a dummy where it is odd
    evolution = Evolution(members_of(plain, weights), np.random.default_rng(0))
    for _ in range(40):
        evolution.step()
    assert evolution.best is not None
    assert evolution.best.value == least


def test_what_is_offered_is_never_lost() -> None:
    members = members_of(networkx.cycle_graph(64))
    evolution = Evolution(members, np.random.default_rng(0))
    half = np.repeat([1, -1], 32)
    assert evolution.offer(half)
    assert not evolution.offer(np.tile([1, -1], 32), refine=False)  # severs everything
    for _ in range(30):
        evolution.step()
        assert evolution.best is not None
        assert evolution.best.value == 2
    assert not evolution.offer(np.ones(64, np.int64), refine=False)  # no bisection
