"""The JSON Schema of documents of designs."""

from __future__ import annotations

from typing import Any

from alphacut.solver.common.schemas import PROVENANCE
from alphacut.solver.design.names import FORMAT, NAMES, ORDERS, PRICED, REASONS

_NUMBER = {"type": "string", "pattern": r"^[0-9]+(/[0-9]+)?$", "description": "exact, as 5/4"}
_COUNT = {"type": "integer", "minimum": 0}
_NULL = {"type": "null"}


def _record(title: str, fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "object", "title": title, "properties": fields, "required": [*fields],
        "additionalProperties": False, **more,
    }  # fmt: skip


_RANGE = _record("Range", {"lower": _NUMBER, "upper": _NUMBER})
_CABLES = _record(
    "Cables",
    dict.fromkeys(("host", "local", "global"), _COUNT)
    | {name: {**_COUNT, "description": "between switches"} for name in ("copper", "optical")},
)
_FIELDS: dict[str, Any] = {
    "family": {"enum": [*NAMES]},
    "name": {"type": "string", "description": "its shape"},
    "topology": {"type": "object", "description": "the spec"},
    "hosts": _COUNT,
    "grows_to": {**_COUNT, "description": "hosts once every port at their switches is used"},
    "switches": _COUNT,
    "ports": {**_COUNT, "description": "of the switch that needs most"},
    "cables": _CABLES,
    "price": _NUMBER,
    "watts": _NUMBER,
    "price_per_host": _NUMBER,
    "watts_per_host": _NUMBER,
    "diameter": {
        "anyOf": [_COUNT, _NULL],
        "description": "hops between switches with hosts, at most",
    },
    "mean_distance": {
        "anyOf": [_NUMBER, _NULL],
        "description": "hops between two hosts, without their own links; null: not computed",
    },
    "status": {
        "enum": ["exact", "formula", "bounded"],
        "description": "exact: a certificate was accepted; formula: the bounds meet by argument, "
        "with no certificate; bounded: the value lies between the bounds",
    },
    "proof": {
        "anyOf": [{"type": "string"}, _NULL],
        "description": "the kind of the certificate that was accepted; for a bounded row it proves "
        "a lower bound",
    },
    "reason": {
        "enum": [*REASONS],
        "description": "what the lower bound rests on; shares and majorities are those of groups",
    },
    "at": {
        "anyOf": [_NUMBER, _NULL],
        "description": "of shares: the capacity of a global link, α at most, that shows the bound",
    },
    "point": {
        "anyOf": [{"type": "object"}, _NULL],
        "description": "the best cut and the certificate, an alphacut-point/1; null: not built",
    },
    "bisection": {**_NUMBER, "description": "an upper bound, in local links"},
    "lower": {**_NUMBER, "description": "a lower bound, in local links"},
    "bisection_per_host": _NUMBER,
    "bisection_per_host_lower": _NUMBER,
    "saturation": {
        "anyOf": [_RANGE, _NULL],
        "description": "the rate at which uniform traffic fills links, as a share of what a host "
        "can send; null: not computed",
    },
    "after_worst_link": {
        **_RANGE,
        "description": "the bisection bandwidth once the worst link has failed",
    },
}
_BESIDE = _record(
    "DesignBeside",
    {
        **_FIELDS,
        "than": {"type": "string", "description": "the machine of the front that is as good"},
        "dearer": {**_NUMBER, "description": "its price for each host, over that of the other"},
    },
)
_PRICES = _record(
    "DesignPrices",
    {
        "currency": {"type": "string"},
        "example": {"type": "boolean", "description": "whether they are assumptions of alphacut"},
        "copper_block": {
            **_COUNT,
            "description": "switches of a block within which cables are copper",
        },
        "items": {
            "type": "object",
            "propertyNames": {"enum": [*PRICED]},
            "additionalProperties": _record(
                "DesignItem",
                dict.fromkeys(("price", "watts", "price_port", "watts_port"), _NUMBER),
            ),
        },
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
        "spare_ports": _COUNT,
        "sort": {"enum": [*ORDERS]},
        "arrangement": {"anyOf": [{"type": "string"}, _NULL], "description": "of dragonflies"},
        "balanced": {"type": "boolean"},
        "unused_ports": {"type": "boolean"},
        "limit": _COUNT,
        "prices": _PRICES,
        "families": {
            "type": "array",
            "items": _record(
                "DesignFamily",
                {
                    "family": {"enum": [*NAMES]},
                    "fitting": _COUNT,
                    "listed": {"type": "boolean", "description": "whether a design is of it"},
                },
            ),
        },
        "fitting": {**_COUNT, "description": "shapes of all families that were compared"},
        "front": {**_COUNT, "description": "machines that none is better than"},
        "status": {
            "enum": ["exact", "formula", "bounded"],
            "description": "the weakest of the designs",
        },
        "designs": {"type": "array", "items": _record("DesignRow", _FIELDS)},
        "beside": {
            "type": "array",
            "items": _BESIDE,
            "description": "the best of each family that has none on the front",
        },
        "provenance": PROVENANCE,
    },
)
