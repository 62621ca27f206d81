"""Hypermetric inequalities of odd sums: valid for all signs, and what leaves with them prove."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import networkx
import numpy as np
import pytest

from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.semidefinite.odd_sums import OddSums, violated
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams
from alphacut.solver.bisection.bounds.states.leaf import packed
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.engines.semidefinite import Semidefinite
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Budget, ignore
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.packed import unpacked
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.verify.checking import check

ONE = Alpha(1, 1)
Proven = tuple[PointProblem, dict[str, Any], int]


def problem_of(graph: networkx.Graph) -> PointProblem:
    links = tuple(Link(min(u, v), max(u, v), "local") for u, v in graph.edges)
    network = Network(switches=len(graph), links=links)
    balance = Balance.of(network)
    cut = search_at(network, balance, ONE)
    return PointProblem(network=network, balance=balance, alpha=ONE, cuts=(cut,))


def test_they_hold_for_all_signs() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        b = rng.integers(-4, 5, 6)
        b[0] += 1 - b.sum() % 2
        sums = OddSums(b[None, :])
        for x in itertools.product((-1, 1), repeat=6):
            pairs = sum(b[i] * b[j] * x[i] * x[j] for i in range(6) for j in range(i))
            assert pairs >= sums.least[0]


def test_neighbourhoods_that_are_violated_are_found() -> None:
    """At the spectral bound the products are the projection on the eigenspace of 2, scaled."""
    graph = networkx.to_numpy_array(networkx.hoffman_singleton_graph())
    values, vectors = np.linalg.eigh(graph)
    space = vectors[:, np.abs(values - 2) < 1e-6]
    products = space @ space.T * 50 / space.shape[1]
    found = violated(products, graph.astype(np.int64), 1_000).coefficients
    assert (np.einsum("mi,ij,mj->m", found, products, found) < 1).all()
    assert (found.sum(axis=1) % 2 == 1).all()
    assert {tuple(2 * np.eye(50)[i] - graph[i]) for i in range(50)} <= {*map(tuple, found)}
    assert len(violated(products, graph.astype(np.int64), 7)) == 7


def test_over_classes_they_say_the_same() -> None:
    rng = np.random.default_rng(2)
    sums = OddSums(rng.integers(-3, 4, (5, 6)))
    place, sign = np.array([0, 1, 0, 2, 2, 2]), np.array([1, 1, -1, 1, -1, 1])
    for z in itertools.product((-1, 1), repeat=3):
        x = np.array(z)[place] * sign
        over = sums.mapped(place, sign, 3).coefficients
        assert (over @ z == sums.coefficients @ x).all()


def test_what_turns_all_signs_is_the_same() -> None:
    sums = OddSums(np.array([[0, 1, -2], [3, 0, 0], [0, -1, 2], [3, 0, 0]]))
    assert sums.different().tolist() == [0, 1]


@pytest.fixture(scope="module")
def proven() -> Proven:
    """Hoffman-Singleton: every cut has an odd number of links, and none has 63."""
    problem = problem_of(networkx.hoffman_singleton_graph())
    found = Semidefinite(OneMatrixParams(), 1).bound(problem, Budget(), ignore)
    assert found.certified_bound == problem.scaled(problem.cuts[0]) == 65
    certificate = write(found.certificate)
    check(problem, certificate, 65)
    return problem, certificate, 65


def test_without_them_it_stays_open() -> None:
    problem = problem_of(networkx.hoffman_singleton_graph())
    found = Semidefinite(OneMatrixParams(new_sums=0), 1).bound(problem, Budget(), ignore)
    assert found.certified_bound == 63


@pytest.mark.parametrize("seed", range(6))
def test_bounds_of_decided_pairs_are_true(seed: int) -> None:
    graph = networkx.random_regular_graph(3 + 2 * (seed % 2), 14, seed=seed)
    problem = problem_of(graph)
    least = min(
        sum((u in side) != (v in side) for u, v in graph.edges)
        for side in map(set, itertools.combinations(range(14), 7))
    )
    hasty = OneMatrixParams(fewest=2, most_looks=2, new_triangles=0)
    found = Semidefinite(hasty, 30).bound(problem, Budget(), ignore)
    assert found.certified_bound <= least
    check(problem, write(found.certificate), found.certified_bound)


def sums_of(certificate: dict[str, Any]) -> list[list[Any]]:
    listed: list[list[Any]] = certificate["tree"]["semidefinite"]["sums"]
    return listed


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (0, 51, "more than there are"),
        (0, 7, "another size"),
        (0, 0, "at least"),
        (1, 10**7, "too many"),
        (1, -1, "at least"),
        (2, "x", "cannot be read"),
        (2, None, "not a string"),
    ],
)
def test_malformed_tables_are_refused(proven: Proven, place: int, value: Any, said: str) -> None:
    problem, certificate, bound = proven
    forged = copy.deepcopy(certificate)
    sums_of(forged)[0][place] = value
    with pytest.raises(Refused, match=said):
        check(problem, forged, bound)


@pytest.mark.parametrize(
    ("row", "value", "said"),
    [
        (0, 50, "does not exist"),
        (0, -1, "does not exist"),
        (0, None, "twice"),  # as the second switch
        (8, 1 << 30, "too large"),
        (8, -(1 << 62), "too large"),
        (8, 4, "even number"),
        (16, -1, "is negative"),
        (16, 1 << 42, "not shown to be semidefinite"),
        (16, 1 << 60, "too large"),
    ],
)
def test_false_ones_are_refused(proven: Proven, row: int, value: int | None, said: str) -> None:
    problem, certificate, bound = proven
    forged = copy.deepcopy(certificate)
    size, number, table = sums_of(forged)[0]
    assert size == 8
    columns = unpacked(table, (17, number))
    if row == 8 and value == 4:
        columns[8, 0] += 1
    else:
        columns[row, 0] = columns[1, 0] if value is None else value
    sums_of(forged)[0][2] = packed(columns)
    with pytest.raises(Refused, match=said):
        check(problem, forged, bound)


def test_changed_ones_prove_nothing_more(proven: Proven) -> None:
    problem, certificate, bound = proven
    _, number, table = sums_of(certificate)[0]
    columns = unpacked(table, (17, number))
    rng = np.random.default_rng(8)
    for _ in range(30):
        forged, changed = copy.deepcopy(certificate), columns.copy()
        row, place = int(rng.integers(17)), int(rng.integers(number))
        changed[row, place] += int(rng.choice([-2, 2])) << int(rng.integers(3 if row < 16 else 40))
        sums_of(forged)[0][2] = packed(changed)
        with pytest.raises(Refused):
            check(problem, forged, bound + 2)
