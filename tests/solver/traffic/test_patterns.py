"""Patterns of traffic: who sends how much to whom, added up by hand."""

import json
import random
from collections import Counter
from fractions import Fraction

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Traffic


def network(text: str = "dragonfly:a=4,h=2,p=2,arrangement=relative") -> Network:
    return specs.build(specs.read(text))


def demands(traffic: Traffic) -> dict[tuple[int, int], Fraction]:
    """The demand of every pair of hosts that has one."""
    found: Counter[tuple[int, int]] = Counter()
    pairs = traffic.listed()
    for source, destination, weight in zip(
        pairs.sources.tolist(), pairs.destinations.tolist(), pairs.weights.tolist(), strict=True
    ):
        found[source, destination] += weight
    return {pair: weight * traffic.unit for pair, weight in found.items()}


def by_switches(traffic: Traffic, hosts_each: int) -> dict[tuple[int, int], Fraction]:
    """The same added up by switches, one pair after the other."""
    found: dict[tuple[int, int], Fraction] = {}
    for (source, destination), demand in demands(traffic).items():
        ends = source // hosts_each, destination // hosts_each
        if ends[0] != ends[1]:
            found[ends] = found.get(ends, Fraction(0)) + demand
    return found


def test_a_shift_leads_to_the_host_so_many_further_on() -> None:
    found = demands(read_traffic("shift:18", network()))
    assert found == {(i, (i + 18) % 72): 1 for i in range(72)}
    assert found == demands(read_traffic("shift:-54", network()))


def test_a_permutation_is_drawn_by_its_seed_and_spares_its_fixed_points() -> None:
    image = list(range(6))
    random.Random(3).shuffle(image)
    found = demands(read_traffic("permutation:seed=3", network("torus:sides=2x3")))
    assert found == {(i, image[i]): 1 for i in range(6) if image[i] != i}
    assert image != [*range(6)]


def test_uniform_traffic_goes_to_every_other_host_and_adds_up_to_one() -> None:
    traffic = read_traffic("uniform", network())
    assert set(demands(traffic).values()) == {Fraction(1, 71)}
    assert len(demands(traffic)) == 72 * 71
    assert traffic.busiest == 1
    assert read_traffic("all-to-all", network()).busiest == 71


def test_adversarial_traffic_is_spread_over_the_group_so_many_further_on() -> None:
    found = demands(read_traffic("adversarial:2", network()))
    assert set(found.values()) == {Fraction(1, 8)}
    assert {(i // 8, j // 8) for i, j in found} == {(g, (g + 2) % 9) for g in range(9)}
    assert len(found) == 72 * 8


def test_adversarial_traffic_to_groups_of_several_sizes() -> None:
    sizes = {
        "family": "graph",
        "switches": 3,
        "links": [[0, 1], [1, 2], [0, 2]],
        "groups": [0, 1, 2],
        "hosts": [1, 2, 3],
    }
    traffic = read_traffic("adversarial:1", network(json.dumps(sizes)))
    assert demands(traffic)[0, 1] == Fraction(1, 2)
    assert demands(traffic)[1, 3] == Fraction(1, 3)
    assert demands(traffic)[3, 0] == 1
    assert traffic.busiest == 3  # what host 0 receives of the last group


@pytest.mark.parametrize(
    ("spec", "neighbours", "pairs"),
    [("stencil:6x6", 4, 144), ("stencil:6x6,open", 4, 120), ("stencil:4x3x3,diagonals", 26, 936)],
)
def test_stencils_count_their_neighbours(spec: str, neighbours: int, pairs: int) -> None:
    traffic = read_traffic(spec, network())
    found = demands(traffic)
    assert sum(found.values()) == Fraction(pairs, neighbours)
    assert traffic.busiest == 1


def test_both_neighbours_along_a_side_of_two_are_the_same_task() -> None:
    assert demands(read_traffic("stencil:2x3", network()))[0, 3] == Fraction(1, 2)


@pytest.mark.parametrize(
    "spec",
    ["uniform", "all-to-all", "adversarial:3", "shift:7", "permutation:seed=5", "stencil:8x9"],
)
def test_sums_by_switches_are_those_of_the_listed_pairs(spec: str) -> None:
    traffic = read_traffic(spec, network())
    flows = traffic.between_switches(network())
    found = {
        (s, d): w * flows.unit
        for s, d, w in zip(
            flows.sources.tolist(), flows.destinations.tolist(), flows.weights.tolist(), strict=True
        )
    }
    assert found == by_switches(traffic, 2)
    assert list(found) == sorted(found)
    sent: Counter[int] = Counter()
    received: Counter[int] = Counter()
    for (source, destination), demand in demands(traffic).items():
        sent[source] += demand  # type: ignore[assignment]
        received[destination] += demand  # type: ignore[assignment]
    assert flows.busiest == max(*sent.values(), *received.values())


@pytest.mark.parametrize(
    "spec", ["uniform", "shift:7", "permutation:seed=5", "stencil:8x9,open", "adversarial:3"]
)
def test_the_spec_of_traffic_gives_it_back(spec: str) -> None:
    traffic = read_traffic(spec, network())
    assert demands(read_traffic(traffic.spec, network())) == demands(traffic)


def test_uniform_traffic_of_many_hosts_is_not_listed() -> None:
    many = network("dragonfly:a=4,h=2,p=9999,arrangement=relative")
    traffic = read_traffic("uniform", many)
    assert traffic.hosts == 359_964
    assert len(traffic.between_switches(many)) == 36 * 35
    with pytest.raises(QuestionError, match="pairs of hosts, at most"):
        traffic.listed()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("shift", "shift must be an integer"),
        ("shift:1e9", "shift must be an integer"),
        ("shift:72", "is empty"),
        ("shfit:2", "did you mean shift"),
        ("uniform:2", "no parameters"),
        ("permutation:1", "permutation:seed=1"),
        ("permutation:seed=-1", "seed must be an integer from 0"),
        ("adversarial:9", "sends every group to itself"),
        ("stencil:8x", "each side"),
        ("stencil:99x99", "9,801 tasks"),
        ("stencil:1x1", "is empty"),
        ("stencil:8x9,torus", "open, diagonals"),
        (7, "must be a pattern"),
    ],
)
def test_what_cannot_be_read_is_told(spec: object, message: str) -> None:
    with pytest.raises(QuestionError, match=message) as caught:
        read_traffic(spec, network())
    assert caught.value.field == "traffic"


def test_adversarial_traffic_needs_groups() -> None:
    with pytest.raises(QuestionError, match="one group only"):
        read_traffic("adversarial:1", network("hypercube:dimension=4"))
