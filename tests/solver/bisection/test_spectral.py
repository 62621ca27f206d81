"""Bounds by the second eigenvalue: never above the best bisection, and in every answer."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.arrangements.structure.spectrum import spectrum
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.engines.catalogue import NAMES
from alphacut.solver.bisection.engines.spectral import Spectral
from alphacut.solver.bisection.outcome import Budget
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import as_written
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
ONE = Alpha(1, 1)
ALPHAS = (ZERO, Alpha(1, 3), ONE, Alpha(3, 2), Alpha(700_001, 700_000), INFINITY)
CLASSES = (
    LinkClass(name="local", base=1, slope=0),
    LinkClass(name="global", base=0, slope=1),
    LinkClass(name="mixed", base=7, slope=2),
)


def drawn(rng: random.Random) -> Network:
    """Draw a network: sparse or dense, odd or even, perhaps apart, with hosts at some switches."""
    switches = rng.randint(2, 9)
    share = rng.choice([0.3, 0.6, 1.0])
    links = [
        Link(one, other, rng.choice(CLASSES).name, rng.choice([1, 1, 3]))
        for other in range(switches)
        for one in range(other)
        if rng.random() < share
    ]
    kinds = rng.choice([(1,), (0, 1), (0, 2, 3), (1, 2), (5, 7_000)])
    hosts = [rng.choice(kinds) for _ in range(switches - 1)] + [1]
    return Network(switches=switches, links=tuple(links), classes=CLASSES, hosts=tuple(hosts))


@pytest.mark.parametrize(
    "seeds", [range(500), pytest.param(range(1_000, 7_000), marks=pytest.mark.slow)], ids=len
)
def test_no_bound_is_above_the_best_bisection(lines_of: Lines, seeds: range) -> None:
    """Each is accepted as it is, and the next higher one is refused where it would be false."""
    useful = 0
    for seed in seeds:
        rng = random.Random(seed)
        network = drawn(rng)
        balance = Balance.of(network, rng.choice(["switches", "hosts"]))
        problem = PointProblem(network=network, balance=balance, alpha=rng.choice(ALPHAS))
        least = min(problem.alpha.scaled(x) for x in lines_of(network, balance.weights))
        found = Spectral().bound(problem, Budget(), unheard)
        assert found.lower_bound <= least, seed
        if found.lower_bound:
            useful += 1
            written = as_written(found)
            check(problem, written, found.lower_bound)
            with pytest.raises(Refused):
                check(problem, written, least + 1)
    assert useful > len(seeds) // 2


@pytest.mark.parametrize(
    ("family", "sides", "value"),
    [("hamming", [14, 14], 686), ("hyperx", [14, 14], 686), ("hamming", [6, 6, 6], 324)],
)
def test_what_the_second_eigenvalue_closes_is_exact_at_once(
    family: str, sides: list[int], value: int
) -> None:
    network = build(parse({"family": family, "sides": sides}))
    problem = CurveProblem(network=network, balance=Balance.of(network))
    envelope = trace(problem, answer, limits=Limits(seconds=600))
    assert envelope.status == "exact"
    assert envelope.upper_at(ONE) == envelope.lower_at(ONE) == value
    assert {p.engine for p in envelope.points if p.alpha == ZERO} <= {"spectral", "spreading"}


@pytest.mark.parametrize("engine", NAMES)
@pytest.mark.parametrize("seconds", [0.0, 0.2], ids=["late", "soon late"])
@pytest.mark.parametrize("sides", [[12, 12], [13, 13]], ids=["even", "odd"])
def test_no_answer_is_below_what_describe_tells(
    engine: str, seconds: float, sides: list[int]
) -> None:
    network = build(parse({"family": "torus", "sides": sides}))
    problem = PointProblem(
        network=network,
        balance=Balance.of(network),
        alpha=ONE,
        engine=engine,
        seconds=seconds,
    )
    found = answer(problem)
    assert found.lower_bound >= spectrum(network).bisection_at_least
    assert found.proof == "certificate" or found.lower_bound > found.certified_bound


def test_a_curve_that_had_no_time_is_not_below_it_either() -> None:
    network = build(parse({"family": "dragonfly", "a": 8, "h": 4, "arrangement": "random"}))
    problem = CurveProblem(network=network, balance=Balance.of(network), low=ONE, high=ONE)
    envelope = trace(problem, answer, limits=Limits(seconds=0))
    assert envelope.lower_at(ONE) >= spectrum(network).bisection_at_least
