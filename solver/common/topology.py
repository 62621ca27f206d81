"""A topology in a request: read and checked as everywhere, described by its families."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, TypeAdapter, WithJsonSchema

from alphacut.arrangements.formats.spec import (
    LONGEST_TEXT,
    FamilySpec,
    Limits,
    parse,
    parse_named,
)
from alphacut.arrangements.formats.spec.families import any_model

SHORT_FORM = {
    "title": "ShortForm",
    "type": "string",
    "maxLength": LONGEST_TEXT,
    "description": "the short form of the command line, or the name of a machine",
    "examples": ["dragonfly:a=4,h=2,arrangement=relative", "torus:sides=8x8"],
}
ANY_SIZE = Limits(switches=10**18, links=10**18)  # the limits of the service come later


def _read(value: Any) -> FamilySpec:
    """Read a spec with `parse`, whose messages are the ones that users know.

    Text is a short form or a machine's name, and never the path of a file.
    """
    return parse_named(value, ANY_SIZE) if isinstance(value, str) else parse(value, ANY_SIZE)


def _write(spec: FamilySpec) -> dict[str, Any]:
    return spec.complete()


Topology = Annotated[
    FamilySpec,
    PlainValidator(_read),
    PlainSerializer(_write),
    WithJsonSchema({"allOf": [{"$ref": "#/components/schemas/Topology"}]}),
]


def topology_schemas() -> dict[str, Any]:
    """Return the JSON schemas "Topology" and those that it refers to."""
    adapter: TypeAdapter[Any] = TypeAdapter(any_model())
    schema = adapter.json_schema(ref_template="#/components/schemas/{model}")
    families = schema.pop("$defs")
    spec = {"$ref": "#/components/schemas/TopologySpec"}
    return {
        **families,
        "TopologySpec": {"title": "TopologySpec", **schema},
        "Topology": {"title": "Topology", "anyOf": [spec, SHORT_FORM]},
    }
