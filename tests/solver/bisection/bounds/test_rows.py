"""Inequalities that every cut obeys."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.arrangements.topologies.complete import complete
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.pairs import FloatArray, Pairs
from alphacut.solver.bisection.bounds.rows import (
    Triangles,
    Vector,
    eigenvectors,
    hypermetric,
)

vectors = st.lists(st.integers(-9, 9).filter(lambda value: value != 0), min_size=1, max_size=7).map(
    lambda values: Vector(tuple(range(len(values))), tuple(values))
)


def left(vector: Vector, side: set[int]) -> int:
    """Return Σ v_i·v_j over the pairs that a side separates."""
    entries = zip(vector.switches, vector.values, strict=True)
    return sum(v * w for (i, v), (j, w) in combinations(entries, 2) if (i in side) != (j in side))


@given(vectors, st.sets(st.integers(0, 6)))
def test_vector_inequality_holds_for_every_cut(vector: Vector, side: set[int]) -> None:
    assert left(vector, side) <= vector.limit


@given(vectors)
def test_limit_is_tight_where_a_cut_splits_the_vector_evenly(vector: Vector) -> None:
    sides = [set(s) for k in range(8) for s in combinations(range(len(vector.values)), k)]
    sums = [sum(v for i, v in enumerate(vector.values) if i in side) for side in sides]
    even = any(abs(sum(vector.values) - 2 * inside) <= sum(vector.values) % 2 for inside in sums)
    assert (max(left(vector, side) for side in sides) == vector.limit) == even


@pytest.mark.parametrize(
    ("values", "limit"), [((1, 1, 1), 2), ((1, 1, -1), 0), ((1, 1, 1, 1, 1), 6), ((2, 1), 2)]
)
def test_limit_of_known_inequalities(values: tuple[int, ...], limit: int) -> None:
    assert Vector(tuple(range(len(values))), values).limit == limit


def pairs() -> Pairs:
    network = Dragonfly(a=2, h=3, arrangement="absolute").network()
    return Pairs(network, Balance.of(network))


def violated_by(found: Vector, every: Pairs, fractions: FloatArray) -> float:
    """Return by how much a solution violates an inequality."""
    orbits, coefficients = every.quadratic_row(np.array(found.switches), np.array(found.values))
    return float(fractions[orbits] @ coefficients - found.limit)


@settings(deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
def test_triangles_found_are_violated_and_the_worst(seed: int) -> None:
    every = pairs()
    fractions = np.random.default_rng(seed).random(every.count)
    found = Triangles(every).violated(fractions, 10)
    assert len(found) == 10
    excess = [violated_by(vector, every, fractions) for vector in found]
    assert min(excess) > 0
    assert min(excess) >= sorted(all_triangles(every, fractions))[-10] - 1e-9


def all_triangles(every: Pairs, fractions: FloatArray) -> list[float]:
    y = {pair: fractions[every.orbit[pair]] for pair in combinations(range(every.size), 2)}
    excess = []
    for i, j, k in combinations(range(every.size), 3):
        a, b, c = y[i, j], y[i, k], y[j, k]
        excess += [a + b + c - 2, a - b - c, b - a - c, c - a - b]
    return excess


def test_a_cut_violates_no_triangle() -> None:
    every = pairs()
    side = set(range(0, every.size, 2))
    cut = np.array(
        [(i in side) != (j in side) for i, j in zip(every.first, every.second, strict=True)]
    )
    fractions = np.zeros(every.count)
    fractions[every.orbit[every.first, every.second]] = cut
    assert Triangles(every).violated(fractions, 10) == []


def test_triangles_of_orbits_miss_none() -> None:
    """With symmetry only one of each orbit of triples is looked at; that must be enough."""
    network = Dragonfly(a=3, h=2, arrangement="relative").network()
    balance = Balance.of(network)
    merged = Pairs(network, balance, automorphisms(network, balance.weights))
    alone = Pairs(network, balance)
    rng = np.random.default_rng(1)
    for _ in range(20):
        by_orbit = 0.5 + 0.2 * rng.standard_normal(merged.count).clip(-2, 2)
        spread = np.zeros(alone.count)
        spread[alone.orbit[alone.first, alone.second]] = by_orbit[
            merged.orbit[alone.first, alone.second]
        ]
        worst = max(all_triangles(alone, spread))
        found = Triangles(merged).violated(by_orbit, 1)
        best = max((violated_by(v, merged, by_orbit) for v in found), default=0.0)
        assert best == pytest.approx(max(worst, 0.0), abs=2e-5)


def test_eigenvectors_cut_off_a_matrix_that_is_not_semidefinite() -> None:
    every = Pairs(complete(6), Balance.of(complete(6)))
    fractions = np.full(every.count, 0.9)  # 1 - 2y = -0.8 everywhere: far from semidefinite
    found = eigenvectors(every.matrix(fractions), 5)
    assert found
    for vector in found:
        assert violated_by(vector, every, fractions) > 0


def test_no_eigenvector_of_a_semidefinite_matrix() -> None:
    assert eigenvectors(np.eye(6), 5) == []


@pytest.mark.parametrize("seed", range(5))
def test_hypermetric_inequalities_found_are_violated(seed: int) -> None:
    """All y = 0.65 obeys every triangle, but not the pentagonal inequalities: 10·0.65 > 6."""
    every = Pairs(complete(8), Balance.of(complete(8)))
    fractions = np.full(every.count, 0.65)
    assert max(all_triangles(every, fractions)) < 0
    matrix = every.matrix(fractions)
    found = hypermetric(matrix, every.representatives, np.random.default_rng(seed), 10)
    assert found
    for vector in found:
        assert len(vector.values) % 2 == 1
        assert set(vector.values) <= {-1, 1}
        assert violated_by(vector, every, fractions) > 0
