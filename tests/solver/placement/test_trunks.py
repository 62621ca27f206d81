"""Trunks, and allocations of uneven groups: by two codes that share nothing, and by hand."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.layout import Placement
from alphacut.solver.placement.loads import loads
from alphacut.solver.placement.machine import machine_of
from alphacut.solver.placement.model.general import ROUTINGS, SAME_GROUP, Pairs
from alphacut.solver.placement.verify import machine as counted
from alphacut.solver.placement.verify.document import verify_placement
from alphacut.solver.placement.verify.route_loads import walked
from alphacut.solver.placement.verify.traffic import Messages
from tests.solver.placement.conftest import answer, complete

TRUNKS: list[dict[str, Any]] = [
    {"a": 4, "h": 2, "trunking": 2, "arrangement": "palmtree"},
    {"a": 4, "h": 4, "trunking": 4, "arrangement": "absolute"},
    {"a": 4, "h": 3, "trunking": 3, "arrangement": "relative"},
    {"a": 6, "h": 3, "trunking": 3, "groups": 4, "arrangement": "absolute"},
    {"a": 1, "h": 4, "trunking": 2, "arrangement": "absolute"},
    {"a": 4, "h": 2, "groups": 6, "arrangement": "absolute"},
]


def topology(number: int, p: int = 2) -> dict[str, Any]:
    return {"family": "dragonfly", "p": p, **TRUNKS[number]}


@pytest.mark.parametrize("number", range(len(TRUNKS)))
def test_what_is_counted_of_the_network_is_what_the_model_takes(number: int) -> None:
    spec = specs.parse(topology(number))
    request = complete(topology(number), grid=[4, 4])
    machine, other = machine_of(spec), counted.machine_of(spec.build(), request)
    assert (machine.a, machine.groups, machine.trunks) == (other.size, other.groups, other.trunks)
    if machine.a > 1:
        assert machine.port_pairs == other.port_pairs
        assert machine.port_returns == other.port_returns


@pytest.mark.parametrize("same_group", SAME_GROUP)
@pytest.mark.parametrize("routing", ROUTINGS)
@pytest.mark.parametrize("number", range(len(TRUNKS)))
def test_loads_by_matrices_and_by_walking(number: int, routing: Any, same_group: Any) -> None:
    network = specs.build(specs.parse(topology(number)))
    rng = random.Random(number)
    switches = [rng.randrange(network.switches) for _ in range(12)]
    ends = [[rng.randrange(12) for _ in range(40)] for _ in range(2)]
    units = np.array([rng.randint(1, 9) for _ in range(40)])
    source, target = (np.array(each) for each in ends)
    pairs = Pairs(source=source, destination=target, units=units, unit=Fraction(1, 7))
    sent = Messages(source=source, target=target, amount=units, unit=Fraction(1, 7))
    placement = Placement(tasks=(12,), block=None, groups=(), hosts=tuple(range(12)),
                          switches=tuple(switches))  # fmt: skip
    found = loads(pairs, placement, network, routing, same_group)
    machine = counted.machine_of(network, complete(topology(number), grid=[4, 4]))
    carried = walked(sent, switches, machine, routing, same_group)
    a, g = machine.size, machine.groups
    for i in range(g):
        for j in range(g):
            assert carried.on("remote", i * g + j) == int(found.remote[i, j]) * found.unit
        for u in range(a):
            for v in range(a):
                key = (i * a + u) * network.switches + i * a + v
                assert carried.on("local", key) == int(found.local[i, u, v]) * found.unit


@pytest.mark.parametrize("number", range(len(TRUNKS)))
@pytest.mark.parametrize("same_group", SAME_GROUP)
def test_documents_are_accepted(number: int, same_group: str) -> None:
    asked: dict[str, Any] = {"grid": [8, 12], "any_block": True, "same_group": same_group}
    document = json.loads(json.dumps(answer(topology(number), **asked, top=40)))
    assert verify_placement(document).status == document["status"]


def test_two_links_carry_half_each() -> None:
    """Two groups of one switch: eight tasks in a ring, half on each."""
    for trunking in (1, 2):
        spec = {"family": "dragonfly", "a": 1, "h": trunking, "p": 4, "trunking": trunking,
                "groups": 2, "arrangement": "absolute"}  # fmt: skip
        choice = answer(spec, grid=[8], tasks=[8], block=[4])["choices"][0]
        assert Fraction(choice["remote_demand"]) == Fraction(1, trunking)


def uneven() -> dict[str, Any]:
    """A machine of groups of 32 hosts, of which an allocation has 32 + 32 + 32 + 24 + 8."""
    machine = {"family": "dragonfly", "a": 8, "h": 4, "p": 4, "arrangement": "relative"}
    taken = [(0, 32), (3, 32), (7, 32), (11, 24), (20, 8)]
    nodes = [f"n{32 * group + host}" for group, count in taken for host in range(count)]
    return answer(machine, grid=[64, 64], count=128, nodes=nodes)


def test_as_many_hosts_as_tasks_in_groups_of_uneven_room() -> None:
    document = json.loads(json.dumps(uneven()))
    placed = document["placed"]
    assert (document["studied"], document["choices"], placed["block"]) == (0, [], None)
    assert len(set(placed["hosts"])) == 128
    assert placed["groups"] == [0, 3, 7, 11, 20]
    assert verify_placement(document).status == document["status"]
    rows = answer(document["topology"], grid=[64, 64], count=128)["placed"]
    assert Fraction(placed["seconds"]) <= 3 * Fraction(rows["seconds"])


def test_a_given_block_that_does_not_fit_is_still_refused() -> None:
    machine = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}
    nodes = ["n0", "n1", "n2", "n4", "n5", "n6"]
    with pytest.raises(QuestionError, match="too small"):
        answer(machine, grid=[8, 6], tasks=[2, 3], block=[2, 2], nodes=nodes)
    found = json.loads(json.dumps(answer(machine, grid=[8, 10], tasks=[1, 5], nodes=nodes[:5])))
    assert verify_placement(found).status == found["status"]
