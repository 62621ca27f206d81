"""Forged documents: whatever is changed, the verifier accepts nothing that is false."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from alphacut.arrangements.failures import Failures
from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.resilience.verify.counting import bands_of
from alphacut.solver.resilience.verify.document import verify_resilience
from tests.forging import STRANGE, forged, places
from tests.solver.resilience.conftest import Json, answer, least, sample_network

RING = {"family": "torus", "sides": [6]}
PAIR = {"family": "dragonfly", "a": 2, "h": 1, "arrangement": "relative"}
NEAR = (1, -1)


@cache
def of_links() -> Json:
    given: Json = {"fail": "links=1:2", "samples": 2, "traffic": ["shift:3"]}
    return answer(PAIR, RING, domains={"plane": [0, 2]}, **given)


@cache
def of_switches() -> Json:
    return answer(PAIR, fail="switches=1:2", samples=2)


@cache
def truth(what: str, name: str | None, place: int, number: int, seed: int, alpha: str) -> Fraction:
    """What is left in a sample, by every bisection of it."""
    about = {"question": {"fail": {"what": what, "class": name}}}
    network = {"topology": (PAIR, RING)[place]}
    built = sample_network(about, network, {"number": number}, seed)
    return least(built, "switches", Fraction(alpha))


@cache
def without(place: int, switches: tuple[int, ...], alpha: str) -> Fraction:
    """What is left when some switches have failed."""
    left = Failures(switches=switches).apply(build(parse((PAIR, RING)[place])))
    return least(left, "switches", Fraction(alpha))


def refused(document: Any) -> bool:
    """Whether it is refused; one that is accepted must say nothing that is false."""
    try:
        verify_resilience(document)
    except (DocumentError, Refused):
        return True
    assert_true(document)
    return False


def assert_true(document: Json) -> None:
    question = document["question"]
    fail, alpha = question["fail"], question["alpha"]
    for network in document["networks"]:
        place = 0 if network["topology"]["family"] == "dragonfly" else 1
        if {k: v for k, v in network["topology"].items() if v} != {
            k: v for k, v in original(place)["topology"].items() if v
        }:
            continue  # another network: what it says of that was checked as well
        for sample in network["samples"]:
            for level, entry in zip(network["levels"], sample["at"], strict=True):
                true = truth(fail["what"], fail["class"], place, level["number"], sample["seed"],
                             alpha)  # fmt: skip
                assert Fraction(entry["lower"]) <= true <= Fraction(entry["upper"])
        if network["samples"]:
            assert network["bands"] == bands_of(network["samples"], len(network["levels"]))
        assert_worst_is_true(network["worst"], place, alpha)
        if network["status"] == "exact":
            assert all(x["lower"] == x["upper"] for s in network["samples"] for x in s["at"])


def assert_worst_is_true(worst: Json | None, place: int, alpha: str) -> None:
    for kind in ("switch", "group", "domain") if worst else ():
        each = worst[kind]  # type: ignore[index]
        for entry in each["listed"] if each else ():
            true = without(place, tuple(entry["switches"]), alpha)
            assert Fraction(entry["lower"]) <= true <= Fraction(entry["upper"])
            assert Fraction(each["lower"]) <= true


def original(place: int) -> Json:
    found: Json = of_links()["networks"][place]
    return found


def test_truth() -> None:
    for document in (of_links(), of_switches()):
        assert verify_resilience(document).status == document["status"] == "exact"
        assert_true(document)


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def shallow(document: Json) -> list[tuple[Any, ...]]:
    """Places outside of proofs and documents within, whose verifiers have tests of their own."""
    inner = ("proof", "certificate", "document")
    return [
        path
        for path in places(document)
        if not any(name in path[:-1] for name in inner)
        and not any(type(key) is int and key > 1 for key in path)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("made", [of_links, of_switches])
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


@pytest.mark.parametrize(
    ("made", "times"),
    [(of_switches, 40), pytest.param(of_links, 300, marks=pytest.mark.slow)],
)
def test_changed_at_random(made: Any, times: int) -> None:
    rng = random.Random(2)
    outcomes = [refused(forged(made(), rng)) for _ in range(times)]
    assert sum(outcomes) > times // 2


VALUE = ("networks", 0, "samples", 0, "at", 0)
WORST = ("networks", 0, "worst")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("networks", 0, "samples", 0, "seed"), 1),
        (("networks", 0, "levels", 0, "number"), 2),
        (("networks", 0, "levels", 0, "share"), "1/2"),
        (("networks", 0, "topology", "h"), 2),
        (("networks", 0, "topology", "failed"), {"random_links": 1}),
        ((*VALUE, "lower"), "99"),
        ((*VALUE, "upper"), "0"),
        ((*VALUE, "by"), "sample of another"),
        ((*VALUE, "side"), [0, 1]),
        ((*VALUE, "side"), [2, 1, 0]),
        ((*VALUE, "components"), 2),
        ((*VALUE, "hosts"), 5),
        ((*VALUE, "survivors"), 6),
        ((*VALUE, "throughput"), []),
        ((*VALUE, "throughput", 0, "upper"), "7"),
        ((*VALUE, "throughput", 0, "traffic"), "uniform"),
        (("networks", 0, "bands", 0, "lower"), ["0"] * 5),
        (("networks", 0, "bands", 0, "exact"), 0),
        (("networks", 0, "bands"), []),
        ((*WORST, "links", 0, "lower"), "99"),
        ((*WORST, "links", 0, "upper"), "0"),
        ((*WORST, "switch", "number"), 5),
        ((*WORST, "switch", "lower"), "99"),
        ((*WORST, "switch", "upper"), "0"),
        ((*WORST, "switch", "listed", 0, "lower"), "99"),
        ((*WORST, "switch", "listed", 0, "name"), 9),
        ((*WORST, "group", "listed", 0, "switches"), [0]),
        ((*WORST, "domain", "listed", 0, "switches"), []),
        (("question", "fail", "what"), "switches"),
        (("question", "fail", "class"), "optical"),
        (("question", "samples"), 1),
        (("question", "seed"), 7),
        (("question", "alpha"), "2"),
        (("question", "alpha"), "2/2"),
        (("question", "traffic"), []),
        (("question", "injection"), "2"),
        (("ranking", "order"), [0, 0]),
        (("ranking", "proven"), None),
        (("networks",), []),
        (("status",), "closed"),
    ],
)
def test_false_claims_are_refused(path: tuple[Any, ...], value: Any) -> None:
    changed = copy.deepcopy(of_links())
    assert at(changed, path[:-1]).get(path[-1]) != value if isinstance(path[-1], str) else True
    at(changed, path[:-1])[path[-1]] = value
    assert refused(changed)


def test_a_proof_of_another_sample_is_refused() -> None:
    """A certificate proves what it is about, and no more."""
    document = copy.deepcopy(of_links())
    network = document["networks"][0]
    for entry in (entry for sample in network["samples"] for entry in sample["at"]):
        if entry["certificate"] is not None:
            entry["certificate"]["bound"] = str(Fraction(entry["certificate"]["bound"]) + 1)
            entry["lower"], entry["by"] = entry["certificate"]["bound"], "certificate"
    network["bands"] = bands_of(network["samples"], len(network["levels"]))
    assert refused(document)


def test_levels_do_not_prove_each_other_in_a_circle() -> None:
    """Without certificates, two levels that name each other prove nothing."""
    document = copy.deepcopy(of_links())
    network = document["networks"][0]
    for sample in network["samples"]:
        for entry in sample["at"]:
            entry |= {"certificate": None, "by": "sample", "lower": entry["upper"]}
    value = Fraction(network["intact"]["point"]["value"])
    loses_more = [
        entry
        for sample in network["samples"]
        for level, entry in zip(network["levels"], sample["at"], strict=True)
        if Fraction(entry["upper"]) > value - level["number"]
    ]
    assert loses_more
    network["bands"] = bands_of(network["samples"], len(network["levels"]))
    assert refused(document)


def test_what_is_true_and_less_may_be_told() -> None:
    document = copy.deepcopy(of_links())
    document["status"] = document["networks"][0]["status"] = "bounded"
    document["ranking"] = document["networks"][0]["worst"] = None
    assert not refused(document)
