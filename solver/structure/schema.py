"""The document on the structure of a network, as JSON Schema (draft 2020-12)."""

from __future__ import annotations

from typing import Any

from alphacut.solver.common.schemas import CLASSES, COUNT, TOPOLOGY, record

Schema = dict[str, Any]

_SPAN = record({"min": COUNT, "max": COUNT})
_PART: Schema = {
    "type": ["object", "null"],
    "description": 'null: not told; "left_out" says why',
}
_PARTS = (
    *("distances", "balance", "symmetry", "plain_graph", "girth", "spectrum"),
    *("known_bisection", "components"),
)

STRUCTURE: Schema = record(
    {
        "format": {"const": "alphacut-structure/1"},
        "topology": TOPOLOGY,
        "switches": COUNT,
        "hosts": COUNT,
        "hosts_per_switch": _SPAN,
        "groups": {"type": ["object", "null"]},
        "links": CLASSES,
        "degree": {"type": "object", "additionalProperties": _SPAN},
        "radix": _SPAN,
        **dict.fromkeys(_PARTS, _PART),
        "left_out": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    title="StructureDocument",
)
