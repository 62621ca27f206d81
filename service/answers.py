"""What every answer says to browsers: show it nowhere else, and take it for nothing else."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Pages bring a policy of their own. Anything else that a browser shows loads and runs nothing.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "frame-ancestors 'none'"
)
_EVERYWHERE = {"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY"}


class BrowserRules:
    """ASGI middleware that adds the headers to answers which do not have them.

    Addresses in headers are those that browsers know, below the path that a proxy has us at.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and complete the header of its answer."""

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _EVERYWHERE.items():
                    headers[name] = value
                headers.setdefault("Content-Security-Policy", _POLICY)
                if headers.get("location", "").startswith("/v1/"):
                    headers["Location"] = f"{scope.get('root_path', '')}{headers['location']}"
            await send(message)

        await self._app(scope, receive, complete if scope["type"] == "http" else send)
