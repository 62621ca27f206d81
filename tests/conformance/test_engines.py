"""What every engine promises; see `solver.bisection.engines._base.Engine`."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, LinkClass, Network
from alphacut.arrangements.topologies.complete import complete
from alphacut.arrangements.topologies.hypercube import hypercube
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.engines._base import Engine
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.catalogue import NAMES, engine
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, Outcome, Progress, StopReason, ignore
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError

ALPHAS = (ZERO, Alpha(1, 3), Alpha(1, 1), Alpha(5, 4), Alpha(7, 1), INFINITY)
NO_LIMIT = Budget()
SOON = 5.0  # seconds; an engine that was told to stop has stopped by then


def random_network(switches: int, links: int, seed: int) -> Network:
    rng = random.Random(seed)
    pairs = list(combinations(range(switches), 2))
    drawn = [rng.choice(pairs) for _ in range(links)]
    return Network(
        switches=switches,
        links=tuple(
            Link(*pair, rng.choice(["local", "global"]), rng.randint(1, 3)) for pair in drawn
        ),
        hosts=tuple(rng.randint(0, 3) for _ in range(switches)),
    )


def graph(switches: int, *ends: tuple[int, int]) -> Network:
    return Network(switches=switches, links=tuple(Link(*pair, "local") for pair in ends))


def dragonfly(a: int, h: int, arrangement: str) -> Network:
    return Dragonfly(a=a, h=h, arrangement=arrangement).network()


NETWORKS = {
    "single switch": (Network(switches=1, links=()), "switches"),
    "two switches": (graph(2, (0, 1)), "switches"),
    "no links": (Network(switches=5, links=()), "switches"),
    "path": (graph(4, (0, 2), (2, 1), (1, 3)), "switches"),
    "star": (graph(7, *((0, leaf) for leaf in range(1, 7))), "switches"),
    "K4": (complete(4), "switches"),
    "cube": (hypercube(3), "switches"),
    "disconnected": (graph(8, (0, 1), (1, 2), (0, 2), (3, 4), (5, 6), (6, 7)), "switches"),
    "random 9": (random_network(9, 18, 1), "switches"),
    "random 10": (random_network(10, 22, 2), "switches"),
    "random 9, hosts": (random_network(9, 18, 3), "hosts"),
    "random 10, hosts": (random_network(10, 20, 4), "hosts"),
    "(p,2,2) relative": (dragonfly(2, 2, "relative"), "switches"),
    "(p,2,3) helix": (dragonfly(2, 3, "helix"), "switches"),
    "(p,3,1) nautilus": (dragonfly(3, 1, "nautilus"), "switches"),
    "(p,2,4) absolute": (dragonfly(2, 4, "absolute"), "switches"),
}
LARGE = ("(p,2,3) helix", "(p,2,4) absolute")  # where few α are tried


@cache
def optima(name: str) -> dict[Alpha, int]:
    """List every side and return the least scaled capacity at each α."""
    network, balance_name = NETWORKS[name]
    weights = Balance.of(network, balance_name).weights
    sides = [
        (0, *side)
        for size in range(network.switches)
        for side in combinations(range(1, network.switches), size)
    ]
    differences = [abs(sum(weights) - 2 * sum(weights[u] for u in side)) for side in sides]
    least = min(differences)
    lines = {
        network.cut(side)
        for side, difference in zip(sides, differences, strict=True)
        if difference == least
    }
    return {alpha: min(alpha.scaled(line) for line in lines) for alpha in ALPHAS}


def problem(name: str, alpha: Alpha) -> PointProblem:
    network, balance = NETWORKS[name]
    return PointProblem(network=network, balance=Balance.of(network, balance), alpha=alpha)


@pytest.fixture(params=NAMES)
def solver(request: pytest.FixtureRequest) -> Engine:
    return engine(request.param)


def check_valid(outcome: Outcome, asked: PointProblem, optimum: int) -> None:
    """Check what holds of every outcome, however the run ended."""
    assert outcome.incumbent is not None
    assert asked.balance.holds(outcome.incumbent.side)
    assert outcome.incumbent.line == asked.network.cut(outcome.incumbent.side)
    assert outcome.lower_bound <= optimum <= asked.scaled(outcome.incumbent)
    assert outcome.certified_bound >= 0
    if outcome.certificate is not None:
        check_certificate(
            outcome.certificate,
            network=asked.network,
            balance=asked.balance,
            alpha=asked.alpha,
            target=outcome.certified_bound,
            established={known.alpha: known.bound for known in asked.known}.__getitem__,
        )


def check_proven(outcome: Outcome, asked: PointProblem, optimum: int) -> None:
    check_valid(outcome, asked, optimum)
    assert outcome.incumbent is not None
    assert asked.scaled(outcome.incumbent) == optimum
    assert outcome.lower_bound == optimum
    assert outcome.stopped_because is StopReason.FINISHED


CASES = [
    pytest.param(name, alpha, id=f"{name}, {alpha}")
    for name in NETWORKS
    for alpha in (ALPHAS if name not in LARGE else (Alpha(5, 4), INFINITY))
]


@pytest.mark.parametrize(("name", "alpha"), CASES)
def test_optimum_is_found_and_proven(solver: Engine, name: str, alpha: Alpha) -> None:
    asked = problem(name, alpha)
    check_proven(solver.solve(asked, NO_LIMIT, ignore), asked, optima(name)[alpha])


def test_bad_cut_of_the_problem_does_not_stay(solver: Engine) -> None:
    """On a path whose ends come first, the cut in order of numbers severs all three links."""
    asked = problem("path", Alpha(1, 1))
    bad = trivial_cut(asked.network, asked.balance)
    assert bad.line.intercept == 3
    outcome = solver.solve(replace(asked, cuts=(bad,)), NO_LIMIT, ignore)
    check_proven(outcome, asked, 1)


def test_cuts_of_the_problem_are_never_lost(solver: Engine) -> None:
    asked = problem("random 10", Alpha(5, 4))
    best = solver.solve(asked, NO_LIMIT, ignore).incumbent
    assert best is not None
    brought = replace(asked, cuts=(trivial_cut(asked.network, asked.balance), best))
    outcome = solver.solve(brought, Budget(seconds=0.0), ignore)
    assert outcome.incumbent is not None
    assert asked.scaled(outcome.incumbent) == asked.scaled(best)


@pytest.mark.parametrize("name", ["random 9", "random 10, hosts", "(p,2,2) relative"])
@pytest.mark.parametrize("alpha", ALPHAS, ids=str)
def test_known_points_never_cut_off_the_optimum(solver: Engine, name: str, alpha: Alpha) -> None:
    known = tuple(
        KnownPoint(alpha=other, bound=bound)
        for other, bound in optima(name).items()
        if other != alpha
    )
    asked = replace(problem(name, alpha), known=known)
    check_proven(solver.solve(asked, NO_LIMIT, ignore), asked, optima(name)[alpha])


def test_known_points_that_are_not_tight_are_taken_as_bounds_only(solver: Engine) -> None:
    name, alpha = "random 10", Alpha(1, 1)
    known = tuple(
        KnownPoint(alpha=other, bound=bound // 2) for other, bound in optima(name).items()
    )
    asked = replace(problem(name, alpha), known=known)
    check_proven(solver.solve(asked, NO_LIMIT, ignore), asked, optima(name)[alpha])


# ---- runs that end early ---------------------------------------------------


def hard() -> PointProblem:
    """Return a problem that takes a while."""
    network = dragonfly(4, 2, "nautilus")
    return PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(7, 4))


HARD_OPTIMUM = 4 * 27  # on (p,4,2) nautilus 20 + 4α is the best at 7/4; see tests/golden


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.3])
def test_short_time_leaves_a_valid_interval(solver: Engine, seconds: float) -> None:
    asked = hard()
    began = time.monotonic()
    outcome = solver.solve(asked, Budget(seconds=seconds), ignore)
    assert time.monotonic() - began < seconds + SOON
    check_valid(outcome, asked, HARD_OPTIMUM)
    if outcome.stopped_because is StopReason.FINISHED:
        assert outcome.lower_bound == HARD_OPTIMUM


@pytest.mark.parametrize("patience", [0, 2])
def test_observer_that_returns_false_stops_the_run(solver: Engine, patience: int) -> None:
    asked = hard()
    heard: list[Progress] = []

    def stop(progress: Progress) -> bool:
        heard.append(progress)
        return len(heard) <= patience

    began = time.monotonic()
    outcome = solver.solve(asked, NO_LIMIT, stop)
    assert time.monotonic() - began < 10 * SOON
    check_valid(outcome, asked, HARD_OPTIMUM)
    assert heard
    if outcome.stopped_because is not StopReason.FINISHED:
        assert outcome.stopped_because is StopReason.CANCELLED


def test_progress_is_valid_and_only_improves(solver: Engine) -> None:
    asked = problem("random 10", Alpha(5, 4))
    asked = replace(asked, cuts=(trivial_cut(asked.network, asked.balance),))
    optimum = optima("random 10")[asked.alpha]
    heard: list[Progress] = []

    def listen(progress: Progress) -> bool:
        heard.append(progress)
        return True

    solver.solve(asked, NO_LIMIT, listen)
    bounds = [progress.lower_bound for progress in heard]
    values = [asked.scaled(p.incumbent) for p in heard if p.incumbent is not None]
    assert all(bound <= optimum for bound in bounds)
    assert all(value >= optimum for value in values)
    assert bounds == sorted(bounds)
    assert values == sorted(values, reverse=True)


# ---- declarations ----------------------------------------------------------


def test_engine_bears_its_name(solver: Engine) -> None:
    assert solver.name in NAMES
    assert engine(solver.name).name == solver.name


def test_engine_certifies_what_it_proves(solver: Engine) -> None:
    asked = problem("K4", Alpha(1, 1))
    outcome = solver.solve(asked, NO_LIMIT, ignore)
    assert outcome.lower_bound == 4
    assert outcome.certificate is not None
    assert outcome.certified_bound == 4


def test_capacities_beyond_an_engine_are_refused(solver: Engine) -> None:
    largest = solver.capabilities.largest_scaled
    network = Network(switches=2, links=(Link(0, 1, "local", largest // 16),))
    asked = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 15))
    check_valid(solver.solve(asked, Budget(seconds=5.0), ignore), asked, 15 * (largest // 16))
    with pytest.raises(QuestionError, match=f"at most {largest:,}"):
        solver.solve(replace(asked, alpha=Alpha(1, 17)), NO_LIMIT, ignore)


def test_intercepts_may_be_large_where_they_do_not_count(solver: Engine) -> None:
    classes = (
        LinkClass(name="heavy", base=1 << 41, slope=0),
        LinkClass(name="global", base=0, slope=1),
    )
    ring = [Link(u, (u + 1) % 6, "global", 1 + u % 2) for u in range(6)]
    links = (*ring, Link(0, 3, "heavy"), Link(1, 5, "heavy"))
    network = Network(switches=6, links=links, classes=classes)
    asked = PointProblem(network=network, balance=Balance.of(network), alpha=INFINITY)
    outcome = solver.solve(asked, NO_LIMIT, ignore)
    check_valid(outcome, asked, 3)
    assert outcome.lower_bound == 3


def test_same_problem_gives_the_same_bound(solver: Engine) -> None:
    asked = problem("random 10, hosts", Alpha(1, 3))
    bounds = {solver.solve(asked, NO_LIMIT, ignore).lower_bound for _ in range(2)}
    assert len(bounds) == 1


def test_unknown_engine_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(QuestionError, match="cpsat"):
        engine("cplex")


def test_incumbent_is_measured_from_the_side_with_switch_0(solver: Engine) -> None:
    asked = problem("random 9", Alpha(1, 1))
    outcome = solver.solve(asked, NO_LIMIT, ignore)
    assert outcome.incumbent is not None
    assert outcome.incumbent == Cut.of(asked.network, outcome.incumbent.side)


@pytest.mark.parametrize("name", NAMES)
def test_what_an_engine_takes_is_told_without_it(name: str) -> None:
    assert engine(name).name == name
    assert engine(name).capabilities is CAPABILITIES[name]
