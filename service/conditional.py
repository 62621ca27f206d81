"""Answers with an entity tag, and 304 for those who have them already (RFC 9110)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Header
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from alphacut.service.schemas.headers import TAG

PIECE = 65_536  # bytes of an answer that are handed on at once
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
    tag: str | None = None,
    media_type: str = "application/json",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with some bytes and their tag, or with 304 if they are there already.

    Parameters
    ----------
    tag
        The tag of the bytes; None: computed from them.
    """
    tag = tag or entity_tag(content)
    return unchanged(tag, if_none_match, headers) or InPieces(
        content, media_type=media_type, headers=_headers(tag, headers)
    )


def unchanged(
    tag: str, if_none_match: str | None, headers: Mapping[str, str] | None = None
) -> Response | None:
    """Answer with 304 if a client has what a tag names; else there is no answer yet."""
    if holds(if_none_match, tag):
        return Response(status_code=304, headers=_headers(tag, headers))
    return None


class InPieces(Response):
    """An answer that is handed on as fast as its reader takes it.

    Handed on at once, each reader of a large one would have a copy waiting in memory.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send the answer."""
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        body = memoryview(self.body)
        for begin in range(0, len(body), PIECE):
            piece = bytes(body[begin : begin + PIECE])
            more = begin + PIECE < len(body)
            await send({"type": "http.response.body", "body": piece, "more_body": more})
        if not body:
            await send({"type": "http.response.body", "body": b""})


def _headers(tag: str, more: Mapping[str, str] | None) -> dict[str, str]:
    return {"ETag": tag, "Cache-Control": "no-cache", **(more or {})}
