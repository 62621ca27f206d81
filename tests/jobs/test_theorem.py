"""What a theorem says, beside documents that agree with it, leave it open, and contradict it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import Limits
from alphacut.jobs.provenance import provenance
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.curve import trace
from alphacut.solver.bisection.theorem import cross_check
from alphacut.solver.bisection.variants import CURVE, POINT, Variant
from alphacut.solver.bisection.verify.document import verify_document


def solved(text: dict[str, Any], kind: Variant = CURVE, alpha: Any = None, **more: Any) -> Any:
    """Answer a request with the real engines, and write its document."""
    span = {"min": "0", "max": "inf"} if kind is CURVE else alpha
    work = kind.prepare(
        {"topology": text, "alpha": span, "limits": {"seconds": 60, "gap": "0"}, "engine": "auto",
         "balance": "switches", **more},
        Limits(),
    )  # fmt: skip
    envelope = trace(work.problem, answer, limits=work.limits)
    origin = provenance(envelope, started=datetime.now(UTC), seconds=0.0)
    return kind.document(work, envelope, origin)


MESH = {"family": "mesh", "sides": [3, 4]}


def test_a_curve_says_that_the_theorem_agrees() -> None:
    document = solved(MESH)
    assert document["theorem"]["value"] == "3"
    assert document["theorem"]["verdict"] == "agrees"
    assert "Azizo" in document["theorem"]["reference"]
    assert verify_document(document).status == "exact"


@pytest.mark.parametrize("alpha", ["0", "5/4", "inf"])
def test_so_does_a_point(alpha: str) -> None:
    assert solved(MESH, POINT, alpha)["theorem"]["verdict"] == "agrees"


def test_the_balance_decides_whether_a_theorem_applies() -> None:
    tree = {"family": "fat_tree", "k": 2}
    assert "theorem" not in solved(tree)
    assert solved(tree, balance="hosts")["theorem"]["verdict"] == "agrees"


def test_nothing_is_said_where_nothing_is_known() -> None:
    graph = {"family": "graph", "switches": 2, "links": [[0, 1]]}
    assert "theorem" not in solved(graph)


@pytest.mark.parametrize(
    ("lower", "value", "verdict"),
    [
        ("3", "3", "agrees"),
        ("1", "4", "within"),
        ("4", "4", "contradicts"),
        ("2", "2", "contradicts"),
    ],
)
def test_verdicts(lower: str, value: str, verdict: str) -> None:
    point = {"alpha": "1", "lower": lower, "value": value}
    found = cross_check({"topology": MESH, "balance": "switches", "point": point})
    assert found is not None
    assert found["verdict"] == verdict


def test_a_slope_contradicts_it_too() -> None:
    points = [
        {"alpha": "0", "lower": "3", "value": "3"},
        {"alpha": "inf", "lower": "1", "value": "1"},
    ]
    found = cross_check({"topology": MESH, "balance": "switches", "points": points})
    assert found is not None
    assert found["verdict"] == "contradicts"
