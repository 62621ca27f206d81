"""Simulations: packets are conserved, loads stay below their limits, and deadlocks happen."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.rules import leg, two_colours
from alphacut.solver.simulation.params import PIGGYBACK, UGAL, Params, Run
from alphacut.solver.simulation.run import at_loads, simulate
from alphacut.solver.traffic.reading import read_traffic

SPEC = "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2,p=2"
TIGHT = Params(global_buffer=4, vcs=1, cycles=10_000, warm_up=0)
SHORT = Params(cycles=4_000, warm_up=1_000)


def run(routed: Any, traffic: str, load: str, params: Params, **given: Any) -> Run:
    sent = read_traffic(traffic, routed.network)
    return simulate(routed.built.mechanism, routed.network, sent, Fraction(load), params, **given)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_deadlock_happens_without_the_rule_of_colours(seed: int, route: Any) -> None:
    found = run(route(SPEC, "minimal", vcs=(1, 1)), "uniform", "1", replace(TIGHT, seed=seed))
    assert found.stopped is not None
    assert found.moving > 0


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_deadlock_never_happens_with_it(seed: int, route: Any) -> None:
    found = run(route(SPEC, "2-colour"), "uniform", "1", replace(TIGHT, seed=seed, cycles=40_000))
    assert found.stopped is None
    assert found.delivered > 10_000


@pytest.mark.parametrize(
    "mechanism", ["minimal", "2-colour", pytest.param("valiant", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("traffic", ["uniform", "adversarial:1"])
def test_packets_are_conserved_and_links_carry_what_they_can(
    mechanism: str, traffic: str, route: Any
) -> None:
    routed = route(SPEC, mechanism)
    limit = routed.built.mechanism.loads(routed.demand(traffic)).saturation
    for load in ("1/5", "1"):
        found = run(routed, traffic, load, SHORT)
        assert found.generated == found.delivered + found.moving + found.waiting
        assert found.waiting >= 0
        assert found.busiest <= 1
        assert found.accepted <= float(limit) * 1.02


def test_what_is_offered_is_accepted_where_links_have_room(route: Any) -> None:
    found = run(route(SPEC, "minimal"), "uniform", "1/10", Params(cycles=20_000))
    assert found.accepted == pytest.approx(0.1, rel=0.05)
    assert found.latency is not None
    assert 100 < found.latency < 180  # about one global hop of 100 cycles, and local ones of 10


def test_the_same_seed_gives_the_same_run(route: Any) -> None:
    routed = route(SPEC, "valiant")
    one, again, other = (
        run(routed, "uniform", "1/2", replace(SHORT, seed=seed)) for seed in (5, 5, 6)
    )
    assert one == again
    assert replace(other, seed=5) != one


@pytest.mark.parametrize("choice", [pytest.param(UGAL, marks=pytest.mark.slow), PIGGYBACK])
def test_packets_that_choose_get_around_adversarial_traffic(choice: str, route: Any) -> None:
    spec = "dragonfly:a=8,h=4,arrangement=palmtree,trunking=4,p=4"
    minimal, other = route(spec, "4-colour"), route(spec, "4-colour-nonminimal")
    params = replace(SHORT, choice=choice)
    options = {"nonminimal": other.built.mechanism, "any_vc": True}
    chosen = run(minimal, "adversarial:1", "1/2", params, **options)
    stubborn = run(minimal, "adversarial:1", "1/2", SHORT, any_vc=True)
    assert stubborn.accepted < 0.13
    assert chosen.accepted > 1.3 * stubborn.accepted
    easy = run(minimal, "uniform", "3/10", params, **options)
    assert easy.accepted == pytest.approx(0.3, rel=0.05)


def test_two_colours_fall_where_arriving_and_leaving_packets_share_channels(route: Any) -> None:
    """The cause that docs/routing.md names: with either of both taken away, nothing falls."""
    spec = "dragonfly:a=8,h=4,arrangement=palmtree,trunking=4,p=4"
    routed = route(spec, "2-colour")
    both = routed.built.mechanism
    assert both.loads(routed.demand("adversarial:1")).saturation == Fraction(1, 8)
    apart = replace(
        both,
        channels=replace(both.channels, vcs=(2, 1)),
        legs=(leg(2, two_colours, (0, 0, 1)),),
    )
    everybody = read_traffic("adversarial:1", routed.network)
    first, second = range(32), range(32, 64)
    demands = [[one, other, "1/32"] for one in first for other in second]
    one_group = read_traffic({"demands": demands}, routed.network)
    accepted = [
        simulate(mechanism, routed.network, sent, Fraction(9, 10), SHORT).accepted
        for mechanism, sent in ((both, everybody), (both, one_group), (apart, everybody))
    ]
    assert accepted[0] < 0.03
    assert min(accepted[1:]) > 0.11


def test_more_virtual_channels_accept_more(route: Any) -> None:
    routed = route(SPEC, "2-colour")
    accepted = [
        run(routed, "uniform", "1", replace(SHORT, vcs=vcs), any_vc=True).accepted
        for vcs in (1, 2, 4)
    ]
    assert accepted[0] < accepted[1] < accepted[2]


def test_simulations_have_a_seed_for_each_load(route: Any) -> None:
    routed = route(SPEC, "minimal")
    sent = read_traffic("uniform", routed.network)
    loads = [Fraction(1, 10), Fraction(1, 5)]
    runs = list(at_loads(routed.built.mechanism, routed.network, sent, loads, SHORT))
    assert [each.seed for each in runs] == [0, 1]
    assert [each.offered for each in runs] == loads


def test_listed_routes_are_simulated_too(route: Any) -> None:
    found = run(route({"family": "torus", "sides": [4, 4]}, "dimension-order"), "shift:5", "1/2",
                SHORT)  # fmt: skip
    assert found.accepted == pytest.approx(0.5, rel=0.05)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"packet": 0}, "packet: must be at least 1"),
        ({"warm_up": 6_000}, "cycles: must be more than"),
        ({"choice": "best"}, "choice: must be one of"),
        ({"seed": -1}, "seed: must be from 0"),
    ],
)
def test_bad_parameters(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(QuestionError, match=problem):
        Params(**given)


def test_loads_and_traffic_that_are_not_simulated(route: Any) -> None:
    routed = route(SPEC, "minimal")
    with pytest.raises(QuestionError, match="load: must be above 0"):
        run(routed, "uniform", "2", SHORT)
    uneven = read_traffic({"demands": [[0, 1, 1], [0, 2, 2]]}, routed.network)
    with pytest.raises(QuestionError, match="sends evenly"):
        simulate(routed.built.mechanism, routed.network, uneven, Fraction(1), SHORT)
