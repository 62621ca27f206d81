"""The semidefinite relaxation: valid bounds, good ones on known networks, and its certificates."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.proof import tree_certificate
from alphacut.solver.bisection.bounds.semidefinite.layout import Layout, mirrored
from alphacut.solver.bisection.bounds.semidefinite.params import SemidefiniteParams
from alphacut.solver.bisection.bounds.semidefinite.root import PairProof, prove_in, root_of
from alphacut.solver.bisection.bounds.semidefinite.triangles import SIGNS, Separation
from alphacut.solver.bisection.bounds.states.leaf import packed
from alphacut.solver.bisection.bounds.states.rotation import find_rotation
from alphacut.solver.bisection.bounds.stopping import StoppingRule
from alphacut.solver.bisection.bounds.tree import Tree
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.packed import unpacked
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
Networks = Callable[..., SearchStrategy[Network]]

ONE = Alpha(1, 1)


def prove_at_root(
    problem: PointProblem,
    target: int,
    deadline: float | None,
    should_continue: Callable[[int], bool],
    params: SemidefiniteParams = USUAL.semidefinite,
) -> PairProof | None:
    """Bound all bisections, as the engine does."""
    root = root_of(problem, deadline, params)
    if root is None:
        return None
    return prove_in(root.region, problem, root.rotation, target, deadline, should_continue, params)


def problem_of(network: Network, alpha: Alpha = ONE, **more: Any) -> PointProblem:
    return PointProblem(network=network, balance=Balance.of(network), alpha=alpha, **more)


def proof_of(
    problem: PointProblem, target: int, params: SemidefiniteParams = USUAL.semidefinite
) -> PairProof:
    found = prove_at_root(problem, target, None, lambda _: True, params)
    assert found is not None
    return found


def certificate_of(problem: PointProblem, proof: PairProof) -> Any:
    some_cut = trivial_cut(problem.network, problem.balance)
    tree = Tree(problem, problem.best or some_cut, None, proof)
    return tree_certificate(tree, proof.bound)


SMALL_TOO = SemidefiniteParams(smallest=1, stopping=StoppingRule(least=6, span=3, patience=25))


@pytest.mark.parametrize(("a", "h", "arrangement", "best"), [
    (6, 3, "relative", 90),
    (8, 4, "relative", 272),
    (8, 4, "circulant", 272),
    (8, 4, "helix", 272),
    pytest.param(10, 5, "relative", 650, marks=pytest.mark.slow),
    pytest.param(10, 5, "helix", 650, marks=pytest.mark.slow),
])  # fmt: skip
def test_one_bound_proves_the_best_cut_between_groups(
    a: int, h: int, arrangement: str, best: int
) -> None:
    problem = problem_of(Dragonfly(a=a, h=h, arrangement=arrangement).network())
    proof = proof_of(problem, best)
    assert proof.bound == best
    check(problem, certificate_of(problem, proof), best)


@pytest.mark.slow
def test_two_thousand_switches_within_five_per_cent() -> None:
    problem = problem_of(Dragonfly(a=16, h=8, arrangement="helix").network())
    heard: list[int] = []

    def enough(bound: int) -> bool:
        heard.append(bound)
        return bound < 4000

    proof = prove_at_root(problem, 4182, None, enough)
    assert proof is not None
    assert 0.95 * 4182 < proof.bound <= 4182
    assert heard == sorted(heard)
    assert heard[0] > 2000  # from the eigenvalues alone, before the first step
    check(problem, certificate_of(problem, proof), proof.bound)


def test_network_without_a_rotation() -> None:
    problem = problem_of(Dragonfly(a=4, h=3, arrangement="absolute").network())
    best = problem.scaled(search_at(problem.network, problem.balance, ONE))
    proof = proof_of(problem, best)
    certificate = certificate_of(problem, proof)
    assert isinstance(certificate, TreeProof)
    assert certificate.rotations == ()
    assert 0.9 * best < proof.bound <= best
    check(problem, certificate_of(problem, proof), proof.bound)


@settings(deadline=None, derandomize=True, max_examples=30)
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
    least = min(alpha.scaled(line) for line in lines)
    proof = prove_at_root(problem, least + 3, None, lambda _: True, SMALL_TOO)
    if proof is not None:
        assert proof.bound <= least
        check(problem, certificate_of(problem, proof), proof.bound)


def test_known_point_helps() -> None:
    """With the least intercept of 9 known, α = 1/2 is proven; alone it is not."""
    network = Dragonfly(a=6, h=3, arrangement="relative").network()
    alpha, known = Alpha(1, 2), KnownPoint(alpha=Alpha(0, 1), bound=9)
    alone = proof_of(problem_of(network, alpha), 99)
    assert alone.bound < 99
    problem = problem_of(network, alpha, known=(known,))
    proof = proof_of(problem, 99)
    assert proof.bound == 99
    check(problem, certificate_of(problem, proof), 99)
    with pytest.raises(Refused):
        check(problem_of(network, alpha), certificate_of(problem, proof), 99)


def test_without_time_for_its_steps_it_is_not_begun() -> None:
    problem = problem_of(Dragonfly(a=8, h=4, arrangement="helix").network())
    assert prove_at_root(problem, 272, 0.0, lambda _: True) is None


# ---- the parts --------------------------------------------------------------


@pytest.mark.parametrize("arrangement", ["relative", "absolute"])
def test_tables_stand_for_matrices(arrangement: str) -> None:
    network = Dragonfly(a=4, h=2, arrangement=arrangement).network()
    balance = Balance.of(network)
    layout = Layout(network, balance, find_rotation(network, balance, ()))
    table = layout.links("slope")
    switches = np.arange(network.switches)
    matrix = table[layout.place(switches[:, None], switches[None, :])]
    expected = np.zeros_like(matrix)
    for link in network.links:
        if link.link_class == "global":
            expected[link.first, link.second] = expected[link.second, link.first] = 1
    assert np.array_equal(matrix, expected)
    assert np.array_equal(layout.orbit, mirrored(layout.orbit))


@pytest.mark.parametrize("arrangement", ["relative", "absolute"])
def test_search_finds_every_violated_triangle(arrangement: str) -> None:
    network = Dragonfly(a=3, h=2, arrangement=arrangement).network()
    balance = Balance.of(network)
    layout = Layout(network, balance, find_rotation(network, balance, ()))
    values = np.random.default_rng(1).uniform(-1, 1, layout.count)
    found, excess = Separation(layout).violated(values, 10**6)
    assert len(found) == len(found.switches) > 0
    products = (SIGNS[found.kinds] * values[found.orbits(layout)]).sum(axis=1)
    assert np.isclose(-1 - products.min(), excess)
    assert (products < -1).all()
    distinct = len(found.different(layout))
    assert distinct == _violated_classes(layout, values)


def _violated_classes(layout: Layout, values: np.ndarray) -> int:
    """Count violated triangles up to the rotation, one triple after the other."""
    seen = set()
    for u in range(layout.size):
        for v in range(u):
            for w in range(v):
                orbits = [int(layout.orbit[layout.place(*p)]) for p in ((u, v), (u, w), (v, w))]
                for signs in SIGNS:
                    if -1 - float(signs @ values[orbits]) > 1e-3:
                        seen.add(tuple(sorted(zip(orbits, signs.tolist(), strict=True))))
    return len(seen)


# ---- forgeries --------------------------------------------------------------


@pytest.fixture(scope="module")
def proven() -> tuple[PointProblem, dict[str, Any]]:
    problem = problem_of(Dragonfly(a=6, h=3, arrangement="relative").network())
    certificate = write(certificate_of(problem, proof_of(problem, 90)))
    check(problem, certificate, 90)
    return problem, certificate


@pytest.mark.parametrize("change", [
    {"objective": 0}, {"objective": -1}, {"objective": True}, {"number": 10**9}, {"number": 0},
    {"box": "x"}, {"box": None}, {"diagonal": packed(np.zeros(5, np.int64))}, {"rotation": 1},
    {"rotation": -1}, {"rotation": "0"}, {"rotation": None}, {"known": [[0, 1]]},
    {"known": [[0, -1]]}, {"intercept": [0, -1]}, {"slope": [1]}, {"slope": [10**30, 0]},
])  # fmt: skip
def test_malformed_leaf_is_refused(
    proven: tuple[PointProblem, dict[str, Any]], change: dict[str, Any]
) -> None:
    problem, certificate = proven
    forged = copy.deepcopy(certificate)
    forged["tree"]["semidefinite"].update(change)
    with pytest.raises(Refused):
        check(problem, forged, 90)


def test_huge_multiplier_of_nothing_is_refused() -> None:
    """Where no link has an intercept, its table is zero, and no entry of it would overflow."""
    links = (*(Link(u, u + 1, "global") for u in range(5)), Link(0, 5, "global"))
    only = (LinkClass(name="global", base=0, slope=1),)
    network = Network(switches=6, links=links, classes=only)
    problem = problem_of(network)
    proof = proof_of(problem, 2, SMALL_TOO)
    assert proof.bound == 2
    forged = write(certificate_of(problem, proof))
    forged["tree"]["semidefinite"]["intercept"] = [10**30, 0]
    with pytest.raises(Refused, match="too large"):
        check(problem, forged, 2)


def test_leaf_proves_no_more_than_it_does(proven: tuple[PointProblem, dict[str, Any]]) -> None:
    problem, certificate = proven
    with pytest.raises(Refused, match="proves only"):
        check(problem, certificate, 92)


@pytest.mark.parametrize("part", ["diagonal", "halves", "box", "triangles"])
def test_changed_multipliers_prove_nothing_false(
    proven: tuple[PointProblem, dict[str, Any]], part: str
) -> None:
    """A change is refused, or what is left of the proof is still below the true 90."""
    problem, certificate = proven
    leaf = certificate["tree"]["semidefinite"]
    layout = Layout(
        problem.network,
        problem.balance,
        find_rotation(problem.network, problem.balance, ()),
    )
    shapes = {
        "diagonal": (6,), "halves": (6,), "box": (10, 6, 6), "triangles": (5, leaf["number"]),
    }  # fmt: skip
    assert layout.order // 2 + 1 == 10
    table = unpacked(leaf[part], shapes[part])
    rng = np.random.default_rng(2)
    for _ in range(40):
        forged = table.copy()
        place = tuple(int(rng.integers(size)) for size in forged.shape)
        forged[place] += int(rng.choice([-1, 1])) << int(rng.integers(40))
        copied = copy.deepcopy(certificate)
        copied["tree"]["semidefinite"][part] = packed(forged)
        with pytest.raises(Refused):
            check(problem, copied, 92)


def test_permutation_must_be_an_automorphism(proven: tuple[PointProblem, dict[str, Any]]) -> None:
    problem, certificate = proven
    forged = copy.deepcopy(certificate)
    permutation = forged["rotations"][0]["permutation"]
    permutation[0], permutation[1] = permutation[1], permutation[0]
    with pytest.raises(Refused, match="symmetry"):
        check(problem, forged, 90)
    forged = copy.deepcopy(certificate)
    forged["rotations"][0]["block"][0] = forged["rotations"][0]["block"][1]
    with pytest.raises(Refused):
        check(problem, forged, 90)
