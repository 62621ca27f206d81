"""Specs that are wrong: the field that is named, and what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec

DRAGONFLY = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
GRAPH = {"family": "graph", "switches": 6, "links": [[0, 1], [1, 2], [2, 3], [3, 4]]}
LISTED = {"family": "link_list", "a": 1, "h": 1, "groups": 2}
CLASSES = [{"name": "local", "base": 1, "slope": 0}]
LOCAL = CLASSES[0]


def links(fourth: object) -> dict[str, Any]:
    return {**GRAPH, "links": [[0, 1], [1, 2], [2, 3], fourth]}


CASES: list[tuple[object, str, str]] = [
    # not a spec at all
    (None, "", "a spec is an object"),
    ([], "", "a spec is an object"),
    ("dragonfly", "", "a spec is an object"),
    ({}, "family", "known are bundlefly, butterfly, cascade, complete"),
    ({"family": "dragonfli"}, "family", "did you mean dragonfly? Known are bundlefly"),
    ({"family": 3}, "family", "unknown family 3"),
    ({"family": ["torus"]}, "family", "unknown family ['torus']"),
    # numbers
    ({**DRAGONFLY, "a": 0}, "a", "at least 1, got 0"),
    ({**DRAGONFLY, "h": -3}, "h", "at least 1, got -3"),
    ({**DRAGONFLY, "p": 0}, "p", "at least 1, got 0"),
    ({**DRAGONFLY, "a": 4.0}, "a", "must be an integer, got 4.0"),
    ({**DRAGONFLY, "a": "4"}, "a", 'must be an integer, got "4"'),
    ({**DRAGONFLY, "a": True}, "a", "must be an integer, got true"),
    ({**DRAGONFLY, "a": None}, "a", "must be an integer, got null"),
    ({**DRAGONFLY, "a": float("nan")}, "a", "must be an integer, got NaN"),
    ({**DRAGONFLY, "a": 10**9 + 1}, "a", "at most 1000000000"),
    ({**DRAGONFLY, "a": 10**5000}, "a", "at most 1000000000, got a huge number"),
    ({**DRAGONFLY, "groups": 10}, "groups", "at most a·h/trunking + 1 = 9, got 10"),
    ({**DRAGONFLY, "groups": 1}, "groups", "at least 2, got 1"),
    (
        {**DRAGONFLY, "arrangement": "helix", "groups": 8},
        "groups",
        "must be a·h + 1 = 9 with the helix arrangement, got 8: it does not say which ports",
    ),
    ({**DRAGONFLY, "groups": 9.0}, "groups", "must be an integer, got 9.0"),
    ({**DRAGONFLY, "groups": 10**5000}, "groups", "got a huge number"),
    ({**DRAGONFLY, "trunking": 0}, "trunking", "at least 1, got 0"),
    ({**DRAGONFLY, "trunking": 8}, "trunking", "must be at most a"),
    ({**DRAGONFLY, "trunking": 9}, "groups", "at least 2, got 1"),
    (
        {**DRAGONFLY, "arrangement": "helix", "h": 3, "trunking": 2},
        "trunking",
        "must divide h = 3 for link aggregation",
    ),
    (
        {**DRAGONFLY, "arrangement": "palmtree", "trunking": 3},
        "trunking",
        "must divide a·h = 8, got 3",
    ),
    (
        {**DRAGONFLY, "arrangement": "consecutive", "trunking": 2, "trunks": "extended"},
        "trunks",
        "any wiring that takes the ports in order joins some switch to several switches",
    ),
    ({**DRAGONFLY, "trunking": 2, "trunks": "lagg"}, "trunks", "did you mean lag?"),
    (
        {**DRAGONFLY, "arrangement": "circulant", "trunking": 2, "trunks": "multichassis"},
        "trunks",
        "no multichassis circulant arrangement",
    ),
    (
        {**DRAGONFLY, "arrangement": "circulant", "a": 3, "trunking": 2},
        "trunking",
        "number of groups must be odd, so that every distance leads to two groups; got",
    ),
    (
        {**DRAGONFLY, "arrangement": "hamming", "h": 3},
        "arrangement",
        "13 switches at one position cannot have 3 links each",
    ),
    ({**DRAGONFLY, "local": {"sides": [2, 3]}}, "local.sides", "product of a = 4 switches"),
    (
        {**DRAGONFLY, "local": {"sides": [2, 2], "multiplicities": [1]}},
        "local.multiplicities",
        "one number for each of 2 dimensions, got 1",
    ),
    ({**DRAGONFLY, "trunking": True}, "trunking", "must be an integer"),
    ({**DRAGONFLY, "seed": 7}, "seed", "only a random arrangement has a seed"),
    ({"family": "hypercube", "dimension": 0}, "dimension", "at least 1, got 0"),
    ({"family": "hypercube", "dimension": 63}, "dimension", "at most 62"),
    ({"family": "complete", "switches": 0}, "switches", "at least 1, got 0"),
    ({**GRAPH, "unit": "-1/2"}, "unit", "must be above 0"),
    ({**GRAPH, "unit": "1/0"}, "unit", "must be a number"),
    ({**GRAPH, "unit": 3}, "unit", "must be a string"),
    # names
    ({**DRAGONFLY, "arrangement": "relativ"}, "arrangement", "did you mean relative?"),
    ({**DRAGONFLY, "arrangement": "zzz"}, "arrangement", "absolute, circulant, consecutive"),
    ({**DRAGONFLY, "arrangement": 3}, "arrangement", "must be a string, got 3"),
    ({**DRAGONFLY, "arrangement": "circulant", "h": 3}, "arrangement", "h must be even"),
    ({**DRAGONFLY, "grups": 9}, "grups", "did you mean groups? Known are a, arrangement"),
    ({**DRAGONFLY, "options": {"sign": "text"}}, "options.sign", "no options at all"),
    ({**DRAGONFLY, "options": 3}, "options", "must be an object, got 3"),
    (
        {**DRAGONFLY, "arrangement": "nautilus", "options": {"sing": "text"}},
        "options.sing",
        "did you mean sign",
    ),
    (
        {**DRAGONFLY, "arrangement": "nautilus", "options": {"sign": "figure"}},
        "options.sign",
        "did you mean figures? Known are figures, text",
    ),
    (
        {**DRAGONFLY, "arrangement": "nautilus", "options": {"sign": 1}},
        "options.sign",
        "must be a string, got 1",
    ),
    # links
    (links([3, 3]), "links.3", "joins switch 3 to itself"),
    (links([3, 6]), "links.3", "switch 6 does not exist; switches are numbered 0 to 5"),
    (links([-1, 3]), "links.3", "switch -1 does not exist"),
    (links([3, 4.0]), "links.3", "an integer, got 4.0"),
    (links([3, True]), "links.3", "an integer, got true"),
    (links([3, "4"]), "links.3", 'an integer, got "4"'),
    (links([3, 4, "globl"]), "links.3", "did you mean global? Known are global, local"),
    (links([3, 4, ["local"]]), "links.3", "unknown link class"),
    (links([3, 4, "local", 0]), "links.3", "multiplicity must be an integer from 1, got 0"),
    (links([3, 4, "local", 1.0]), "links.3", "multiplicity must be an integer"),
    (links([3, 4, "local", True]), "links.3", "multiplicity must be an integer"),
    (links([3]), "links.3", "must be [first, second]"),
    (links([3, 4, "local", 1, 1]), "links.3", "must be [first, second]"),
    (links({"first": 3, "second": 4}), "links.3", "must be [first, second]"),
    (links(None), "links.3", "must be [first, second]"),
    (links("34"), "links.3", "must be [first, second]"),
    ({**GRAPH, "links": 3}, "links", "must be a list, got 3"),
    ({**LISTED, "links": [[0, 0, 1]]}, "links.0.3", "is missing from the list"),
    ({**LISTED, "links": [[0, 0, 1, 0, 7]]}, "links.0", "must be a list of at most 4"),
    # the rest of a graph
    ({"family": "graph", "switches": 6}, "links", "is missing; it is the list of links"),
    ({**GRAPH, "switches": 0}, "switches", "at least 1"),
    ({**GRAPH, "groups": [0, 1]}, "groups", "one number for each of 6 switches, got 2"),
    ({**GRAPH, "groups": [0, 1, 2, 3, 4, -1]}, "groups.5", "at least 0"),
    ({**GRAPH, "hosts": [1] * 7}, "hosts", "one number for each of 6 switches, got 7"),
    ({**GRAPH, "hosts": [1, 1, 1.5, 1, 1, 1]}, "hosts.2", "must be an integer, got 1.5"),
    ({**GRAPH, "classes": []}, "classes", "at least 1 class"),
    ({**GRAPH, "classes": CLASSES * 2}, "classes.1.name", 'name "local" is given twice'),
    ({**GRAPH, "classes": [{**LOCAL, "base": -1}]}, "classes.0.base", "at least 0, got -1"),
    ({**GRAPH, "classes": [{**LOCAL, "name": "a b"}]}, "classes.0.name", "without blanks"),
    ({**GRAPH, "classes": [{**LOCAL, "name": "\x1b[2J"}]}, "classes.0.name", "that can be printed"),
    ({**GRAPH, "classes": [{**LOCAL, "name": "a\u202eb"}]}, "classes.0.name", r'got "a\u202eb"'),
    (
        {**GRAPH, "classes": [{**LOCAL, "name": "=1+1"}]},
        "classes.0.name",
        "must not begin with =, +",
    ),
    ({**GRAPH, "classes": [{**LOCAL, "slop": 1}]}, "classes.0.slop", "did you mean slope?"),
    ({**GRAPH, "classes": [{"name": "x", "base": 1}]}, "classes.0.slope", "is missing"),
    ({**GRAPH, "classes": ["local"]}, "classes.0", "must be an object"),
    ({**GRAPH, "classes": {"local": 1}}, "classes.0", "must be an object"),
    ({**GRAPH, "classes": {"a": {**LOCAL, "name": "b"}}}, "classes", 'is named "b" as well'),
    # sides
    ({"family": "torus"}, "sides", "is missing; it is the list of the lengths"),
    ({"family": "torus", "sides": []}, "sides", "from 1 to 32 lengths"),
    ({"family": "torus", "sides": [1] * 33}, "sides", "from 1 to 32 lengths"),
    ({"family": "torus", "sides": "8x8"}, "sides", 'must be a list, got "8x8"'),
    ({"family": "torus", "sides": 8}, "sides", "must be a list, got 8"),
    ({"family": "hamming", "sides": [4, 0]}, "sides.1", "at least 1, got 0"),
    ({"family": "hamming", "sides": [4.0]}, "sides.0", "must be an integer, got 4.0"),
]


@pytest.mark.parametrize(("obj", "field", "problem"), CASES)
def test_problem_is_named(obj: object, field: str, problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec.parse(obj)
    assert caught.value.field == field
    assert problem in caught.value.problem
    assert [each.field for each in caught.value.problems] == [field]


def test_all_problems_are_collected() -> None:
    with pytest.raises(SpecError) as caught:
        spec.parse({"family": "dragonfly", "a": 0, "h": "2", "arrangment": "relative"})
    fields = [each.field for each in caught.value.problems]
    assert fields == ["arrangment", "a", "h", "arrangement"]
    assert str(caught.value).count("\n") == 3


def test_many_problems_are_counted() -> None:
    with pytest.raises(SpecError) as caught:
        spec.parse({"family": "graph", "switches": 2, "links": [[0, 0]] * 50})
    assert len(caught.value.problems) == 21
    assert caught.value.problems[-1].problem == "and 30 more problems"


def test_long_values_are_cut_short() -> None:
    with pytest.raises(SpecError) as caught:
        spec.parse({**DRAGONFLY, "a": "x" * 10_000})
    assert len(caught.value.problem) < 200
    with pytest.raises(SpecError) as caught:
        spec.parse({**DRAGONFLY, "arrangement": "x" * 10_000})
    assert len(caught.value.problem) < 300


HALF = "\ud800"  # half a surrogate pair, as JSON can spell it


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"arrangement": HALF}, "arrangement"),
        ({HALF: 1}, "\\ud800"),
        ({"trunks": HALF}, "trunks"),
        ({"failed": {"links": [[HALF, 1]]}}, "failed.links.0.0"),
        ({"capacities": {"local": HALF}}, "capacities.local"),
        ({"capacities": {HALF: "3"}}, "capacities.\\ud800"),
        ({"family": HALF}, "family"),
        ({"family": "preset", "name": HALF}, "name"),
    ],
)
def test_text_that_no_file_can_hold_is_refused_in_words_that_one_can(
    changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(SpecError) as caught:
        spec.build(spec.parse({**DRAGONFLY, **changes}))
    assert caught.value.field == field
    assert str(caught.value).encode("utf-8")
