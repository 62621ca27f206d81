"""Refusing a request body that is too large, while it is being read."""

from __future__ import annotations

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BodyLimit:
    """ASGI middleware that stops reading a body at a number of bytes.

    Starlette has one as well, but answers with plain text and not a problem.
    """

    def __init__(self, app: ASGIApp, *, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, its body counted."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        read = int(announced) if announced.isdecimal() else 0
        if read <= self._max_bytes:
            read = 0

        async def counted() -> Message:
            nonlocal read
            self._check(read)
            message = await receive()
            read += len(message.get("body", b""))
            self._check(read)
            return message

        await self._app(scope, counted, send)

    def _check(self, read: int) -> None:
        if read > self._max_bytes:
            raise HTTPException(413, f"the body is too large: at most {self._max_bytes:,} bytes")
