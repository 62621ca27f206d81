"""Dragonfly+ against its papers, published configurations, and its definition, counted anew."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import Any

import networkx
import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.networkx_graph import to_networkx
from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.relative import wire_extended
from alphacut.arrangements.network import Network
from alphacut.arrangements.structure.symmetry import is_automorphism


def built(**fields: int) -> Network:
    return spec.build(spec.parse({"family": "dragonfly_plus", **fields}))


def between(network: Network) -> Counter[tuple[int, int]]:
    pairs: Counter[tuple[int, int]] = Counter()
    for link in network.links_of("global"):
        pairs[network.groups[link.first], network.groups[link.second]] += link.multiplicity
    return pairs


SHAPES = [
    (groups, leaves, spines, ports)
    for groups, leaves, spines in product((2, 3, 5, 8), (1, 3, 4), (1, 2, 5))
    for ports in (1, 4, 7)
    if spines * ports >= groups - 1
]


@pytest.mark.parametrize(("groups", "leaves", "spines", "ports"), SHAPES)
def test_links_are_as_many_as_fit_and_dealt_evenly(
    groups: int, leaves: int, spines: int, ports: int
) -> None:
    network = built(groups=groups, leaves=leaves, spines=spines, ports=ports, p=3)
    size, most = leaves + spines, spines * ports // (groups - 1)
    assert between(network) == dict.fromkeys(combinations(range(groups), 2), most)
    local, remote = network.degrees("local"), network.degrees("global")
    for group in range(groups):
        own = range(group * size, (group + 1) * size)
        assert {network.groups[switch] for switch in own} == {group}
        assert [network.hosts[switch] for switch in own] == [3] * leaves + [0] * spines
        assert [local[switch] for switch in own] == [spines] * leaves + [leaves] * spines
        assert [remote[switch] for switch in own[:leaves]] == [0] * leaves
        dealt = [remote[switch] for switch in own[leaves:]]
        assert max(dealt) - min(dealt) <= 1
        assert max(dealt) <= ports
    inside = networkx.Graph(to_networkx(network)).subgraph(range(size))
    assert networkx.is_isomorphic(inside, networkx.complete_bipartite_graph(leaves, spines))
    rotation = tuple((switch + size) % network.switches for switch in range(network.switches))
    assert is_automorphism(network, rotation)


@pytest.mark.parametrize("radix", [4, 6, 8, 36, 64])
def test_sizes_of_the_papers(radix: int) -> None:
    """Switches of k ports: k/2 leaves, spines, hosts and global ports; k²/4 hosts in a group."""
    half = radix // 2
    fields = {"leaves": half, "spines": half, "p": half}
    largest = spec.parse(
        {"family": "dragonfly_plus", "groups": half**2 + 1, **fields}, spec.UNLIMITED
    )
    told = largest.complete()
    assert (told["ports"], told["links"]) == (half, 1)
    groups = half**2 + 1
    assert largest.size() == (groups * radix, groups * half**2 + groups * (groups - 1) // 2)
    hosts = told["groups"] * told["leaves"] * told["p"]
    assert hosts == radix**4 // 16 + radix**2 // 4
    if radix == 36:
        assert hosts == 105_300


def test_the_largest_configuration_has_three_hops_between_leaves() -> None:
    """One link between two groups: leaf, spine, spine, leaf; inside a group, two hops."""
    network = built(groups=10, leaves=3, spines=3, p=3)
    assert between(network) == dict.fromkeys(combinations(range(10), 2), 1)
    assert set(network.degrees("global")) == {0, 3}
    hops = dict(networkx.all_pairs_shortest_path_length(networkx.Graph(to_networkx(network))))
    leaves = [switch for switch in range(network.switches) if network.hosts[switch]]
    for one, other in combinations(leaves, 2):
        same = network.groups[one] == network.groups[other]
        assert hops[one][other] == (2 if same else 3)


def test_the_largest_configuration_is_the_relative_arrangement_of_spines() -> None:
    network = built(groups=9, leaves=4, spines=4, ports=2)
    relative = wire_extended(Shape(a=4, h=2, groups=9, trunking=1))
    wanted = {frozenset((i * 8 + 4 + j, k * 8 + 4 + m)) for (i, j), (k, m) in relative}
    assert {frozenset(link[:2]) for link in network.links_of("global")} == wanted


@pytest.mark.parametrize("times", [1, 2, 3])
def test_as_many_links_as_spines_join_spines_of_one_number(times: int) -> None:
    network = built(groups=4, leaves=3, spines=3, ports=9, links=3 * times)
    for link in network.links_of("global"):
        assert link.multiplicity == times
        assert link.first % 6 == link.second % 6 >= 3
    assert len(network.links_of("global")) == 3 * 6


PUBLISHED = [  # groups, leaves, spines, hosts of a leaf, links between two groups; switches, hosts
    ((33, 16, 16, 16, 8), 1_056, 8_448),  # CODES, dragonfly-plus/dfp_8k.conf
    ((33, 32, 32, 32, 32), 2_112, 33_792),  # CODES, modelnet-test-dragonfly-plus-med-34k.conf
    ((7, 12, 12, 12, 24), 168, 1_008),  # CODES, dragonfly-plus/dfp_1k.conf
]


@pytest.mark.parametrize(("fields", "switches", "hosts"), PUBLISHED)
def test_published_configurations(fields: tuple[int, ...], switches: int, hosts: int) -> None:
    names = ("groups", "leaves", "spines", "p")
    network = built(**dict(zip(names, fields, strict=False)))
    assert (network.switches, sum(network.hosts)) == (switches, hosts)
    assert set(between(network).values()) == {fields[4]}
    assert {*network.degrees("global")} == {0, fields[1]}  # every spine uses as many ports up


def test_a_wing_of_niagara() -> None:
    """SciNet: wings of 432 nodes at most, one to one inside and two to one between wings.

    Switches of 36 ports: leaves with 18 hosts and 18 links up, so 24 of them;
    spines with 24 links down, and 12 left for other wings.
    """
    network = built(groups=4, leaves=24, spines=18, p=18, ports=12)
    hosts = Counter[int]()
    for switch, count in enumerate(network.hosts):
        hosts[network.groups[switch]] += count
    assert set(hosts.values()) == {432}
    degrees = (network.degrees(name) for name in ("local", "global"))
    assert {sum(each) for each in zip(network.hosts, *degrees, strict=True)} == {36}
    leaving = sum(count for pair, count in between(network).items() if 0 in pair)
    assert 2 * leaving == 432


BASE: dict[str, Any] = {"family": "dragonfly_plus", "groups": 9, "leaves": 4, "spines": 4}
WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"groups": 18}, "groups", "must be at most 17 for 16 global ports of each"),
    ({"groups": 18, "links": 1}, "groups", "must be at most 17"),
    ({"links": 3}, "links", "must be at most 2 for 9 groups with 16 global ports"),
    ({"ports": 1}, "groups", "must be at most 5"),
    ({"links": 0}, "links", "at least 1"),
    ({"ports": 0}, "ports", "at least 1"),
    ({"uplinks": 0}, "uplinks", "at least 1"),
    ({"groups": 1}, "groups", "at least 2"),
    ({"leaves": "4"}, "leaves", "must be an integer"),
    ({"trunking": 2}, "trunking", "is not a field here"),
    ({"spines": None}, "spines", "must be an integer"),
]


@pytest.mark.parametrize(("change", "field", "problem"), WRONG)
def test_what_cannot_be_is_refused_by_its_field(
    change: dict[str, Any], field: str, problem: str
) -> None:
    with pytest.raises(SpecError) as caught:
        spec.parse({**BASE, **change})
    assert caught.value.field == field
    assert problem in caught.value.problem


def test_uplinks_are_parallel_and_count_as_ports() -> None:
    network = built(groups=3, leaves=2, spines=2, uplinks=3)
    assert {link.multiplicity for link in network.links_of("local")} == {3}
    assert set(between(network).values()) == {6}  # 2 spines with 2·3 ports up, to 2 groups
