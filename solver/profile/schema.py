"""The document on cuts of all sizes, as JSON Schema (draft 2020-12)."""

from __future__ import annotations

from typing import Any

from alphacut.solver.bisection.schema import LEVEL, POINT_OF, SIDE
from alphacut.solver.common.schemas import (
    ALPHA,
    CLASSES,
    COUNT,
    PROVENANCE,
    TOPOLOGY,
    VALUE,
    record,
)
from alphacut.solver.profile.document import PROFILE_FORMAT

Schema = dict[str, Any]

_STATUS: Schema = {"enum": ["exact", "closed", "bounded"]}
_CUT = record(
    {
        "size": {**COUNT, "description": "what the lighter side weighs"},
        "status": _STATUS,
        "point": POINT_OF,
        "intercept": {"type": "integer"},
        "slope": {"type": "integer"},
        "side": SIDE,
        "levels": {"type": "array", "items": LEVEL},
        "multipliers": {"type": "array"},
    },
    *("size", "status", "point", "intercept", "slope", "side"),
)
_QUOTIENT = record({"value": VALUE, "lower": VALUE, "size": COUNT})

PROFILE: Schema = record(
    {
        "format": {"const": PROFILE_FORMAT},
        "topology": TOPOLOGY,
        "switches": COUNT,
        "links": CLASSES,
        "balance": {"type": "string"},
        "alpha": ALPHA,
        "status": _STATUS,
        "expansion": {**_QUOTIENT, "description": "the least capacity / lighter side"},
        "sparsest": {**_QUOTIENT, "description": "the least capacity / (side × other side)"},
        "cuts": {"type": "array", "items": _CUT},
        "provenance": PROVENANCE,
    },
    title="ProfileDocument",
)
