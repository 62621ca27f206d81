"""A connected network never has the bound 0, whoever was asked and however it ended."""

from __future__ import annotations

import pytest

from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.engines.catalogue import NAMES
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.common.alpha import Alpha

ONE = Alpha(1, 1)
RING = Network(switches=12, links=tuple(Link(u, (u + 1) % 12, "local") for u in range(12)))
APART = Network(switches=4, links=(Link(0, 1, "local"), Link(2, 3, "local")))


def problem_of(network: Network, engine: str, seconds: float | None) -> PointProblem:
    cut = Cut.of(network, range(0, network.switches, 2))
    return PointProblem(
        network=network,
        balance=Balance.of(network),
        alpha=ONE,
        cuts=(cut,),
        engine=engine,
        seconds=seconds,
    )


@pytest.mark.parametrize("engine", NAMES)
@pytest.mark.parametrize("seconds", [0.0, None], ids=["late", "cancelled"])
def test_every_engine_tells_a_bound(engine: str, seconds: float | None) -> None:
    found = answer(problem_of(RING, engine, seconds), lambda _: False)
    assert found.lower_bound > 0
    if seconds == 0:
        assert found.proof == "certificate"


def test_nothing_is_claimed_of_what_is_not_connected() -> None:
    found = answer(problem_of(APART, "auto", 0.0))
    assert found.lower_bound == 0
    assert found.proof is None


@pytest.mark.parametrize("seconds", [-1.0, 0.0])
def test_without_any_time_there_is_a_bisection_and_a_bound(seconds: float) -> None:
    problem = CurveProblem(network=RING, balance=Balance.of(RING), low=ONE, high=ONE)
    envelope = trace(problem, answer, limits=Limits(seconds=seconds))
    assert 0 < envelope.lower_at(ONE) <= envelope.upper_at(ONE)
    apart = CurveProblem(network=APART, balance=Balance.of(APART), low=ONE, high=ONE)
    assert trace(apart, answer, limits=Limits(seconds=seconds)).lower_at(ONE) == 0
