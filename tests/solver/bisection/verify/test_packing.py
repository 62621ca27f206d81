"""Packings of spanning trees, against listing all bisections; and forged certificates."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines.packing import Packing
from alphacut.solver.bisection.outcome import Budget, Outcome
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities, shares
from alphacut.solver.bisection.verify.packing.components import split
from alphacut.solver.bisection.verify.packing.loads import Slots, loads
from alphacut.solver.bisection.verify.packing.places import write_places
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import as_written
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
Networks = Callable[..., SearchStrategy[Network]]
ALPHAS = st.sampled_from([Alpha(1, 3), Alpha(1, 1), Alpha(9, 2)])


def problem_of(graph: str | Network, balance: str = "switches") -> PointProblem:
    network = spec.read(graph).build() if isinstance(graph, str) else graph
    return PointProblem(network=network, balance=Balance.of(network, balance), alpha=Alpha(1, 1))


# ---- loads -----------------------------------------------------------------


def test_loads_are_what_walking_to_the_root_gives() -> None:
    """Random trees of a random network, in which every switch sends its weight to the source."""
    rng = random.Random(1)
    switches = 40
    pairs = {(rng.randrange(v), v) for v in range(1, switches)}
    for _ in range(30):
        one, other = rng.sample(range(switches), 2)
        pairs.add((min(one, other), max(one, other)))
    network = Network(switches=switches, links=tuple(Link(u, v, "local") for u, v in pairs))
    weights = [rng.randint(0, 4) for _ in range(switches)]
    slots = Slots(capacities=scaled_capacities(network, Alpha(1, 1)))
    sources, trees = [], []
    wanted = dict.fromkeys(slots.pairs, 0)
    for _ in range(9):
        source = rng.randrange(switches)
        above = _random_tree(slots, source, rng)
        for switch, weight in enumerate(weights):
            while switch != source:
                up = above[switch]
                wanted[min(switch, up), max(switch, up)] += weight
                switch = up
        sources.append(source)
        trees.append([sorted(slots.capacities[u]).index(above.get(u, min(slots.capacities[u])))
                      for u in range(switches)])  # fmt: skip
    found = loads(slots, weights, np.array(sources), np.array(trees, dtype=slots.type))
    assert found is not None
    assert found.tolist() == [wanted[pair] for pair in slots.pairs]


def _random_tree(slots: Slots, source: int, rng: random.Random) -> dict[int, int]:
    above, reached = dict[int, int](), [source]
    while len(reached) < len(slots.capacities):
        one = rng.choice(reached)
        other = rng.choice(list(slots.capacities[one]))
        if other != source and other not in above:
            above[other] = one
            reached.append(other)
    return above


def test_switches_without_links_are_in_no_tree() -> None:
    problem = problem_of(Network(switches=4, links=(Link(1, 2, "local"), Link(1, 3, "local"))))
    outcome = Packing().bound(problem, Budget(), unheard)
    assert outcome.lower_bound == 1
    assert outcome.certificate is not None
    check(problem, outcome.certificate, 1)


@settings(deadline=None, max_examples=25)
@given(st.data())
def test_no_bound_is_above_the_best_bisection(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    network = data.draw(networks(most=8))
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    alpha = data.draw(ALPHAS)
    least = min(alpha.scaled(line) for line in lines_of(network, balance.weights))
    problem = PointProblem(network=network, balance=balance, alpha=alpha)
    outcome = Packing().bound(problem, Budget(), unheard)
    assert outcome.lower_bound <= least
    if outcome.certificate is not None:
        check(problem, outcome.certificate, outcome.lower_bound)
        with pytest.raises(Refused):
            check(problem, outcome.certificate, least + 1)


# ---- what it proves --------------------------------------------------------


@pytest.mark.parametrize(
    ("graph", "balance", "least"),
    [
        ("mesh:sides=8x8", "switches", 8),
        ("torus:sides=8x8", "switches", 16),
        ("complete:switches=12", "switches", 36),
        ("hypercube:dimension=6", "switches", 32),
        ("mesh:sides=101", "switches", 1),
        ("torus:sides=101", "switches", 2),
        ("mesh:sides=7x7", "hosts", 8),
    ],
)
def test_even_networks_are_proven_by_trees_alone(graph: str, balance: str, least: int) -> None:
    """The published numbers of meshes, tori, complete graphs and hypercubes."""
    problem = problem_of(graph, balance)
    outcome = Packing().bound(problem, Budget(), unheard)
    assert outcome.lower_bound >= least - (balance == "hosts")
    check(problem, outcome.certificate, outcome.lower_bound)


def test_connected_network_never_has_a_bound_of_0() -> None:
    """A long tree with leaves, numbered at random."""
    rng = random.Random(3)
    place = rng.sample(range(400), 400)
    links = [Link(place[rng.randrange(v)], place[v], "local") for v in range(1, 400)]
    problem = problem_of(Network(switches=400, links=tuple(links)))
    outcome = Packing().bound(problem, Budget(seconds=0.0), unheard)
    assert outcome.lower_bound >= 1
    check(problem, outcome.certificate, 1)


# ---- certificates ----------------------------------------------------------


@pytest.fixture(scope="module")
def torus() -> PointProblem:
    return problem_of("torus:sides=4x4")


@pytest.fixture(scope="module")
def proven(torus: PointProblem) -> Outcome:
    best = PointProblem(
        network=torus.network,
        balance=torus.balance,
        alpha=torus.alpha,
        cuts=(Cut.of(torus.network, range(8)),),
    )
    outcome = Packing().bound(best, Budget(), unheard)
    assert outcome.lower_bound == best.scaled(best.cuts[0]) == 8
    return outcome


def test_packing_proves_its_bound_and_no_more(torus: PointProblem, proven: Outcome) -> None:
    assert "spanning trees" in check(torus, proven.certificate, 8)
    with pytest.raises(Refused, match="bears too much for a bound of 9"):
        check(torus, proven.certificate, 9)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"sources": None}, "not a list"),
        ({"sources": [0]}, "another size"),
        ({"sources": [-1]}, "at least 0"),
        ({"sources": [16]}, "not a switch"),
        (
            {"sources": [], "trees": write_places(np.zeros((0, 16), dtype="u1"))},
            "nothing .* has to cross",
        ),
        ({"trees": None}, "not a string"),
        ({"trees": "trees!"}, "cannot be read"),
        ({"trees": ""}, "cannot be read|another size"),
        ({"known": [["1/2", 5]]}, "known"),
    ],
)
def test_broken_certificate_is_refused(
    torus: PointProblem, proven: Outcome, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        check(torus, {**as_written(proven), **change}, 8)


def test_trees_must_lead_to_their_source(torus: PointProblem) -> None:
    """A place that is not there, and two switches that send to each other."""
    slots = Slots(capacities=scaled_capacities(torus.network, torus.alpha))
    weights, _ = shares(torus.balance)
    for places in (np.full((1, 16), 4, dtype="u1"), np.full((1, 16), 3, dtype="u1")):
        assert loads(slots, weights, np.array([0]), places) is None
        certificate = {
            "format": "alphacut-certificate/1", "kind": "packing", "sources": [0],
            "trees": write_places(places),
        }  # fmt: skip
        with pytest.raises(Refused, match="not a spanning tree"):
            check(torus, certificate, 1)


def test_disconnected_network_has_no_spanning_tree() -> None:
    network = Network(switches=4, links=(Link(0, 1, "local"), Link(2, 3, "local")))
    outcome = Packing().bound(problem_of(network), Budget(), unheard)
    assert outcome.lower_bound == 0


def test_weights_are_counted_in_units_of_their_divisor() -> None:
    links = tuple(Link(u, u + 1, "local", 3) for u in range(5))
    network = Network(switches=6, links=links, hosts=(10**6,) * 6)
    problem = problem_of(network, "hosts")
    outcome = Packing().bound(problem, Budget(), unheard)
    assert outcome.lower_bound == 3
    check(problem, outcome.certificate, 3)


# ---- what is not connected -------------------------------------------------


def apart(*sizes: int) -> Network:
    """Return rings of several sizes, numbered at random."""
    place, links, first = random.Random(1).sample(range(sum(sizes)), sum(sizes)), [], 0
    for size in sizes:
        ends = [(u, first + (u - first + 1) % size) for u in range(first, first + size)]
        links += [Link(place[u], place[v], "local") for u, v in ends if u != v]
        first += size
    return Network(switches=sum(sizes), links=tuple(links))


@pytest.mark.parametrize(
    ("sizes", "bound"),
    [
        ((20, 5, 3), 2),
        ((5, 5, 5, 5, 5), 2),
        ((12, 3, 3), 2),
        ((9, 1, 1), 2),
        ((4, 7, 11), 0),
        ((6, 6), 0),
    ],
)
def test_bound_where_some_component_must_be_split(sizes: tuple[int, ...], bound: int) -> None:
    problem = problem_of(apart(*sizes))
    outcome = Packing().bound(problem, Budget(), unheard)
    assert outcome.lower_bound == bound
    if bound:
        assert "added up" in check(problem, outcome.certificate, bound)
        with pytest.raises(Refused):
            check(problem, outcome.certificate, bound + 1)


def test_trees_are_needed_in_all_components_that_may_be_split() -> None:
    problem = problem_of(apart(5, 5, 5))
    outcome = Packing().bound(problem, Budget(), unheard)
    forged = copy.deepcopy(as_written(outcome))
    component = {*range(15)} & set(_reached(problem.network, forged["sources"][0]))
    forged["sources"] = [min(component)] * len(forged["sources"])
    with pytest.raises(Refused, match="nothing that a packing sends"):
        check(problem, forged, 1)


def _reached(network: Network, start: int) -> list[int]:
    found = [start]
    for switch in found:  # grows while it is read
        ends = [{one, other} for one, other, *_ in network.links if switch in (one, other)]
        found += sorted(set().union(*ends) - set(found))
    return found


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_least_part_of_a_component_is_that_of_all_ways_to_keep_others_whole(
    data: st.DataObject,
) -> None:
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=6))
    weights = data.draw(st.lists(st.integers(0, 3), min_size=sum(sizes), max_size=sum(sizes)))
    numbers = np.repeat(np.arange(len(sizes)), sizes)
    half = data.draw(st.integers(0, sum(weights) // 2))
    sums = np.bincount(numbers, weights=weights, minlength=len(sizes)).astype(int).tolist()
    found = split(numbers, weights, half)
    assert found is not None
    least = dict[int, int]()
    for number, size in enumerate(sizes):
        others = [w for i, w in enumerate(sums) if i != number]
        for chosen in itertools.product([0, 1], repeat=len(others)):
            inside = half - sum(itertools.compress(others, chosen))
            if size > 1 and sums[number] and 0 <= inside <= sums[number]:
                off = min(inside, sums[number] - inside)
                least[number] = min(off, least.get(number, off))
    assert {part.number: part.weight for part in found} == least
    assert all(len(part.members) == sizes[part.number] for part in found)
