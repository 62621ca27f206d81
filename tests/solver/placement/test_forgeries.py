"""Forged documents: whatever is changed, the verifier accepts nothing that is false.

What it accepts is judged by other code (`judge`); and no document, however it is spoilt, makes
the check end in anything but a verdict or a refusal.
"""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

import pytest

from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.placement.verify.document import verify_placement
from tests.solver.placement.conftest import answer
from tests.solver.placement.judge import problem

Json = dict[str, Any]
TINY = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}
SMALL = {"family": "dragonfly", "a": 2, "h": 2, "p": 2, "arrangement": "relative"}
ONE = {"family": "dragonfly", "a": 4, "h": 2, "p": 1, "arrangement": "relative"}
TRUNKS = {"family": "dragonfly", "a": 4, "h": 2, "trunking": 2, "arrangement": "palmtree"}
ASKED: list[tuple[Json, Json]] = [
    (SMALL, {"grid": [8, 8], "count": 8}),
    (SMALL, {"grid": [8, 8], "count": 8, "within": "packed", "seed": 77}),
    (SMALL, {"grid": [6, 8], "any_block": True, "count": 12, "ranks": 2, "within": "random"}),
    (SMALL, {"grid": [4, 6], "any_tasks": True, "top": 9, "same_group": "indirect"}),
    (TINY, {"grid": [8, 8], "nodes": ["n0", "n1", "n3", "n4", "n6", "n7"], "weights": [1, "3/2"]}),
    (TRUNKS, {"grid": [6, 8], "tasks": [3, 4], "same_group": "indirect", "ranks": 2}),
    (TINY, {"grid": [8, 10], "tasks": [1, 5], "nodes": ["n0", "n1", "n2", "n4", "n5"]}),
    (TINY, {"stencil": [2, 3], "objective": "hops"}),
    (TINY, {"stencil": [2, 3], "torus": True}),
    ({**TINY, "a": 3, "p": 1}, {"stencil": [3, 4], "objective": "hops"}),
    ({"family": "hyperx", "sides": [3], "p": 5}, {"stencil": [2, 4], "seed": 5}),
    (TINY, {"stencil": [2, 2], "nodes": ["n1", "n2", "n4", "n9"]}),
    (ONE, {"stencil": [6, 6], "regular": "R"}),
    (ONE, {"stencil": [6, 6], "regular": "R", "torus": True}),
]
SCALARS: list[Any] = [
    0, 1, -1, 2, 7, 10**9, 10**30, 1.0, True, False, None, "", "0", "1", "1/2", "-1", "x", "yes",
    "no", "open", "exact", "bounded", "closed", "direct", "indirect", "minimal", "local", "remote",
    "injection", "n0", "n5", "packed", "load", "hops", "R", "B5", "\ud800", [], [1], {}, 1e400,
    "edges between switches", "some edge uses a link", "row-major", "random",
]  # fmt: skip


@cache
def documents() -> list[Json]:
    made = []
    for topology, asked in ASKED:
        if "seconds" not in asked and "stencil" in asked and "regular" not in asked:
            asked = {**asked, "limits": {"seconds": 0.02}}
        made.append(json.loads(json.dumps(answer(topology, **asked))))
    return made


def parts(value: Any) -> list[tuple[Any, Any]]:
    """All containers with a key or a place in each."""
    found: list[tuple[Any, Any]] = []
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        found.append((value, key))
        if isinstance(value[key], dict | list):
            found += parts(value[key])
    return found


def changed(value: Any, rng: random.Random) -> Any:
    """A value of the same kind, or of another one."""
    if rng.random() < 0.25:
        return copy.deepcopy(rng.choice(SCALARS))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, value * 2, -value, float(value), str(value)])
    if isinstance(value, str) and value.replace("/", "").isdigit():
        numerator, _, denominator = value.partition("/")
        whole = f"{2 * int(numerator)}/{2 * int(denominator or 1)}"
        return rng.choice([f"{int(numerator) + 1}/{denominator or 1}", whole, f"{value}0"])
    if isinstance(value, list) and value:
        other = copy.deepcopy(value)
        one, two = rng.randrange(len(other)), rng.randrange(len(other))
        if rng.random() < 0.5:
            other[one], other[two] = other[two], other[one]
        elif rng.random() < 0.5:
            other.insert(one, copy.deepcopy(other[two]))
        else:
            del other[one]
        return other
    return copy.deepcopy(rng.choice(SCALARS))


def forged(rng: random.Random) -> Json:
    """A true document with one to three changes."""
    document = copy.deepcopy(rng.choice(documents()))
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        field = rng.choice([name for name in document if name != "provenance"])
        options = [(document, field)]
        if isinstance(document[field], dict | list):
            options += parts(document[field])
        node, key = rng.choice(options)
        choice = rng.random()
        if choice < 0.08:
            del node[key]
        elif choice < 0.12 and isinstance(node, dict):
            node[rng.choice(["nodes", "answer", "proof", "anywhere", "x", "seed"])] = 1
        elif choice < 0.3:
            other, at = rng.choice(parts(document))
            node[key] = copy.deepcopy(other[at])
        else:
            node[key] = changed(node[key], rng)
        if not isinstance(document, dict) or len(document) < 2:
            break
    return document


def campaign(seed: int, count: int) -> tuple[int, list[str]]:
    """Forge, check, and judge what is accepted; return how many were, and what was false."""
    rng, accepted, false = random.Random(seed), 0, []
    for _ in range(count):
        document = forged(rng)
        try:
            verify_placement(document)
        except (Refused, DocumentError):
            continue
        accepted += 1
        wrong = problem(document)
        if wrong is not None:
            false.append(f"{wrong}: {json.dumps(document)[:2000]}")
    return accepted, false


def test_the_judge_finds_true_documents_true() -> None:
    for document in documents():
        assert verify_placement(document).status == document["status"]
        assert problem(document) is None


@pytest.mark.parametrize("seed", range(4))
def test_no_forgery_is_accepted(seed: int) -> None:
    accepted, false = campaign(seed, 100)
    assert false == []
    assert accepted < 40  # some changes change nothing: 1/2 to 2/4, a weaker bound


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 124))
def test_no_forgery_of_very_many_is_accepted(seed: int) -> None:
    accepted, false = campaign(seed, 500)
    assert false == []
    assert accepted < 200
