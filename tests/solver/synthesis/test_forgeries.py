"""Forged documents: whatever is changed, the verifier accepts nothing that is false."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.synthesis.verify.document import verify_synthesis
from tests.forging import STRANGE, forged, places
from tests.solver.synthesis.conftest import Json, answer, dragonfly

LEAST = {"3": Fraction(24), "3/2": Fraction(27, 2)}  # B of the design of (p,2,3): `test_truth`
NEAR = (1, -1)


@cache
def original() -> Json:
    return answer(dragonfly(2, 3), alpha="3,3/2")


@cache
def with_classes() -> Json:
    return answer(dragonfly(2, 3), alpha="3")


def refused(document: Any) -> bool:
    """Whether it is refused; one that is accepted must say nothing that is false."""
    try:
        verify_synthesis(document)
    except (DocumentError, Refused):
        return True
    assert_true(document)
    return False


def assert_true(document: Json) -> None:
    for told, point in zip(document["question"]["alpha"], document["points"], strict=True):
        truth = LEAST[told]
        assert Fraction(point["point"]["lower"]) <= truth <= Fraction(point["point"]["value"])
        assert point["status"] == "exact"
    assert document["design"]["offsets"] == document["topology"]["offsets"]
    for each in document["upper"]:
        assert Fraction(each["value"]) >= LEAST[each["alpha"]]
    if document["invariant"] is not None:
        assert Fraction(document["invariant"]["value"]) >= LEAST[document["question"]["alpha"][0]]
    assert document["best"] != "all"


def test_truth() -> None:
    """What the campaign takes for true is what the documents say, and all of it is proven."""
    for document in (original(), with_classes()):
        verdict = verify_synthesis(document)
        assert verdict.status == document["status"] == "exact"
        for point in document["points"]:
            assert Fraction(point["point"]["value"]) == LEAST[point["point"]["alpha"]]
    assert with_classes()["best"] == "rotation"
    assert original()["invariant"] is None
    assert all(Fraction(each["value"]) > LEAST[each["alpha"]] for each in original()["upper"])


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


@pytest.mark.parametrize("made", [pytest.param(original, marks=pytest.mark.slow), with_classes])
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


@pytest.mark.parametrize("made", [original, with_classes])
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
        (("bisection", "lower"), "25"),
        (("bisection", "value"), "23"),
        (("bisection", "alpha"), "2"),
        (("bisection", "status"), "bounded"),
        (("upper", 0, "value"), "24"),
        (("upper", 0, "slope"), "8"),
        (("upper", 0, "reason"), "whole groups"),
        (("upper", 0, "segments"), 3),
        (("upper", 0, "alpha"), "2"),
        (("invariant", "value"), "23"),
        (("design", "spec"), "dragonfly:a=2,h=3,arrangement=lift,offsets=0-0x1-1x0-1"),
        (("design", "offsets"), [[0, 0], [1, 1], [0, 1]]),
        (("topology", "offsets"), [[0, 0], [1, 1], [0, 1]]),
        (("topology", "a"), 4),
        (("topology", "arrangement"), "helix"),
        (("question", "alpha"), ["2"]),
        (("question", "alpha"), ["6/2"]),
        (("question", "symmetry"), "none"),
        (("points",), []),
    ],
)
def test_false_claims_are_refused(path: tuple[Any, ...], value: Any) -> None:
    assert at(with_classes(), path) != value
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


def test_what_is_true_and_less_may_be_told() -> None:
    assert not refused(changed(("best",), None))
    assert refused(changed(("invariant", "value"), "1000")) is not False
    assert not refused({**with_classes(), "best": None, "invariant": None})
