"""The proofs in a document: how long they are, and a document without them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from alphacut.solver.bisection.document import Document


def proof_bytes(document: Mapping[str, Any]) -> int:
    """Return how long all proofs are, as JSON, with what several of them name."""
    points = document["points"] if "points" in document else [document["point"]]
    claims = [*points, *document.get("levels", [])]
    shared = document.get("multipliers", {}).values()
    return sum(len(json.dumps(each)) for each in (*(c["certificate"] for c in claims), *shared))


def without_proofs(document: Mapping[str, Any]) -> Document:
    """Return what a curve's document says, without what shows that it is true."""
    kept = {name: value for name, value in document.items() if name != "multipliers"}
    keys = ("alpha", "value", "lower", "proof")
    kept["points"] = [{key: point[key] for key in keys} for point in document["points"]]
    if "levels" in kept:
        says = ("intercept", "slope")
        kept["levels"] = [{key: level[key] for key in says} for level in kept["levels"]]
    return kept
