"""The document on what failures cost, as JSON Schema (draft 2020-12)."""

from __future__ import annotations

from typing import Any

from alphacut.solver.common.schemas import ALPHA, COUNT, PROVENANCE, TOPOLOGY, VALUE, record
from alphacut.solver.resilience.document import FORMAT

Schema = dict[str, Any]

_SIDE: Schema = {"type": "array", "items": COUNT}
_STATUS: Schema = {"enum": ["exact", "bounded"]}
_PROOF = record({"bound": VALUE, "proof": {"type": "object"}})
_CERTIFICATE: Schema = {"anyOf": [_PROOF, {"type": "null"}]}
_FIVE: Schema = {
    "type": "array",
    "items": VALUE,
    "minItems": 5,
    "maxItems": 5,
    "description": "least, quartiles and greatest",
}
_TRAFFIC: Schema = {"type": ["string", "object"]}
_RATE = record(
    {"traffic": _TRAFFIC, "lower": VALUE, "upper": VALUE, "side": _SIDE,
     "document": {"type": "object"}},
    *("traffic", "lower", "upper"),
)  # fmt: skip
_ENTRY = record(
    {
        "lower": VALUE,
        "upper": VALUE,
        "by": {"enum": ["loss", "certificate", "sample"]},
        "side": _SIDE,
        "survivors": {"type": ["integer", "null"], "description": "switches; null: all"},
        "components": COUNT,
        "hosts": {**COUNT, "description": "in the component that has most of them"},
        "certificate": _CERTIFICATE,
        "throughput": {"type": "array", "items": _RATE},
    }
)
_LISTED = record(
    {
        "name": {"type": ["integer", "string"]},
        "switches": _SIDE,
        "lower": VALUE,
        "upper": VALUE,
        "by": {"enum": ["loss", "certificate"]},
        "side": _SIDE,
        "certificate": _CERTIFICATE,
    }
)
_WORST_ONE: Schema = {
    "anyOf": [
        record(
            {"number": COUNT, "lower": VALUE, "upper": VALUE,
             "listed": {"type": "array", "items": _LISTED}},
        ),
        {"type": "null"},
    ]
}  # fmt: skip
_WORST = record(
    {
        "links": {
            "type": "array",
            "items": record({"number": COUNT, "lower": VALUE, "upper": VALUE}),
        },
        "switch": _WORST_ONE,
        "group": _WORST_ONE,
        "domain": _WORST_ONE,
    }
)
_BAND = record(
    {
        "lower": _FIVE,
        "upper": _FIVE,
        "exact": COUNT,
        "connected": COUNT,
        "hosts": COUNT,
        "throughput": {
            "type": "array",
            "items": record({"traffic": _TRAFFIC, "lower": _FIVE, "upper": _FIVE}),
        },
    }
)
_NETWORK = record(
    {
        "topology": TOPOLOGY,
        "status": _STATUS,
        "intact": {"type": "object", "description": "its bisection, an alphacut-point/1"},
        "levels": {
            "type": "array",
            "items": record(
                {"share": {"anyOf": [VALUE, {"type": "null"}]}, "number": COUNT},
            ),
        },
        "samples": {
            "type": "array",
            "items": record({"seed": COUNT, "at": {"type": "array", "items": _ENTRY}}),
        },
        "bands": {"type": "array", "items": _BAND},
        "worst": {"anyOf": [_WORST, {"type": "null"}]},
    }
)

RESILIENCE: Schema = record(
    {
        "format": {"const": FORMAT},
        "question": record(
            {
                "fail": record(
                    {"what": {"enum": ["links", "switches"]}, "class": {"type": ["string", "null"]}}
                ),
                "samples": COUNT,
                "seed": COUNT,
                "alpha": ALPHA,
                "traffic": {"type": "array", "items": _TRAFFIC},
                "injection": VALUE,
            }
        ),
        "status": _STATUS,
        "networks": {"type": "array", "items": _NETWORK, "minItems": 1},
        "ranking": {
            "anyOf": [
                record(
                    {
                        "order": {"type": "array", "items": COUNT},
                        "kept": {
                            "type": "array",
                            "items": record(
                                {"lower": VALUE, "upper": {"anyOf": [VALUE, {"type": "null"}]}}
                            ),
                        },
                        "proven": {"type": "boolean"},
                    }
                ),
                {"type": "null"},
            ]
        },
        "provenance": PROVENANCE,
    },
    title="ResilienceDocument",
)
