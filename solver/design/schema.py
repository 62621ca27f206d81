"""The JSON Schema of documents of designs."""

from __future__ import annotations

from typing import Any

from alphacut.solver.design.document import FORMAT
from alphacut.solver.design.question import PRICED

_NUMBER = {"type": "string", "pattern": r"^[0-9]+(/[0-9]+)?$", "description": "exact, as 5/4"}
_COUNT = {"type": "integer", "minimum": 0}


def _record(title: str, fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "object", "title": title, "properties": fields, "required": [*fields],
        "additionalProperties": False, **more,
    }  # fmt: skip


_CABLES = _record("Cables", {name: _COUNT for name in PRICED if name != "switch"})
_ROW = _record(
    "DesignRow",
    {
        "p": {**_COUNT, "description": "hosts of each switch"},
        "a": {**_COUNT, "description": "switches of each group"},
        "h": {**_COUNT, "description": "global ports of each switch"},
        "t": {**_COUNT, "description": "global links between each pair of groups"},
        "groups": _COUNT,
        "balanced": {"type": "boolean", "description": "whether a = 2p = 2h"},
        "hosts": _COUNT,
        "switches": _COUNT,
        "ports": {**_COUNT, "description": "ports of a switch that are needed"},
        "cables": _CABLES,
        "price": {"anyOf": [_NUMBER, {"type": "null"}]},
        "status": {
            "enum": ["exact", "formula", "bounded"],
            "description": "exact: a certificate was accepted; formula: the bounds meet for every "
            "arrangement, with no certificate; bounded: the value lies between the bounds",
        },
        "bisection": {**_NUMBER, "description": "an upper bound, in local links"},
        "lower": {**_NUMBER, "description": "a lower bound, in local links"},
        "bisection_per_host": _NUMBER,
        "bisection_per_host_lower": _NUMBER,
        "topology": {"type": "object", "description": "the spec"},
    },
)
DESIGN: dict[str, Any] = _record(
    "DesignDocument",
    {
        "format": {"const": FORMAT},
        "hosts": _COUNT,
        "radix": _COUNT,
        "within": _NUMBER,
        "alpha": _NUMBER,
        "per_host": _NUMBER,
        "prices": {
            "anyOf": [
                {
                    "type": "object",
                    "additionalProperties": _NUMBER,
                    "propertyNames": {"enum": [*PRICED]},
                },
                {"type": "null"},
            ]
        },
        "fitting": {**_COUNT, "description": "how many fit hosts and ports"},
        "designs": {"type": "array", "items": _ROW},
    },
)
