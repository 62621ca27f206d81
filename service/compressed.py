"""Large answers are compressed for clients that take gzip, and say so in their entity tags."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALLEST = 4096  # bytes of an answer that is worth it
LEVEL = 5  # of zlib: documents become a few per cent larger than with 9, in half the time


class Compressed:
    """ASGI middleware around everything that makes answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; the tag of a compressed answer is a weak one (RFC 9110, 8.8.3)."""

        async def weakened(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                tag = headers.get("etag", "")
                if headers.get("content-encoding") == "gzip" and tag.startswith('"'):
                    headers["ETag"] = f"W/{tag}"
            await send(message)

        await self._app(scope, receive, weakened if scope["type"] == "http" else send)
