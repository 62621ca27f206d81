"""Layouts: two small machines counted by hand, what holds for every family, and bad input."""

from __future__ import annotations

import csv
import io
from collections import Counter
from fractions import Fraction

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.prices import example_prices, read_prices
from alphacut.solver.layout.layout import Layout, lay_out
from alphacut.solver.layout.lengths import METRE
from alphacut.solver.layout.plan import EXAMPLE, Plan, read_plan
from alphacut.solver.layout.tables import (
    NETBOX_CABLES,
    cables_csv,
    netbox_cables,
    netbox_devices,
    netbox_interfaces,
    netbox_types,
)

UNIT = Fraction(4445, 100_000)  # metres
LEAVES = {"family": "leaf_spine", "leaves": 2, "spines": 1, "p": 2}
GROUPS = {"family": "dragonfly", "a": 2, "h": 1, "p": 1, "arrangement": "absolute"}
ROOM = """
[rack]
units = 10
width = 1
depth = 1
[floor]
aisle = 1
[cables]
tray = 2
slack = 0.5
margin = 0
lengths = [1, 1.5, 2, 3, 5, 7]
"""
CROSSED = """
[rack]
units = 4
width = 1
depth = 1
[floor]
aisle = 1
racks_per_row = 2
crossings = [1]
[cables]
tray = 1
slack = 0
margin = "10%"
lengths = [1, 3, 7]
"""
PRICES = """
currency = "EUR"
[switch]
price = 1000
price_port = 10
watts = 50
[copper]
price = 20
price_metre = "1/2"
[optical]
price = 200
price_metre = 3
watts = 2
[host]
price = 10
price_metre = 2
[rack]
price = 700
"""


def made(spec: dict[str, object], plan: str, prices: str = PRICES) -> Layout:
    return lay_out(build(parse(spec)), read_plan(plan), read_prices(prices))


def ways(layout: Layout, link_class: str) -> list[Fraction]:
    return [Fraction(each.way, METRE) for each in layout.cables() if each.link_class == link_class]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_two_leaves_and_a_spine_by_hand() -> None:
    """Leaves are at units 10 and 7 of one rack, hosts below them; the spine in the next rack."""
    layout = made(LEAVES, ROOM)
    assert ways(layout, "host") == [1 + UNIT, 1 + 2 * UNIT] * 2
    # up to the tray from the middle of the leaf's unit, 1 m along it, down to the spine's
    up = [2 - Fraction(19, 2) * UNIT, 2 - Fraction(13, 2) * UNIT]
    down = 2 - Fraction(19, 2) * UNIT
    assert ways(layout, "local") == [each + 1 + down + 1 for each in up]
    assert Fraction(layout.totals.way, METRE) == Fraction("14.71095")
    assert [(each.medium, each.bought) for each in layout.cables()] == [
        *[("copper", 3 * METRE // 2)] * 4,
        *[("optical", 7 * METRE)] * 2,
    ]
    assert layout.totals.bought == 20 * METRE
    # 3 switches of 3 ports, 2 racks, 4 cables to hosts, 2 optical ones
    total = 3 * 1030 + 2 * 700 + 4 * (10 + 3) + 2 * (200 + 21)
    assert sum(line.price for line in layout.bill) == total
    assert sum(line.watts for line in layout.bill) == 3 * 50 + 2 * 2


def test_three_groups_by_hand() -> None:
    """A group fills a rack: switches at units 4 and 2, hosts at 3 and 1; trays cross at place 1."""
    layout = made(GROUPS, CROSSED)
    assert [(each.x // METRE, each.y // METRE) for each in layout.racked.racks] == [
        (0, 0), (1, 0), (0, 2),
    ]  # fmt: skip
    more = Fraction(11, 10)
    assert ways(layout, "host") == [more * UNIT] * 6
    assert ways(layout, "local") == [more * 2 * UNIT] * 3
    first, second = Fraction(7, 2) * UNIT, Fraction(3, 2) * UNIT  # heights of the two switches
    assert ways(layout, "global") == [
        more * (2 - first - first + 1),  # switch 0 of groups 0 and 1, side by side
        more * (2 - second - first + 1 + 2 + 1),  # 1 of 0 to 0 of 2: to the crossing, over, back
        more * (2 - second - second + 2 + 1),  # 1 of both 1 and 2: over, and back
    ]
    assert [each.medium for each in layout.cables()] == ["copper"] * 10 + ["optical"] * 2
    assert layout.totals.bought == (9 * 1 + 1 * 3 + 2 * 7) * METRE
    prices = 6 * 1030 + 3 * 700 + 6 * 12 + 3 * Fraction(41, 2) + Fraction(43, 2) + 2 * 221
    assert sum(line.price for line in layout.bill) == prices


FAMILIES: list[dict[str, object]] = [
    {"family": "dragonfly", "a": 4, "h": 2, "p": 2, "arrangement": "relative"},
    {"family": "fat_tree", "k": 8},
    {"family": "leaf_spine", "leaves": 6, "spines": 3, "uplinks": 2, "p": 40},
    {"family": "torus", "sides": [4, 4], "p": 2},
    {"family": "polarfly", "q": 5, "p": 3},
    {"family": "hammingmesh", "board": [2, 2], "boards": [3, 3]},
    {"family": "dragonfly_plus", "groups": 4, "leaves": 3, "spines": 3, "links": 2, "p": 3},
]


@pytest.mark.parametrize("spec", FAMILIES, ids=lambda each: each["family"])
def test_every_link_has_a_cable_and_nothing_is_used_twice(spec: dict[str, object]) -> None:
    layout = made(spec, "", PRICES)
    network = layout.network
    cables = list(layout.cables())
    joined: Counter[tuple[int, int, str]] = Counter()
    for cable in cables:
        if cable.end.host is None:
            joined[cable.start.switch, cable.end.switch, cable.link_class] += 1
    assert joined == {tuple(link[:3]): link.multiplicity for link in network.links}
    assert sum(cable.end.host is not None for cable in cables) == sum(network.hosts)
    ends = Counter(
        (end.switch, end.host, end.port) for cable in cables for end in (cable.start, cable.end)
    )
    assert max(ends.values()) == 1
    assert max(port for _, host, port in ends if host is None) == layout.needed
    slots = [*layout.racked.switches, *(slot for each in layout.racked.hosts for slot in each)]
    taken = Counter(
        (slot.rack, unit) for slot in slots for unit in range(slot.unit, slot.unit + slot.units)
    )
    assert max(taken.values()) == 1
    assert all(1 <= unit <= layout.plan.rack.units for _, unit in taken)
    assert {slot.rack for slot in slots} == set(range(len(layout.racked.racks)))
    assert len({(rack.x, rack.y) for rack in layout.racked.racks}) == len(layout.racked.racks)
    assert sum(layout.totals.lots.values()) == len(cables)
    assert all(cable.way <= cable.bought for cable in cables)


def test_boxes_have_their_hosts_inside() -> None:
    """Eight boxes of 8 hosts: 4 ports each, for links alone; and 12 switches."""
    spec = {"family": "rail", "units": 2, "boxes": 4, "rails": 4, "spines": 4, "uplinks": 1, "p": 8}
    layout = made(spec, "[host]\nunits = 0\n[switch]\nedge_units = 8", PRICES + "[box]\nprice = 9")
    assert layout.totals.count(hosts=True) == 0
    assert Counter(slot.units for slot in layout.racked.switches) == {8: 8, 1: 12}
    assert layout.needed == 8  # of a leaf: 4 boxes and 4 spines
    ports = [
        end.port for each in layout.cables() for end in (each.start, each.end) if end.switch == 0
    ]
    assert sorted(ports) == [1, 2, 3, 4]
    lines = {line.item: (line.count, int(line.price_each)) for line in layout.bill}
    assert lines["box"] == (8, 9)
    assert lines["switch of 8 ports"] == (12, 1080)


def test_classes_that_are_no_cables_are_left_out() -> None:
    layout = made(FAMILIES[5], '[cables]\nwithout = ["local"]')
    assert {cable.link_class for cable in layout.cables()} == {"host", "global"}


def test_groups_without_hosts_stand_in_the_middle_or_at_the_end() -> None:
    spec = {"family": "leaf_spine", "leaves": 4, "spines": 2, "p": 40}
    tree = {"family": "fat_tree", "k": 8}
    for where, place in (("middle", 1), ("end", 4)):
        layout = made(tree, f'[rack]\nunits = 50\n[floor]\ncore = "{where}"')
        core = {layout.racked.switches[each].rack for each in range(64, 80)}
        assert core == ({len(layout.racked.racks) // 2} if where == "middle" else {place})
    assert made(spec, "").racked.racks


def test_groups_stand_in_the_racks_of_a_plan() -> None:
    plan = CROSSED + "".join(
        f'[[place]]\nname = "{name}"\nx = {x}\ny = 0\n' for x, name in enumerate("ABC")
    )
    layout = made(GROUPS, plan + '[groups]\n2 = ["A"]\n')
    names = [layout.racked.racks[slot.rack].name for slot in layout.racked.switches]
    assert names == ["B", "B", "C", "C", "A", "A"]


def test_the_example_is_what_is_taken_without_one() -> None:
    assert read_plan(EXAMPLE) == Plan()
    assert example_prices().items["rack"].price > 0


def test_netbox_finds_both_ends_of_every_cable() -> None:
    """Columns of CableImportForm; no interface twice, and each is among those imported before."""
    layout = made(FAMILIES[0], "")
    cables = rows(netbox_cables(layout))
    assert tuple(cables[0]) == NETBOX_CABLES
    there = {(row["device"], row["name"]) for row in rows(netbox_interfaces(layout))}
    devices = {row["name"]: row for row in rows(netbox_devices(layout, "here"))}
    used = [
        (row[f"side_{side}_device"], row[f"side_{side}_name"]) for row in cables for side in "ab"
    ]
    assert len(set(used)) == len(used) == 2 * 162
    assert set(used) == there
    assert {device for device, _ in used} <= set(devices)
    types = {row["model"]: int(row["u_height"]) for row in rows(netbox_types(layout))}
    assert types == {"switch-1U": 1, "host-1U": 1}
    assert {row["device_type"] for row in devices.values()} == set(types)
    listed = rows(cables_csv(layout))
    assert [row["label"] for row in listed] == [row["label"] for row in cables]
    for row, each in zip(listed, cables, strict=True):
        assert Fraction(each["length"]) == Fraction(row["length_m"])
        assert each["type"] == {"copper": "dac-passive", "optical": "aoc"}[row["medium"]]
        for end, side in (("from", "a"), ("to", "b")):
            device = devices[each[f"side_{side}_device"]]
            assert device["rack"] == row[f"{end}_rack"]
            assert device["position"] == row[f"{end}_unit"]


@pytest.mark.parametrize(
    ("plan", "field", "told"),
    [
        ("[rack]\nunits = 0", "rack.units", "from 1 to"),
        ("[rack]\nheight = 3", "rack.height", "known are depth, share, units, width"),
        ("[rack]\nwidth = -1", "rack.width", "metres from"),
        ("[racks]\nunits = 3", "racks", "did you mean rack"),
        ("[rack]\nunits = 60", "cables.tray", "2.667 m high"),
        ("[switch]\nports = 6", "switch.ports", "needs 7 ports, for 2 hosts and 5 links"),
        ("[switch]\nunits = 43", "rack.units", "too small"),
        ("[floor]\nracks_per_row = 1\nrows = 2", "floor.rows", "3 racks are needed"),
        ("[cables]\nlengths = [1]", "cables.lengths", "longest that is sold has 1"),
        ("[cables]\nlengths = []", "cables.lengths", "must be a list"),
        ('[cables]\nwithout = ["globl"]', "cables.without", "did you mean global"),
        ("[cables]\nslack = 0.0000001", "cables.slack", "six decimals"),
        ('[names]\nswitch_port = "p"', "names.switch_port", "where the number stands"),
        ('[names]\nhost_port = "=1+1"', "names.host_port", "must be a name"),
        ('[groups]\n12 = ["R01-01"]', "groups.12", "no such group"),
        ('[groups]\n0 = ["Z9"]', "groups", "there is no rack"),
        ('[rack]\nunits = 9\n[groups]\n0 = ["R01-01"]', "groups.0", "too small for it: it has 12"),
        ('[groups]\n0 = ["R01-01"]\n1 = ["R01-01"]', "groups.1", "that of group 0"),
        ('[[place]]\nname = "A"\nx = 0', "place.0", "name, x, y"),
        ('[[place]]\nname = "A"\nx = 0\ny = 0', "place", "3 racks are needed, and it has 1"),
        ("units =", "racks", "no TOML"),
    ],
)
def test_bad_plans_are_told_at_their_field(plan: str, field: str, told: str) -> None:
    with pytest.raises(QuestionError) as caught:
        list(made(FAMILIES[0], plan).cables())
    assert caught.value.field == field
    assert told in caught.value.problem


def test_bad_prices_are_told_at_their_field() -> None:
    with pytest.raises(QuestionError, match=r"prices\.copper\.price_metre: must be a number"):
        read_prices("[copper]\nprice_metre = -1")
    with pytest.raises(QuestionError, match="unknown field"):
        read_prices("[rack]\nprice_metre = 1")
