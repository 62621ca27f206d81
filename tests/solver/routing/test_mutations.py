"""Random changes of routing documents: whatever the verifier still accepts must still be true."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from alphacut.solver.routing.verify.document import verify_routing
from benchmarks.routing_mutations import (
    HARMLESS,
    ORIGINALS,
    REFUSED,
    TRUE,
    false_claims,
    original,
    trial,
)
from tests.packaging.test_imports import FILES, reachable, within

QUICK, SLOW = 40 * len(ORIGINALS), 10_000


@pytest.fixture(scope="module")
def originals() -> dict[str, dict[str, Any]]:
    return {name: original(name) for name in ORIGINALS}


def check(originals: dict[str, dict[str, Any]], count: int, seed: int) -> None:
    found = [trial(originals, seed, number) for number in range(count)]
    assert [each for each in found if each[0] not in HARMLESS] == []
    outcomes = Counter(outcome for outcome, _ in found)
    assert outcomes[REFUSED] > count / 2
    assert outcomes[TRUE] > count / 100


def test_originals_are_accepted_and_true(originals: dict[str, dict[str, Any]]) -> None:
    verdicts = {document["deadlock"]["verdict"] for document in originals.values()}
    assert verdicts == {"free", "possible", "not shown"}
    for document in originals.values():
        verify_routing(document)
        assert false_claims(document) == []


def test_forgeries_are_harmless(originals: dict[str, dict[str, Any]]) -> None:
    check(originals, QUICK, seed=2)


@pytest.mark.slow
def test_many_forgeries_are_harmless(originals: dict[str, dict[str, Any]]) -> None:
    check(originals, SLOW, seed=3)


def test_the_verifier_reaches_nothing_that_builds_routes() -> None:
    package = "alphacut.solver.routing"
    verifier = {module for module in FILES if within(module, (f"{package}.verify",))}
    assert verifier
    found = {name for name in reachable(verifier) if within(name, (package,))}
    assert {name for name in found - {package} if not within(name, (f"{package}.verify",))} == set()


def test_a_cycle_without_a_route_is_refused_in_a_sentence(
    originals: dict[str, dict[str, Any]],
) -> None:
    document = copy.deepcopy(originals["a cycle"])
    del document["deadlock"]["cycle"][0]["route"]
    with pytest.raises(Exception, match=r"deadlock\.cycle\.0\.route is not a JSON object"):
        verify_routing(document)
