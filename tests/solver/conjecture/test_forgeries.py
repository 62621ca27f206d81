"""Forged documents on conjectures: whatever is changed, nothing false is accepted."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.structure.components import blocks
from alphacut.solver.common.completing import completed
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.conjecture.kind import CONJECTURE
from alphacut.solver.conjecture.verify.document import verify_conjecture
from alphacut.solver.conjecture.verify.recount import helix, nautilus
from tests.forging import STRANGE, forged, places

Json = dict[str, Any]


def answer(**asked: Any) -> Json:
    request = completed(CONJECTURE.request(), {"kind": "conjecture", **asked})
    question = CONJECTURE.read(request, None)  # type: ignore[arg-type]  # no network is given
    found: list[Any] = []
    for step in range(CONJECTURE.steps(request)):
        found.append(CONJECTURE.work(question, step, found))
    return dict(json.loads(json.dumps(CONJECTURE.document(question, found, {}))))


@cache
def original() -> Json:
    """Networks of several components, and of one."""
    return answer(arrangement="nautilus", h="2:3", a_max=7, method="intervals")


@cache
def of_helix() -> Json:
    return answer(arrangement="helix", h="1:2", a_max=6, method="rotation")


def components(a: int, h: int, arrangement: str, **options: str) -> int:
    """Count the components of a network that is built as all others are."""
    network = Dragonfly(a=a, h=h, arrangement=arrangement, options=options).network()
    return len(blocks(network, "global"))


@pytest.mark.parametrize("h", range(1, 6))
def test_components_are_those_of_the_network(h: int) -> None:
    for a in range(1, 9):
        assert helix(a, h) == components(a, h, "helix")
        for sign in ("text", "figures"):
            assert nautilus(a, h, sign).components == components(a, h, "nautilus", sign=sign)


def refused(document: Any) -> bool:
    """Whether it is refused; one that is accepted must tell of each network what is so."""
    try:
        verify_conjecture(document)
    except (DocumentError, Refused, BeyondLimit):
        return True
    for lane in document["lanes"]:
        first, last = lane["a"]
        each = [a for a in range(first, last + 1) if lane["sign"] != "figures" or a % 2]
        options = {"sign": lane["sign"]} if lane["sign"] else {}
        counts = {a: components(a, lane["h"], document["arrangement"], **options) for a in each}
        several = [a for a, count in counts.items() if count > 1]
        assert (lane["cases"], lane["failures"]) == (len(each), len(several))
        told = lane["first_failure"]
        assert told == ({"a": several[0], "components": counts[several[0]]} if several else None)
    return False


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def changed(document: Json, path: tuple[Any, ...], value: Any) -> Json:
    found: Json = copy.deepcopy(document)
    at(found, path[:-1])[path[-1]] = value
    return found


@pytest.mark.parametrize("made", [original, of_helix])
def test_every_field_in_turn(made: Any) -> None:
    """Each value is left out, and replaced by a strange one and by its neighbours."""
    rng = random.Random(1)
    document = made()
    assert verify_conjecture(document).status == document["status"] == "exact"
    for path in places(document):
        value = at(document, path)
        near: list[Any] = [value + step for step in (1, -1)] if type(value) is int else []
        for new in [*near, *rng.sample(STRANGE, 1)]:
            refused(changed(document, path, new))
        missing = copy.deepcopy(document)
        del at(missing, path[:-1])[path[-1]]
        refused(missing)


def test_changed_at_random() -> None:
    rng = random.Random(2)
    outcomes = [refused(forged(original(), rng)) for _ in range(100)]
    assert sum(outcomes) > 50


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("status",), "bounded"),
        (("claim",), "two components"),
        (("arrangement",), "helix"),
        (("question", "a_max"), 9),
        (("question", "a_max"), 0),
        (("question", "a_min"), 0),
        (("question", "h"), "2:4"),
        (("lanes", 0, "a"), [3, 9]),
        (("lanes", 0, "failures"), 0),
        (("lanes", 0, "first_failure"), None),
        (("lanes", 0, "cases"), 5),
        (("lanes", 2, "failures"), 1),
        (("lanes", 0, "lemmas_failed"), [1]),
        (("lanes", 0, "sign"), "text"),
        (("lanes",), []),
    ],
)
def test_false_claims_are_refused(path: tuple[Any, ...], value: Any) -> None:
    assert at(original(), path) != value
    assert refused(changed(original(), path, value))


def test_what_would_take_too_long_is_told_before_it_is_counted() -> None:
    far = changed(of_helix(), ("lanes", 0, "a"), [1, 10**9])
    with pytest.raises(BeyondLimit, match="links to be made anew"):
        verify_conjecture(far)


def test_what_is_known_is_gone_on_from() -> None:
    request = completed(
        CONJECTURE.request(),
        {"kind": "conjecture", "arrangement": "helix", "h": 2, "a_max": 9, "method": "rotation"},
    )
    question = CONJECTURE.read({**request, "known": of_helix()["lanes"]}, None)  # type: ignore[arg-type]
    assert [lane.last for lane in question.lanes] == [6]
    document = CONJECTURE.document(question, [CONJECTURE.work(question, 0, [])], {})
    assert document is not None
    assert [lane["a"] for lane in document["lanes"]] == [[1, 6], [1, 9]]
    assert verify_conjecture(json.loads(json.dumps(document))).status == "exact"
