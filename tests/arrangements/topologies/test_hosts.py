"""Hosts at each switch, in every family, and what specs without their number have always meant."""

from __future__ import annotations

from typing import Any

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec

EVERYWHERE: list[dict[str, Any]] = [
    {"family": "dragonfly", "a": 2, "h": 1, "arrangement": "relative"},
    {"family": "dragonfly3", "a": 2, "m": 1, "h": 1},
    {"family": "port_map", "a": 1, "h": 1, "ports": [[1], [0]]},
    {"family": "link_list", "a": 1, "h": 1, "groups": 2, "links": [[0, 0, 1, 0]]},
    {"family": "percs", "groups": 3, "drawers": 1, "hubs": 2, "h": 1},
    {"family": "slingshot", "groups": 3, "switches": 2, "links": 1},
    {"family": "hypercube", "dimension": 3},
    {"family": "mesh", "sides": [2, 3]},
    {"family": "torus", "sides": [3, 4]},
    {"family": "hamming", "sides": [2, 3]},
    {"family": "hyperx", "sides": [2, 3]},
    {"family": "complete", "switches": 4},
    {"family": "slim_fly", "q": 3},
    {"family": "polarfly", "q": 2},
    {"family": "spectralfly", "prime": 3, "q": 5},
    {"family": "bundlefly", "q": 3, "paley": 5},
    {"family": "xpander", "degree": 3, "lift": 2},
    {"family": "jellyfish", "switches": 6, "degree": 3},
    {"family": "de_bruijn", "symbols": 2, "length": 3},
    {"family": "butterfly", "dimension": 3},
    {"family": "butterfly", "dimension": 2, "wrapped": False},
    {"family": "cube_connected_cycles", "dimension": 3},
    {"family": "cycle", "switches": 5},
    {"family": "path", "switches": 4},
    {"family": "star", "leaves": 3},
    {"family": "tree", "branching": 3, "height": 2},
    {"family": "grid", "sides": [2, 3]},
]
ELSEWHERE = {  # the hosts of a switch where nothing is said, or the switches that have hosts
    "cascade": 4,
    "flattened_butterfly": 3,
    "fat_tree": 2,
    "xgft": 3,
    "leaf_spine": 1,
    "dragonfly_plus": 1,
    "rail": 8,
    "hammingmesh": 1,
}
OTHERS: list[dict[str, Any]] = [
    {"family": "cascade", "groups": 2, "rows": 2, "columns": 2, "h": 1, "trunking": 1},
    {"family": "flattened_butterfly", "k": 3, "n": 3},
    {"family": "fat_tree", "k": 4},
    {"family": "xgft", "children": [3, 2], "parents": [1, 2]},
    {"family": "leaf_spine", "leaves": 3, "spines": 2},
    {"family": "rail", "units": 2, "boxes": 2, "spines": 1},
    {"family": "hammingmesh", "board": [2, 3], "boards": [2, 2]},
    {"family": "dragonfly_plus", "groups": 3, "leaves": 2, "spines": 2},
]


def test_every_family_is_here() -> None:
    met = {obj["family"] for obj in (*EVERYWHERE, *OTHERS)}
    assert met == {*spec.families.FAMILIES} - {"graph"}  # whose hosts are listed


@pytest.mark.parametrize("obj", EVERYWHERE, ids=[each["family"] for each in EVERYWHERE])
def test_each_switch_has_as_many_hosts_as_are_asked_for(obj: dict[str, Any]) -> None:
    plain, more = (spec.build(spec.parse(each)) for each in (obj, {**obj, "p": 3}))
    assert set(plain.hosts) == {1}
    assert set(more.hosts) == {3}
    assert more.links == plain.links
    assert more.groups == plain.groups


@pytest.mark.parametrize("obj", OTHERS, ids=[each["family"] for each in OTHERS])
def test_families_with_hosts_of_their_own_keep_them_unless_it_is_said(obj: dict[str, Any]) -> None:
    plain, more = (spec.build(spec.parse(each)) for each in (obj, {**obj, "p": 7}))
    usual = ELSEWHERE[obj["family"]]
    assert {*plain.hosts} - {0} == {usual}
    assert more.hosts == tuple(7 * (count > 0) for count in plain.hosts)
    assert more.links == plain.links
    told = spec.complete(spec.parse(obj))
    assert told["p"] == usual
    assert spec.parse(told) == spec.parse(obj) == spec.parse({**obj, "p": usual})


@pytest.mark.parametrize("hosts", [0, -1, "2", 1.5, True, 10**10])
def test_what_is_no_number_of_hosts_is_refused(hosts: object) -> None:
    for obj in (*EVERYWHERE, *OTHERS):
        with pytest.raises(SpecError) as caught:
            spec.parse({**obj, "p": hosts})
        assert caught.value.field == "p"


@pytest.mark.parametrize("hosts", [1, 2, 5])
def test_theorems_hold_for_any_number_of_hosts(hosts: int) -> None:
    for text in ("fat_tree:k=4", "flattened_butterfly:k=3,n=3", "torus:sides=3x5"):
        plain, more = (spec.read(each) for each in (text, f"{text},p={hosts}"))
        assert more.known_bisection() == plain.known_bisection()
