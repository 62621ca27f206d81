"""The verifier builds the same networks as alphacut, by code of its own."""

from __future__ import annotations

from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.formats.spec.families import FAMILIES as NAMED
from alphacut_verify.errors import TooLarge, Unreadable, Unsupported
from alphacut_verify.limits import DEFAULT, Limits
from alphacut_verify.topology import FAMILIES, KNOWN_ELSEWHERE, build

SHORT = (
    "dragonfly:a=4,h=2,arrangement=absolute",
    "dragonfly:a=4,h=2,arrangement=relative",
    "dragonfly:a=4,h=2,arrangement=circulant",
    "dragonfly:a=3,h=3,arrangement=nautilus",
    "dragonfly:a=3,h=4,arrangement=nautilus,options.sign=figures",
    "dragonfly:a=4,h=2,arrangement=helix",
    "dragonfly:a=3,h=3,arrangement=helix",
    "dragonfly:a=4,h=3,arrangement=palmtree",
    "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2",
    "dragonfly:a=4,h=2,arrangement=hamming,trunking=2",
    "dragonfly:a=3,h=2,arrangement=hamming",
    "dragonfly:a=3,h=3,arrangement=hamming",
    "dragonfly:a=4,h=2,arrangement=circulant,trunking=2",
    "dragonfly:a=4,h=3,arrangement=random,trunking=3,seed=1",
    "dragonfly:a=4,h=2,arrangement=random,seed=5",
    "dragonfly:a=4,h=2,arrangement=consecutive,groups=5",
    "dragonfly:a=4,h=2,arrangement=relative,groups=6",
    "dragonfly:a=4,h=4,arrangement=relative,trunking=2",
    "dragonfly:a=4,h=4,arrangement=relative,trunking=2,trunks=multichassis",
    "dragonfly:a=4,h=4,arrangement=helix,trunking=2",
    "dragonfly:a=4,h=3,arrangement=absolute,trunking=2,trunks=multichassis",
    "dragonfly:a=6,h=1,arrangement=relative,local.sides=2x3,local.multiplicities=3x1",
    "dragonfly:a=4,h=2,arrangement=lift,offsets=0-0x1-2x1-3x3-2",
    "dragonfly:a=3,h=1,arrangement=lift,offsets=0-1x2-2",
    "dragonfly:a=4,h=2,groups=6,arrangement=lift,offsets=0-1x1-2x3-3",
    "rail:units=3,boxes=4,spines=2",
    "rail:units=2,boxes=3,rails=4,spines=2,planes=2,uplinks=3,p=1",
    "rail:units=4,boxes=4,rails=4,spines=2,planes=2,pods=2,cores=4,core_groups=2",
    "rail:units=2,boxes=4,rails=4,spines=4,uplinks=1,cores=3,core_links=2",
    "hammingmesh:board=2x3,boards=3x2",
    "hammingmesh:board=2x2,boards=5x3,radix=8",
    "hammingmesh:board=1x2,boards=7x2,radix=10",
    "hammingmesh:board=1x2,boards=2x2,p=2",
    "dragonfly_plus:groups=5,leaves=2,spines=2,p=2",
    "dragonfly_plus:groups=4,leaves=3,spines=3,p=3",
    "slingshot:groups=4,switches=4,links=3",
    "slingshot:groups=4,switches=4,links=3,wiring=blocks",
    "slingshot:groups=3x2,switches=4x2,links=3x1x2",
    "slingshot:groups=3x2,switches=4x2,links=3x1x2,wiring=any",
    "mesh:sides=4x5",
    "grid:sides=4x4,p=2",
    "torus:sides=5x2x3",
    "hypercube:dimension=5",
    "hamming:sides=4x5",
    "hyperx:sides=3x6,multiplicities=2x1",
    "flattened_butterfly:k=4,n=3",
    "complete:switches=9",
    "fat_tree:k=6,p=2",
    "leaf_spine:leaves=6,spines=4,uplinks=2",
    "xgft:children=3x3x4,parents=1x2x2",
    "xpander:degree=4,lift=4,seed=1",
    "de_bruijn:symbols=3,length=2",
    "butterfly:dimension=3",
    "butterfly:dimension=2",
    "butterfly:dimension=3,wrapped=false",
    "cube_connected_cycles:dimension=3",
    "cycle:switches=12",
    "path:switches=9",
    "star:leaves=8",
    "tree:branching=3,height=3",
    "torus:sides=3x3,capacities.local=3",
    "dragonfly:a=2,h=1,arrangement=relative,failed.random_links=1,capacities.global=1+2alpha",
    "torus:sides=4x4,failed.links=0-1x1-2,failed.switches=7",
    "torus:sides=4x4,failed.random_links=3,failed.random_switches=3,failed.seed=8",
    "slingshot:groups=4,switches=4,links=2,failed.random_links=2,failed.random_class=global",
)
WRITTEN: list[dict[str, Any]] = [
    {"family": "port_map", "a": 2, "h": 1, "ports": [[1, 2], [0, 2], [1, 0]]},
    {
        "family": "link_list", "a": 2, "h": 1, "groups": 3,
        "links": [[0, 0, 1, 0], [0, 1, 2, 1], [1, 1, 2, 0]],
    },
    {
        "family": "graph", "switches": 4, "groups": [0, 0, 1, 1], "hosts": [2, 0, 2, 1],
        "links": [[0, 1], [1, 2, "global"], [2, 3, "local", 3], [3, 0, "optical"]],
        "classes": {
            "local": {"base": 1, "slope": 0}, "global": {"base": 0, "slope": 1},
            "optical": {"base": 1, "slope": 2},
        },
        "names": ["a", "b", "c", "d"],
    },
]  # fmt: skip


def check_same(spec: specs.FamilySpec) -> None:
    theirs, ours = specs.build_any(spec), build(specs.complete(spec), "topology", DEFAULT)
    links = {(link.first, link.second, link.link_class): link[3] for link in theirs.links}
    assert ours.links == links
    assert (ours.groups, ours.hosts) == (theirs.groups, theirs.hosts)
    assert ours.classes == {each.name: (each.base, each.slope) for each in theirs.classes}
    assert (ours.any_wiring is None) == (not theirs.free)


@pytest.mark.parametrize("text", SHORT)
def test_the_same_network_of_a_family(text: str) -> None:
    check_same(specs.read(text))


@pytest.mark.parametrize("written", WRITTEN, ids=lambda each: str(each["family"]))
def test_the_same_network_of_what_is_written_out(written: dict[str, Any]) -> None:
    check_same(specs.parse(written))


def test_every_family_is_built_or_named() -> None:
    assert set(FAMILIES) | set(KNOWN_ELSEWHERE) == {*NAMED, "preset"} - {"file"}
    built = {text.partition(":")[0] for text in SHORT} | {each["family"] for each in WRITTEN}
    assert built == set(FAMILIES)


@pytest.mark.parametrize("family", KNOWN_ELSEWHERE)
def test_other_families_are_refused_by_name(family: str) -> None:
    with pytest.raises(Unsupported, match=family):
        build({"family": family}, "topology", DEFAULT)


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ({"family": "torus", "sides": [3, 0]}, "sides.1"),
        ({"family": "torus", "sides": [3], "size": 2}, "size"),
        ({"family": "torus", "sides": [True, 3]}, "sides.0"),
        ({"family": "graph", "switches": 2, "links": [[0, 2]]}, "links.0.1"),
        ({"family": "dragonfly", "a": 2, "h": 1, "arrangement": "spiral"}, "arrangement"),
        ({"family": "nothing"}, "family"),
    ],
)
def test_a_wrong_spec_is_refused_with_its_field(spec: dict[str, Any], field: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        build(spec, "topology", DEFAULT)
    assert refusal.value.place == f"topology.{field}"


@pytest.mark.parametrize(
    "spec",
    [
        {"family": "torus", "sides": [1000, 1000, 1000]},
        {"family": "hypercube", "dimension": 60},
        {"family": "tree", "branching": 2, "height": 500},
        {"family": "dragonfly", "a": 1000, "h": 1000, "arrangement": "relative"},
        {"family": "complete", "switches": 999},
    ],
    ids=lambda each: str(each["family"]),
)
def test_large_networks_are_not_built(spec: dict[str, Any]) -> None:
    with pytest.raises(TooLarge):
        build(spec, "topology", Limits(links=10_000))
