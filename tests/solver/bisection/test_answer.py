"""One question, answered: what is labelled how."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.outcome import Outcome, Progress, StopReason
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.question import CutSearch, Question
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError
from tests.solver.bisection.brute_force import BruteForce


@pytest.fixture
def question() -> PointProblem:
    network = Dragonfly(a=2, h=3, arrangement="helix").network()
    return PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))


@pytest.fixture
def hard() -> PointProblem:
    """Return what a tree takes some seconds for."""
    network = Dragonfly(a=4, h=2, arrangement="nautilus").network()
    balance = Balance.of(network)
    return PointProblem(
        network=network, balance=balance, alpha=Alpha(7, 4), engine="branch_and_bound"
    )


def searched(problem: PointProblem, alpha: Alpha | None) -> Question:
    """Return the problem at an α, or without one the search in the same network."""
    if alpha is not None:
        return replace(problem, alpha=alpha)
    return CutSearch(network=problem.network, balance=problem.balance, seconds=problem.seconds)


def accepted(question: PointProblem, given: Outcome) -> str:
    assert given.alpha is not None
    return check_certificate(
        given.certificate,
        network=question.network,
        balance=question.balance,
        alpha=given.alpha,
        target=given.lower_bound,
        established={known.alpha: known.bound for known in question.known}.__getitem__,
    )


@pytest.mark.parametrize("engine", ["auto", "branch_and_bound"])
def test_bound_of_a_certifying_engine_is_labelled_certificate(
    question: PointProblem, engine: str
) -> None:
    given = answer(replace(question, engine=engine))
    assert given.proof == "certificate"
    assert accepted(question, given)
    assert given.cuts[0].line.at(Alpha(1, 1).fraction) == given.lower_bound
    assert given.stopped_because is StopReason.FINISHED


def test_bound_beyond_a_certificate_is_labelled_solver(question: PointProblem) -> None:
    given = answer(question, engine_of=lambda _: BruteForce())
    assert given.proof == "solver"
    assert given.certificate is None
    assert given.lower_bound == answer(question).lower_bound


def test_cuts_of_the_question_are_used(question: PointProblem) -> None:
    best = answer(question).cuts[0]
    again = answer(replace(question, cuts=(best,)))
    assert again.cuts[0].line.at(Alpha(1, 1).fraction) == again.lower_bound


@pytest.mark.parametrize("alpha", [ZERO, Alpha(5, 4), INFINITY], ids=str)
def test_without_cuts_one_is_searched_for(question: PointProblem, alpha: Alpha) -> None:
    given = answer(replace(question, alpha=alpha, cuts=()))
    assert alpha.scaled(given.cuts[0].line) == given.lower_bound


def test_search_brings_cuts_and_proves_nothing(question: PointProblem) -> None:
    given = answer(searched(question, None))
    assert given.cuts
    assert (given.lower_bound, given.proof, given.certificate) == (0, None, None)
    assert all(question.balance.holds(cut.side) for cut in given.cuts)


@pytest.mark.parametrize("alpha", [None, Alpha(7, 4)], ids=str)
def test_time_is_kept(hard: PointProblem, alpha: Alpha | None) -> None:
    began = time.monotonic()
    given = answer(searched(replace(hard, seconds=1.0), alpha))
    assert time.monotonic() - began < 8.0
    assert given.cuts
    if alpha is not None and given.lower_bound < alpha.scaled(given.cuts[0].line):
        assert given.stopped_because is StopReason.TIME_LIMIT
        assert given.lower_bound == 0 or accepted(hard, given)


@pytest.mark.parametrize("alpha", [None, Alpha(7, 4)], ids=str)
def test_observer_can_cancel(hard: PointProblem, alpha: Alpha | None) -> None:
    heard: list[Progress] = []

    def on_progress(progress: Progress) -> bool:
        heard.append(progress)
        return len(heard) < 2

    began = time.monotonic()
    given = answer(searched(hard, alpha), on_progress)
    assert time.monotonic() - began < 30.0
    assert given.stopped_because is StopReason.CANCELLED
    assert given.cuts
    assert given.lower_bound == 0 or accepted(hard, given)


def test_engine_that_does_not_exist_is_refused(question: PointProblem) -> None:
    with pytest.raises(QuestionError) as caught:
        answer(replace(question, engine="gurobi"))
    assert caught.value.field == "engine"


def test_single_switch_is_answered() -> None:
    network = Network(switches=1, links=())
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    given = answer(problem)
    assert given.cuts == (Cut(side=(0,), line=network.cut([0])),)
    assert (given.lower_bound, given.proof) == (0, "certificate")


def test_zero_capacity_needs_no_engine_to_be_exact() -> None:
    """Two rings: nothing is severed, and the trivial bound is already the proof."""
    ring = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
    network = Network(switches=6, links=tuple(Link(*ends, "local") for ends in ring))
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    assert answer(problem).proof == "certificate"


@pytest.mark.parametrize("should_continue", [True, False])
def test_a_search_on_a_product_tells_the_cut_that_its_loads_prove(should_continue: bool) -> None:
    network = spec.build(spec.parse({"family": "torus", "sides": [6, 8]}))
    told: list[Progress] = []

    def on_progress(progress: Progress) -> bool:
        told.append(progress)
        return should_continue

    given = answer(CutSearch(network=network, balance=Balance.of(network)), on_progress)
    assert [cut.line for cut in given.cuts] == [(12, 0)]
    assert [each.incumbent for each in told] == list(given.cuts)
    assert given.stopped_because is (
        StopReason.FINISHED if should_continue else StopReason.CANCELLED
    )
