"""Bounds for every wiring against networks that are wired at random, each solved by itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.spec import build, build_any, parse, read
from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.envelope import Envelope, Point
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.bisection.tasks import between
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError, Refused
from tests.solver.bisection.bisections import bisections, severed


def wired(shape: AnyWiring, dice: Random) -> Network:
    """Wire a shape anew: the links between groups to switches with free ports, by chance."""
    while True:
        free = list(shape.ports)
        links = [link for link in shape.links if link.link_class != "global"]
        for (first, second), number in shape.between.items():
            for _ in range(number):
                ends = []
                for group in (first, second):
                    own = [v for v in range(shape.switches) if shape.groups[v] == group and free[v]]
                    if own:
                        ends.append(dice.choice(own))
                        free[ends[-1]] -= 1
                if len(ends) == 2:
                    links.append(Link(ends[0], ends[1], "global"))
        if sum(link.link_class == "global" for link in links) == sum(shape.between.values()):
            return Network(switches=shape.switches, links=tuple(links), groups=shape.groups)


@pytest.mark.parametrize("seed", range(40))
def test_it_holds_for_networks_that_are_wired_by_chance(seed: int) -> None:
    dice = Random(seed)
    groups, switches, links = dice.choice([(3, 4, 2), (4, 3, 1), (4, 4, 1), (5, 2, 1), (3, 3, 3)])
    ports = -(-links * (groups - 1) // switches) + dice.randrange(2)
    spec = parse(
        {
            "family": "slingshot", "groups": groups, "switches": switches, "links": links,
            "ports": ports, "wiring": "any",
        }
    )  # fmt: skip
    shape = build_any(spec)
    assert isinstance(shape, AnyWiring)
    alpha = Alpha(dice.randint(1, 6), dice.randint(1, 4))
    balance = Balance.of(shape)
    found = answer(PointProblem(network=shape, balance=balance, alpha=alpha))
    assert not found.refusals
    upper = min(alpha.scaled(cut.line) for cut in found.cuts)
    for _ in range(5):
        network = wired(shape, dice)
        intercept, slope = severed(network, bisections(network))
        least = int((alpha.denominator * intercept + alpha.numerator * slope).min())
        assert found.certified_bound <= least <= upper


def test_frontier_is_exact_for_every_wiring() -> None:
    shape = build_any(read("slingshot:groups=74,switches=32,links=4,ports=10,wiring=any"))
    found = answer(PointProblem(network=shape, balance=Balance.of(shape), alpha=Alpha(7, 5)))
    assert found.certified_bound == 7 * 5476
    assert min(Alpha(7, 5).scaled(cut.line) for cut in found.cuts) == 7 * 5476


def test_a_proof_about_one_wiring_is_refused() -> None:
    spec = "slingshot:groups=3,switches=4,links=2"
    one, shape = build(read(spec)), build_any(read(f"{spec},wiring=any"))
    balance = Balance.of(one)
    tree = answer(
        PointProblem(network=one, balance=balance, alpha=Alpha(1, 1), engine="branch_and_bound")
    )
    with pytest.raises(Refused, match="one wiring"):
        check_certificate(
            tree.certificate, network=shape, balance=balance, alpha=Alpha(1, 1), target=1,
            established=lambda _: 0,
        )  # fmt: skip


def test_what_needs_one_wiring_says_so() -> None:
    with pytest.raises(SpecError, match=r"wiring: any stands for every wiring.*round_robin"):
        build(read("slingshot:groups=3,switches=4,links=2,wiring=any"))


def test_other_engines_and_failures_are_refused() -> None:
    shape = build_any(read("slingshot:groups=3,switches=4,links=2,wiring=any"))
    with pytest.raises(QuestionError, match="must be auto"):
        answer(
            PointProblem(
                network=shape, balance=Balance.of(shape), alpha=Alpha(1, 1), engine="cpsat"
            )
        )
    failing = {
        "family": "slingshot", "groups": 3, "switches": 4, "links": 2, "wiring": "any",
        "failed": {"switches": [0]},
    }  # fmt: skip
    with pytest.raises(SpecError, match="failed"):
        build_any(parse(failing))


def test_groups_that_are_not_complete_are_no_shape() -> None:
    one = build(read("slingshot:groups=3,switches=4,links=2"))
    inside = [link for link in one.links if link.link_class == "local"]
    with pytest.raises(NetworkError, match="complete"):
        AnyWiring(
            switches=one.switches, groups=one.groups, ports=(2,) * 12,
            links=tuple(link for link in one.links if link != inside[0]),
        )  # fmt: skip


@pytest.mark.parametrize("wiring", ["round_robin", "blocks", "random"])
def test_ends_are_dealt_evenly(wiring: str) -> None:
    network = build(read(f"slingshot:groups=5,switches=6,links=4,wiring={wiring}"))
    assert set(network.degrees("global")) == {2, 3}
    groups = network.groups
    between = dict.fromkeys(combinations(range(5), 2), 0)
    for first, second, _, multiplicity in network.links_of("global"):
        between[groups[first], groups[second]] += multiplicity
    assert set(between.values()) == {4}


def test_more_links_than_ports_are_refused() -> None:
    with pytest.raises(SpecError, match=r"links.*must be at most 2"):
        read("slingshot:groups=5,switches=4,links=3,ports=2")


def test_no_engine_of_one_wiring_is_asked_where_time_is_over() -> None:
    network = build_any(read("slingshot:groups=4,switches=4,links=1,wiring=any"))
    problem = CurveProblem(network=network, balance=Balance.of(network, "switches"))
    schedule = Schedule(problem=problem, limits=Limits(seconds=1.0))
    (search,) = schedule.next(problem.start())
    envelope = problem.start().absorb(answer(search))
    assert envelope.lower_at(Alpha(1, 1)) == 0 < envelope.upper_at(Alpha(1, 1))
    assert schedule.next(envelope, spent=2.0) == ()
    assert schedule.next(envelope)


def test_a_curve_tells_how_far_its_first_segment_is_proven() -> None:
    """Where the next breakpoint is open for good, the segment is exact up to some α before it."""
    shape = build_any(read("slingshot:groups=24,switches=32,links=14,wiring=any"))
    traced = trace(CurveProblem(network=shape, balance=Balance.of(shape)), answer)
    assert traced.status == "bounded"
    proven = [
        p.alpha for p in traced.points if p.proof == "certificate" and traced.closed_at(p.alpha)
    ]
    assert max(proven) >= Alpha(5, 4)
    assert traced.lower[0].slope == 14 * 12 * 12
    assert traced.lower[0].end == max(proven)
    beyond = min(p.alpha for p in traced.points if not traced.closed_at(p.alpha))
    assert beyond.fraction - max(proven).fraction <= Fraction(1, 20)
    assert between(traced) is None


@pytest.mark.parametrize(
    ("closed", "still_open", "expected"),
    [
        ([ZERO], [INFINITY], Alpha(1, 1)),
        ([ZERO, Alpha(1, 1)], [INFINITY], Alpha(2, 1)),
        ([ZERO, Alpha(1, 1)], [Alpha(256, 1)], Alpha(2, 1)),
        ([ZERO, Alpha(1, 1)], [Alpha(2, 1)], Alpha(3, 2)),
        ([ZERO, Alpha(1, 1)], [Alpha(21, 20)], None),
        ([ZERO], [Alpha(1, 1)], Alpha(1, 2)),
        ([ZERO], [Alpha(1, 20)], None),
        ([], [ZERO, INFINITY], None),
    ],
    ids=str,
)
def test_what_is_asked_between_is_half_way_to_the_first_that_is_open(
    closed: list[Alpha], still_open: list[Alpha], expected: Alpha | None
) -> None:
    cut = Cut(side=(0,), line=Line(0, 3))
    points = [
        Point(alpha=a, bound=a.scaled(cut.line) if a in closed else -1, proof=None)
        for a in sorted([*closed, *still_open])
    ]
    assert between(Envelope(cuts=(cut,), points=tuple(points))) == expected
