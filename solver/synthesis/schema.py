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
        "intercept": {"anyOf": [VALUE, {"type": "null"}]},
        "slope": {"anyOf": [VALUE, {"type": "null"}]},
        "segments": {"type": ["integer", "null"]},
        "side": {**_SIDE, "description": "a cut of the network before cables were moved"},
        "cuts": {
            "type": "array",
            "items": _SIDE,
            "description": "of which every arrangement has one that is at most the value",
        },
    },
    *("alpha", "value", "reason", "intercept", "slope", "segments"),
)
_START = record({"topology": TOPOLOGY, "value": VALUE, "side": _SIDE})
_MOVE: Schema = {"type": "array", "items": COUNT, "minItems": 4, "maxItems": 4}

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
                "symmetry": {"enum": ["rotation", "reflection", "multiplier", "none"]},
                "seed": COUNT,
                "moves": COUNT,
                "reach": COUNT,
                "closed": {"type": "array", "items": COUNT},
            },
            *("alpha", "symmetry", "seed"),
        ),
        "status": {**WITH_THEOREMS, "description": "the weakest of the points"},
        "design": record({"spec": {"type": "string"}, "offsets": _OFFSETS}, "spec"),
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
        "start": {
            **_START,
            "description": "with symmetry none, the network before cables were moved, and its "
            "least cut that is known at the first α",
        },
        "moves": {
            "type": "array",
            "items": _MOVE,
            "description": "with symmetry none, [u, v, w, x]: a cable between u and v is moved "
            "to w and x, of the same two groups",
        },
    },
    *("format", "topology", "question", "status", "design", "bisection", "upper", "invariant"),
    *("best", "points", "search", "provenance"),
    title="SynthesisDocument",
)
