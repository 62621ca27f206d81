"""What must hold of the curve of any network, whichever way it is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines.catalogue import NAMES, engine
from alphacut.solver.bisection.outcome import Budget, ignore
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from tests.solver.bisection.asking import TREES
from tests.solver.bisection.brute_force import BruteForce

Solve = Callable[..., dict[str, Any]]
Lines = Callable[..., frozenset[Line]]
Hull = Callable[[Iterable[Line]], list[Line]]

CLASSES = (
    LinkClass(name="local", base=1, slope=0),
    LinkClass(name="global", base=0, slope=1),
    LinkClass(name="mixed", base=1, slope=2),
)
BALANCES = ("switches", "hosts")
few = settings(
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@st.composite
def networks(draw: DrawFn, least: int = 2, most: int = 9) -> Network:
    """Draw a network with parallel links and hosts; not all are connected."""
    switches = draw(st.integers(least, most))
    pairs = [(i, j) for j in range(switches) for i in range(j)]
    ends = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=16))
    links = [
        Link(*pair, draw(st.sampled_from(CLASSES)).name, draw(st.integers(1, 3))) for pair in ends
    ]
    hosts = draw(st.lists(st.integers(0, 3), min_size=switches - 1, max_size=switches - 1))
    return Network(switches=switches, links=tuple(links), classes=CLASSES, hosts=(1, *hosts))


def curve(document: dict[str, Any]) -> list[tuple[Any, ...]]:
    assert verify_document(document).status == "exact"
    return [(s["from"], s["to"], s["intercept"], s["slope"]) for s in document["segments"]]


def relabelled(network: Network, place: list[int]) -> Network:
    """Give switch u the number place[u]."""
    links = [
        link._replace(first=place[link.first], second=place[link.second]) for link in network.links
    ]
    hosts = [0] * network.switches
    for switch, number in enumerate(place):
        hosts[number] = network.hosts[switch]
    return replace(network, links=tuple(links), hosts=tuple(hosts), groups=())


@few
@given(st.data())
def test_curve_is_that_of_all_bisections_and_verifies(
    solve: Solve, lines_of: Lines, hull_of: Hull, data: st.DataObject
) -> None:
    network, balance = data.draw(networks()), data.draw(st.sampled_from(BALANCES))
    document = solve(network, balance=balance)
    lines = hull_of(lines_of(network, Balance.of(network, balance).weights))
    assert [segment[2:] for segment in curve(document)] == lines


@few
@given(st.data())
def test_relabelling_switches_changes_no_curve(solve: Solve, data: st.DataObject) -> None:
    network, balance = data.draw(networks()), data.draw(st.sampled_from(BALANCES))
    place = data.draw(st.permutations(range(network.switches)))
    other = relabelled(network, place)
    one, two = (solve(each, balance=balance) for each in (network, other))
    assert curve(one) == curve(two)


@few
@given(st.data())
def test_multiplying_all_links_multiplies_the_curve(solve: Solve, data: st.DataObject) -> None:
    network, factor = data.draw(networks()), data.draw(st.integers(2, 7))
    links = [link._replace(multiplicity=factor * link.multiplicity) for link in network.links]
    multiplied = [
        (start, end, factor * intercept, factor * slope)
        for start, end, intercept, slope in curve(solve(network))
    ]
    assert curve(solve(replace(network, links=tuple(links)))) == multiplied


@few
@given(st.data())
def test_exchanging_base_and_slope_turns_the_curve_around(
    solve: Solve, data: st.DataObject
) -> None:
    """B(α) becomes α·B(1/α): the same lines with their parts exchanged, in reverse order."""
    network = data.draw(networks())
    classes = [replace(each, base=each.slope, slope=each.base) for each in network.classes]
    turned = curve(solve(replace(network, classes=tuple(classes))))
    lines = [segment[2:] for segment in curve(solve(network))]
    assert [segment[2:] for segment in turned] == [line[::-1] for line in lines[::-1]]


@few
@given(st.data())
def test_adding_a_link_never_lowers_the_curve(solve: Solve, data: st.DataObject) -> None:
    network = data.draw(networks())
    pairs = [(i, j) for j in range(network.switches) for i in range(j)]
    added = Link(*data.draw(st.sampled_from(pairs)), data.draw(st.sampled_from(CLASSES)).name)
    larger = replace(network, links=(*network.links, added))
    before, after = (
        [Line(*segment[2:]) for segment in curve(solve(each))] for each in (network, larger)
    )
    for alpha in [ZERO, INFINITY, *(Alpha(n, 6) for n in range(1, 60))]:
        assert min(map(alpha.scaled, before)) <= min(map(alpha.scaled, after))


@few
@given(st.data())
def test_isolated_pair_of_switches_never_raises_the_curve(
    solve: Solve, data: st.DataObject
) -> None:
    """One of the two may stand on either side, so every bisection stays one."""
    network = data.draw(networks(most=8))
    n = network.switches
    larger = Network(switches=n + 2, links=network.links, classes=network.classes)
    before, after = (
        [Line(*segment[2:]) for segment in curve(solve(each))] for each in (network, larger)
    )
    for alpha in [ZERO, INFINITY, *(Alpha(n, 6) for n in range(1, 60))]:
        assert min(map(alpha.scaled, after)) <= min(map(alpha.scaled, before))


@few
@given(st.data())
def test_engines_agree(data: st.DataObject) -> None:
    network = data.draw(networks())
    alpha = Alpha.of(data.draw(st.fractions(0, 6, max_denominator=5)))
    balance = Balance.of(network, data.draw(st.sampled_from(BALANCES)))
    problem = PointProblem(network=network, balance=balance, alpha=alpha)
    engines = [BruteForce(), *(engine(name, TREES) for name in NAMES)]
    outcomes = [each.solve(problem, Budget(), ignore) for each in engines]
    values = {
        (problem.scaled(outcome.incumbent), outcome.lower_bound)
        for outcome in outcomes
        if outcome.incumbent is not None
    }
    assert len(values) == 1
    ((value, bound),) = values
    assert value == bound


@pytest.mark.parametrize("name", NAMES)
def test_switches_without_weight_and_links_are_in_no_row(name: str) -> None:
    network = Network(
        switches=7, links=(Link(1, 6, "local"),), classes=CLASSES, hosts=(1, 0, 0, 0, 1, 1, 1)
    )
    problem = PointProblem(network=network, balance=Balance.of(network, "hosts"), alpha=ZERO)
    outcome = engine(name, TREES).solve(problem, Budget(), ignore)
    assert outcome.incumbent is not None
    assert (problem.scaled(outcome.incumbent), outcome.lower_bound) == (0, 0)
