"""What is left of a design whose proof is not accepted: no claim that it is the best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.solver.common.demotion import demoted as with_least_status


def demoted(document: Mapping[str, Any]) -> dict[str, Any]:
    """Give the least status, and no claim about other arrangements."""
    return {**with_least_status(document), "best": None, "invariant": None}
