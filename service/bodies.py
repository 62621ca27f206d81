"""Bodies of requests: their bytes are taken here, and read in a process of the pool."""

from __future__ import annotations

from email.message import Message
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from pydantic.json_schema import GenerateJsonSchema
from starlette.requests import ClientDisconnect

from alphacut.service.problems import FieldProblem, Problem, invalid
from alphacut.service.schemas.places import Form
from alphacut.service.validation import InvalidRequest


async def _json_body(request: Request) -> bytes:
    """Return the body of a request that says it is JSON.

    Raises
    ------
    InvalidRequest
        If there is none, or it is said to be something else.
    """
    body = await _optional_json_body(request)
    if not body:
        missing = FieldProblem(field="", problem="is missing; send a JSON object")
        raise InvalidRequest(invalid([missing]))
    return body


async def _optional_json_body(request: Request) -> bytes:
    """Return the body of a request, which may have none.

    Raises
    ------
    InvalidRequest
        If it is said to be something else than JSON.
    """
    try:
        body = await request.body()
    except ClientDisconnect:
        raise HTTPException(400, "the body broke off") from None
    if body and not _is_json(request.headers.get("content-type", "")):
        raise InvalidRequest(_NOT_SAID)
    refuse_coded(request)
    return body


def refuse_coded(request: Request) -> None:
    """Refuse a body that is said to be compressed, for it is read as it comes.

    Raises
    ------
    InvalidRequest
        With what is taken (RFC 9110, 15.5.16).
    """
    coding = request.headers.get("content-encoding", "identity").strip().lower()
    if coding != "identity":
        raise InvalidRequest(_CODED)


OptionalJsonBody = Annotated[bytes, Depends(_optional_json_body)]
JsonBody = Annotated[bytes, Depends(_json_body)]

_NOT_SAID = Problem(
    status=415,
    name="not-json",
    title="The body is not JSON",
    detail="send JSON, and say so: Content-Type: application/json",
)

_CODED = Problem(
    status=415,
    name="compressed",
    title="The body is compressed",
    detail="bodies are read as they come; send it without compression and without Content-Encoding",
    headers={"Accept-Encoding": "identity"},
)


def _is_json(content_type: str) -> bool:
    message = Message()
    message["content-type"] = content_type
    subtype = message.get_content_subtype()
    return message.get_content_maintype() == "application" and (
        subtype == "json" or subtype.endswith("+json")
    )


def described(examples: dict[str, Any], *, required: bool = True) -> dict[str, Any]:
    """Describe the body of a route for OpenAPI; `form_schemas` gives its schema later."""
    content = {"examples": examples}
    return {"requestBody": {"content": {"application/json": content}, "required": required}}


def form_schemas(form: Form[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the JSON schema of a form, and by their names those that it refers to."""
    generator = GenerateJsonSchema(ref_template="#/components/schemas/{model}")
    core = form.reader.core_schema
    found, named = generator.generate_definitions([("body", "validation", core)])
    return found["body", "validation"], {str(name): each for name, each in named.items()}
