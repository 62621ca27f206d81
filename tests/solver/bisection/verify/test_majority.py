"""Bounds by majorities of groups, against listing all bisections; and forged certificates."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.majority.counted import NEVER, Counted, numbered
from alphacut.solver.bisection.bounds.majority.majorities import Majorities
from alphacut.solver.bisection.bounds.majority.params import MajorityParams
from alphacut.solver.bisection.certificate.codec import read_certificate
from alphacut.solver.bisection.certificate.proofs import MajorityProof
from alphacut.solver.bisection.engines.catalogue import engine
from alphacut.solver.bisection.engines.structured import Majority
from alphacut.solver.bisection.outcome import Budget
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import as_written
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
ALPHAS = (Alpha(1, 3), Alpha(1, 1), Alpha(3, 2), Alpha(4, 1))


def grouped(rng: random.Random) -> Network:
    """Draw a network in groups: unlike sizes, three classes, links that are missing or doubled."""
    alike = rng.random() < 0.5
    size, number = rng.randint(2, 4), rng.randint(2, 4)
    sizes = [size if alike else rng.randint(1, 4) for _ in range(number)]
    groups = [group for group, each in enumerate(sizes) for _ in range(each)]
    hosts = [rng.randint(1, 3)] * len(groups) if alike else [2 * group + 1 for group in groups]
    links = []
    for second in range(len(groups)):
        for first in range(second):
            inside = groups[first] == groups[second]
            if rng.random() < (0.9 if inside else 0.5):
                name = "local" if inside else rng.choice(["global", "optical"])
                links.append(Link(first, second, name, rng.choice([1, 1, 1, 2])))
    classes = (
        LinkClass(name="local", base=1, slope=0),
        LinkClass(name="global", base=0, slope=1),
        LinkClass(name="optical", base=1, slope=2),
    )
    return Network(
        switches=len(groups),
        links=tuple(links),
        classes=classes,
        groups=tuple(groups),
        hosts=tuple(hosts),
    )


def problem_of(network: Network, rng: random.Random) -> PointProblem:
    balance = Balance.of(network, rng.choice(["switches", "hosts"]))
    return PointProblem(network=network, balance=balance, alpha=rng.choice(ALPHAS))


@pytest.mark.parametrize("count", [200, pytest.param(600, marks=pytest.mark.slow)])
def test_no_bound_is_above_the_best_bisection(lines_of: Lines, count: int) -> None:
    """On networks of all the shapes that are counted, and each bound is accepted as it is."""
    useful = 0
    for seed in range(count):
        rng = random.Random(seed)
        problem = problem_of(grouped(rng), rng)
        lines = lines_of(problem.network, problem.balance.weights)
        least = min(problem.alpha.scaled(line) for line in lines)
        counted = Counted.of(problem, 2, 99)
        majorities = None if counted is None else Majorities.of(counted, MajorityParams())
        if counted is None or majorities is None:
            continue
        groups = numbered(problem.network)
        proof = MajorityProof(groups=groups, ties=majorities.groups, charges="least")
        bound = majorities.bound(NEVER)
        assert bound <= least, seed
        useful += bound > 0
        check(problem, proof, max(bound, 0))
        with pytest.raises(Refused, match="majorities prove only"):
            check(problem, proof, _unproven(problem, bound))
    assert useful > count / 20


def _unproven(problem: PointProblem, bound: int) -> int:
    """Return the first target for which more than the bound has to be excluded."""
    region = Region.of(problem.network, problem.balance)
    target = max(bound, 0)
    while (highest := region.highest(problem.alpha, target)) is None or highest < bound:
        target += 1
    return target


@pytest.mark.parametrize("ties", [0, 2, 13, 10**12])
def test_groups_charged_by_their_own_links_prove_no_more_than_there_is(ties: int) -> None:
    """The kind of proof that earlier versions wrote: where groups are alike it is as strong."""
    problem = _dragonfly(6, 2, "relative", Alpha(3, 2))
    counted = Counted.of(problem, 3, 99)
    assert counted is not None
    majorities = Majorities.of(counted, MajorityParams())
    assert majorities is not None
    bound = majorities.bound(NEVER)
    own = MajorityProof(groups=numbered(problem.network), ties=ties, charges="own")
    if ties >= majorities.groups:
        check(problem, own, bound)
    with pytest.raises(Refused, match="majorities prove only"):
        check(problem, own, _unproven(problem, bound))


@pytest.mark.parametrize("arrangement", ["absolute", "relative", "circulant", "nautilus", "helix"])
@pytest.mark.parametrize(
    ("a", "h", "alpha", "value"), [(6, 2, Alpha(1, 1), 45), (8, 2, Alpha(1, 1), 80)]
)
def test_bisections_do_not_depend_on_the_wiring(
    arrangement: str, a: int, h: int, alpha: Alpha, value: int
) -> None:
    """Where a is about 3h or more, whole groups with one that is split are best at α = 1."""
    problem = _dragonfly(a, h, arrangement, alpha)
    outcome = engine("auto").solve(problem, Budget(), unheard)
    assert (outcome.lower_bound, problem.scaled(outcome.cuts[-1])) == (value, value)
    assert isinstance(outcome.certificate, MajorityProof)
    check(problem, as_written(outcome), value)


def _dragonfly(a: int, h: int, arrangement: str, alpha: Alpha) -> PointProblem:
    network = spec.read(f"dragonfly:a={a},h={h},arrangement={arrangement}").build()
    balance = Balance.of(network)
    plain = PointProblem(network=network, balance=balance, alpha=alpha)
    from alphacut.solver.bisection.heuristics.search import search_at

    return replace(plain, cuts=(search_at(network, balance, alpha),))


def test_machine_of_74_groups_is_exact_whatever_its_wiring() -> None:
    """74 groups of 32 switches, four links between two groups: 37 · 37 · 4, all groups whole."""
    network = spec.read("slingshot:groups=74,switches=32,links=4").build()
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    outcome = Majority().bound(problem, Budget(), unheard)
    assert outcome.lower_bound == 5476
    check(problem, as_written(outcome), 5476)
    with pytest.raises(Refused):
        check(problem, as_written(outcome), 5477)


# ---- forgeries -------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda proof: proof["groups"].pop(), "names 77 switches"),
        (lambda proof: proof.update(groups=[0] * 78), "at least two"),
        (lambda proof: proof["groups"].__setitem__(0, 10**9), "numbered from 0"),
        (lambda proof: proof["groups"].__setitem__(0, 14), "group 13 has no switch"),
        (lambda proof: proof["groups"].__setitem__(0, 1), "unlike sizes"),
        (lambda proof: proof.update(ties=0), "ties are 13"),
        (lambda proof: proof.update(charges="none"), 'charges is "none"'),
        (lambda proof: proof.update(charges="least", ties=12), "ties are 13"),
        (lambda proof: proof.update(ties=-1), "ties"),
        (lambda proof: proof.update(ties=True), "ties"),
        (lambda proof: proof.update(known=[["1/2", 1000]]), "not proven"),
    ],
)
def test_forged_certificates_are_refused(change: Callable[[Any], object], why: str) -> None:
    problem = _dragonfly(6, 2, "helix", Alpha(1, 1))
    proof = as_written(Majority().bound(problem, Budget(), unheard))
    check(problem, proof, 45)
    change(proof)
    with pytest.raises(Refused, match=why):
        check(problem, proof, 45)


def test_unlike_weights_within_a_group_are_refused() -> None:
    network = spec.read("dragonfly:a=6,h=2,arrangement=helix").build()
    uneven = replace(network, hosts=(2, *network.hosts[1:], 2)[: network.switches])
    problem = PointProblem(network=uneven, balance=Balance.of(uneven, "hosts"), alpha=Alpha(1, 1))
    assert Counted.of(problem, 2, 99) is None
    groups = tuple(v // 6 for v in range(78))
    with pytest.raises(Refused, match="unlike weights"):
        check(problem, MajorityProof(groups=groups, ties=0, charges="own"), 10)


def test_random_forgeries_prove_nothing_that_is_false(lines_of: Lines) -> None:
    """Any groups, ties and charges: what is accepted holds for every bisection."""
    accepted = 0
    for seed in range(1_000):
        rng = random.Random(seed)
        problem = problem_of(grouped(rng), rng)
        switches = problem.network.switches
        lines = lines_of(problem.network, problem.balance.weights)
        least = min(problem.alpha.scaled(line) for line in lines)
        written = {
            "format": "alphacut-certificate/1",
            "kind": "majority",
            "known": [],
            "groups": [rng.randrange(rng.randint(1, switches)) for _ in range(switches)]
            if rng.random() < 0.5
            else list(problem.network.groups),
            "ties": rng.randint(0, switches),
            "charges": rng.choice(["own", "least"]),
        }
        target = rng.randint(1, rng.randint(1, least + 6))
        try:
            check(problem, written, target)
        except Refused:
            continue
        accepted += 1
        assert target <= least, seed
    assert accepted > 20


def test_reading_gives_the_record_that_was_written() -> None:
    proof = MajorityProof(groups=(0, 0, 1, 1), ties=2, charges="least")
    from alphacut.solver.bisection.certificate.codec import write

    assert read_certificate(write(proof)) == proof
