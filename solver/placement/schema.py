"""The document on a placement, as JSON Schema (draft 2020-12)."""

from __future__ import annotations

from typing import Any

from alphacut.solver.common.schemas import COUNT, PROVENANCE, STATUS, TOPOLOGY, VALUE, record

FORMAT = "alphacut-placement/1"
ASKED = (
    *("grid", "stencil", "tasks", "block", "count", "any_tasks", "any_block", "message"),
    *("weights", "ranks", "injection", "local", "remote", "routing", "same_group", "within"),
    *("seed", "top", "hosts", "nodes", "torus", "regular", "objective"),
)
Schema = dict[str, Any]

_SIDES: Schema = {"type": "array", "items": {"type": "integer", "minimum": 1}}
_SWITCHES: Schema = {"type": "array", "items": COUNT}
_LIMIT: Schema = {"enum": ["injection", "local", "remote"]}
_CHOSEN: dict[str, Schema] = {
    "tasks": _SIDES,
    "block": _SIDES,
    "routing": {"enum": ["direct", "indirect"]},
    "same_group": {"enum": ["minimal", "indirect"]},
}
_TIMES: dict[str, Schema] = {
    "binding": _LIMIT,
    "seconds": VALUE,
    "seconds_remote_only": VALUE,
}
CHOICE = record(
    {
        **_CHOSEN,
        "groups": COUNT,
        "hosts": COUNT,
        "remote_demand": VALUE,
        "local_demand": VALUE,
        "bytes": VALUE,
        **_TIMES,
    }
)
_PLACED = record(
    {
        **_CHOSEN,
        "block": {"anyOf": [_SIDES, {"type": "null"}]},
        "groups": _SWITCHES,
        "hosts": {"type": "array", "items": {"type": "string"}},
        "switches": _SWITCHES,
        "demand": record({"injection": VALUE, "local": VALUE, "remote": VALUE}),
        "at": _SWITCHES,
        **_TIMES,
        "bound": VALUE,
    }
)
_BOUND = record({"value": COUNT, "reason": {"type": "string"}})
_COMPARED = record({"name": {"type": "string"}, "load": COUNT, "hops": COUNT})

PLACEMENT: Schema = record(
    {
        "format": {"const": FORMAT},
        "topology": TOPOLOGY,
        "question": record(
            {name: {} for name in ASKED}, *(name for name in ASKED if name != "seed")
        ),
        "status": STATUS,
        "studied": COUNT,
        "choices": {"type": "array", "items": CHOICE},
        "front": {"type": "array", "items": CHOICE},
        "placed": {"anyOf": [_PLACED, {"type": "null"}]},
        "anywhere": CHOICE,
        "answer": {"enum": ["yes", "no", "open"]},
        "proof": {"enum": ["search", "solver"]},
        "nodes": {**COUNT, "description": "steps of a search; written by earlier releases"},
        "mapping": _SWITCHES,
        "load": COUNT,
        "hops": COUNT,
        "bounds": record({"load": _BOUND, "hops": _BOUND}),
        "compared": {"type": "array", "items": _COMPARED},
        "provenance": PROVENANCE,
    },
    "format", "topology", "question", "status", "provenance",
    title="PlacementDocument",
)  # fmt: skip
