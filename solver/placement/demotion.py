"""What is left of a placement whose proof is not accepted: no claim that it is the best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.solver.common.demotion import demoted as with_least_status

OPEN = "open"  # the answer where nothing is decided


def demoted(document: Mapping[str, Any]) -> dict[str, Any]:
    """Give the least status, and no answer that would need a proof."""
    found = with_least_status(document)
    return {**found, "answer": OPEN} if "answer" in found else found
