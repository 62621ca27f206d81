"""Counting and logging every request, as it was answered."""

from __future__ import annotations

import logging
import time
from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from alphacut.service.metrics import Requests

logger = logging.getLogger(__name__)

GONE = 499  # the status that is noted where the client did not wait for one
_METHOD, _PATH = 20, 200  # characters of either that are logged
_READING = ("GET", "HEAD", "OPTIONS")


class Observed:
    """ASGI middleware around everything else.

    What changes something is logged as information, what only reads (polling,
    above all) or was given up by its client as debugging, and what failed on our side as
    an error.
    """

    def __init__(self, app: ASGIApp, *, requests: Requests) -> None:
        self._app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note how it went."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500  # unless an answer is begun
        gone = False
        began = time.monotonic()

        async def heard() -> Message:
            nonlocal gone
            message = await receive()
            gone = gone or message["type"] == "http.disconnect"
            return message

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = GONE if gone else message["status"]
            await send(message)

        try:
            await self._app(scope, heard, noted)
        finally:
            self._note(scope, status, time.monotonic() - began)

    def _note(self, scope: MutableMapping[str, Any], status: int, seconds: float) -> None:
        method, params = scope["method"], scope.get("path_params", {})
        shown, path = method[:_METHOD], scope["path"][:_PATH]
        self._requests.count(method, scope.get("route"), status, seconds)
        quiet = method in _READING or status == GONE
        level = logging.ERROR if status >= 500 else logging.DEBUG if quiet else logging.INFO
        given = {
            "method": shown,
            "path": path,
            "status": status,
            "seconds": round(seconds, 4),
            "job": params.get("job_id"),
            "batch": params.get("batch_id"),
            "key": scope.get("state", {}).get("key"),
        }
        logger.log(level, "%s %s: %d", shown, path, status, extra=given)
