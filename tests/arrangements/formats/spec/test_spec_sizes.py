"""What a spec may cost: reading it as much as its JSON, building it as much as the limits say."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import pytest

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.spec import Limits
from alphacut.arrangements.structure.cables import cables

if TYPE_CHECKING:
    Limited = Callable[..., AbstractContextManager[None]]

SERVICE = Limits(switches=4096, links=200_000)
ANY_SIZE = Limits(switches=10**500, links=10**500)
G = 10**9
DRAGONFLY = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
GRAPH: dict[str, Any] = {"family": "graph", "switches": 2, "links": [[0, 1, "local", G]]}
TORUS = {"family": "torus", "sides": [2]}

TOO_LARGE: list[tuple[str, dict[str, Any]]] = [
    ("switches", {"family": "graph", "switches": 999_999_999, "links": []}),
    ("switches", {"family": "graph", "switches": G, "links": [], "failed": {"switches": [1]}}),
    ("a", {**DRAGONFLY, "a": G, "h": G, "p": G}),
    ("a", {**DRAGONFLY, "a": 1, "h": G, "arrangement": "random"}),
    ("a", {**DRAGONFLY, "a": G, "h": 1, "groups": 2, "arrangement": "absolute"}),
    ("a", {**DRAGONFLY, "a": G, "h": G, "trunking": 2, "arrangement": "helix"}),
    ("a", {**DRAGONFLY, "a": G, "h": G, "trunking": G, "trunks": "multichassis"}),
    ("a", {**DRAGONFLY, "a": G, "h": G, "trunking": G, "trunks": "lag", "arrangement": "helix"}),
    ("a", {**DRAGONFLY, "a": G, "local": {"sides": [10**5, 10**4], "multiplicities": [G, G]}}),
    ("a", {"family": "dragonfly3", "a": G, "m": G, "h": G}),
    ("a", {"family": "dragonfly3", "a": 2, "m": G, "h": 1, "t2": 2}),
    ("a", {"family": "dragonfly3", "a": 2, "m": 1, "h": G, "t3": 6}),
    ("ports", {"family": "port_map", "a": 1, "h": 1, "ports": [[None]] * 50_000}),
    ("ports", {"family": "port_map", "a": 1, "h": 1, "ports": [[i ^ 1] for i in range(50_000)]}),
    ("groups", {"family": "link_list", "a": G, "h": G, "groups": G, "links": []}),
    ("groups", {"family": "cascade", "groups": G, "trunking": 1, "h": G}),
    ("groups", {"family": "cascade", "groups": 2, "trunking": G, "rows": G, "columns": G, "h": G}),
    ("groups", {"family": "cascade", "groups": 3, "rows": [G, G, 1], "trunking": 1}),
    ("groups", {"family": "dragonfly_plus", "groups": G, "leaves": G, "spines": G}),
    ("groups", {"family": "slingshot", "groups": G, "switches": G, "links": 1}),
    ("groups", {"family": "dragonfly_plus", "groups": 2, "leaves": 1, "spines": 1, "ports": G}),
    ("groups", {"family": "percs", "groups": G, "h": G, "drawers": G, "hubs": G}),
    ("groups", {"family": "percs", "groups": 2, "h": G, "trunking": G}),
    ("dimension", {"family": "hypercube", "dimension": 62}),
    ("sides", {"family": "mesh", "sides": [G] * 32}),
    ("sides", {"family": "torus", "sides": [G] * 32}),
    ("sides", {"family": "hamming", "sides": [G]}),
    ("sides", {"family": "hyperx", "sides": [G], "multiplicities": [G]}),
    ("n", {"family": "flattened_butterfly", "k": G, "n": 33}),
    ("switches", {"family": "complete", "switches": G}),
    ("k", {"family": "fat_tree", "k": G}),
    ("children", {"family": "xgft", "children": [G] * 32, "parents": [1] + [G] * 31}),
    ("q", {"family": "polarfly", "q": 512}),
    ("q", {"family": "spectralfly", "prime": 4093, "q": 509}),
    ("q", {"family": "bundlefly", "q": 512, "paley": 509}),
    ("units", {"family": "rail", "units": G, "boxes": G, "rails": G, "spines": 1}),
    ("boards", {"family": "hammingmesh", "board": [G, G], "boards": [G // 2, 9], "radix": G}),
    ("lift", {"family": "xpander", "degree": G, "lift": G}),
    ("leaves", {"family": "leaf_spine", "leaves": G, "spines": G, "uplinks": G, "p": G}),
    ("q", {"family": "slim_fly", "q": 997}),
    ("switches", {"family": "jellyfish", "switches": G, "degree": 4}),
    ("degree", {"family": "jellyfish", "switches": 4000, "degree": 3999}),
    ("length", {"family": "de_bruijn", "symbols": G, "length": 48}),
    ("dimension", {"family": "butterfly", "dimension": 48}),
    ("dimension", {"family": "cube_connected_cycles", "dimension": 48}),
    ("switches", {"family": "cycle", "switches": G}),
    ("switches", {"family": "path", "switches": G}),
    ("leaves", {"family": "star", "leaves": G}),
    ("height", {"family": "tree", "branching": G, "height": 48}),
    ("height", {"family": "tree", "branching": 2, "height": 12}),
    ("sides", {"family": "grid", "sides": [G] * 32}),
    ("a", {"family": "preset", "name": "slingshot", "a": G}),
]


@pytest.mark.parametrize(("field", "obj"), TOO_LARGE)
def test_what_is_too_large_is_refused_before_anything_is_written_out(
    limited: Limited, field: str, obj: dict[str, Any]
) -> None:
    with limited(megabytes=64, seconds=5):
        parsed = spec.parse(obj, ANY_SIZE)
        with pytest.raises(SpecError, match="too large") as caught:
            parsed.check_size(SERVICE)
    assert caught.value.field == field
    assert len(str(caught.value)) < 200


def test_every_family_is_among_those_that_are_too_large() -> None:
    met = {obj["family"] for _, obj in TOO_LARGE}
    assert met == {*spec.families.FAMILIES, "preset"}


def many(entry: object, count: int = 100_000) -> list[object]:
    return [entry] * count


def named(value: object, count: int = 100_000) -> dict[str, Any]:
    return {f"name{i}": value for i in range(count)}


def deep(levels: int) -> list[Any]:
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


LISTED = {"family": "link_list", "a": 1, "h": 1, "groups": 2}
ONE_CLASS = {"name": "x", "base": 1, "slope": 0}
WRONG: list[tuple[str, Callable[[], dict[str, Any]]]] = [  # large, and so made when asked for
    ("", lambda: {**TORUS, **named(1)}),
    ("failed", lambda: {**TORUS, "failed": named(1)}),
    ("local", lambda: {**DRAGONFLY, "local": {"sides": [2], **named(1)}}),
    ("classes", lambda: {**GRAPH, "classes": [{**ONE_CLASS, "name": name} for name in named(1)]}),
    ("classes.0", lambda: {**GRAPH, "classes": many(named(1, 30), 1000)}),
    ("classes.1.name", lambda: {**GRAPH, "classes": many(ONE_CLASS, 1000)}),
    ("links.0", lambda: {**GRAPH, "links": many([0, 0])}),
    ("links.0", lambda: {**GRAPH, "links": many([0, 1, "nowhere"])}),
    ("links.0", lambda: {**GRAPH, "links": many("long" * 100)}),
    ("links.0", lambda: {**GRAPH, "links": [[0, 1, "local", 10**4000]]}),
    ("links.0", lambda: {**GRAPH, "links": [[0, 10**6000]]}),
    ("links.0", lambda: {**GRAPH, "links": deep(50_000)}),
    ("groups.0", lambda: {**GRAPH, "groups": many("x")}),
    ("hosts", lambda: {**GRAPH, "hosts": many(1)}),
    ("sides.0", lambda: {**TORUS, "sides": many(-1)}),
    ("sides", lambda: {**TORUS, "sides": many(1)}),
    ("multiplicities.0", lambda: {"family": "hyperx", "sides": [2], "multiplicities": many(0)}),
    ("capacities", lambda: {**TORUS, "capacities": named("x")}),
    ("capacities.name0", lambda: {**TORUS, "capacities": named("x", 1000)}),
    ("options", lambda: {**DRAGONFLY, "options": named("x")}),
    ("options.name0", lambda: {**DRAGONFLY, "arrangement": "nautilus", "options": named(1, 1000)}),
    ("ports.0.0", lambda: {"family": "port_map", "a": 1, "h": 1, "ports": many(["x"])}),
    ("ports.0.0", lambda: {"family": "port_map", "a": 1, "h": 1, "ports": [many("x")]}),
    ("ports.0", lambda: {"family": "port_map", "a": G, "h": G, "ports": many([1])}),
    ("links.0.0", lambda: {**LISTED, "links": many([-1] * 4)}),
    ("failed.links.0", lambda: {**TORUS, "failed": {"links": many(1)}}),
    ("failed.switches.0", lambda: {**TORUS, "failed": {"switches": many("x")}}),
    ("groups", lambda: {**DRAGONFLY, "groups": 10**6000}),
    ("rows.0", lambda: {"family": "cascade", "groups": 2, "trunking": 1, "rows": many("x")}),
    ("rows", lambda: {"family": "cascade", "groups": 2, "trunking": 1, "rows": many(1)}),
    ("rows", lambda: {"family": "cascade", "groups": 2, "trunking": 1, "rows": "x" * 10**6}),
    ("rows.0", lambda: {"family": "cascade", "groups": 2, "trunking": 1, "rows": deep(50_000)}),
    ("trunks", lambda: {**DRAGONFLY, "trunks": "x" * 10**6}),
    ("name", lambda: {"family": "preset", "name": "x" * 10**6}),
    ("family", lambda: {"family": "x" * 10**6}),
    ("family", lambda: {"family": deep(50_000)}),
    ("sides.0", lambda: {**TORUS, "sides": deep(50_000)}),
    ("x" * 64, lambda: {**TORUS, "x" * 10**6: 1}),
    ("more", lambda: {**TORUS, "more": deep(50_000)}),
]


@pytest.mark.parametrize(("field", "make"), WRONG, ids=[field for field, _ in WRONG])
def test_what_is_wrong_many_times_is_told_a_few_times(
    limited: Limited, field: str, make: Callable[[], dict[str, Any]]
) -> None:
    obj = make()
    with limited(megabytes=128, seconds=20), pytest.raises(SpecError) as caught:
        spec.parse(obj)
    assert caught.value.field == field
    assert len(caught.value.problems) <= 21
    assert len(str(caught.value)) < 10_000


def test_many_links_of_many_classes_are_read_in_one_pass(limited: Limited) -> None:
    names = [f"class-{i}" for i in range(1000)]
    obj = {
        "family": "graph",
        "switches": 4096,
        "classes": [{**ONE_CLASS, "name": name} for name in names],
        "links": [[i % 4095, 4095, names[i % 1000]] for i in range(170_000)],
    }
    with limited(megabytes=400, seconds=20):
        network = spec.build(spec.parse(obj))
        assert sum(len(network.links_of(name)) for name in names) == len(network.links)


LARGEST: list[dict[str, Any]] = [  # in the service, of each family
    {"family": "complete", "switches": 632},
    {"family": "hypercube", "dimension": 12},
    {"family": "torus", "sides": [4] * 6},
    {"family": "mesh", "sides": [2] * 12},
    {"family": "hamming", "sides": [632]},
    {"family": "hyperx", "sides": [50, 50], "multiplicities": [G, G], "p": G},
    {"family": "flattened_butterfly", "k": 8, "n": 5},
    {"family": "fat_tree", "k": 56},
    {"family": "xgft", "children": [G, 12, 12, 12], "parents": [1, 8, 8, 4], "p": G},
    {"family": "polarfly", "q": 61},
    {"family": "spectralfly", "prime": 53, "q": 17},
    {"family": "bundlefly", "q": 11, "paley": 13},
    {"family": "rail", "units": 16, "boxes": 200, "rails": 20, "spines": 100, "p": G},
    {"family": "hammingmesh", "board": [4, 4], "boards": [15, 15], "p": G},
    {"family": "xpander", "degree": 96, "lift": 42},
    {"family": "leaf_spine", "leaves": 447, "spines": 447, "uplinks": G, "p": G},
    {"family": "slim_fly", "q": 43},
    {"family": "jellyfish", "switches": 633, "degree": 316},
    {"family": "de_bruijn", "symbols": 58, "length": 2},
    {"family": "butterfly", "dimension": 8, "wrapped": False},
    {"family": "cube_connected_cycles", "dimension": 8},
    {"family": "dragonfly3", "a": 3, "m": 3, "h": 1},
    {"family": "cascade", "groups": 42, "trunking": 23},
    {"family": "cascade", "groups": 42, "trunking": 19, "rows": [6, 5] * 21},
    {
        "family": "dragonfly_plus",
        "groups": 64,
        "leaves": 32,
        "spines": 32,
        "uplinks": G,
        "p": G,
        "links": 60,
    },
    {"family": "dragonfly_plus", "groups": 4, "leaves": 150, "spines": 300, "links": 3000},
    {"family": "percs", "groups": 128, "trunking": 4},
    {"family": "cycle", "switches": 4096, "p": G},
    {"family": "path", "switches": 4096, "p": G},
    {"family": "star", "leaves": 4095, "p": G},
    {"family": "tree", "branching": 2, "height": 11, "p": G},
    {"family": "grid", "sides": [64, 64], "p": G},
    {**DRAGONFLY, "a": 1, "h": 630, "arrangement": "random"},
    {**DRAGONFLY, "a": 1, "h": G, "trunking": G, "arrangement": "helix"},
    {**DRAGONFLY, "a": 316, "h": 316, "trunking": 316 * 316, "trunks": "multichassis"},
    {"family": "port_map", "a": 1, "h": 2, "ports": [[i ^ 1, None] for i in range(4096)]},
    {
        "family": "link_list",
        "a": 1,
        "h": G,
        "groups": 4096,
        "links": [[i, 0, i + 1, 0] for i in range(4095)] * 40,
    },
    {
        "family": "torus",
        "sides": [64, 64],
        "failed": {
            "links": [[i, i + 64] for i in range(4000)],
            "switches": [*range(1, 4000, 5)],
            "random_links": 1000,
            "random_switches": 1000,
        },
    },
]


OF_OTHER_ARRANGEMENTS = [
    pytest.param(
        {**DRAGONFLY, "a": 1, "h": 630, "arrangement": name}, id=name, marks=pytest.mark.slow
    )
    for name in ("absolute", "relative", "circulant", "nautilus", "helix", "hamming")
]


@pytest.mark.parametrize(
    "obj", [*(pytest.param(each, id=each["family"]) for each in LARGEST), *OF_OTHER_ARRANGEMENTS]
)
def test_the_largest_networks_are_built_within_bounds(
    limited: Limited, obj: dict[str, Any]
) -> None:
    with limited(megabytes=250, seconds=60):
        parsed = spec.parse(obj, SERVICE)
        network = spec.build(parsed, SERVICE)
    size = spec.estimate(parsed)
    assert network.switches <= size.switches
    assert len(network.links) <= size.links


def test_aggregated_trunks_are_one_link_each() -> None:
    trunked = {**DRAGONFLY, "a": 1, "h": G, "trunking": G, "arrangement": "helix"}
    assert spec.build(spec.parse(trunked)).links == ((0, 1, "global", G),)
    whole = {"family": "dragonfly3", "a": 1, "m": G, "h": G // 2, "t2": G, "t3": G}
    layered = {**whole, "medium": "helix", "arrangement": "helix"}
    assert {link.multiplicity for link in spec.build(spec.parse(layered)).links} == {G, G // 2}


def test_links_fail_at_random_among_as_many_cables_as_can_be_counted(limited: Limited) -> None:
    with limited(megabytes=64, seconds=10), pytest.raises(SpecError) as caught:
        spec.build(spec.parse({**GRAPH, "failed": {"random_links": 1}}))
    assert caught.value.field == "failed.random_links"
    assert "at most 2,000,000 cables, and there are 1,000,000,000" in caught.value.problem
    assert "failed.links" in caught.value.problem
    listed = {**GRAPH, "failed": {"links": [[0, 1, "local", 1]]}}
    assert spec.build(spec.parse(listed)).links == ((0, 1, "local", G - 1),)


def test_the_most_cables_that_links_fail_among(limited: Limited) -> None:
    bundles = {**GRAPH, "links": [[0, 1, "local", 1_999_999], [0, 1, "global", 1]]}
    with limited(megabytes=300, seconds=60):
        network = spec.build(spec.parse({**bundles, "failed": {"random_links": 100_000}}))
    assert sum(link.multiplicity for link in network.links) == 1_900_000


def test_cables_are_listed_up_to_a_number() -> None:
    with pytest.raises(NetworkError, match="1,000,000,000 with parallel links, at most 2,000,000"):
        cables(spec.build(spec.parse(GRAPH)))


@pytest.mark.parametrize("arabic", ["0-٣", "٠-1", "0-1x٢-3", "0-" + "9" * 1000, "0--1"])
def test_ends_in_the_short_form_are_plain_numbers(arabic: str) -> None:
    with pytest.raises(SpecError, match="must be pairs of switches joined by x") as caught:
        spec.read(f"torus:sides=4x4,failed.links={arabic}")
    assert caught.value.field == "failed.links"


def test_a_name_given_twice_is_found_in_one_pass(limited: Limited) -> None:
    pairs = ", ".join(f'"name{i}": {i}' for i in range(100_000))
    with limited(megabytes=128, seconds=10), pytest.raises(SpecError, match="twice") as caught:
        spec.read(f"{{{pairs}, {json.dumps('name99999')}: 1}}")
    assert caught.value.field == "name99999"
