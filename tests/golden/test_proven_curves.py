"""Every curve that the golden tests rest on, solved and proven here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alphacut.solver.bisection.verify.document import verify_document

LARGE = {(3, 4), (2, 8)}
HERE = Path(__file__).parent
PROVEN: list[dict[str, Any]] = json.loads((HERE / "proven_curves.json").read_text())["curves"]
PUBLISHED: list[dict[str, Any]] = json.loads((HERE / "published_curves.json").read_text())["curves"]


def _name(curve: dict[str, Any]) -> str:
    options = "".join(f"-{value}" for value in curve.get("options", {}).values())
    return f"{curve['a']},{curve['h']}-{curve['arrangement']}{options}"


def _case(curve: dict[str, Any]) -> Any:
    large = (curve["a"], curve["h"]) in LARGE  # of the others each proves as much
    marks = [pytest.mark.slow] if curve["slow"] or large else []
    return pytest.param(curve, id=_name(curve), marks=marks)


@pytest.mark.parametrize("curve", [_case(curve) for curve in PROVEN])
def test_curve_is_exact_and_accepted(
    curve: dict[str, Any], solve: Callable[..., dict[str, Any]]
) -> None:
    parameters = {name: curve[name] for name in ("a", "h", "arrangement", "options")}
    document = solve({"family": "dragonfly", **parameters})
    assert verify_document(document).status == "exact"
    lines = [[segment["intercept"], segment["slope"]] for segment in document["segments"]]
    assert lines == curve["lines"]


@pytest.mark.parametrize("published", PUBLISHED, ids=_name)
def test_curve_is_as_published(published: dict[str, Any]) -> None:
    proven = {_name(curve): curve["lines"] for curve in PROVEN}
    assert proven[_name(published)] == published["lines"]
