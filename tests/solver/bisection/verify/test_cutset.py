"""Fixing a cutset and eliminating the rest, against listing all bisections; and forgeries."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.elimination.cutset import plan_given
from alphacut.solver.bisection.bounds.elimination.plan import Plan
from alphacut.solver.bisection.bounds.elimination.planning import planned
from alphacut.solver.bisection.engines.elimination import Elimination
from alphacut.solver.bisection.outcome import Budget, Outcome, ignore
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.elimination import cutset as fixing
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities, shares
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import as_written

Lines = Callable[..., frozenset[Line]]
FatTree = Callable[[int], Network]
ONE = Alpha(1, 1)
PLANES, PODS = 2, 3


def problem_of(network: Network, balance: str = "switches") -> PointProblem:
    return PointProblem(network=network, balance=Balance.of(network, balance), alpha=ONE)


def plan_of(problem: PointProblem) -> Plan | None:
    weights, half = shares(problem.balance)
    return plan_given(scaled_capacities(problem.network, ONE), weights, half)


def solved(problem: PointProblem) -> Outcome:
    """Solve with a cutset, if there is one, or else as usual; the certificate is checked."""
    outcome = Elimination(plan=plan_of(problem)).bound(problem, Budget(), ignore)
    assert outcome.incumbent is not None
    assert problem.balance.holds(outcome.incumbent.side)
    assert problem.scaled(outcome.incumbent) == outcome.lower_bound
    check(problem, outcome.certificate, outcome.lower_bound)
    return outcome


def check(problem: PointProblem, certificate: Any, target: int) -> str:
    return check_certificate(
        certificate,
        network=problem.network,
        balance=problem.balance,
        alpha=ONE,
        target=target,
        established=lambda _: 0,
    )


def clos(spines: int, capacities: list[int], leaves: list[int], hosts: list[int]) -> Network:
    """Return planes of spines, and pods that have a leaf below one switch for each plane."""
    size = PLANES * spines
    links = []
    for pod, leaf in enumerate(leaves):
        first = size + pod * PLANES
        for plane in range(PLANES):
            ends = range(plane * spines, (plane + 1) * spines)
            links += [Link(spine, first + plane, "local", capacities[plane]) for spine in ends]
            links.append(Link(first + plane, size + PODS * PLANES + pod, "local", leaf))
    return Network(switches=size + PODS * (PLANES + 1), links=tuple(links), hosts=tuple(hosts))


# ---- what is excluded ------------------------------------------------------


@settings(deadline=None, max_examples=10)
@given(st.data())
def test_value_is_that_of_a_list_of_all_bisections(lines_of: Lines, data: st.DataObject) -> None:
    """With planes alike, and so exchanged, or not; pods equal or not; weights of any kind."""
    few = st.integers(1, 3)
    hosts = [data.draw(st.integers(0, 2))] * (2 * PLANES)
    hosts += data.draw(st.lists(st.integers(0, 2), min_size=9, max_size=9))
    capacities = data.draw(st.lists(few, min_size=PLANES, max_size=PLANES))
    leaves = data.draw(st.lists(few, min_size=PODS, max_size=PODS))
    network = clos(2, capacities, leaves, hosts)
    if not any(hosts):
        return
    problem = problem_of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    plan = plan_of(problem)
    assert plan is not None
    assert plan.cutset is not None
    least = min(ONE.scaled(line) for line in lines_of(network, problem.balance.weights))
    assert solved(problem).lower_bound == least
    with pytest.raises(Refused, match="there is a bisection below"):
        check(problem, solved(problem).certificate, least + 1)


@settings(deadline=None, max_examples=10)
@given(st.data())
def test_twins_below_a_cutset_count_as_one_class(lines_of: Lines, data: st.DataObject) -> None:
    """In each pod three switches have the same links, save to the spines."""
    capacity = st.integers(1, 3)
    above = st.lists(st.tuples(capacity, capacity), min_size=3, max_size=3, unique=True)
    links, hosts = list[Link](), [0] * 4
    for first in (4, 10):
        for switch, up in enumerate(data.draw(above), start=first):
            links += [Link(spine, switch, "local", up[spine // 2]) for spine in range(4)]
            links += [Link(switch, leaf, "local") for leaf in range(first + 3, first + 6)]
        hosts += [0, 0, 0, *data.draw(st.permutations(range(3)))]
    network = Network(switches=16, links=tuple(links), hosts=tuple(hosts))
    problem = problem_of(network, "hosts")
    plan = plan_of(problem)
    assert plan is not None
    assert sorted(map(len, plan.members)) == [1, 1, 1, 1, 1, 1, 3, 3]
    least = min(ONE.scaled(line) for line in lines_of(network, problem.balance.weights))
    assert solved(problem).lower_bound == least
    with pytest.raises(Refused, match="there is a bisection below"):
        check(problem, solved(problem).certificate, least + 1)


def test_assignments_of_classes_that_are_exchanged_are_looked_at_once() -> None:
    classes = ((0, 1), (2, 3), (4, 5), (6,))
    alone = fixing.Cutset(classes=classes, exchanges={})
    assert alone.number == len(list(alone.assignments())) == 3 * 3 * 3 * 2
    chained = fixing.Cutset(classes=classes, exchanges={0: [], 1: []})
    seen = set(chained.assignments())
    assert chained.number == len(seen) == 10 * 2
    every = product(range(3), range(3), range(3), range(2))
    assert seen == {(*sorted(each[:3]), each[3]) for each in every}


def test_few_assignments_at_a_time_come_to_the_same(
    fat_tree: FatTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixing, "TOGETHER", 7)
    assert solved(problem_of(fat_tree(6), "hosts")).lower_bound == 27


# ---- fat trees -------------------------------------------------------------


@pytest.mark.parametrize(
    ("ports", "balance", "least"),
    [
        (12, "hosts", 216),
        (12, "switches", 216),
        pytest.param(16, "hosts", 512, marks=pytest.mark.slow),
        # as many switches, but not hosts, are on both sides
        pytest.param(16, "switches", 510, marks=pytest.mark.slow),
        pytest.param(18, "hosts", 729, marks=pytest.mark.slow),
    ],
)
def test_fat_tree_has_full_bisection(
    fat_tree: FatTree, ports: int, balance: str, least: int
) -> None:
    """Half of the k³/4 hosts are reached from the other half at full speed; in any order."""
    problem = problem_of(renumbered(fat_tree(ports), random.Random(ports)), balance)
    plan = planned(problem)
    assert plan is not None
    assert plan.cutset is not None
    assert solved(problem).lower_bound == least


def test_fat_tree_that_lost_links_is_no_less_exact(fat_tree: FatTree) -> None:
    """Two ways to eliminate, with planes that cannot be exchanged any more."""
    whole = fat_tree(6)
    lost = random.Random(3).sample(range(9 * 6), 4)
    links = tuple(link for place, link in enumerate(whole.links) if place not in lost)
    problem = problem_of(replace(whole, links=links), "hosts")
    usual = Elimination().bound(problem, Budget(), ignore)
    assert solved(problem).lower_bound == usual.lower_bound < 27


def renumbered(network: Network, rng: random.Random) -> Network:
    place = rng.sample(range(network.switches), network.switches)
    links = [Link(place[u], place[v], name, m) for u, v, name, m in network.links]
    hosts = [0] * network.switches
    for switch, number in enumerate(place):
        hosts[number] = network.hosts[switch]
    return Network(switches=network.switches, links=tuple(links), hosts=tuple(hosts))


# ---- forgeries -------------------------------------------------------------


@pytest.fixture(scope="module")
def problem(fat_tree: FatTree) -> PointProblem:
    return problem_of(fat_tree(4), "hosts")


@pytest.fixture(scope="module")
def certificate(problem: PointProblem) -> dict[str, Any]:
    found = as_written(solved(problem))
    assert found["cutset"] == {"classes": [[0, 1], [2, 3]], "exchanges": [[0, EXCHANGE]]}
    return found


EXCHANGE = [[0, 2], [1, 3], [4, 5], [6, 7], [8, 9], [10, 11]]  # core and what is below it


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"exchanges": [[0, EXCHANGE[:-1]]]}, "changes links or weights"),
        ({"exchanges": [[0, EXCHANGE[2:]]]}, "changes links or weights"),
        ({"exchanges": [[0, [*EXCHANGE, [12, 20]]]]}, "changes links or weights"),
        ({"exchanges": [[0, []]]}, "does not map classes"),
        ({"exchanges": [[0, [[20, 21]]]]}, "does not map classes"),
        ({"exchanges": [[0, [*EXCHANGE, [0, 3]]]]}, "moves a switch twice"),
        ({"exchanges": [[0, [*EXCHANGE, [20, 20]]]]}, "moves a switch twice, or not at all"),
        ({"exchanges": [[0, [*EXCHANGE, [98, 99]]]]}, "no switch"),
        ({"exchanges": [[1, EXCHANGE]]}, "no two classes"),
        ({"exchanges": [[-1, EXCHANGE]]}, "at least 0"),
        ({"exchanges": [[0]]}, "not a list of 2"),
        ({"exchanges": [[0, [[0, 2, 4]]]]}, "not a list of 2"),
        ({"classes": [[0, 2], [1, 3]], "exchanges": []}, "not twins"),
        ({"classes": [[0, 1]], "exchanges": []}, "every switch once"),
        ({"classes": [], "exchanges": []}, "is empty"),
        ({"classes": "all"}, "not a list"),
    ],
)
def test_broken_cutset_is_refused(
    problem: PointProblem, certificate: dict[str, Any], change: dict[str, Any], why: str
) -> None:
    check(problem, certificate, 8)
    forged = copy.deepcopy(certificate)
    forged["cutset"] = {**forged["cutset"], **change}
    with pytest.raises(Refused, match=why):
        check(problem, forged, 8)


def test_twins_must_be_alike_but_for_the_cutset(problem: PointProblem) -> None:
    """Above edge switches those of a pod are alike; from another pod, none is."""
    proof = as_written(solved(problem))
    above, hosts = list(range(4, 12)), list(range(20, 36))
    proof["order"] = [*hosts, *range(12, 20), *([u, u + 1] for u in above[::2])]
    check(problem, proof, 8)
    proof["order"] = [*hosts, *range(12, 20), *([u, u + 2] for u in (4, 5, 8, 9))]
    with pytest.raises(Refused, match="not twins: they have different links"):
        check(problem, proof, 8)


def test_exchange_that_an_uneven_network_does_not_have_is_refused(
    problem: PointProblem, certificate: dict[str, Any]
) -> None:
    """With it a bisection would be passed over: the same claim without it is accepted."""
    network = problem.network
    lost = tuple(link for link in network.links if tuple(link[:2]) not in [(0, 4), (1, 4)])
    uneven = problem_of(replace(network, links=lost), "hosts")
    with pytest.raises(Refused, match="changes links or weights"):
        check(uneven, certificate, 6)
    alone = {**certificate, "cutset": {**certificate["cutset"], "exchanges": []}}
    value = Elimination().bound(uneven, Budget(), ignore).lower_bound
    check(uneven, alone, value)
    with pytest.raises(Refused, match="there is a bisection below"):
        check(uneven, alone, value + 1)


def test_too_many_assignments_are_refused(
    problem: PointProblem, certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    checking = "alphacut.solver.bisection.verify.elimination.check"
    monkeypatch.setattr(f"{checking}.MOST_ASSIGNMENTS", 5)
    with pytest.raises(Refused, match="more than 5 assignments"):
        check(problem, certificate, 8)


@pytest.mark.parametrize("switches", [4, 10])
def test_a_cutset_of_all_switches_lists_all_bisections(switches: int) -> None:
    """Of a path of ten, the first 512 assignments that sever nothing hold no half."""
    path = Network(
        switches=switches, links=tuple(Link(u, u + 1, "local", 3) for u in range(switches - 1))
    )
    asked = PointProblem(network=path, balance=Balance.of(path), alpha=Alpha(1, 1))
    proof = {
        "format": "alphacut-certificate/1", "kind": "elimination", "known": [], "order": [],
        "cutset": {"classes": [*range(switches)]},
    }  # fmt: skip
    check(asked, proof, 3)
    with pytest.raises(Refused, match="by elimination"):
        check(asked, proof, 4)
