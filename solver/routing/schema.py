"""The document about routing, as JSON Schema (draft 2020-12)."""

from __future__ import annotations

from typing import Any

from alphacut.solver.common.schemas import CLASSES, COUNT, PROVENANCE, TOPOLOGY, VALUE, record

Schema = dict[str, Any]

_CHANNELS: Schema = {"type": "array", "items": COUNT, "description": "channels, by number"}
_MECHANISM = record(
    {
        "name": {"type": "string"},
        "vcs": {"type": "string", "description": "virtual channels of local and global links"},
        "valiant": {"enum": ["switch", "group"]},
        "colouring": {"type": "string"},
        "order": {"type": "array", "items": COUNT},
        "adaptive": {"type": "boolean"},
        "escape": _CHANNELS,
        "listed": {
            "type": "array",
            "items": {"type": "array", "description": "source, target, weight, channels"},
        },
        "remarks": {
            "type": "array",
            "items": {"type": "string"},
            "description": "in words, above all what packets can meet beside these routes",
        },
    },
    "name",
    "vcs",
)
_ROUTE = record(
    {
        "source": COUNT,
        "target": COUNT,
        "channels": _CHANNELS,
        "switches": {"type": "array", "items": COUNT},
    }
)
_STEP = record({"channel": COUNT, "from": COUNT, "to": COUNT, "vc": COUNT, "route": _ROUTE})
_DEADLOCK = record(
    {
        "verdict": {"enum": ["free", "possible", "not shown"]},
        "channels": COUNT,
        "dependencies": COUNT,
        "escape": record({"channels": COUNT, "dependencies": COUNT}),
        "order": {**_CHANNELS, "description": "every dependency leads further on in it"},
        "shortest": {"type": "boolean"},
        "cycle": {"type": "array", "items": _STEP},
    },
    "verdict",
    "channels",
    "dependencies",
)
_LOAD = record(
    {
        "traffic": {"type": ["string", "object"]},
        "saturation": VALUE,
        "largest": {"type": "object", "additionalProperties": VALUE},
        "mean_hops": VALUE,
    }
)

ROUTING: Schema = record(
    {
        "format": {"const": "alphacut-routing/1"},
        "topology": TOPOLOGY,
        "switches": COUNT,
        "links": CLASSES,
        "mechanism": _MECHANISM,
        "routes": COUNT,
        "hops": {"type": "object", "additionalProperties": COUNT},
        "deadlock": _DEADLOCK,
        "load": _LOAD,
        "provenance": PROVENANCE,
    },
    "format",
    "topology",
    "switches",
    "links",
    "mechanism",
    "routes",
    "hops",
    "deadlock",
    "provenance",
    title="RoutingDocument",
)
