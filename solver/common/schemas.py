"""What the JSON Schemas of all documents are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

COUNT: Schema = {"type": "integer", "minimum": 0}
VALUE: Schema = {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}  # an exact number: "45/2"
ALPHA: Schema = {"type": "string", "pattern": r"^(\d+(/\d+)?|inf)$"}
STATUS: Schema = {"enum": ["exact", "closed", "bounded"]}
WITH_THEOREMS: Schema = {
    "enum": ["exact", "closed", "formula", "bounded"],
    "description": "formula: a theorem gives the value, which no certificate proves",
}
TOPOLOGY: Schema = {
    "type": "object",
    "properties": {"family": {"type": "string"}},
    "required": ["family"],
    "description": "the complete spec of the network",
}
CLASSES: Schema = {
    "type": "object",
    "additionalProperties": COUNT,
    "description": "number of links by class",
}
PROVENANCE: Schema = {"type": "object", "description": "where and how it was computed"}


def record(members: Mapping[str, Schema], *required: str, title: str = "") -> Schema:
    """Describe an object with these members and no others.

    Parameters
    ----------
    required
        Members that are always there; none named: all of them.
    title
        The name of the schema; empty: it has none.
    """
    return {
        **({"title": title} if title else {}),
        "type": "object",
        "properties": dict(members),
        "required": list(required or members),
        "additionalProperties": False,
    }
