"""Which dragonflies fit: brute force over all numbers, hand counts, and machines that exist."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.document import Design, designs, document_of
from alphacut.solver.design.question import read_question
from alphacut.solver.design.shapes import Shape, fitting


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
    found = [numbers(shape) for shape in fitting(question)]
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
    found = [numbers(each) for each in fitting(read_question(hosts=hosts, radix=radix, within=0))]
    assert shape in found


def test_percs_leaves_a_port_unused() -> None:
    """512 supernodes of 32 hubs with 7 + 24 local and 16 global links (Arimilli et al., 2010)."""
    asked: dict[str, Any] = {"hosts": 512 * 32, "radix": 7 + 24 + 16 + 1, "within": 0}
    percs = (1, 32, 16, 1, 512)
    assert percs not in map(numbers, fitting(read_question(**asked)))
    assert percs in map(numbers, fitting(read_question(**asked, unused_ports=True)))


def test_cables_and_prices_by_hand() -> None:
    """Nine groups of four switches: 9·6 local cables, 9·8/2 global ones, 72 to hosts."""
    shape = Shape(p=2, a=4, h=2, t=1, groups=9)
    assert (shape.switches, shape.hosts, shape.ports) == (36, 72, 7)
    assert shape.cables == {"host": 72, "local": 54, "global": 36}
    prices = {"switch": Fraction(20), "local": Fraction(1), "global": Fraction(4)}
    assert shape.price(prices) == 36 * 20 + 54 + 36 * 4
    assert shape.balanced


def test_cheapest_first() -> None:
    question = read_question(hosts=200, radix=16, cost="global=1")
    counts = [shape.cables["global"] for shape in fitting(question)]
    assert counts == sorted(counts)
    switches = [shape.switches for shape in fitting(read_question(hosts=200, radix=16))]
    assert switches == sorted(switches)
    balanced = fitting(read_question(hosts=1056, radix=15, balanced=True))
    assert [numbers(shape) for shape in balanced] == [(4, 8, 4, 1, 33)]


def test_every_row_is_a_network_with_these_cables() -> None:
    found = designs(read_question(hosts=60, radix=8, unused_ports=True, limit=1000))
    shapes = [design.shape for design in found.found]
    assert any(shape.t > 1 for shape in shapes)
    assert any(shape.t * (shape.groups - 1) < shape.a * shape.h for shape in shapes)
    for row in document_of(found)["designs"]:
        network = build(parse(row["topology"]))
        assert network.switches == row["switches"]
        assert sum(network.hosts) == row["hosts"]
        counts = network.count_by_class()
        assert counts.get("global", 0) == row["cables"]["global"]
        assert counts.get("local", 0) == row["cables"]["local"]


def test_an_arrangement_that_is_asked_for_wires_all_that_is_listed() -> None:
    found = designs(read_question(hosts=100, radix=12, arrangement="circulant", limit=1000)).found
    assert found
    assert {design.arrangement for design in found} == {"circulant"}
    assert all(design.shape.h % 2 == 0 or design.shape.t > 1 for design in found)


def test_what_is_certain_for_each_host() -> None:
    def certain(design: Design) -> bool:
        return design.lower >= Fraction(1, 2) * design.shape.hosts

    all_of_them = designs(read_question(hosts=100, radix=16, limit=1000)).found
    some = designs(read_question(hosts=100, radix=16, per_host="1/2", limit=1000)).found
    assert 0 < len(some) < len(all_of_them)
    assert list(some) == [design for design in all_of_them if certain(design)]


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
        ({"hosts": 1_000_000, "radix": 256, "unused_ports": True}, "within"),
    ],
)
def test_what_is_wrong_is_named(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(QuestionError) as caught:
        designs(read_question(**{"hosts": 100, "radix": 16, **wrong}))
    assert caught.value.field == field
