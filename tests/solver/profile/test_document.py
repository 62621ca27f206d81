"""Profiles of switches with heavy weights, against all cuts of each size."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.formats.spec import UNLIMITED
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import LARGEST_TOTAL, Balance
from alphacut.solver.profile.document import sizes_of
from alphacut.solver.profile.question import Question
from alphacut.solver.profile.verify.document import verify_profile

WEIGHTS = (0, 1, 2, 3, 50, 1000, 10**6)


def drawn(seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    switches = rng.randint(2, 7)
    links = [
        [*rng.sample(range(switches), 2), rng.choice(["local", "global"]), rng.randint(1, 2)]
        for _ in range(rng.randint(0, 12))
    ]
    hosts = [rng.choice(WEIGHTS) for _ in range(switches - 1)]
    return {"family": "graph", "switches": switches, "links": links, "hosts": [1, *hosts]}


def least_of_each_size(network: Network) -> dict[int, int]:
    """List all cuts at α = 1, and return the least capacity by the weight of the lighter side."""
    found: dict[int, int] = {}
    for sides in product((0, 1), repeat=network.switches):
        weight = sum(each for each, side in zip(network.hosts, sides, strict=True) if side)
        capacity = sum(link.multiplicity for link in network.links
                       if sides[link.first] != sides[link.second])  # fmt: skip
        size = min(weight, sum(network.hosts) - weight)
        if size:
            found[size] = min(capacity, found.get(size, capacity))
    return dict(sorted(found.items()))


@pytest.mark.parametrize("seed", [1, 2, 4, 7, 8, 11])
def test_each_size_has_its_least_cut(seed: int) -> None:
    topology = drawn(seed)
    network = specs.build(specs.parse(topology))
    request = {"topology": topology, "balance": "hosts", "alpha": "1", "engine": "auto",
               "limits": {"seconds": None, "gap": "0"}}  # fmt: skip
    question = Question.read(request, UNLIMITED)
    document = question.document([question.work(i, ()) for i in range(len(question.sizes))], {})
    least = least_of_each_size(network)
    assert {each["size"]: int(each["point"]["value"]) for each in document["cuts"]} == least
    assert Fraction(document["expansion"]["lower"]) == min(
        Fraction(capacity, size) for size, capacity in least.items()
    )
    assert document["status"] == verify_profile(document).status == "exact"


def test_a_few_sizes_of_millions_of_units_are_found() -> None:
    """In one pass over the sums: one for each unit would take minutes."""
    heavy = LARGEST_TOTAL // 2 - 1
    balance = Balance(name="hosts", weights=(heavy, heavy, 1, 1))
    assert sizes_of(balance) == [1, 2, heavy, heavy + 1]
