"""Large answers are compressed for clients that take gzip, and say so in their entity tags."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALLEST = 4096  # bytes of an answer that is worth it
LEVEL = 5  # of zlib: documents become a few per cent larger than with 9, in half the time


class Compressed:
    """ASGI middleware around everything that makes answers.

    One answer after the other is compressed, beside the loop that serves all requests: with many
    at once, others would wait for a processor.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turn = asyncio.Semaphore(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; the tag of a compressed answer is a weak one (RFC 9110, 8.8.3)."""

        async def weakened(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                tag = headers.get("etag", "")
                if headers.get("content-encoding") == "gzip" and tag.startswith('"'):
                    headers["ETag"] = f"W/{tag}"
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif takes_gzip(Headers(scope=scope).get("Accept-Encoding", "")):
            await _InTurn(self._app, self._turn)(scope, receive, weakened)
        else:
            await IdentityResponder(self._app, SMALLEST)(scope, receive, send)


def takes_gzip(accept_encoding: str) -> bool:
    """Tell whether a client takes gzip: what it names, with a weight above 0 (RFC 9110, 12.5.3)."""
    named = [each.partition(";") for each in accept_encoding.lower().split(",")]
    weights = {name.strip(): _weight(parameter) for name, _, parameter in named}
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", 0.0))) > 0


def _weight(parameter: str) -> float:
    """Read a weight such as q=0.5; what cannot be read weighs nothing."""
    name, _, value = parameter.partition("=")
    if not name.strip():
        return 1.0
    try:
        return float(value) if name.strip() == "q" else 0.0
    except ValueError:
        return 0.0


class _InTurn(GZipResponder):
    def __init__(self, app: ASGIApp, turn: asyncio.Semaphore) -> None:
        super().__init__(app, SMALLEST, compresslevel=LEVEL, thread_minimum_size=SMALLEST)
        self._turn = turn

    async def apply_compression(self, body: bytes, *, more_body: bool) -> bytes:
        async with self._turn:
            return await super().apply_compression(body, more_body=more_body)
