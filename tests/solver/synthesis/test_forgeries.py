"""Forged documents: whatever is changed, the verifier accepts nothing that is false."""

from __future__ import annotations

import copy
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from typing import Any

import networkx as nx
import pytest

import alphacut
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.synthesis.verify.document import verify_synthesis
from tests.forging import STRANGE, forged, places
from tests.solver.synthesis.conftest import Json, answer, dragonfly

# B of the designs, by a and α: `test_truth`
LEAST = {(4, "3"): Fraction(35), (4, "3/2"): Fraction(20), (2, "3"): Fraction(9)}
# what some arrangement reaches, by h and α: a design without symmetry, and all of (p,2,2) listed
REACHED = {(4, "3"): Fraction(41), (4, "3/2"): Fraction(20), (2, "3"): Fraction(9)}
NEAR = (1, -1)


@cache
def original() -> Json:
    return answer(dragonfly(2, 4), alpha="3,3/2")


@cache
def with_classes() -> Json:
    return answer(dragonfly(2, 4), alpha="3")


@cache
def with_cuts() -> Json:
    return answer(dragonfly(2, 2), alpha="3")


def refused(document: Any) -> bool:
    """Whether it is refused; one that is accepted must say nothing that is false."""
    try:
        verify_synthesis(document)
    except (DocumentError, Refused):
        return True
    assert_true(document)
    return False


def assert_true(document: Json) -> None:
    h = document["topology"]["h"]
    for told, point in zip(document["question"]["alpha"], document["points"], strict=True):
        truth = LEAST[h, told]
        assert Fraction(point["point"]["lower"]) <= truth <= Fraction(point["point"]["value"])
        assert point["status"] == "exact"
    assert document["design"]["offsets"] == document["topology"]["offsets"]
    for each in document["upper"]:
        assert Fraction(each["value"]) >= REACHED[h, each["alpha"]]
    first = document["question"]["alpha"][0]
    if document["invariant"] is not None:
        assert Fraction(document["invariant"]["value"]) >= LEAST[h, first]
    assert document["best"] != "all" or h == 2


def test_truth() -> None:
    """What the campaign takes for true is what the documents say, and all of it is proven."""
    for document in (original(), with_classes(), with_cuts()):
        verdict = verify_synthesis(document)
        assert verdict.status == document["status"] == "exact"
        for point in document["points"]:
            least = LEAST[document["topology"]["h"], point["point"]["alpha"]]
            assert Fraction(point["point"]["value"]) == least
    assert with_classes()["best"] == "rotation"
    assert with_cuts()["best"] == "all"
    assert original()["invariant"] is None
    assert all(Fraction(each["value"]) > LEAST[4, each["alpha"]] for each in original()["upper"])


def test_an_arrangement_without_symmetry_reaches_more() -> None:
    """So a bound of less than 41 over all arrangements would be false."""
    ends = (
        "0-3 0-9 0-14 0-17 1-4 1-7 1-10 1-13 2-6 2-9 2-15 2-16 3-5 3-10 3-12 4-8 4-12 4-15 "
        "5-7 5-11 5-16 6-11 6-13 6-17 7-9 7-15 8-10 8-14 8-16 9-12 10-17 11-12 11-14 13-14 "
        "13-16 15-17"
    )
    links = [tuple(map(int, each.split("-"))) for each in ends.split()]
    joined = sorted(tuple(sorted((u // 2, v // 2))) for u, v in links)
    assert joined == list(combinations(range(9), 2))
    assert max(Counter(chain.from_iterable(links)).values()) == 4
    graph = nx.Graph((2 * group, 2 * group + 1) for group in range(9))
    graph.add_edges_from(links, weight=3)
    found = alphacut.bisection(graph)
    assert (found.status, found.value) == ("exact", REACHED[4, "3"])


def shallow(document: Json) -> list[tuple[Any, ...]]:
    """Places outside certificates, whose verifier has tests of its own; of a list the first two."""
    return [
        path
        for path in places(document)
        if "certificate" not in path[:-1] and not any(type(key) is int and key > 1 for key in path)
    ]


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


@pytest.mark.parametrize(
    "made", [pytest.param(original, marks=pytest.mark.slow), with_classes, with_cuts]
)
def test_every_field_in_turn(made: Any) -> None:
    """Each value is left out, and replaced by strange ones and by its neighbours."""
    rng = random.Random(1)
    for path in shallow(made()):
        value = at(made(), path)
        near: list[Any] = [value + step for step in NEAR] if type(value) is int else []
        near += [str(int(value) + step) for step in NEAR] if str(value).isdigit() else []
        for new in [*near, *rng.sample(STRANGE, 2)]:
            changed = copy.deepcopy(made())
            at(changed, path[:-1])[path[-1]] = new
            refused(changed)
        changed = copy.deepcopy(made())
        del at(changed, path[:-1])[path[-1]]
        refused(changed)


@pytest.mark.parametrize("made", [original, with_classes, with_cuts])
def test_changed_at_random(made: Any) -> None:
    rng = random.Random(2)
    outcomes = [refused(forged(made(), rng)) for _ in range(300)]
    assert sum(outcomes) > 200


def changed(path: tuple[Any, ...], value: Any, made: Any = with_classes) -> Json:
    document: Json = copy.deepcopy(made())
    at(document, path[:-1])[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("best",), "all"),
        (("status",), "bounded"),
        (("status",), "closed"),
        (("bisection", "lower"), "36"),
        (("bisection", "value"), "34"),
        (("bisection", "alpha"), "2"),
        (("bisection", "status"), "bounded"),
        (("upper", 0, "value"), "41"),
        (("upper", 0, "slope"), "15"),
        (("upper", 0, "reason"), "whole groups"),
        (("upper", 0, "segments"), 3),
        (("upper", 0, "alpha"), "2"),
        (("upper", 0, "reason"), "a cut of every arrangement"),
        (("upper", 0, "cuts"), []),
        (("invariant", "value"), "34"),
        (("design", "spec"), "dragonfly:a=2,h=4,arrangement=lift,offsets=0-0x0-0x1-1x1-1"),
        (("design", "offsets"), [[0, 0], [0, 0], [1, 1], [1, 1]]),
        (("topology", "offsets"), [[0, 0], [0, 0], [1, 1], [1, 1]]),
        (("topology", "a"), 4),
        (("topology", "arrangement"), "helix"),
        (("question", "alpha"), ["2"]),
        (("question", "alpha"), ["6/2"]),
        (("question", "symmetry"), "none"),
        (("points",), []),
    ],
)
def test_false_claims_are_refused(path: tuple[Any, ...], value: Any) -> None:
    assert path[-1] == "cuts" or at(with_classes(), path) != value
    assert refused(changed(path, value))


def test_a_class_that_is_left_out_is_missed() -> None:
    classes = with_classes()["invariant"]["classes"]
    for place in range(len(classes)):
        with pytest.raises(Refused, match="are left out"):
            verify_synthesis(
                changed(("invariant", "classes"), classes[:place] + classes[place + 1 :])
            )


def test_a_side_that_is_no_half_is_refused() -> None:
    with pytest.raises(Refused, match="no half"):
        verify_synthesis(changed(("invariant", "classes", 0, "side"), [0, 1, 2]))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("upper", 0, "value"), "8"),
        (("upper", 0, "value"), "18/2"),
        (("upper", 0, "intercept"), "1"),
        (("upper", 0, "segments"), 2),
        (("upper", 0, "side"), [0, 1, 2, 3, 4]),
        (("upper", 0, "cuts"), []),
        (("upper", 0, "cuts"), None),
        (("upper", 0, "cuts", 0), [0, 1]),
        (("upper", 0, "cuts", 0), [0, 0, 1, 2, 3]),
        (("upper", 0, "cuts", 0), [0, 1, 2, 3, 10]),
    ],
)
def test_cuts_that_prove_less_are_refused(path: tuple[Any, ...], value: Any) -> None:
    assert refused(changed(path, value, with_cuts))


def test_some_cuts_cannot_be_left_out() -> None:
    """Where a cut is gone that an arrangement needs, this arrangement is found."""
    cuts, needed = with_cuts()["upper"][0]["cuts"], 0
    for place in range(len(cuts)):
        needed += refused(
            changed(("upper", 0, "cuts"), cuts[:place] + cuts[place + 1 :], with_cuts)
        )
    assert needed
    assert refused(changed(("upper", 0, "cuts"), cuts[:1], with_cuts))


def test_what_is_true_and_less_may_be_told() -> None:
    assert not refused(changed(("best",), None))
    assert refused(changed(("invariant", "value"), "1000")) is not False
    assert not refused({**with_classes(), "best": None, "invariant": None})
