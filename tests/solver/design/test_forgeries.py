"""Forged documents: whatever is changed, the verifier accepts nothing that is false."""

from __future__ import annotations

import copy
import json
import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from alphacut.solver.common.completing import completed
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.design.document import designs, document_of, whole
from alphacut.solver.design.kind import DESIGN
from alphacut.solver.design.names import ORDERS
from alphacut.solver.design.question import read_question
from alphacut.solver.design.verify.boxes import box
from alphacut.solver.design.verify.document import verify_design
from alphacut.solver.design.verify.facts import Conditions
from tests.forging import STRANGE, forged, places

Json = dict[str, Any]


def answer(**asked: Any) -> Json:
    request = completed(DESIGN.request(), {"kind": "design", **asked})
    question = DESIGN.read(request, None)  # type: ignore[arg-type]  # no network is built here
    found: list[Any] = []
    for step in range(DESIGN.steps(request)):
        found.append(DESIGN.work(question, step, found))
    return dict(json.loads(json.dumps(DESIGN.document(question, found, {}))))


@cache
def original() -> Json:
    """A certificate, a formula, and a network that was solved."""
    return answer(hosts=20, radix=6, families="hyperx,dragonfly,xgft", limit=4, prove=20)


@cache
def with_shares() -> Json:
    """Dragonflies that were not built: bounds by shares and majorities of groups."""
    question = read_question(hosts=100, radix=10, families="dragonfly,slingshot", per_host="1/4")
    return dict(json.loads(json.dumps(whole(document_of(designs(question, links=0)), [], {}))))


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def changed(document: Json, path: tuple[Any, ...], value: Any) -> Json:
    found: Json = copy.deepcopy(document)
    at(found, path[:-1])[path[-1]] = value
    return found


def refused(document: Any) -> bool:
    """Whether it is refused; one that is accepted must say nothing of a network that is false."""
    try:
        verify_design(document)
    except (DocumentError, Refused):
        return True
    assert_true(document)
    return False


def assert_true(document: Json) -> None:
    """Compare what is told of each network with the original's row of the same network."""
    truth = {
        json.dumps(row["topology"], sort_keys=True): row
        for known in (original(), with_shares())
        for row in (*known["designs"], *known["beside"])
    }
    for row in (*document["designs"], *document["beside"]):
        right = truth[json.dumps(row["topology"], sort_keys=True)]
        for name in ("family", "name", "hosts", "switches", "ports", "diameter", "mean_distance"):
            assert row[name] in (right[name], None) or name == "diameter"
        assert row["diameter"] is None or row["diameter"] >= right["diameter"]
        assert Fraction(row["lower"]) <= Fraction(right["bisection"])
        assert Fraction(row["bisection"]) >= Fraction(right["lower"])
        if row["status"] == "exact":
            assert (row["lower"], row["bisection"]) == (right["lower"], right["bisection"])


def test_truth() -> None:
    """What the campaign takes for true is accepted, and has all that a design can rest on."""
    for document in (original(), with_shares()):
        assert verify_design(document).status == document["status"]
    rows = [*original()["designs"], *original()["beside"], *with_shares()["designs"]]
    assert {row["status"] for row in rows} == {"exact", "formula", "bounded"}
    assert {row["reason"] for row in rows} >= {"certificate", "formula", "shares", "majorities"}


def shallow(document: Json) -> list[tuple[Any, ...]]:
    """Places outside certificates, whose verifier has tests of its own; of a list the first two."""
    return [
        path
        for path in places(document)
        if "certificate" not in path[:-1] and not any(type(key) is int and key > 1 for key in path)
    ]


def test_every_field_in_turn() -> None:
    """Each value is left out, and replaced by strange ones and by its neighbours."""
    rng = random.Random(1)
    for path in shallow(original()):
        value = at(original(), path)
        near: list[Any] = [value + step for step in (1, -1)] if type(value) is int else []
        near += [str(int(value) + step) for step in (1, -1)] if str(value).isdigit() else []
        for new in [*near[:1], *rng.sample(STRANGE, 1)]:
            refused(changed(original(), path, new))
        missing = copy.deepcopy(original())
        del at(missing, path[:-1])[path[-1]]
        refused(missing)


@pytest.mark.parametrize("made", [original, pytest.param(with_shares, marks=pytest.mark.slow)])
def test_changed_at_random(made: Any) -> None:
    rng = random.Random(2)
    outcomes = [refused(forged(made(), rng)) for _ in range(120)]
    assert sum(outcomes) > 60


ROW = ("designs", 0)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("status",), "bounded"),
        (("front",), 0),
        (("fitting",), 1),
        (("alpha",), "2"),
        (("radix",), 5),
        (("hosts",), 100),
        (("per_host",), "1/2"),
        (("balanced",), True),
        (("arrangement",), "helix"),
        (("sort",), "beauty"),
        (("designs",), []),
        (("families", 0, "listed"), False),
        ((*ROW, "hosts"), 21),
        ((*ROW, "name"), "1x1"),
        ((*ROW, "family"), "torus"),
        ((*ROW, "grows_to"), 100),
        ((*ROW, "ports"), 4),
        ((*ROW, "switches"), 1),
        ((*ROW, "cables", "copper"), 0),
        ((*ROW, "price"), "1"),
        ((*ROW, "price_per_host"), "1"),
        ((*ROW, "diameter"), 0),
        ((*ROW, "mean_distance"), "1/3"),
        ((*ROW, "bisection"), "1"),
        ((*ROW, "lower"), "1000"),
        ((*ROW, "bisection_per_host"), "1"),
        ((*ROW, "saturation", "lower"), "1"),
        ((*ROW, "after_worst_link", "upper"), "1000"),
        ((*ROW, "reason"), "majorities"),
        ((*ROW, "at"), "1"),
        ((*ROW, "status"), "bounded"),
        ((*ROW, "proof"), "sweep"),
        ((*ROW, "point", "side"), [0]),
        ((*ROW, "point", "point", "lower"), "1000"),
        ((*ROW, "point", "balance"), "switches"),
        ((*ROW, "point", "point", "alpha"), "2"),
        ((*ROW, "point", "topology", "p"), 1),
        ((*ROW, "topology", "p"), 1),
        (("prices", "items", "switch", "price"), "1"),
        (("prices", "copper_block"), 1),
    ],
)
def test_false_claims_are_refused(path: tuple[Any, ...], value: Any) -> None:
    assert at(original(), path) != value
    assert refused(changed(original(), path, value))


@pytest.mark.parametrize("reason", ["shares", "majorities"])
def test_a_bound_of_groups_is_no_larger_than_it_follows(reason: str) -> None:
    rows = [(n, row) for n, row in enumerate(with_shares()["designs"]) if row["reason"] == reason]
    for place, row in rows[:3]:
        low = Fraction(row["lower"]) + 1
        worst = {**row["after_worst_link"], "lower": str(low - 1)}
        more = {
            "lower": str(low), "bisection_per_host_lower": str(low / row["hosts"]),
            "after_worst_link": worst,
        }  # fmt: skip
        with pytest.raises(Refused, match=f"by {reason}"):
            verify_design(changed(with_shares(), ("designs", place), {**row, **more}))


def test_what_is_refused_keeps_what_formulas_tell() -> None:
    left = DESIGN.demoted(changed(original(), (*ROW, "point", "point", "lower"), "1000"))
    for row, right in zip(left["designs"], original()["designs"], strict=True):
        assert (row["point"], row["status"], row["proof"]) == (None, "bounded", None)
        assert Fraction(row["lower"]) <= Fraction(right["lower"])
        assert Fraction(row["bisection"]) >= Fraction(right["bisection"])
        assert row["reason"] != "certificate"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_what_is_designed_is_accepted(seed: int) -> None:
    """No honest document is refused, whatever is asked for."""
    rng = random.Random(seed)
    asked = {
        "hosts": rng.choice([16, 40, 100, 180]),
        "radix": rng.choice([6, 8, 10, 12, 16]),
        "alpha": rng.choice([1, "3/2", 3, "1/2"]),
        "per_host": rng.choice(["1/8", "1/4", "0", "1/2"]),
        "sort": rng.choice(ORDERS),
        "limit": rng.choice([3, 50]),
        "unused_ports": rng.random() < 0.5,
    }
    document = answer(**asked)
    assert verify_design(document).status == document["status"]


@pytest.mark.parametrize(
    ("family", "sides"),
    [("torus", [3, 1]), ("torus", [4, 2]), ("hyperx", [4, 1]), ("hamming", [1])],
)
def test_sides_that_no_design_has_are_refused(family: str, sides: list[int]) -> None:
    """Around a side of 2 there is one link, not two, and a side of 1 has none."""
    conditions = Conditions(alpha=Fraction(1), block=1)
    with pytest.raises(Refused, match="of a design has sides of at least"):
        box({"family": family, "sides": sides, "p": 1}, conditions)
    assert box({"family": family, "sides": [4, 3], "p": 1}, conditions).switches == 12
