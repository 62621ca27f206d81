"""`Prefer: wait=N`: keeping a request until there is something to tell (RFC 7240)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Annotated, TypeVar

import anyio
from fastapi import Header
from starlette.concurrency import run_in_threadpool

from alphacut.service.access import Standing

Seen = TypeVar("Seen")
Prefer = Annotated[
    str | None,
    Header(description="`wait=N`: answer when the job has ended, or after N seconds"),
]

_WAIT = re.compile(r"(?:^|[,;])\s*wait\s*=\s*\"?(\d{1,9})\"?\s*(?=$|[,;])", re.IGNORECASE)
_FIRST, _LONGEST = 0.05, 0.5  # seconds between two looks, growing


def wanted_wait(prefer: str | None, most: float) -> float:
    """Return for how many seconds a client is ready to wait; 0 if it does not say."""
    found = _WAIT.search(prefer or "")
    return min(float(found[1]), most) if found else 0.0


def applied(prefer: str | None, most: float) -> dict[str, str]:
    """Return the header that says for how long the service was ready to wait."""
    seconds = wanted_wait(prefer, most)
    return {"Preference-Applied": f"wait={seconds:g}"} if seconds else {}


async def look_until(
    look: Callable[[], Seen], done: Callable[[Seen], bool], seconds: float, standing: Standing
) -> Seen:
    """Look again and again until what is seen will do, or the time is over; return it.

    A server that is about to end answers with what was seen last.

    Parameters
    ----------
    look
        May block; it is called in a thread.

    Raises
    ------
    NotAuthorized
        If the key of the request is revoked meanwhile.
    """
    end = time.monotonic() + seconds
    pause = _FIRST
    seen = await run_in_threadpool(look)
    while True:
        left = end - time.monotonic()
        if left <= 0 or done(seen) or standing.over:
            return seen
        await anyio.sleep(min(pause, left))
        pause = min(2 * pause, _LONGEST)
        seen = await run_in_threadpool(_look_again, look, standing)


def _look_again(look: Callable[[], Seen], standing: Standing) -> Seen:
    standing.check()
    return look()
