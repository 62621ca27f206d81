"""Specs that are right: what they build, their defaults, and round trips."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.spec.families import any_model
from alphacut.arrangements.network import Link, LinkClass, Network

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
GRAPH = {"family": "graph", "switches": 6, "links": [[0, 1], [1, 2, "global"], [2, 3, "local", 3]]}
GOOD: list[dict[str, Any]] = [
    RELATIVE,
    {**RELATIVE, "p": 3, "trunking": 1, "groups": 9, "options": {}},
    {**RELATIVE, "a": 3, "h": 3, "arrangement": "nautilus", "options": {"sign": "figures"}},
    {**RELATIVE, "a": 1, "h": 1, "arrangement": "helix"},
    GRAPH,
    {**GRAPH, "groups": [0, 0, 1, 1, 2, 2], "hosts": [1, 0, 2, 0, 1, 1]},
    {**GRAPH, "classes": [{"name": n, "base": 2, "slope": 5} for n in ("global", "local")]},
    {**GRAPH, "classes": {n: {"base": 2, "slope": 5} for n in ("global", "local")}},
    {"family": "graph", "switches": 1, "links": []},
    {"family": "hypercube", "dimension": 4},
    {"family": "torus", "sides": [4, 2, 1, 3]},
    {"family": "torus", "sides": [1]},
    {"family": "hamming", "sides": [4, 3]},
    {"family": "complete", "switches": 5},
    {"family": "complete", "switches": 1},
]


@pytest.mark.parametrize("obj", GOOD)
def test_complete_spec_is_the_same_spec(obj: dict[str, Any]) -> None:
    parsed = spec.parse(obj)
    complete = spec.complete(parsed)
    again = spec.parse(json.loads(json.dumps(complete)))
    assert again == parsed
    assert spec.complete(again) == complete
    assert spec.build(again) == spec.build(parsed)


@pytest.mark.parametrize("obj", GOOD)
def test_estimate_is_the_size_of_what_is_built(obj: dict[str, Any]) -> None:
    parsed = spec.parse(obj)
    network = spec.build(parsed)
    assert spec.estimate(parsed) == (network.switches, len(network.links))


@pytest.mark.parametrize("obj", GOOD)
def test_schema_accepts_what_the_parser_accepts(obj: dict[str, Any]) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(any_model())
    assert adapter.validate_python(obj) == spec.parse(obj)


def test_defaults_of_a_dragonfly() -> None:
    assert spec.complete(spec.parse(RELATIVE)) == {
        **RELATIVE,
        "p": 1,
        "trunking": 1,
        "groups": 9,
        "options": {},
    }


def test_defaults_of_options() -> None:
    parsed = spec.parse({**RELATIVE, "arrangement": "nautilus"})
    assert spec.complete(parsed)["options"] == {"sign": "text"}


def test_defaults_of_a_graph() -> None:
    assert spec.complete(spec.parse(GRAPH)) == {
        "family": "graph",
        "switches": 6,
        "classes": [
            {"name": "local", "base": 1, "slope": 0},
            {"name": "global", "base": 0, "slope": 1},
        ],
        "links": [[0, 1, "local", 1], [1, 2, "global", 1], [2, 3, "local", 3]],
        "groups": [0] * 6,
        "hosts": [1] * 6,
    }


def test_dragonfly_is_built_with_its_options_and_hosts() -> None:
    obj = {"family": "dragonfly", "a": 3, "h": 3, "arrangement": "nautilus", "p": 2}
    for sign in ("text", "figures"):
        built = spec.build(spec.parse({**obj, "options": {"sign": sign}}))
        direct = Dragonfly(a=3, h=3, arrangement="nautilus", p=2, options={"sign": sign})
        assert built == direct.network()


def test_classes_by_their_names_are_the_same_as_a_list_of_them() -> None:
    numbers = {"base": 2, "slope": 5}
    listed = {**GRAPH, "classes": [{"name": n, **numbers} for n in ("global", "local")]}
    named = {**GRAPH, "classes": dict.fromkeys(("global", "local"), numbers)}
    assert spec.parse(named) == spec.parse(listed)


def test_graph_is_built_with_its_classes() -> None:
    obj = {**GRAPH, "classes": [{"name": n, "base": 2, "slope": 5} for n in ("global", "local")]}
    network = spec.build(spec.parse(obj))
    assert network.class_by_name["local"] == LinkClass(name="local", base=2, slope=5)
    assert network.cut({0, 1, 2}) == (6, 15)
    assert network.links[2] == Link(2, 3, "local", 3)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_network_can_be_written(networks: SearchStrategy[Network], data: st.DataObject) -> None:
    network = data.draw(networks)
    written = json.dumps(spec.complete(spec.to_spec(network)))
    assert spec.build(spec.parse(json.loads(written))) == network


def test_network_that_no_spec_can_hold_is_refused() -> None:
    named = LinkClass(name="a b", base=1, slope=0)
    with pytest.raises(SpecError, match="without blanks"):
        spec.to_spec(Network(switches=1, links=(), classes=(named,)))


HUGE: list[tuple[str, dict[str, Any]]] = [
    ("a", {**RELATIVE, "a": 10**9}),
    ("a", {**RELATIVE, "a": 10**9, "h": 10**9}),
    ("a", {**RELATIVE, "a": 2500, "h": 4}),
    ("switches", {"family": "graph", "switches": 10**9, "links": []}),
    ("switches", {"family": "complete", "switches": 20_000}),
    ("dimension", {"family": "hypercube", "dimension": 62}),
    ("sides", {"family": "torus", "sides": [10**9] * 32}),
    ("sides", {"family": "hamming", "sides": [19_000]}),
]


@pytest.mark.parametrize(("field", "obj"), HUGE)
def test_huge_networks_are_refused_at_once(field: str, obj: dict[str, Any]) -> None:
    started = time.process_time()  # of this process alone, whatever else the machine does
    with pytest.raises(SpecError, match="too large") as caught:
        spec.parse(obj)
    assert caught.value.field == field
    assert time.process_time() - started < 5


def test_limits_are_a_parameter() -> None:
    limits = spec.Limits(switches=36, links=90)
    assert spec.build(spec.parse(RELATIVE, limits), limits).switches == 36
    small = spec.Limits(switches=35, links=90)
    with pytest.raises(SpecError, match="36 switches, at most 35"):
        spec.parse(RELATIVE, small)
    with pytest.raises(SpecError, match="36 switches, at most 35"):
        spec.build(spec.parse(RELATIVE), small)
    with pytest.raises(SpecError, match="90 links, at most 89"):
        spec.parse(RELATIVE, spec.Limits(switches=36, links=89))
    with pytest.raises(SpecError, match="3 links, at most 2") as caught:
        spec.parse(GRAPH, spec.Limits(links=2))
    assert caught.value.field == "links"
