"""Which dragonflies fit: brute force over all numbers, hand counts, and machines that exist."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.families._base import Family
from alphacut.solver.design.families.dragonflies import arrangement, dragonfly, slingshot
from alphacut.solver.design.question import read_question
from alphacut.solver.design.shapes import Shape
from tests.solver.design.shapes_of import all_shapes


def numbers(shape: Shape) -> tuple[int, ...]:
    return shape.p, shape.a, shape.h, shape.t, shape.groups


@pytest.mark.parametrize(
    ("hosts", "radix", "within"), [(72, 7, "0"), (40, 9, "10%"), (100, 8, "1/4"), (30, 6, "50%")]
)
@pytest.mark.parametrize("unused_ports", [False, True])
def test_brute_force(hosts: int, radix: int, within: str, unused_ports: bool) -> None:
    share = Fraction(within.replace("10%", "1/10").replace("50%", "1/2"))
    expected = set()
    for p, a, h in product(range(1, radix), range(2, radix), range(1, radix)):
        if p + a - 1 + h > radix:
            continue
        for t, groups in product(range(1, a * h + 1), range(2, a * h + 2)):
            ports = t * (groups - 1)  # of a group
            fewest = a * (h - 1) + 1 if unused_ports else a * h
            needed = fewest <= ports <= a * h
            if needed and abs(p * a * groups - hosts) <= share * hosts:
                expected.add((p, a, h, t, groups))
    question = read_question(hosts=hosts, radix=radix, within=within, unused_ports=unused_ports)
    found = [numbers(shape) for shape in all_shapes(question)]
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize(
    ("hosts", "radix", "shape"),
    [
        (72, 7, (2, 4, 2, 1, 9)),  # Kim et al., ISCA 2008, figure 5
        (1056, 15, (4, 8, 4, 1, 33)),  # the same, evaluation
        (262_656, 63, (16, 32, 16, 1, 513)),  # the same: over 256K hosts with 64 ports
        (279_040, 64, (16, 32, 17, 1, 545)),  # Slingshot, De Sensi et al., SC 2020
        # Cray XC: groups of 96 routers with 10 global ports each, 241 groups by 4 links, 92,544
        # hosts (Faanes et al., SC 2012); its groups are no complete graphs, so the ports are more
        pytest.param(92_544, 109, (4, 96, 10, 4, 241), marks=pytest.mark.slow),
    ],
)
def test_machines_that_exist(hosts: int, radix: int, shape: tuple[int, ...]) -> None:
    found = [
        numbers(each) for each in all_shapes(read_question(hosts=hosts, radix=radix, within=0))
    ]
    assert shape in found


def test_percs_leaves_a_port_unused() -> None:
    """512 supernodes of 32 hubs with 7 + 24 local and 16 global links (Arimilli et al., 2010)."""
    asked: dict[str, Any] = {"hosts": 512 * 32, "radix": 7 + 24 + 16 + 1, "within": 0}
    percs = (1, 32, 16, 1, 512)
    assert percs not in map(numbers, all_shapes(read_question(**asked)))
    assert percs in map(numbers, all_shapes(read_question(**asked, unused_ports=True)))


def test_cables_by_hand() -> None:
    """Nine groups of four switches: 9·6 local cables, 9·8/2 global ones, 72 to hosts."""
    shape = Shape(p=2, a=4, h=2, t=1, groups=9)
    assert (shape.switches, shape.hosts, shape.ports) == (36, 72, 7)
    assert shape.cables == {"host": 72, "local": 54, "global": 36}
    assert shape.balanced


def test_balanced_ones_alone() -> None:
    balanced = all_shapes(read_question(hosts=1056, radix=15, balanced=True))
    assert [numbers(shape) for shape in balanced] == [(4, 8, 4, 1, 33)]


@pytest.mark.parametrize("family", [dragonfly, slingshot])
def test_every_machine_is_a_network_with_these_cables(family: Family) -> None:
    machines = family(read_question(hosts=60, radix=8, unused_ports=True, per_host=0)).machines
    assert any(machine.global_ > machine.switches for machine in machines)
    for machine in machines:
        network = build(parse(dict(machine.topology)))
        assert (network.switches, sum(network.hosts)) == (machine.switches, machine.hosts)
        counts = network.count_by_class()
        assert counts.get("global", 0) == machine.global_
        assert counts.get("local", 0) == machine.local


def test_an_arrangement_that_is_asked_for_wires_all_that_is_listed() -> None:
    machines = dragonfly(read_question(hosts=100, radix=12, arrangement="circulant")).machines
    assert machines
    assert {machine.topology["arrangement"] for machine in machines} == {"circulant"}
    assert arrangement(Shape(p=2, a=4, h=3, t=1, groups=13), "circulant") is None


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"hosts": "many"}, "hosts"),
        ({"hosts": 1}, "hosts"),
        ({"hosts": "9" * 400}, "hosts"),
        ({"radix": 257}, "radix"),
        ({"radix": 2.5}, "radix"),
        ({"within": "60%"}, "within"),
        ({"within": "1e999999999"}, "within"),
        ({"alpha": 0}, "alpha"),
        ({"alpha": "inf"}, "alpha"),
        ({"alpha": 0.1}, "alpha"),
        ({"arrangement": "relativ"}, "arrangement"),
        ({"per_host": -1}, "per_host"),
        ({"cost": "loca=1"}, "cost"),
        ({"cost": "local"}, "cost"),
        ({"cost": "local=1,local=2"}, "cost"),
        ({"cost": {"local": "-1"}}, "cost.local"),
        ({"limit": 0}, "limit"),
        ({"families": "fat-tree"}, "families"),
        ({"families": ["xgft", "ring"]}, "families"),
        ({"spare_ports": 14}, "spare_ports"),
        ({"sort": "beauty"}, "sort"),
        ({"per_host": "half"}, "per_host"),
        ({"cost": "switch=1", "prices": ""}, "cost"),
        ({"prices": "switch = 20"}, "prices"),
        ({"prices": "[switch\n"}, "prices"),
        ({"prices": "[router]\nprice = 1"}, "prices"),
        ({"prices": "[switch]\ncolour = 1"}, "prices"),
        ({"prices": "[switch]\nprice = -2000"}, "prices.switch.price"),
        ({"prices": "[optical]\nwatts = inf"}, "prices.optical.watts"),
        ({"prices": "copper_block = -1"}, "prices"),
        ({"prices": "currency = 3"}, "prices"),
    ],
)
def test_what_is_wrong_is_named(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(QuestionError) as caught:
        read_question(**{"hosts": 100, "radix": 16, **wrong})
    assert caught.value.field == field
