"""One matrix with hypermetric inequalities: valid bounds, decided pairs, and its certificates."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.semidefinite.cliques import (
    Cliques,
    extended,
    violated_triangles,
)
from alphacut.solver.bisection.bounds.semidefinite.face import Face
from alphacut.solver.bisection.bounds.semidefinite.interior_point import solved
from alphacut.solver.bisection.bounds.semidefinite.merged import Merged
from alphacut.solver.bisection.bounds.semidefinite.one_matrix import OneMatrix
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams
from alphacut.solver.bisection.bounds.semidefinite.rounds import Rounds, Start, mapped
from alphacut.solver.bisection.bounds.states.leaf import packed
from alphacut.solver.bisection.bounds.stopping import StoppingRule
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.engines.semidefinite import Semidefinite
from alphacut.solver.bisection.outcome import Budget, Outcome, Progress, StopReason, ignore
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.merged import Merged as Classes
from alphacut.solver.bisection.verify.packed import unpacked
from alphacut.solver.bisection.verify.semidefinite import Layout, capacity_bound
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
Networks = Callable[..., SearchStrategy[Network]]

ONE = Alpha(1, 1)
# given up at once, so that pairs are decided
HASTY = OneMatrixParams(fewest=2, most_looks=2, new_triangles=5, new_sums=0)
THOROUGH = OneMatrixParams(
    fewest=2, settled=2.0, first_larger=0, stopping=StoppingRule(least=20, span=10, patience=3)
)


def problem_of(network: Network, alpha: Alpha = ONE, **more: Any) -> PointProblem:
    return PointProblem(network=network, balance=Balance.of(network), alpha=alpha, **more)


def plain(graph: networkx.Graph) -> Network:
    links = tuple(Link(min(u, v), max(u, v), "local") for u, v in graph.edges)
    return Network(switches=len(graph), links=links)


def solve(problem: PointProblem, params: OneMatrixParams, parts: int = 50) -> Outcome:
    return Semidefinite(params, parts).bound(problem, Budget(), ignore)


@settings(deadline=None, derandomize=True, max_examples=15)
@given(st.data())
def test_bounds_hold_for_every_bisection(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    network = data.draw(networks(least=2, most=7))
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    alpha = Alpha(data.draw(st.integers(0, 3)), 1)
    lines = lines_of(network, balance.weights)
    known = KnownPoint(alpha=Alpha(1, 2), bound=min(Alpha(1, 2).scaled(line) for line in lines))
    problem = PointProblem(network=network, balance=balance, alpha=alpha, known=(known,))
    for params in (HASTY, THOROUGH):
        found = solve(problem, params)
        least = min(alpha.scaled(line) for line in lines)
        assert found.lower_bound <= least <= problem.scaled(found.cuts[0])
        if found.certificate is not None:
            check(problem, found.certificate, found.certified_bound)


@settings(deadline=None, derandomize=True, max_examples=15)
@given(st.data())
def test_a_tree_without_limits_proves_the_best_cut(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    """Also where a class outweighs the rest, and where no pair is left to be decided."""
    network = data.draw(networks(least=2, most=7))
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    alpha = Alpha(data.draw(st.integers(0, 3)), data.draw(st.sampled_from([1, 2])))
    problem = PointProblem(network=network, balance=balance, alpha=alpha)
    least = min(alpha.scaled(line) for line in lines_of(network, balance.weights))
    for params in (HASTY, THOROUGH):
        found = solve(problem, params, 10_000)
        assert found.lower_bound == found.certified_bound == least
        assert problem.scaled(found.cuts[0]) == least
        check(problem, write(found.certificate), least)


@settings(deadline=None, derandomize=True, max_examples=10)
@given(st.data())
def test_lemmas_about_every_intercept_are_proven(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    """Where no bisection has the intercept, whatever slope is asked for."""
    network = data.draw(networks(least=2, most=7))
    balance = Balance.of(network)
    lines = lines_of(network, balance.weights)
    for intercept in range(network.total.intercept + 1):
        slopes = [line.slope for line in lines if line.intercept == intercept]
        lemma = InterceptLemma(intercept=intercept, slope=min(slopes, default=99))
        problem = PointProblem(network=network, balance=balance, alpha=INFINITY, target_lemma=lemma)
        found = solve(problem, HASTY, 10_000)
        assert found.lower_bound == lemma.slope
        check(problem, write(found.certificate), lemma.slope)
        if slopes:
            higher = replace(lemma, slope=lemma.slope + 1)
            asked = replace(problem, target_lemma=higher)
            assert solve(asked, HASTY, 10_000).lower_bound == lemma.slope


@pytest.mark.parametrize(
    ("graph", "best"),
    [
        (networkx.random_regular_graph(4, 24, seed=1), None),
        (networkx.gnp_random_graph(26, 0.3, seed=2), None),
        (networkx.petersen_graph(), 5),
        (networkx.grid_2d_graph(4, 6), 4),
    ],
)
def test_the_best_cut_is_proven(graph: networkx.Graph, best: int | None) -> None:
    problem = problem_of(plain(networkx.convert_node_labels_to_integers(graph)))
    found = solve(problem, OneMatrixParams())
    assert found.stopped_because is StopReason.FINISHED
    assert best is None or problem.scaled(found.cuts[0]) == best
    check(problem, found.certificate, problem.scaled(found.cuts[0]))


def test_a_first_cut_that_is_poor_is_improved() -> None:
    """The halves of the numbers sever half of all links; hyperplanes find the two cliques."""
    links = [(u, v) for u, v in itertools.combinations(range(20), 2) if (u + v) % 2 == 0]
    network = Network(switches=20, links=tuple(Link(u, v, "local") for u, v in [*links, (0, 1)]))
    found = solve(problem_of(network), OneMatrixParams())
    assert found.cuts[0].line == Line(1, 0)
    assert found.lower_bound == 1


def test_whoever_stops_it_keeps_what_is_proven() -> None:
    problem = problem_of(plain(networkx.gnp_random_graph(30, 0.4, seed=3)))
    heard: list[Progress] = []

    def enough(news: Progress) -> bool:
        heard.append(news)
        return False

    found = Semidefinite(OneMatrixParams(steps=1)).bound(problem, Budget(), enough)
    assert len(heard) == 1
    assert found.stopped_because is StopReason.CANCELLED
    assert found.certified_bound > 0
    check(problem, found.certificate, found.certified_bound)


# ---- the parts --------------------------------------------------------------


@pytest.mark.parametrize("weights", [[1] * 6, [1, 2, 3, 1, 0, 1], [0] * 6])
def test_matrices_on_the_face_vanish_on_the_weights(weights: list[int]) -> None:
    w, rng = np.array(weights, dtype=float), np.random.default_rng(1)
    face = Face(w)
    inner = rng.normal(size=(face.rows, face.rows))
    matrix = face.outside(inner + inner.T)
    assert np.allclose(matrix @ w, 0)
    assert np.allclose(face.inside(matrix), inner + inner.T)
    vectors = face.vectors(inner)
    assert np.allclose(vectors @ vectors.T, face.outside(inner @ inner.T))


def test_interior_point_finds_the_second_eigenvalue_where_all_switches_are_alike() -> None:
    """On a cycle the bound is n/4 times the second eigenvalue of the Laplacian matrix."""
    size = 12
    links = networkx.to_numpy_array(networkx.cycle_graph(size))
    found = solved(-links / 4.0, Face(np.ones(size)), np.inf, accuracy=1e-9)
    second = 2.0 - 2.0 * np.cos(2.0 * np.pi / size)
    assert found.bound + links.sum() / 4.0 == pytest.approx(size * second / 4.0, abs=1e-5)
    assert np.allclose(np.diagonal(found.products), 1.0, atol=1e-6)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_cliques_hold_for_all_signs(size: int) -> None:
    rng = np.random.default_rng(size)
    signs = rng.choice([-1, 1], size=(20, size))
    switches = np.array([rng.permutation(9)[:size] for _ in range(20)])
    cliques = Cliques.of(switches, signs)
    assert len(cliques.chosen(cliques.different())) <= 20
    values = []
    for x in itertools.product([-1, 1], repeat=9):
        flat = np.outer(x, x).ravel()
        values.append((cliques.products * flat[cliques.places(9)]).sum(axis=1))
    assert np.array(values).min() == cliques.least  # and is attained


def test_search_finds_every_violated_triangle() -> None:
    rng = np.random.default_rng(4)
    products = rng.uniform(-1, 1, (9, 9))
    products = (products + products.T) / 2
    found, excess = violated_triangles(products, 10**6)
    expected = {
        (u, v, w, s, t)
        for u, v, w in itertools.combinations(range(9), 3)
        for s, t in itertools.product([-1, 1], repeat=2)
        if -1 - s * products[u, v] - t * products[u, w] - s * t * products[v, w] > 1e-3
    }
    told = zip(*found.switches.T.tolist(), *found.signs[:, 1:].T.tolist(), strict=True)
    assert set(told) == expected
    values = (found.products * products.ravel()[found.places(9)]).sum(axis=1)
    assert excess == pytest.approx(-1 - values.min())
    few, _ = violated_triangles(products, 7)
    assert len(few) == 7


def test_extended_cliques_are_violated() -> None:
    rng = np.random.default_rng(5)
    products = np.clip(rng.normal(0, 0.5, (12, 12)), -1, 1)
    products = (products + products.T) / 2
    triangles, _ = violated_triangles(products, 30)
    for cliques in (extended(products, triangles, 30),):
        assert cliques.size == 5
        assert len(cliques)
        values = (cliques.products * products.ravel()[cliques.places(12)]).sum(axis=1)
        assert (values < cliques.least).all()
        assert (np.diff(cliques.switches, axis=1) > 0).all()
        larger = extended(products, cliques, 30)
        values = (larger.products * products.ravel()[larger.places(12)]).sum(axis=1)
        assert larger.size == 7
        assert (values < larger.least).all()


def test_decided_pairs_make_classes() -> None:
    merged = Merged.none(6).deciding(0, 3, -1).deciding(3, 5, -1).deciding(1, 2, 1)
    assert merged.kept.tolist() == [0, 1, 4]
    rng = np.random.default_rng(6)
    matrix = rng.integers(-5, 5, (6, 6))
    z = rng.integers(-5, 5, 3)
    x = z[merged.place] * merged.sign
    assert (x[0], x[1], x[0]) == (-x[3], x[2], x[5])
    assert z @ merged.table(matrix) @ z == x @ matrix @ x
    assert z @ merged.sums(np.arange(6)) == x @ np.arange(6)


def test_a_leaf_over_classes_proves_what_its_multipliers_do() -> None:
    """Links within a class are on the diagonal of its matrix, where they must cost nothing."""
    problem = problem_of(plain(networkx.complete_graph(10)))
    merged = Merged.none(10).deciding(0, 1, 1).deciding(0, 2, 1).deciding(3, 4, -1)
    question = OneMatrix(problem, problem.region, merged)
    stand = Rounds(question, OneMatrixParams(most_looks=4), 99.0).solve(lambda: 99.0, lambda: True)
    numerator, denominator = capacity_bound(
        Layout(problem.network, problem.balance, None), problem.network, problem.alpha, (),
        problem.region, question.leaf(stand.dual), Classes(merged.place, merged.sign),
    )  # fmt: skip
    assert numerator / denominator == pytest.approx(stand.bound, abs=1e-4)


def test_inequalities_that_fall_together_are_left_out() -> None:
    rows = ((Cliques(np.array([[0, 1, 2], [1, 2, 3]]), np.ones((2, 3), np.int64)), np.ones(2)),)
    (found, multipliers), *_ = mapped(Start(rows), [0, 0, 1, 2], [1, -1, 1, 1]).cliques
    assert found.switches.tolist() == [[0, 1, 2]]
    assert found.signs.tolist() == [[1, -1, -1]]  # the same with all signs turned
    assert multipliers.tolist() == [1.0]


# ---- forgeries --------------------------------------------------------------


@pytest.fixture(scope="module")
def proven() -> tuple[PointProblem, dict[str, Any], int]:
    """A leaf with pentagonal inequalities, at the root."""
    problem = problem_of(plain(networkx.gnp_random_graph(26, 0.5, seed=1)))
    found = solve(problem, THOROUGH, 1)
    certificate = write(found.certificate)
    assert certificate["tree"]["semidefinite"]["cliques"]
    check(problem, certificate, found.certified_bound)
    return problem, certificate, found.certified_bound


@pytest.fixture(scope="module")
def divided() -> tuple[PointProblem, dict[str, Any], int]:
    """A tree of decided pairs."""
    problem = problem_of(plain(networkx.gnp_random_graph(16, 0.4, seed=1)))
    found = solve(problem, HASTY, 100)
    assert found.stopped_because is StopReason.FINISHED
    assert found.report.nodes >= 3
    certificate = write(found.certificate)
    check(problem, certificate, found.certified_bound)
    return problem, certificate, found.certified_bound


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (0, 4, "odd number"),
        (0, 17, "odd number"),
        (0, 7, "another size"),
        (0, 0, "at least"),
        (1, 10**7, "too many"),
        (1, -1, "at least"),
        (2, "x", "cannot be read"),
        (2, None, "not a string"),
    ],
)
def test_malformed_cliques_are_refused(
    proven: tuple[PointProblem, dict[str, Any], int], place: int, value: Any, said: str
) -> None:
    problem, certificate, bound = proven
    forged = copy.deepcopy(certificate)
    forged["tree"]["semidefinite"]["cliques"][0][place] = value
    with pytest.raises(Refused, match=said):
        check(problem, forged, bound)


@pytest.mark.parametrize(
    ("row", "value", "said"),
    [
        (0, 26, "do not exist"),
        (0, -1, "do not exist"),
        (5, 32, "do not exist"),
        (5, -1, "do not exist"),
        (6, -1, "is negative"),
        (6, 1 << 43, "not shown to be semidefinite"),
    ],
)
def test_false_cliques_are_refused(
    proven: tuple[PointProblem, dict[str, Any], int], row: int, value: int, said: str
) -> None:
    problem, certificate, bound = proven
    forged = copy.deepcopy(certificate)
    size, number, table = forged["tree"]["semidefinite"]["cliques"][0]
    assert size == 5
    columns = unpacked(table, (7, number))
    columns[row, 0] = value
    forged["tree"]["semidefinite"]["cliques"][0][2] = packed(columns)
    with pytest.raises(Refused, match=said):
        check(problem, forged, bound)


def test_a_clique_names_no_switch_twice(proven: tuple[PointProblem, dict[str, Any], int]) -> None:
    """It would say less than nothing: (2x)² is 4 and not 1."""
    problem, certificate, bound = proven
    forged = copy.deepcopy(certificate)
    _, number, table = forged["tree"]["semidefinite"]["cliques"][0]
    columns = unpacked(table, (7, number))
    columns[1, 0] = columns[0, 0]
    forged["tree"]["semidefinite"]["cliques"][0][2] = packed(columns)
    with pytest.raises(Refused, match="twice"):
        check(problem, forged, bound)


def test_changed_cliques_prove_nothing_more(
    proven: tuple[PointProblem, dict[str, Any], int],
) -> None:
    problem, certificate, bound = proven
    _, number, table = certificate["tree"]["semidefinite"]["cliques"][0]
    columns = unpacked(table, (7, number))
    rng = np.random.default_rng(8)
    for _ in range(40):
        forged, changed = copy.deepcopy(certificate), columns.copy()
        row, place = int(rng.integers(7)), int(rng.integers(number))
        changed[row, place] += int(rng.choice([-1, 1])) << int(rng.integers(4 if row < 6 else 40))
        forged["tree"]["semidefinite"]["cliques"][0][2] = packed(changed)
        with pytest.raises(Refused):
            check(problem, forged, bound + 1)


def _splits(node: dict[str, Any]) -> list[dict[str, Any]]:
    if "split" not in node:
        return []
    return [node, *_splits(node["low"]), *_splits(node["high"])]


def test_halves_of_a_tree_are_not_exchanged(
    divided: tuple[PointProblem, dict[str, Any], int],
) -> None:
    """What is proven where a pair is on one side does not hold where it is not."""
    problem, certificate, bound = divided
    forged = copy.deepcopy(certificate)
    refused = 0
    for node in _splits(forged["tree"]):
        node["low"], node["high"] = node["high"], node["low"]
        try:
            check(problem, forged, bound)
        except Refused:
            refused += 1
        node["low"], node["high"] = node["high"], node["low"]
    assert refused


@pytest.mark.parametrize("change", [{"level": 1}, {"level": -1}, {"set": 10**3}])
def test_splits_that_decide_nothing_are_refused(
    divided: tuple[PointProblem, dict[str, Any], int], change: dict[str, int]
) -> None:
    problem, certificate, bound = divided
    forged = copy.deepcopy(certificate)
    forged["tree"].update(change)
    with pytest.raises(Refused):
        check(problem, forged, bound)


def test_a_set_of_two_pairs_decides_none(divided: tuple[PointProblem, dict[str, Any], int]) -> None:
    problem, certificate, bound = divided
    forged = copy.deepcopy(certificate)
    first, second = forged["sets"][0][0]
    other = next(u for u in range(problem.network.switches) if u not in (first, second))
    forged["sets"][0].append(sorted([first, other]))
    with pytest.raises(Refused):
        check(problem, forged, bound)
