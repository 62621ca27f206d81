"""Intervals of intercepts: together they leave nothing out, and what they close is closed."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.intervals import NARROWEST, without_closed
from alphacut.solver.bisection.bounds.node import Node
from alphacut.solver.bisection.bounds.semidefinite.params import SemidefiniteParams
from alphacut.solver.bisection.bounds.semidefinite.root import prove_in
from alphacut.solver.bisection.bounds.stopping import StoppingRule
from alphacut.solver.bisection.engines.branch_and_bound import BranchAndBound
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Budget, StopReason
from alphacut.solver.bisection.parity import Parities
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import as_written
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
Networks = Callable[..., SearchStrategy[Network]]
Solved = tuple[PointProblem, dict[str, Any], int]

NETWORK = Dragonfly(a=6, h=3, arrangement="helix").network()
ALPHA = Alpha(9, 8)


def root() -> Node:
    balance = Balance.of(NETWORK)
    region = Region.of(NETWORK, balance)
    return Node(region=region, counts=(), parities=Parities.of_bisections(balance))


def leaves(node: Node) -> Iterator[Node]:
    if not node.children:
        yield node
    for child in node.children:
        yield from leaves(child)


@given(st.integers(0, 100), st.integers(1, 150), st.integers(0, 101), st.integers(0, 101))
def test_what_can_be_closed_from_the_ends_is_cut_off(
    least: int, number: int, below: int, above: int
) -> None:
    """Whatever can be closed: it is closed up to a width, and nothing is lost."""
    most = least + number - 1
    last, first = least + number * below // 100 - 1, most + 1 - number * above // 100
    closed: list[Node] = []

    def inherit(_: Node, part: Node) -> None:
        assert part not in closed

    def closes(node: Node) -> bool:
        closable = node.region.high.intercept <= last or node.region.low.intercept >= first
        if closable:
            closed.append(node)
        return closable

    node = root()
    rest = without_closed(node, least, most, closes, inherit)
    found = sorted(leaves(node), key=lambda leaf: leaf.region.low.intercept)
    assert found[0].region.low == node.region.low
    assert found[-1].region.high == node.region.high
    for one, other in itertools.pairwise(found):
        assert one.region.high.intercept + 1 == other.region.low.intercept
    assert [leaf for leaf in found if leaf is not rest] == sorted(
        closed, key=lambda leaf: leaf.region.low.intercept
    )
    width = max(1, number // NARROWEST)
    if last - least + 1 >= width:
        assert rest.region.low.intercept > min(last, most) - width
    if rest.region.low.intercept < first <= most - width + 1:
        assert rest.region.high.intercept < first + width


SOON = SemidefiniteParams(stopping=StoppingRule(least=6, span=3, patience=25))


@settings(deadline=None, derandomize=True, max_examples=30)
@given(st.data())
def test_bounds_hold_for_the_bisections_of_a_strip(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    network = data.draw(networks(least=2, most=7))
    balance, alpha = Balance.of(network), Alpha(data.draw(st.integers(0, 3)), 1)
    lines = lines_of(network, balance.weights)
    low, high = sorted(data.draw(st.sampled_from(sorted(lines))).intercept for _ in range(2))
    region = Region.of(network, balance).above("intercept", low).below("intercept", high)
    inside = [alpha.scaled(line) for line in lines if low <= line.intercept <= high]
    problem = PointProblem(network=network, balance=balance, alpha=alpha)
    proof = prove_in(region, problem, None, min(inside) + 3, None, lambda _: True, SOON)
    assert proof is not None
    assert proof.bound <= min(inside)


@pytest.fixture(scope="module")
def solved() -> Solved:
    balance = Balance.of(NETWORK)
    cut = search_at(NETWORK, balance, ALPHA)
    problem = PointProblem(network=NETWORK, balance=balance, alpha=ALPHA, cuts=(cut,))
    budget = Budget(seconds=None, gap=Fraction(1, 80))
    outcome = BranchAndBound().bound(problem, budget, lambda _: True)
    assert outcome.stopped_because is StopReason.GAP
    assert outcome.incumbent is not None
    assert problem.scaled(outcome.incumbent) == 801
    return problem, as_written(outcome), outcome.lower_bound


def intervals_of(written: dict[str, Any]) -> list[dict[str, Any]]:
    if "split" not in written:
        return [written]
    assert written["split"] == "intercept"
    return [leaf for part in ("low", "high") for leaf in intervals_of(written[part])]


def test_intervals_alone_prove_a_gap(solved: Solved) -> None:
    """All bisections at once are bounded by 787 of 801."""
    problem, certificate, bound = solved
    assert bound >= 791
    found = intervals_of(certificate["tree"])
    assert len(found) > 3
    assert {kind for leaf in found for kind in leaf} == {"semidefinite"}
    check(problem, certificate, bound)
    with pytest.raises(Refused):
        check(problem, certificate, 797)


def test_a_strip_does_not_stand_for_another(solved: Solved) -> None:
    problem, certificate, bound = solved
    for leaf in intervals_of(certificate["tree"]):
        with pytest.raises(Refused):
            check(problem, {**certificate, "tree": leaf}, bound)


def test_a_strip_ends_where_it_was_closed(solved: Solved) -> None:
    problem, certificate, bound = solved
    moved = copy.deepcopy(certificate)
    moved["tree"]["level"] += 30
    with pytest.raises(Refused):
        check(problem, moved, bound)
