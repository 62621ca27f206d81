"""The dragonfly record: numbers of switches, local links, parameters refused."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError


def test_groups_are_complete_by_local_links() -> None:
    network = Dragonfly(a=4, h=2, arrangement="relative", p=3).network()
    local = {link[:2] for link in network.links_of("local")}
    within = {(i * 4 + j, i * 4 + k) for i in range(9) for j, k in combinations(range(4), 2)}
    assert local == within
    assert network.groups == tuple(switch // 4 for switch in range(36))
    assert network.hosts == (3,) * 36
    assert network.count_by_class() == {"local": 54, "global": 36}


def test_switch_numbers_wrap_around_the_groups() -> None:
    dragonfly = Dragonfly(a=4, h=2, arrangement="relative")
    assert dragonfly.switch(8, 3) == 35
    assert dragonfly.switch(9, 1) == dragonfly.switch(0, 1) == 1
    assert dragonfly.switch(-1, 0) == 32


@pytest.mark.parametrize("h", [1, 2, 5])
@pytest.mark.parametrize("arrangement", ["absolute", "relative", "nautilus", "helix"])
def test_one_switch_a_group_is_a_complete_graph_of_global_links(arrangement: str, h: int) -> None:
    network = Dragonfly(a=1, h=h, arrangement=arrangement).network()
    assert {link[:2] for link in network.links} == set(combinations(range(h + 1), 2))
    assert {link.link_class for link in network.links} == {"global"}


def test_defaults_are_filled_in() -> None:
    dragonfly = Dragonfly(a=3, h=3, arrangement="nautilus")
    assert dragonfly.groups == 10
    assert dragonfly.options == {"sign": "text"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"a": 0}, "a must be at least 1, got 0"),
        ({"h": -2}, "h must be at least 1, got -2"),
        ({"p": 0}, "p must be at least 1, got 0"),
        ({"groups": 10}, "groups must be at most a·h/trunking \\+ 1 = 9"),
        ({"arrangement": "relativ"}, "did you mean relative"),
        ({"options": {"sign": "text"}}, 'no option "sign"'),
        ({"arrangement": "nautilus", "options": {"sign": "tex"}}, "did you mean text"),
    ],
)
def test_wrong_parameters_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        Dragonfly(**{"a": 4, "h": 2, "arrangement": "relative", **change})


def test_arrangement_that_does_not_exist_is_refused_at_construction() -> None:
    with pytest.raises(NetworkError, match=r"h must be even.*h = 3"):
        Dragonfly(a=4, h=3, arrangement="circulant")
