"""What is left of a document about routing whose proof is not accepted: no verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.solver.routing.answer import NOT_SHOWN

PROOF = ("order", "cycle", "shortest", "escape")  # members that stand for a verdict


def demoted(document: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the verdict and what was to prove it."""
    left = {name: each for name, each in document["deadlock"].items() if name not in PROOF}
    return {**document, "deadlock": {**left, "verdict": NOT_SHOWN}}
