"""The OpenAPI document: what FastAPI derives, with topologies and problems put right."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from alphacut.service.bodies import form_schemas
from alphacut.service.schemas.batch import BATCH
from alphacut.service.schemas.continuation import CONTINUATION
from alphacut.service.schemas.documents import document_schemas
from alphacut.service.schemas.places import Form
from alphacut.service.schemas.problem import problem_schemas
from alphacut.service.schemas.request import JOB
from alphacut.solver.common.topology import topology_schemas

CONTACT = {"name": "The alphacut developers"}
LICENSE = {"name": "Apache License 2.0", "identifier": "Apache-2.0"}  # by its SPDX identifier
BODIES: dict[str, Form[Any]] = {
    "post_job": JOB, "post_batch": BATCH, "continue_job": CONTINUATION,
}  # fmt: skip
_UNUSED = ("HTTPValidationError", "ValidationError", "FamilySpec")  # nothing refers to them


def operation_id(route: APIRoute) -> str:
    """Name an operation as its function is named: what generated clients call their methods."""
    return route.name


def install(app: FastAPI) -> None:
    """Have an application describe itself rightly."""
    derive = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _put_right(derive())
        return derive()

    app.openapi = openapi  # type: ignore[method-assign]


def _put_right(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name in _UNUSED:
        schemas.pop(name, None)
    bodies = {name: form_schemas(form) for name, form in BODIES.items()}
    for _, named in bodies.values():
        schemas |= named
    schemas |= topology_schemas() | problem_schemas() | document_schemas()
    document["info"] |= {"license": LICENSE, "contact": CONTACT}
    for path in document["paths"].values():
        for operation in path.values():
            _forget_foreign(operation["responses"])
            if operation["operationId"] in bodies:
                schema, _ = bodies[operation["operationId"]]
                operation["requestBody"]["content"]["application/json"]["schema"] = schema


def _forget_foreign(responses: dict[str, Any]) -> None:
    """Drop the 422 of routes whose parameters cannot be wrong."""
    if "application/json" in responses.get("422", {}).get("content", {}):
        del responses["422"]
