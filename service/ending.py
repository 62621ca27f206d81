"""Requests that are still at work when the server ends are told to try again."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from alphacut.service.problems import Problem
from alphacut.service.state import Leaving

ENDING = Problem(
    status=503,
    name="ending",
    title="The service is being stopped",
    detail="the service is being stopped or started again; try again in a moment",
    headers={"Retry-After": "5"},
)


class Ending:
    """ASGI middleware that answers for requests which the end of the server breaks off.

    What they are doing may go on in a thread that nothing can stop; it is not waited for.
    """

    def __init__(self, app: ASGIApp, *, leaving: Leaving) -> None:
        self._app = app
        self._leaving = leaving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; if it is broken off before its answer has begun, answer with 503."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = over = False

        async def noted(message: Message) -> None:
            nonlocal begun
            if not over:
                begun = True
                await send(message)

        work = asyncio.ensure_future(self._app(scope, receive, noted))
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            over = True
            work.cancel()
            work.add_done_callback(_heard)
            if begun or not self._leaving.given:
                raise
            await ENDING.response()(scope, receive, send)


def _heard(work: asyncio.Future[None]) -> None:
    """Hear what became of work that nobody waits for."""
    with suppress(asyncio.CancelledError):
        work.exception()
