"""Answers with an entity tag, and 304 for those who have them already (RFC 9110)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Header
from starlette.responses import Response

from service.schemas.headers import TAG

IfNoneMatch = Annotated[
    str | None, Header(description="entity tags; if one still holds, the answer is 304")
]
NOT_MODIFIED: dict[int | str, dict[str, Any]] = {
    304: {"description": "What `If-None-Match` names is still right", "headers": TAG}
}


def entity_tag(content: bytes) -> str:
    """Return the tag of some bytes, in its quotation marks."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def holds(if_none_match: str | None, tag: str) -> bool:
    """Tell whether a list of tags names this one; weak tags count as well."""
    if if_none_match is None:
        return False
    named = {each.strip().removeprefix("W/") for each in if_none_match.split(",")}
    return tag in named or "*" in named


def tagged(
    content: bytes,
    if_none_match: str | None,
    *,
    media_type: str = "application/json",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with some bytes and their tag, or with 304 if they are there already."""
    tag = entity_tag(content)
    all_headers = {"ETag": tag, "Cache-Control": "no-cache", **(headers or {})}
    if holds(if_none_match, tag):
        return Response(status_code=304, headers=all_headers)
    return Response(content, media_type=media_type, headers=all_headers)
