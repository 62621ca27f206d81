"""The document that sets networks beside each other, as JSON Schema (draft 2020-12)."""

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

_MAYBE: Schema = {"anyOf": [VALUE, {"type": "null"}]}
_PLACES: Schema = {"type": "array", "items": COUNT, "description": "places among the networks"}
_NETWORK = record(
    {
        "topology": TOPOLOGY,
        "status": WITH_THEOREMS,
        "bisection": VALUE,
        "lower": VALUE,
        "bisection_per_host": _MAYBE,
        "bisection_per_host_lower": _MAYBE,
        "share_of_full_bisection": _MAYBE,
        "share_of_full_bisection_lower": _MAYBE,
        "switches": COUNT,
        "hosts": COUNT,
        "links": CLASSES,
        "radix": COUNT,
        "diameter": {"type": ["integer", "null"]},
        "average_distance": {"type": ["number", "null"]},
        "average_by_class": {"type": ["object", "null"]},
        "gccs": {"type": ["integer", "null"]},
    }
)
_REIGN = record(
    {
        "from": ALPHA,
        "to": {"anyOf": [ALPHA, {"type": "null"}], "description": "null: no end"},
        "networks": _PLACES,
        "proven": {"type": "boolean"},
        "candidates": _PLACES,
    }
)

COMPARISON: Schema = record(
    {
        "format": {"const": "alphacut-comparison/1"},
        "alpha": ALPHA,
        "injection": VALUE,
        "balance": {"type": "string"},
        "networks": {"type": "array", "items": _NETWORK},
        "ranked_by": {
            "enum": ["bisection", "bisection_per_host"],
            "description": "per host where networks have unlike numbers of them; documents of "
            "earlier versions leave it out, and rank by bisection",
        },
        "best": _PLACES,
        "candidates": _PLACES,
        "winners": {"anyOf": [{"type": "array", "items": _REIGN}, {"type": "null"}]},
        "provenance": PROVENANCE,
    },
    *("format", "alpha", "injection", "balance", "networks", "best", "candidates", "winners"),
    title="ComparisonDocument",
)
