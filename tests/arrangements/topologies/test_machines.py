"""Cascade, PERCS, dragonflies of three levels, and port maps."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import networkx
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.networkx_graph import to_networkx
from alphacut.arrangements.machines import MACHINES
from alphacut.arrangements.network import Network
from alphacut.arrangements.presets import PRESETS
from alphacut.arrangements.structure.symmetry import is_automorphism
from alphacut.arrangements.topologies.hamming import hamming
from alphacut.arrangements.topologies.three_level import ThreeLevel


def diameter(network: Network) -> int:
    return int(networkx.diameter(networkx.Graph(to_networkx(network))))


def joined_groups(network: Network, size: int) -> Counter[tuple[int, int]]:
    pairs: Counter[tuple[int, int]] = Counter()
    for link in network.links_of("global"):
        pairs[link.first // size, link.second // size] += link.multiplicity
    return pairs


def test_cascade_is_the_system_of_the_paper() -> None:
    """Paper 003, section 2.2: 576 switches, 2,304 hosts, 15 + 15 local ports, 24 links a pair."""
    network = spec.build(spec.read("preset:name=edison-6"))
    assert network.switches == 576
    assert sum(network.hosts) == 2304
    assert set(network.degrees("row")) == set(network.degrees("column")) == {15}
    assert joined_groups(network, 96) == dict.fromkeys(combinations(range(6), 2), 24)
    degrees = network.degrees("global")
    assert (min(degrees), max(degrees)) == (1, 2)
    rotation = tuple((switch + 96) % 576 for switch in range(576))
    assert is_automorphism(network, rotation)


@pytest.mark.parametrize(("groups", "trunking"), [(2, 960), (2, 7), (3, 480), (5, 11), (961, 1)])
def test_cascade_of_any_number_of_groups_keeps_to_its_ports(groups: int, trunking: int) -> None:
    if groups > 100:
        text = f"cascade:rows=2,columns=3,h=2,groups=13,trunking={trunking}"
        groups, size, ports = 13, 6, 2
    else:
        text, size, ports = f"cascade:groups={groups},trunking={trunking}", 96, 10
    network = spec.build(spec.read(text))
    assert joined_groups(network, size) == dict.fromkeys(combinations(range(groups), 2), trunking)
    assert max(network.degrees("global")) <= ports


@pytest.mark.parametrize("rows", [(6, 6, 3), (1, 2, 3, 4, 5), (2, 1)])
@pytest.mark.parametrize("trunking", [1, 7, 24])
def test_cascade_of_unlike_groups(rows: tuple[int, ...], trunking: int) -> None:
    obj = {"family": "cascade", "groups": len(rows), "rows": [*rows], "trunking": trunking}
    parsed = spec.parse({**obj, "h": 24 * len(rows)})
    network = spec.build(parsed)
    assert Counter(network.groups) == {group: 16 * count for group, count in enumerate(rows)}
    joined = Counter(dict.fromkeys(combinations(range(len(rows)), 2), 0))
    for link in network.links_of("global"):
        joined[network.groups[link.first], network.groups[link.second]] += link.multiplicity
    assert set(joined.values()) == {trunking}
    degrees = network.degrees("global")
    for group in range(len(rows)):  # dealt evenly in each group
        own = [
            degrees[switch] for switch in range(network.switches) if network.groups[switch] == group
        ]
        assert max(own) - min(own) <= 1
    for group, count in enumerate(rows):
        inside = [link for link in network.links if network.groups[link.first] == group
                  and network.groups[link.second] == group]  # fmt: skip
        kinds = Counter[str]()
        for link in inside:
            kinds[link.link_class] += link.multiplicity
        assert kinds["row"] == count * 16 * 15 // 2
        assert kinds["column"] == 16 * 3 * count * (count - 1) // 2
    assert parsed.size().switches == network.switches


def test_cascade_of_groups_that_are_alike_is_the_same_however_it_is_said() -> None:
    plain = spec.read("cascade:groups=3,rows=2,columns=4,trunking=5")
    for rows in ([2], [2, 2, 2]):
        said = spec.parse({**plain.complete(), "rows": rows})
        assert said == plain
        assert said.complete()["rows"] == 2


def test_percs_has_links_of_two_kinds_inside() -> None:
    network = spec.build(spec.read("preset:name=percs,groups=4,trunking=5"))
    assert set(network.degrees("drawer")) == {7}
    assert set(network.degrees("supernode")) == {24}
    assert joined_groups(network, 32) == dict.fromkeys(combinations(range(4), 2), 5)
    assert network.class_by_name["global"].slope == 10
    assert network.class_by_name["drawer"].base == 24


def test_percs_of_the_preset_is_an_absolute_dragonfly_of_the_published_size() -> None:
    """Hastings et al. name the arrangement; 512 supernodes use 511 of 512 D links each."""
    preset = spec.parse(spec.read("preset:name=percs").complete())
    assert preset.size() == (16_384, 512 * 496 + 512 * 511 // 2)
    small = spec.build(spec.read("percs:groups=13,drawers=2,hubs=3,h=2,arrangement=absolute"))
    same = spec.build(spec.read("dragonfly:a=6,h=2,arrangement=absolute"))
    assert [link[:2] for link in small.links] == [link[:2] for link in same.links]


def test_corner_without_trunks_has_diameter_7() -> None:
    dragonfly = ThreeLevel(a=3, m=1, h=1)
    network = dragonfly.network()
    assert (dragonfly.b, dragonfly.c) == (4, 13)
    assert diameter(network) == 7
    assert joined_groups(network, 12) == dict.fromkeys(combinations(range(13), 2), 1)


def test_corner_like_cascade_is_a_dragonfly_of_hamming_groups_of_diameter_5() -> None:
    corner = ThreeLevel(a=3, m=2, h=1, t2=3, medium="hamming", arrangement="relative").network()
    same = spec.build(spec.read("dragonfly:a=9,h=1,arrangement=relative,local.sides=3x3"))
    assert [link[:2] for link in corner.links] == [link[:2] for link in same.links]
    assert diameter(corner) == 5


def test_corner_with_t3_of_b_leads_to_the_right_group_of_the_first_level() -> None:
    """Its longest minimal routes are l m l g l."""
    dragonfly = ThreeLevel(a=4, m=1, h=1, t3=5)
    network = dragonfly.network()
    assert (dragonfly.b, dragonfly.c) == (5, 5)
    for link in network.links_of("global"):
        assert network.groups[link.first] % 5 == network.groups[link.second] % 5
    assert diameter(network) <= 5


@pytest.mark.parametrize(("a", "b", "c"), [(3, 3, 3), (2, 3, 5), (4, 3, 2)])
def test_corner_of_full_trunks_is_the_hamming_graph(a: int, b: int, c: int) -> None:
    corner = ThreeLevel(
        a=a, m=b - 1, h=c - 1, t2=a, t3=a * b, medium="hamming", arrangement="hamming"
    )
    assert (corner.b, corner.c) == (b, c)
    links = {link[:2] for link in corner.network().links}
    assert links == {link[:2] for link in hamming((c, b, a)).links}


def test_a_port_map_of_an_arrangement_is_that_arrangement() -> None:
    relative = Dragonfly(a=3, h=2, arrangement="relative", p=4)
    ports = [[(group + port + 1) % 7 for port in range(6)] for group in range(7)]
    parsed = spec.parse({"family": "port_map", "a": 3, "h": 2, "p": 4, "ports": ports})
    assert spec.build(parsed) == relative.network()


def test_a_link_list_of_an_arrangement_is_that_arrangement() -> None:
    relative = Dragonfly(a=3, h=2, arrangement="relative", p=4)
    links = [[*one, *other] for one, other in relative.global_links()]
    obj = {"family": "link_list", "a": 3, "h": 2, "groups": 7, "p": 4, "links": links}
    assert spec.build(spec.parse(obj)) == relative.network()
    assert spec.parse(obj).size() == (21, 42)


def test_a_link_list_may_join_groups_twice_or_not_at_all() -> None:
    obj = {"family": "link_list", "a": 4, "h": 2, "groups": 3, "local": {"sides": [2, 2]}}
    network = spec.build(spec.parse({**obj, "links": [[0, 1, 1, 3], [1, 3, 0, 1]]}))
    assert network.count_by_class() == {"local": 12, "global": 2}
    assert tuple(network.degrees("global")) == (0, 2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0)


def test_a_port_map_may_leave_ports_unused_and_join_groups_twice() -> None:
    ports = [[1, 1, None, 2], [0, 0, None, None], [None, 0, None, None]]
    parsed = spec.parse({"family": "port_map", "a": 2, "h": 2, "ports": ports})
    network = spec.build(parsed)
    assert network.links_of("global") == ((0, 2, "global", 2), (1, 4, "global", 1))
    assert spec.parse(spec.complete(parsed)) == parsed


PORTS = {"family": "port_map", "a": 1, "h": 1}
CASCADE = {"family": "cascade", "groups": 3, "trunking": 24}
LISTED = {"family": "link_list", "a": 2, "h": 1, "groups": 3}
WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({**LISTED, "links": [[0, 0, 0, 1]]}, "links.0", "must join two groups, got 0 twice"),
    ({**LISTED, "links": [[0, 0, 3, 1]]}, "links.0", "has 3, but groups are numbered 0 to 2"),
    ({**LISTED, "links": [[0, 2, 1, 1]]}, "links.0", "has 2, but positions are numbered 0 to 1"),
    (
        {**LISTED, "links": [[0, 0, 1, 0], [2, 1, 0, 0]]},
        "links.1",
        "is link 2 of switch 0 of group 0, which has h = 1 global ports",
    ),
    ({**LISTED, "links": [], "local": {"sides": [3]}}, "local.sides", "a product of a = 2"),
    ({**PORTS, "ports": [[1], [None]]}, "ports.0", "1 ports of group 0 lead to group 1, but 0"),
    ({**PORTS, "ports": [[0]]}, "ports.0.0", "must be another group"),
    ({**PORTS, "ports": [[7], [0]]}, "ports.0.0", "0 to 1, or null; got 7"),
    ({**PORTS, "ports": [[1, 1], [0]]}, "ports.0", "needs a·h = 1 entries, got 2"),
    ({"family": "dragonfly3", "a": 3, "m": 2, "h": 1, "t2": 4}, "t2", "must divide a·m = 6"),
    ({"family": "dragonfly3", "a": 3, "m": 2, "h": 1, "t3": 5}, "t3", "must divide a·b·h = 21"),
    (
        {"family": "dragonfly3", "a": 3, "m": 3, "h": 1, "medium": "circulant"},
        "medium",
        "h must be even",
    ),
    ({"family": "dragonfly3", "a": 3, "m": 3, "h": 1, "medium": "x"}, "medium", "unknown"),
    ({"family": "cascade", "groups": 6, "trunking": 193}, "trunking", "must be at most 192"),
    ({**CASCADE, "rows": [6, 3]}, "rows", "needs one number for each of 3 groups, got 2"),
    ({**CASCADE, "rows": [6, 3, 0]}, "rows.2", "must be an integer from 1"),
    ({**CASCADE, "rows": [6, 3, "3"]}, "rows.2", "must be an integer from 1"),
    ({**CASCADE, "rows": [6, 3, True]}, "rows.2", "must be an integer from 1"),
    ({**CASCADE, "rows": []}, "rows", "got an empty list"),
    ({**CASCADE, "rows": 1.5}, "rows", "must be an integer from 1"),
    ({**CASCADE, "rows": [6, 6, 1], "trunking": 81}, "trunking", "must be at most 80"),
    ({"family": "percs", "groups": 514}, "trunking", "514 groups are too many"),
    ({"family": "preset", "name": "cascde"}, "name", "unknown preset"),
    ({"family": "preset"}, "name", "is missing"),
    ({"family": "preset", "name": "percs", "groops": 3}, "groops", "did you mean groups"),
]


@pytest.mark.parametrize(("obj", "field", "problem"), WRONG)
def test_what_cannot_be_is_refused(obj: dict[str, Any], field: str, problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec.parse(obj)
    assert caught.value.field == field
    assert problem in caught.value.problem


SIZES = {
    "slingshot": 17_440, "percs": 16_384, "dragonfly-1056": 264, "dragonfly-72": 36,
    "edison-6": 576, "frontier-compute": 2_368,
    "aurora-compute": 5_312, "lumi-g": 768, "theta": 864, "frontier": 2_464,
    "aurora": 5_600, "lumi": 944, "edison": 1_440, "niagara": 168, "slim-fly-deployed": 50,
    "leonardo-booster": 684,
    "fugaku": 158_976,
    "tpu-v4": 4_096, "tpu-v5p": 8_960,
}  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_presets_are_specs_with_a_source(preset: Any) -> None:
    parsed = spec.read(f"preset:name={preset.name}")
    assert parsed == spec.parse(preset.spec)
    assert preset.source
    assert parsed.size().switches == SIZES[preset.name]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_a_machine_is_named_by_itself_and_tells_each_of_its_parameters(machine: Any) -> None:
    parsed = spec.read(machine.name)
    assert parsed == spec.parse(machine.spec)
    told = {field for fact in machine.facts for field in fact.field.split(", ")}
    assert machine.spec.keys() - {"family"} <= told | {"rings"}
    assert ("unit" in told) == bool(machine.unit) or machine.name == "niagara"


def test_fields_of_a_named_machine_are_changed() -> None:
    changed = spec.read("frontier-compute:wiring=blocks,groups=4")
    assert (
        changed.complete()
        == spec.read(
            "slingshot:groups=4,switches=32,links=4,ports=10,p=16,wiring=blocks"
        ).complete()
    )


def test_blades_are_joined_as_the_cables_of_theta_and_edison_are() -> None:
    """Ends of cables in CODES's lists: (group, chassis, slot) to (group, chassis, slot)."""
    cables = {
        "theta": [((0, 0, 0), (1, 0, 0)), ((1, 0, 0), (5, 0, 4)), ((4, 0, 3), (0, 0, 15)),
                  ((0, 5, 15), (4, 5, 3)), ((8, 5, 15), (7, 5, 15))],
        "edison": [((0, 0, 0), (1, 0, 0)), ((1, 0, 1), (9, 0, 3)), ((0, 5, 15), (8, 5, 1)),
                   ((4, 0, 0), (0, 0, 6)), ((8, 0, 0), (9, 0, 0))],
    }  # fmt: skip
    for name, listed in cables.items():
        network = spec.build(spec.read(name))
        assert set(network.degrees("global")) == ({4} if name == "theta" else {2, 4})
        joined = {(first, second): m for first, second, _, m in network.links_of("global")}
        for ends in listed:
            first, second = sorted(96 * g + 16 * chassis + slot for g, chassis, slot in ends)
            assert joined[first, second] == 2, (name, ends)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ("groups=9,trunking=46", "12 times a divisor of columns"),
        ("groups=22,trunking=48", "at most"),
        ("groups=3,rows=2x1x3,columns=4,trunking=4", "as many rows in every group"),
    ],
)
def test_blades_that_do_not_fit_are_refused(fields: str, problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        spec.read(f"cascade:{fields},wiring=blades")


FAMILIES = [
    "cascade:groups=3,rows=2,columns=3,trunking=5,p=2",
    "cascade:groups=4,rows=2x1x3x1,columns=3,trunking=7,p=2",
    "percs:groups=3,drawers=2,hubs=2,h=2,trunking=4",
    "dragonfly_plus:groups=5,leaves=2,spines=2",
    "dragonfly_plus:groups=4,leaves=3,spines=2,uplinks=2,ports=5,links=2,p=3",
    "dragonfly_plus:groups=2,leaves=3,spines=2,ports=9",
    "dragonfly3:a=2,m=1,h=1",
    "dragonfly3:a=2,m=2,h=2,t2=2,t3=6,medium=hamming,arrangement=hamming",
    "dragonfly:a=4,h=2,arrangement=circulant,trunking=2",
    "dragonfly:a=4,h=4,arrangement=helix,trunking=2",
    "dragonfly:a=4,h=2,arrangement=random,seed=3",
    "dragonfly:a=6,h=1,arrangement=relative,local.sides=2x3,local.multiplicities=2x1,groups=5",
    "mesh:sides=3x4",
    "hyperx:sides=3x4,multiplicities=1x2,p=3",
    "flattened_butterfly:k=3,n=3",
    "fat_tree:k=4",
    "xgft:children=4x3x2,parents=1x2x2",
    "polarfly:q=4,p=2",
    "spectralfly:prime=5,q=7",
    "bundlefly:q=4,paley=5",
    "rail:units=3,boxes=4,rails=4,spines=2,planes=2",
    "hammingmesh:board=2x3,boards=3x2",
    "xpander:degree=4,lift=3,seed=2",
    "leaf_spine:leaves=3,spines=2,uplinks=2,p=4",
    "slim_fly:q=4,p=2",
    "slim_fly:q=5",
    "slim_fly:q=7",
    "jellyfish:switches=9,degree=4,seed=2",
    "de_bruijn:symbols=2,length=4",
    "de_bruijn:symbols=3,length=1",
    "butterfly:dimension=1",
    "butterfly:dimension=2",
    "butterfly:dimension=3",
    "butterfly:dimension=3,wrapped=false",
    "cube_connected_cycles:dimension=1",
    "cube_connected_cycles:dimension=2",
    "cube_connected_cycles:dimension=3",
    "cycle:switches=3",
    "path:switches=1",
    "path:switches=5,p=2",
    "star:leaves=1",
    "tree:branching=3,height=2",
    "grid:sides=3x4,p=2",
]


@pytest.mark.parametrize("text", FAMILIES)
def test_short_form_complete_form_and_size_agree(text: str) -> None:
    parsed = spec.read(text)
    assert spec.parse(spec.complete(parsed)) == parsed
    network = spec.build(parsed)
    assert spec.build(spec.parse(spec.complete(parsed))) == network
    assert parsed.size().switches == network.switches
    assert parsed.size().links >= len(network.links)
    if not text.startswith(("cascade", "percs", "dragonfly_plus:groups=2")):
        assert parsed.size().links == len(network.links)
