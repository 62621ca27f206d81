"""The document on throughput, as JSON Schema (draft 2020-12)."""

from __future__ import annotations

from typing import Any

from alphacut.solver.common.schemas import ALPHA, COUNT, PROVENANCE, TOPOLOGY, VALUE, record

Schema = dict[str, Any]

_LENGTHS: Schema = {
    "type": "array",
    "items": COUNT,
    "description": "of every directed link; link k of the network gives 2k and 2k + 1",
}
_RATES: Schema = {
    "type": "array",
    "items": {"type": "array"},
    "description": "source, destination, minimal, valiant or any, length or path or null, rate",
}
_SYMMETRIES: Schema = {
    "type": "array",
    "items": {"type": "array", "items": COUNT},
    "description": "permutations that carry the rates of a flow on to others",
}
_EVIDENCE = record(
    {"lengths": _LENGTHS, "rates": _RATES, "symmetries": _SYMMETRIES}, "lengths", "rates"
)
_LOAD = record({"mean": {"type": "number"}, "max": {"type": "number"}}, "max")
_SEGMENT = record(
    {
        "from": ALPHA,
        "to": {"anyOf": [ALPHA, {"type": "null"}], "description": "null: no end"},
        "intercept": VALUE,
        "slope": VALUE,
        "lengths": _LENGTHS,
    }
)
_POINT = record(
    {"alpha": ALPHA, "rate": VALUE, "rates": _RATES, "symmetries": _SYMMETRIES},
    "alpha",
    "rate",
    "rates",
)
_CURVE = record(
    {
        "status": {"enum": ["exact", "bounded"]},
        "segments": {"type": "array", "items": _SEGMENT},
        "points": {"type": "array", "items": _POINT},
    }
)
_MODEL = record(
    {
        "model": {"type": ["integer", "string"]},
        "rate": record({"lower": VALUE, "upper": VALUE}),
        "status": {"enum": ["exact", "optimal", "bounded"]},
        "variables": {
            **COUNT,
            "description": "sets of paths that share a rate; single paths that have one",
        },
        "links": {"type": "array", "items": {"type": "array"}, "description": "those used up"},
        "load": {"type": "object", "additionalProperties": _LOAD},
        "evidence": _EVIDENCE,
        "curve": _CURVE,
        "solver": {"type": "string"},
        "seconds": {"type": "number"},
    },
    *("model", "rate", "status", "variables", "links", "load", "evidence", "solver", "seconds"),
)

THROUGHPUT: Schema = record(
    {
        "format": {"const": "alphacut-throughput/1"},
        "topology": TOPOLOGY,
        "switches": COUNT,
        "hosts": COUNT,
        "traffic": {"type": ["string", "object"]},
        "alpha": ALPHA,
        "injection": {**VALUE, "description": "capacity of a host's link; left out, 1"},
        "models": {"type": "array", "items": _MODEL},
        "provenance": PROVENANCE,
    },
    title="ThroughputDocument",
)
