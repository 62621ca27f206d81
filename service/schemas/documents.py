"""The documents of all kinds of question, as the service's own documentation describes them."""

from __future__ import annotations

from typing import Any

from alphacut.jobs.kinds import Kind, kinds


def document_schemas() -> dict[str, Any]:
    """Return the JSON schemas of all documents, by their titles."""
    found = [kind.part("schema") for kind in kinds().values()]
    return {schema["title"]: schema for schema in found}


def document_of(*asked: Kind) -> dict[str, Any]:
    """Return a reference to the schema of the document of a kind, or of one of several."""
    named = [{"$ref": f"#/components/schemas/{kind.part('schema')['title']}"} for kind in asked]
    return named[0] if len(named) == 1 else {"oneOf": named}
