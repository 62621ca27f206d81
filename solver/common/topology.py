"""A topology in a request: read and checked as everywhere, described by its families."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, TypeAdapter, WithJsonSchema

from alphacut.arrangements.formats.spec import FamilySpec, Limits, Spec, parse

ANY_SIZE = Limits(switches=10**18, links=10**18)  # the limits of the service come later


def _read(value: Any) -> FamilySpec:
    """Read a spec with `parse`, whose messages are the ones that users know."""
    return parse(value, ANY_SIZE)


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
    adapter: TypeAdapter[Any] = TypeAdapter(Spec)
    schema = adapter.json_schema(ref_template="#/components/schemas/{model}")
    families = schema.pop("$defs")
    return {**families, "Topology": {"title": "Topology", **schema}}
