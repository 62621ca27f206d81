"""Random small networks and traffic against programs over all paths, one by one."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.errors import Refused
from alphacut.solver.throughput.models import MCF, MODELS
from alphacut.solver.throughput.verify.document import verify_throughput
from tests.solver.throughput.conftest import any_rate, listed_rate

NEAR = 1e-6  # of programs in floating point


def random_network(rng: random.Random) -> dict[str, Any]:
    """Return a spec of a few groups, any two of which global links join."""
    groups = rng.randint(2, 4)
    sizes = [rng.randint(1, 3) for _ in range(groups)]
    group = [at for at, size in enumerate(sizes) for _ in range(size)]
    members = [[s for s, g in enumerate(group) if g == at] for at in range(groups)]
    links: dict[tuple[int, int, str], int] = {}
    for inside in members:  # a path through the group, and chords
        for at, switch in enumerate(inside[1:], 1):
            links[inside[at - 1], switch, "local"] = rng.randint(1, 2)
        if len(inside) > 2 and rng.random() < 0.5:
            links[inside[0], inside[2], "local"] = 1
    for one in range(groups):
        for other in range(one + 1, groups):
            for _ in range(rng.randint(1, 2)):
                ends = rng.choice(members[one]), rng.choice(members[other])
                links[*ends, "global"] = links.get((*ends, "global"), 0) + 1
    return {
        "family": "graph",
        "switches": len(group),
        "links": [[*ends, times] for ends, times in links.items()],
        "groups": group,
        "hosts": [rng.randint(1, 2) for _ in group],
    }


def random_traffic(rng: random.Random, hosts: int) -> Any:
    pairs = [(a, b) for a in range(hosts) for b in range(hosts) if a != b]
    chosen = rng.sample(pairs, min(len(pairs), rng.randint(1, 8)))
    demands = [[a, b, str(Fraction(rng.randint(1, 5), rng.randint(1, 3)))] for a, b in chosen]
    return rng.choice([{"demands": demands}, "uniform", f"permutation:seed={rng.randint(0, 9)}"])


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(s, marks=pytest.mark.slow) for s in range(6, 300))]
)
def test_rates_are_those_of_a_program_over_all_paths(
    ask: Callable[..., dict[str, Any]], seed: int
) -> None:
    rng = random.Random(seed)
    spec = random_network(rng)
    network = specs.build(specs.parse(spec))
    hosts = sum(network.hosts)
    traffic = random_traffic(rng, hosts)
    if isinstance(traffic, str) and hosts < 4:
        traffic = "uniform"
    alpha = rng.choice(["1/3", "1", "2", "7/5"])
    injection = rng.choice(["1", "1", "5/2", "1/3"])
    found = ask(spec, traffic, alpha, "all", injection=injection)
    assert verify_throughput(found).status == "exact"
    for model, entry in zip(MODELS, found["models"], strict=True):
        oracle = any_rate if model is MCF else listed_rate
        rate = Fraction(entry["rate"]["lower"])
        right = oracle(network, traffic, alpha, model, injection)
        assert float(rate) == pytest.approx(right, abs=NEAR)


@pytest.mark.parametrize("model", [2, 4, 5])
def test_answers_whose_denominators_are_no_powers_of_two(
    ask: Callable[..., dict[str, Any]], model: int
) -> None:
    found = ask("dragonfly:a=2,h=2,p=1,arrangement=relative", "adversarial:1", "1", model)
    assert verify_throughput(found).status == "exact"
    assert found["models"][0]["rate"] == {"lower": "15/19", "upper": "15/19"}


def test_lengths_of_many_numbers_of_paths_add_up_exactly(
    ask: Callable[..., dict[str, Any]],
) -> None:
    found = ask("dragonfly:p=2,a=4,h=2,arrangement=helix", "adversarial:2", "2", 3)
    assert verify_throughput(found).status == "exact"
    assert found["models"][0]["rate"]["upper"] == "6500/7031"


def test_faster_hosts_send_a_smaller_share(ask: Callable[..., dict[str, Any]]) -> None:
    ring = {"family": "graph", "switches": 3, "links": [[0, 1], [1, 2], [0, 2]]}
    rates = {}
    for injection in ("1", "2", "3"):
        found = ask(ring, {"demands": [[0, 1, 1], [1, 2, 1], [2, 0, 1]]}, "1", "mcf",
                    injection=injection)  # fmt: skip
        assert verify_throughput(found).status == "exact"
        rates[injection] = found["models"][0]["rate"]["lower"]
    assert rates == {"1": "1", "2": "3/4", "3": "1/2"}  # a link, and half of two on the other way
    found["injection"] = "2"
    with pytest.raises(Refused, match="lengths prove"):
        verify_throughput(found)
