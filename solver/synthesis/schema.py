"""The document on a designed arrangement, as JSON Schema (draft 2020-12)."""

from __future__ import annotations

from typing import Any

from alphacut.solver.common.schemas import (
    ALPHA,
    COUNT,
    PROVENANCE,
    TOPOLOGY,
    VALUE,
    WITH_THEOREMS,
    record,
)
from alphacut.solver.synthesis.document import ALL, FORMAT, ROTATION

Schema = dict[str, Any]

_PAIR: Schema = {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2}
_OFFSETS: Schema = {
    "type": "array",
    "items": _PAIR,
    "description": "for d = 1, 2, …: the positions joined at group i and at group i + d",
}
_SIDE: Schema = {"type": "array", "items": COUNT}
_UPPER = record(
    {
        "alpha": ALPHA,
        "value": VALUE,
        "reason": {"type": "string"},
        "intercept": VALUE,
        "slope": VALUE,
        "segments": {"type": ["integer", "null"]},
    }
)
_INVARIANT = record(
    {
        "value": VALUE,
        "classes": {"type": "array", "items": record({"offsets": _OFFSETS, "side": _SIDE})},
    }
)

SYNTHESIS: Schema = record(
    {
        "format": {"const": FORMAT},
        "topology": TOPOLOGY,
        "question": record(
            {
                "alpha": {"type": "array", "items": ALPHA, "minItems": 1},
                "symmetry": {"enum": ["rotation"]},
                "seed": COUNT,
            }
        ),
        "status": {**WITH_THEOREMS, "description": "the weakest of the points"},
        "design": record({"spec": {"type": "string"}, "offsets": _OFFSETS}),
        "bisection": record(
            {"alpha": ALPHA, "value": VALUE, "lower": VALUE, "status": WITH_THEOREMS}
        ),
        "upper": {
            "type": "array",
            "items": _UPPER,
            "description": "for each α, what no arrangement surpasses",
        },
        "invariant": {
            "anyOf": [_INVARIANT, {"type": "null"}],
            "description": "for the first α, a cut of every class of rotation-invariant "
            "arrangements, none above the value; null: they are too many to be listed",
        },
        "best": {"enum": [ALL, ROTATION, None]},
        "points": {"type": "array", "items": {"type": "object"}, "minItems": 1},
        "search": record(
            {
                "judged": COUNT,
                "searched": COUNT,
                "cuts": COUNT,
                "classes": {"type": ["integer", "null"]},
                "seconds": {"type": "number", "minimum": 0},
            }
        ),
        "provenance": PROVENANCE,
    },
    title="SynthesisDocument",
)
