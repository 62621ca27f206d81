"""What is left of a document whose proof is not accepted: the same, with the least status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LEAST = "bounded"


def demoted(document: Mapping[str, Any]) -> dict[str, Any]:
    """Give the least status to a document, and to all that it lists."""
    return {name: _least(name, value) for name, value in document.items()}


def _least(name: str, value: Any) -> Any:
    if name == "status":
        return LEAST
    if isinstance(value, list):
        return [demoted(each) if isinstance(each, Mapping) else each for each in value]
    return demoted(value) if isinstance(value, Mapping) else value
