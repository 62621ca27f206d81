"""Thousands of random changes: whatever the verifier still accepts must still be true."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from arrangements.formats import spec as specs
from arrangements.network import Line
from solver.bisection.alpha import INFINITY, Alpha
from solver.bisection.balance import Balance
from solver.bisection.verify.document import verify_document
from solver.bisection.verify.errors import Refused
from solver.errors import DocumentError

Document = dict[str, Any]
Place = tuple[Any, ...]

NAMES = ["random 8", "random 9", "hosts", "symmetric", "branching", "swept"]
CHANGES = {"branching": 60}  # of each document and seed, where it is not 300
IGNORED = ("provenance", "engine", "seconds")  # for people; nothing rests on them


# ---- random changes --------------------------------------------------------


def places(value: Any, here: Place = ()) -> list[Place]:
    """List the places of everything inside a JSON value."""
    found = [here] if here else []
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in IGNORED:
                found += places(each, (*here, name))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            found += places(each, (*here, index))
    return found


def at(value: Any, place: Place) -> Any:
    for step in place:
        value = value[step]
    return value


def changed_leaf(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return rng.choice([True, False, None, 0, "certificate", "solver"])
    if isinstance(value, int):
        small = [value + 1, value - 1, value + 2, value - 2, -value, 0, 1, 2 * value, value // 2]
        return rng.choice([*small, float(value), str(value), value + rng.randint(-(2**40), 2**40)])
    if isinstance(value, float):
        return rng.choice([0.0, int(value), -value])
    if isinstance(value, str):
        return changed_text(value, rng)
    return rng.choice([[], {}, None])


def changed_text(value: str, rng: random.Random) -> Any:
    if value[:1].isdigit() and "inf" not in value:
        number = Fraction(value)
        step = rng.choice([Fraction(1), Fraction(-1), Fraction(1, 7), Fraction(-1, 7)])
        return rng.choice([str(number + step), str(number * 2), str(number / 2), "0", "inf", 1])
    words = [
        "exact",
        "closed",
        "bounded",
        "certificate",
        "solver",
        "inf",
        "0",
        "tree",
        "components",
        "sweep",
    ]
    words += ["count", "slope", "intercept", "switches", "hosts", "relative", "absolute", "local"]
    return rng.choice([*words, "global", None, 0])


def mutate(document: Document, rng: random.Random) -> Document:
    """Change one place, now and then two or three."""
    forged = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        every = places(forged)
        # places near the top are few, so draw a depth first
        depth = rng.choice(sorted({len(place) for place in every}))
        place = rng.choice([each for each in every if len(each) == depth])
        change(forged, place, rng, every)
    return forged


def change(forged: Document, place: Place, rng: random.Random, every: list[Place]) -> None:
    parent, last = at(forged, place[:-1]), place[-1]
    kind = rng.random()
    if kind < 0.55:
        value = parent[last]
        leaf = not isinstance(value, dict | list)
        parent[last] = changed_leaf(value, rng) if leaf else shuffled(value, rng)
    elif kind < 0.7:
        del parent[last]
    elif kind < 0.85:
        parent[last] = copy.deepcopy(at(forged, rng.choice(every)))
    elif isinstance(parent, list):
        parent.insert(last, copy.deepcopy(parent[rng.randrange(len(parent))]))
    else:
        parent[last] = copy.deepcopy(rng.choice(list(parent.values())))


def shuffled(value: Any, rng: random.Random) -> Any:
    if isinstance(value, list):
        return rng.sample(value, len(value)) if rng.random() < 0.7 else value[:-1]
    names = list(value)
    return dict(zip(names, rng.sample([value[name] for name in names], len(names)), strict=True))


# ---- the truth -------------------------------------------------------------


def check_claims(document: Document, true_curve: Callable[[Any, Any], list[Line]]) -> None:
    """Compare everything that an accepted curve document claims with all bisections."""
    network = specs.build(specs.parse(document["topology"]))
    balance = Balance.of(network, document["balance"])
    truth = true_curve(network, balance.weights)

    def best(alpha: Alpha) -> Fraction:
        return alpha.value(min(alpha.scaled(line) for line in truth))

    assert document["switches"] == network.switches
    assert document["links"] == network.count_by_class()
    for segment in document["segments"]:
        assert balance.holds(segment["side"])
        assert network.cut(segment["side"]) == (segment["intercept"], segment["slope"])
    for point in document["points"]:
        alpha = read(point["alpha"])
        assert Fraction(point["value"]) >= best(alpha)
        if point["proof"] == "certificate":
            assert Fraction(point["lower"]) <= best(alpha)
    if document["status"] == "exact":
        check_exact(document, best)
    if document["status"] == "bounded" and words(document) <= {"certificate", None}:
        check_below(document, best)


def check_exact(document: Document, best: Callable[[Alpha], Fraction]) -> None:
    """Check that the segments are the curve, at their ends and in the middle."""
    for segment in document["segments"]:
        line = Line(segment["intercept"], segment["slope"])
        start = read(segment["from"])
        end = INFINITY if segment["to"] is None else read(segment["to"])
        inside = [start, end]
        if start.finite:
            after = start.fraction + 1 if not end.finite else end.fraction
            inside.append(Alpha.of((start.fraction + after) / 2))
        for alpha in inside:
            assert alpha.value(alpha.scaled(line)) == best(alpha)


def check_below(document: Document, best: Callable[[Alpha], Fraction]) -> None:
    for chord in document["lower"]:
        intercept, slope = Fraction(chord["intercept"]), Fraction(chord["slope"])
        for written in (chord["from"], chord["to"]):
            if written is None or written == "inf":
                assert slope <= best(INFINITY)
            else:
                assert intercept + slope * Fraction(written) <= best(read(written))


def read(written: str) -> Alpha:
    return INFINITY if written == "inf" else Alpha.of(Fraction(written))


def words(document: Document) -> set[Any]:
    return {point["proof"] for point in document["points"]}


# ---- the test --------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", NAMES)
def test_what_is_accepted_is_true(
    name: str,
    seed: int,
    exact: Callable[[str], Document],
    hull_of_document: Callable[[Any, Any], list[Line]],
) -> None:
    rng = random.Random(f"{name} {seed}")
    document = exact(name)
    check_claims(document, hull_of_document)
    accepted = 0
    for _ in range(CHANGES.get(name, 300)):
        forged = mutate(document, rng)
        try:
            verify_document(forged)
        except (Refused, DocumentError):
            continue
        accepted += 1
        if forged["format"] == "alphacut-curve/1":
            check_claims(forged, hull_of_document)
    assert accepted < CHANGES.get(name, 300) / 2


@pytest.mark.parametrize("name", NAMES)
def test_false_curve_is_never_accepted(name: str, exact: Callable[[str], Document]) -> None:
    """The last line alone, as if it were the curve: no change of the proofs makes it true."""
    document = exact(name)
    last, points = document["segments"][-1], document["points"]
    document["segments"] = [{**last, "from": "0"}]
    document["points"] = [points[0], points[-1]]
    points[0].update(value=str(last["intercept"]), lower=str(last["intercept"]))
    rng = random.Random(name)
    for _ in range(CHANGES.get(name, 300) // 2):
        forged = copy.deepcopy(document)
        for point in forged["points"]:
            point["certificate"] = mutate(rng.choice(points)["certificate"], rng)
        with pytest.raises((Refused, DocumentError)):
            verify_document(forged)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 32))
@pytest.mark.parametrize("name", NAMES)
def test_what_is_accepted_is_true_again_and_again(
    name: str,
    seed: int,
    exact: Callable[[str], Document],
    hull_of_document: Callable[[Any, Any], list[Line]],
) -> None:
    test_what_is_accepted_is_true(name, seed, exact, hull_of_document)
