"""The OpenAPI document: what FastAPI derives, with topologies and problems put right."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from alphacut.service.bodies import form_schemas
from alphacut.service.schemas.batch import BATCH
from alphacut.service.schemas.continuation import CONTINUATION
from alphacut.service.schemas.documents import document_schemas
from alphacut.service.schemas.problem import problem_schemas
from alphacut.service.schemas.request import JOB
from alphacut.solver.common.topology import topology_schemas

CONTACT = {"name": "The alphacut developers"}
LICENSE = {"name": "Apache License 2.0", "identifier": "Apache-2.0"}  # by its SPDX identifier
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
    schemas |= form_schemas(JOB, BATCH, CONTINUATION) | topology_schemas() | problem_schemas()
    schemas |= document_schemas()
    document["info"] |= {"license": LICENSE, "contact": CONTACT}
    for path in document["paths"].values():
        for operation in path.values():
            _forget_foreign(operation["responses"])


def _forget_foreign(responses: dict[str, Any]) -> None:
    """Drop the 422 of routes whose parameters cannot be wrong."""
    if "application/json" in responses.get("422", {}).get("content", {}):
        del responses["422"]
