"""The documents about bisections, as JSON Schema (draft 2020-12).

What they prove, and how, is told in docs/certificate.md.
"""

from __future__ import annotations

from typing import Any

from alphacut.solver.common.schemas import (
    ALPHA,
    CLASSES,
    COUNT,
    PROVENANCE,
    TOPOLOGY,
    VALUE,
    WITH_THEOREMS,
    record,
)

Schema = dict[str, Any]

SIDE: Schema = {
    "type": "array",
    "items": COUNT,
    "description": "the switches of one side of the cut",
}
POINT_OF = record(
    {
        "alpha": ALPHA,
        "value": {**VALUE, "description": "capacity of the best cut; at inf its slope"},
        "lower": {**VALUE, "description": "what is proven of the least"},
        "proof": {"enum": ["certificate", "solver", None]},
        "engine": {"type": ["string", "null"]},
        "seconds": {"type": "number"},
        "certificate": {"type": ["object", "null"]},
    }
)
LEVEL = record(
    {
        "intercept": {"type": "integer"},
        "slope": {"type": "integer"},
        "engine": {"type": ["string", "null"]},
        "seconds": {"type": "number"},
        "certificate": {"type": ["object", "null"]},
    },
    "intercept",
    "slope",
    "certificate",
)
_ABOUT: Schema = {
    "topology": TOPOLOGY,
    "switches": COUNT,
    "links": CLASSES,
    "balance": {"type": "string"},
    "status": WITH_THEOREMS,
}
_SIZES = record({"least": COUNT, "most": COUNT})
_BESIDE: Schema = {
    "sizes": {**_SIZES, "description": "what the lighter side may weigh, if not half"},
    "levels": {"type": "array", "items": LEVEL, "description": "claims that points build on"},
    "multipliers": {"type": "array", "description": "what several certificates have in common"},
    "certificates": {"type": "array", "description": "certificates that stand several times"},
    "theorem": {"type": "object", "description": "what a published theorem says of the network"},
    "provenance": PROVENANCE,
}

CURVE: Schema = record(
    {
        "format": {"const": "alphacut-curve/1"},
        **_ABOUT,
        "segments": {
            "type": "array",
            "items": record(
                {
                    "from": ALPHA,
                    "to": {"anyOf": [ALPHA, {"type": "null"}], "description": "null: no end"},
                    "intercept": {"type": "integer"},
                    "slope": {"type": "integer"},
                    "side": SIDE,
                }
            ),
            "description": "the capacity of the best cuts: intercept + slope·α on each range",
        },
        "points": {"type": "array", "items": POINT_OF},
        "lower": {"type": "array", "description": "the lower curve, where the status is bounded"},
        "gap": {**VALUE, "description": "the largest (upper - lower)/upper, if bounded"},
        **_BESIDE,
    },
    *("format", *_ABOUT, "segments", "points", "provenance"),
    title="CurveDocument",
)
POINT: Schema = record(
    {
        "format": {"const": "alphacut-point/1"},
        **_ABOUT,
        "point": POINT_OF,
        "intercept": {"type": "integer"},
        "slope": {"type": "integer"},
        "side": SIDE,
        "partition": {
            **record(
                {"intercept": {"type": "integer"}, "slope": {"type": "integer"}, "side": SIDE}
            ),
            "description": "a cut of somebody else, whose distance from the least is asked for",
        },
        **_BESIDE,
    },
    *("format", *_ABOUT, "point", "intercept", "slope", "side", "provenance"),
    title="PointDocument",
)
