"""The documents of all kinds of question, as the service's own documentation describes them."""

from __future__ import annotations

from typing import Any

from alphacut.jobs.states import State
from alphacut.service.kinds import kinds
from alphacut.solver.common.kind import Kind
from alphacut.solver.common.schemas import record

DIALECT = "https://json-schema.org/draft/2020-12/schema"
BATCH_FORMAT = "alphacut-batch/1"


def document_schemas() -> dict[str, Any]:
    """Return the JSON schemas of all documents, by their titles."""
    found = [*(kind.schema() for kind in kinds().values()), batch_schema()]
    return {schema["title"]: schema for schema in found}


def published(kind: Kind) -> dict[str, Any]:
    """Return the JSON schema of the documents of a kind, as it stands by itself."""
    name = f"urn:{kind.format.replace('/', ':')}"
    return {"$schema": DIALECT, "$id": name, **kind.schema()}


def batch_schema() -> dict[str, Any]:
    """Return the JSON schema of the documents of a batch."""
    member: dict[str, Any] = {
        "job": {"type": "string", "description": "its id"},
        "state": {"enum": [state.value for state in State]},
        "error": {"type": ["object", "null"]},
        "document": {"anyOf": [document_of(*kinds().values()), {"type": "null"}]},
    }
    members: dict[str, Any] = {
        "format": {"const": BATCH_FORMAT},
        "batch": {"type": "string", "description": "its id"},
        "state": {"enum": [state.value for state in State]},
        "jobs": {"type": "array", "items": record(member)},
    }
    return record(members, title="BatchDocument")


def document_of(*asked: Kind) -> dict[str, Any]:
    """Return a reference to the schema of the document of a kind, or of one of several."""
    named = [{"$ref": f"#/components/schemas/{kind.schema()['title']}"} for kind in asked]
    return named[0] if len(named) == 1 else {"oneOf": named}
