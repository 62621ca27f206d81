"""The JSON Schema of documents of fabrics."""

from __future__ import annotations

from typing import Any

from alphacut.solver.bisection.schema import POINT
from alphacut.solver.common.schemas import (
    COUNT,
    PROVENANCE,
    VALUE,
    WITH_THEOREMS,
    Schema,
    record,
)
from alphacut.solver.fabric.document import FORMAT

_TEXT: Schema = {"type": "string"}
_NUMBERS: Schema = {"type": "array", "items": COUNT}
_PERHAPS: Schema = {"type": "array", "items": {"anyOf": [COUNT, {"type": "null"}]}}


def _rows(*entries: Schema, description: str) -> Schema:
    """Describe a list of lists with these entries."""
    row = {"type": "array", "prefixItems": list(entries), "items": False, "minItems": len(entries)}
    return {"type": "array", "items": row, "description": description}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _left(name: str, *, moved: bool) -> Schema:
    members: dict[str, Schema] = {name: COUNT, "lower": VALUE, "upper": VALUE}
    if moved:
        members["moved"] = {**_NUMBERS, "description": "switches that change sides"}
    return {"type": "array", "items": record(members)}


_LINKS = "two switches, class, number of links"
FABRIC: dict[str, Any] = record(
    {
        "format": {"const": FORMAT},
        "files": {"type": "array", "items": _TEXT},
        "united": {
            "type": "array",
            "items": record({"file": _TEXT, "with": _TEXT, "switches": COUNT}),
            "description": "of each file but the first, that with which it shares most switches",
        },
        "status": WITH_THEOREMS,
        "hosts": record({"now": COUNT, "designed": _or_null(COUNT)}),
        "groups": record(
            {
                "by": {"enum": ["file", "names", "pattern", "design", "none"]},
                "names": {"type": "array", "items": _TEXT},
            }
        ),
        "match": _or_null(
            record(
                {
                    "by": {"enum": ["names", "order", "groups"]},
                    "same": {**_PERHAPS, "description": "of each switch of the design"},
                    "groups": {**_PERHAPS, "description": "of each group of the design"},
                }
            )
        ),
        "differences": _or_null(
            record(
                {
                    "classes": {"type": "boolean"},
                    "switches": record({"missing": _NUMBERS, "unplanned": _NUMBERS}),
                    "missing": _rows(COUNT, COUNT, _TEXT, COUNT, description=_LINKS),
                    "doubled": _rows(COUNT, COUNT, _TEXT, COUNT, description=_LINKS),
                    "unplanned": _rows(COUNT, COUNT, _TEXT, COUNT, description=_LINKS),
                    "swapped": _rows(
                        COUNT, COUNT, COUNT, COUNT, _TEXT,
                        description="a, x, b, y, class: designed a - x, b - y; now a - b, x - y",
                    ),
                    "moved": _rows(
                        COUNT, COUNT, COUNT, _TEXT,
                        description="a, x, b, class: designed a - x; now a - b",
                    ),
                    "changed": _rows(
                        COUNT, COUNT, _TEXT, _TEXT, COUNT,
                        description="two switches, classes designed and now, number of links",
                    ),
                    "pairs": _rows(
                        COUNT, COUNT, COUNT, COUNT,
                        description="two groups of the design, links designed and now",
                    ),
                }
            )
        ),
        "cut": _rows(
            COUNT, COUNT, _TEXT, COUNT, {"type": "array", "items": _TEXT},
            description="two switches, class, number of links, names of their cables",
        ),
        "losses": record(
            {
                "links": _left("links", moved=False),
                "worst_links": _rows(
                    COUNT, COUNT, _TEXT, VALUE, description="two switches, class, capacity"
                ),
                "switches": _left("switch", moved=True),
                "groups": _left("group", moved=True),
            }
        ),
        "now": POINT,
        "designed": _or_null(POINT),
        "from_design": {
            **record({"gone": VALUE, "lower": VALUE}),
            "description": "capacity of the design that is gone, and what its bound leaves",
        },
        "provenance": PROVENANCE,
    },
    "format", "files", "status", "hosts", "groups", "match", "differences", "cut", "losses", "now",
    "designed", "provenance",
    title="FabricDocument",
)  # fmt: skip
