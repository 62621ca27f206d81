"""Problems as the service's own documentation describes them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from alphacut.service.problems import MEDIA_TYPE, URN


class FieldProblemView(BaseModel):
    """One thing that is wrong with a request."""

    field: str = Field(description="dotted path in the body, or the name of a parameter")
    problem: str = Field(description="what is wrong there, and what would be right")


class ProblemView(BaseModel):
    """What the service answers when it cannot do what was asked (RFC 9457)."""

    type: str = Field(description="stable name of the kind of problem, a URN")
    title: str = Field(description="what that name means")
    status: int = Field(description="the status code of HTTP")
    detail: str = Field(description="what happened here")
    errors: list[FieldProblemView] = Field(default=[], description="the fields that are wrong")


_SHOWN: dict[int, tuple[str, str, str]] = {
    400: ("not-json", "The body is not JSON", "Expecting value, at character 1"),
    401: (
        "not-authorized",
        "An API key is needed",
        "send an API key: Authorization: Bearer alphacut_…",
    ),
    403: (
        "not-yours",
        "The job belongs to another key",
        "job 0d6c1f belongs to the API key 'alice', which alone may do so",
    ),
    404: ("unknown-job", "There is no such job", "there is no job '0d6c1f'"),
    409: ("no-result-yet", "There is no result yet", "the job is running; ask again later"),
    413: (
        "content-too-large",
        "Content Too Large",
        "the body is too large: at most 1,048,576 bytes",
    ),
    415: (
        "not-json",
        "The body is not JSON",
        "send JSON, and say so: Content-Type: application/json",
    ),
    422: ("invalid-request", "The request is not valid", "topology.a: must be an integer, got 4.5"),
    429: (
        "quota-exceeded",
        "The quota of the API key is used up",
        "the API key 'ci' may have 10 jobs queued or running; it has 10, and 1 more are asked for",
    ),
    500: ("internal", "Internal error", "the server's log says more"),
    503: ("store", "The database is not available", "the database cannot be used: disk is full"),
}


def problem_schemas() -> dict[str, Any]:
    """Return the JSON schema "Problem" and that of its fields."""
    schema = ProblemView.model_json_schema(ref_template="#/components/schemas/{model}")
    fields = schema.pop("$defs")
    return {**fields, "Problem": schema}


def open_problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the problems of a route that needs no key."""
    return {status: _described(status) for status in (*statuses, 500, 503)}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the problems that a route may answer with, for OpenAPI."""
    return {status: _described(status) for status in (*statuses, 401, 500, 503)}


def _described(status: int) -> dict[str, Any]:
    name, title, detail = _SHOWN[status]
    example: dict[str, Any] = {
        "type": f"{URN}{name}",
        "title": title,
        "status": status,
        "detail": detail,
    }
    if status == 422:
        field, _, problem = detail.partition(": ")
        example["errors"] = [{"field": field, "problem": problem}]
    return {
        "description": title,
        "content": {
            MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}
        },
    }
