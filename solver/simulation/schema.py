"""The document about a simulation, as JSON Schema (draft 2020-12)."""

from __future__ import annotations

from typing import Any

from alphacut.solver.common.schemas import COUNT, PROVENANCE, TOPOLOGY, VALUE, record

Schema = dict[str, Any]

_NUMBER: Schema = {"type": "number", "minimum": 0}
_RUN = record(
    {
        "offered": VALUE,
        "accepted": {**_NUMBER, "description": "phits for each sending host and cycle"},
        "latency": {"type": ["number", "null"], "description": "mean cycles; null: none arrived"},
        "generated": COUNT,
        "delivered": COUNT,
        "waiting": COUNT,
        "moving": COUNT,
        "refused": COUNT,
        "stopped": {"type": ["integer", "null"], "description": "since when nothing has moved"},
        "busiest": {**_NUMBER, "description": "share of cycles in which the busiest link sent"},
        "seed": COUNT,
    }
)

SIMULATION: Schema = record(
    {
        "format": {"const": "alphacut-simulation/1"},
        "topology": TOPOLOGY,
        "mechanism": {"type": "object", "description": "as documents about routing tell it"},
        "any_vc": {"type": "boolean", "description": "whether routers choose virtual channels"},
        "traffic": {"type": ["string", "object"]},
        "parameters": {"type": "object", "description": "of routers, and of the runs"},
        "status": {"enum": ["measured", "unverified"]},
        "saturation": {**VALUE, "description": "the exact limit of the links"},
        "runs": {"type": "array", "items": _RUN},
        "provenance": PROVENANCE,
    },
    *("format", "topology", "mechanism", "any_vc", "traffic", "parameters", "status", "runs"),
    "provenance",
    title="SimulationDocument",
)
