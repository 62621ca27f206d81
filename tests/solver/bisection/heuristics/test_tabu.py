"""The walk of the search: what it says that it saved is saved, and sides stay equal."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.heuristics.tabu import IntArray, Members
from alphacut.solver.bisection.heuristics.walk import walk


def drawn(size: int, weights: IntArray, seed: int) -> tuple[Members, IntArray]:
    """Return a random graph as members and as a matrix."""
    rng = np.random.default_rng(seed)
    first, second = rng.integers(size, size=(2, 4 * size))
    capacity = rng.integers(1, 5, size=4 * size)
    matrix = np.zeros((size, size), dtype=np.int64)
    np.add.at(matrix, (first, second), capacity)
    matrix += matrix.T
    np.fill_diagonal(matrix, 0)
    return Members.joined(first, second, capacity, weights), matrix


def cut(matrix: IntArray, signs: IntArray) -> int:
    return int(matrix[np.ix_(signs > 0, signs < 0)].sum())


def test_members_hold_the_graph() -> None:
    members, matrix = drawn(9, np.ones(9, np.int64), 0)
    rebuilt = np.zeros_like(matrix)
    for u in range(9):
        for e in range(members.start[u], members.start[u + 1]):
            rebuilt[u, members.ends[e]] = members.capacity[e]
    assert np.array_equal(rebuilt, matrix)


@pytest.mark.parametrize("seed", range(6))
def test_walk_saves_what_it_says_and_keeps_the_balance(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.choice([0, 1, 1, 3], size=40).astype(np.int64)
    members, matrix = drawn(40, weights, seed)
    signs = np.where(rng.random(40) < 0.5, 1, -1)
    best = signs.copy()
    arrays = (members.start, members.ends, members.capacity, members.weights)
    tabu = np.zeros(40, dtype=np.int64)
    saved = walk(*arrays, signs.copy(), tabu, (2, 5), 400, seed, best)
    assert saved > 0
    assert cut(matrix, signs) - cut(matrix, best) == saved
    assert weights @ best == weights @ signs


def test_same_seed_walks_the_same_way() -> None:
    members, _ = drawn(60, np.ones(60, np.int64), 7)
    signs = np.repeat([1, -1], 30)
    one, other = (members.improve(signs, 200, np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one, other)
    assert not np.array_equal(one, signs)


def test_two_members_of_different_weight_stay_where_they_are() -> None:
    members, _ = drawn(2, np.array([1, 2]), 1)
    signs = np.array([1, -1])
    assert np.array_equal(members.improve(signs, 50, np.random.default_rng(0)), signs)
