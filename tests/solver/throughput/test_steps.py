"""Requests answered step by step, as a job answers them: the worst permutation comes first."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import UNLIMITED
from alphacut.solver.common.listening import listening
from alphacut.solver.throughput.kind import THROUGHPUT
from alphacut.solver.throughput.steps import Models
from alphacut.solver.throughput.verify.document import verify_throughput

ASKED = {
    "topology": {"family": "dragonfly", "a": 2, "h": 1, "p": 1, "arrangement": "relative"},
    "traffic": "worst",
    "alpha": "1",
    "model": "3,mcf",
}


def read(request: dict[str, Any]) -> Models:
    return THROUGHPUT.read(request, UNLIMITED)


def test_the_worst_permutation_is_found_before_models_are_answered_for() -> None:
    assert THROUGHPUT.check(ASKED, UNLIMITED)
    found: list[Any] = []
    documents = []
    for step in range(THROUGHPUT.steps(ASKED)):
        found.append(THROUGHPUT.work(read(ASKED), step, found))
        documents.append(THROUGHPUT.document(read(ASKED), found, {}))
    assert documents[0] is None  # a search alone is no answer
    assert documents[-1] is not None
    assert [entry["model"] for entry in documents[-1]["models"]] == [3, "mcf"]
    assert verify_throughput(documents[-1]).status == "exact"
    shifted = THROUGHPUT.work(read({**ASKED, "traffic": "shift:1"}), 0, [])
    rate = Fraction(documents[-1]["models"][0]["rate"]["upper"])
    assert rate < Fraction(shifted["rate"]["lower"])


@pytest.mark.parametrize("model", ["0", "5", "mcf"])
def test_a_step_that_is_told_to_stop_ends_inside_its_program_with_proven_bounds(model: str) -> None:
    """It is told at its thirtieth look, of hundreds: after programs have begun, before the end."""
    asked = {
        **ASKED,
        "topology": {"family": "dragonfly", "a": 4, "h": 2, "p": 2, "arrangement": "absolute"},
        "traffic": "permutation:seed=1",
        "model": model,
        "limits": {},
    }
    looks = 0

    def told() -> bool:
        nonlocal looks
        looks += 1
        return looks > 30

    with listening(told):
        found = THROUGHPUT.work(read(asked), 0, [])
    whole = THROUGHPUT.work(read(asked), 0, [])
    assert found["status"] == "bounded"
    assert whole["status"] != "bounded"
    document = THROUGHPUT.document(read(asked), [found], {})
    assert document is not None
    assert verify_throughput(document).status == "bounded"
    lower, upper = (Fraction(found["rate"][side]) for side in ("lower", "upper"))
    assert 0 < lower <= Fraction(whole["rate"]["upper"])
    assert Fraction(whole["rate"]["lower"]) <= upper
