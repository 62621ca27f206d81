"""`Prefer: wait=N`: keeping a request until there is something to tell (RFC 7240)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

import anyio
from fastapi import Header, HTTPException

from alphacut.jobs.errors import JobsError
from alphacut.service.access import Standing
from alphacut.service.looks import Followed
from alphacut.service.watching import Seen, Watcher

Prefer = Annotated[
    str | None,
    Header(description="`wait=N`: answer when the job has ended, or after N seconds"),
]

_WAIT = re.compile(r"(?:^|[,;])\s*wait\s*=\s*\"?(\d{1,9})\"?\s*(?=$|[,;])", re.IGNORECASE)


def wanted_wait(prefer: str | None, most: float) -> float:
    """Return for how many seconds a client is ready to wait; 0 if it does not say."""
    found = _WAIT.search(prefer or "")
    return min(float(found[1]), most) if found else 0.0


def applied(prefer: str | None, most: float) -> dict[str, str]:
    """Return the header that says for how long the service was ready to wait."""
    seconds = wanted_wait(prefer, most)
    return {"Preference-Applied": f"wait={seconds:g}"} if seconds else {}


async def follow_until(
    thing: Followed, done: Callable[[Seen], bool], seconds: float, watcher: Watcher
) -> None:
    """Follow something until what is seen will do, or the time is over.

    The wait ends with its client, and when the server is about to end.

    Raises
    ------
    HTTPException
        If the client has gone, who hears no answer any more.
    NotAuthorized
        If the key of the request is revoked meanwhile.
    """
    ends: list[Exception | None] = []

    async def end_with(what: Callable[[], Awaitable[None]]) -> None:
        try:
            await what()
            ends.append(None)
        except (JobsError, HTTPException) as error:
            ends.append(error)
        tasks.cancel_scope.cancel()

    async def follow() -> None:
        with watcher.following(thing.key, thing.look) as following:
            async for seen in following:
                if done(seen):
                    return

    with anyio.move_on_after(seconds):
        async with anyio.create_task_group() as tasks:
            for what in (follow, thing.standing.ends, partial(_left, thing.standing)):
                tasks.start_soon(end_with, what)
    if ends and ends[0] is not None:
        raise ends[0]


async def _left(standing: Standing) -> None:
    await standing.is_left()
    raise HTTPException(400, "the client has gone")
