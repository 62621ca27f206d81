"""The document on a conjecture, as JSON Schema (draft 2020-12)."""

from __future__ import annotations

from typing import Any

from alphacut.arrangements.structure.conjecture.lanes import ARRANGEMENTS
from alphacut.solver.common.schemas import COUNT, PROVENANCE, record
from alphacut.solver.conjecture.question import CLAIM, FORMAT

Schema = dict[str, Any]
_LANE = record(
    {
        "h": COUNT,
        "sign": {"enum": ["text", "figures", ""], "description": "the rule of nautilus"},
        "method": {"enum": ["links", "intervals", "rotation", "both"]},
        "a": {
            "type": "array", "items": COUNT, "minItems": 2, "maxItems": 2,
            "description": "the first and the last that was checked",
        },
        "cases": {**COUNT, "description": "networks that were looked at"},
        "work": {"type": "object", "additionalProperties": COUNT},
        "failures": {**COUNT, "description": "networks with more than one GCC"},
        "first_failure": {
            "anyOf": [record({"a": COUNT, "components": COUNT}), {"type": "null"}]
        },
        "lemmas_failed": {"type": "array", "items": COUNT},
        "methods_agree": {"type": "boolean", "description": "of the method both"},
        "seconds": {"type": "number", "minimum": 0},
    },
    *("h", "sign", "method", "a", "cases", "work", "failures", "first_failure", "lemmas_failed"),
    "seconds",
)  # fmt: skip
CONJECTURE: Schema = record(
    {
        "format": {"const": FORMAT},
        "arrangement": {"enum": [*ARRANGEMENTS]},
        "claim": {"const": CLAIM},
        "question": {"type": "object", "description": "left out by earlier releases"},
        "status": {
            "enum": ["exact", "bounded"],
            "description": "exact: all that was asked for was counted, and counted anew by the "
            "verifier; bounded: it was not; left out by earlier releases",
        },
        "lanes": {"type": "array", "items": _LANE},
        "provenance": PROVENANCE,
    },
    *("format", "arrangement", "claim", "lanes", "provenance"),
    title="ConjectureDocument",
)
