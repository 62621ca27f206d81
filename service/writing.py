"""Writing to the store, on threads of its own.

SQLite has one writer at a time, for which others wait in their threads for many seconds if another
process holds the database. Those who only read go on meanwhile: a database in WAL mode lets them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio
import anyio.to_thread

from alphacut.jobs.errors import StoreUnavailable

Made = TypeVar("Made")
AT_ONCE = 4  # connections that writers may hold; the others of a process are for readers
PATIENCE = 20.0  # seconds that a request waits for its turn


class Writers:
    """Calls what writes to the store, a few at a time."""

    def __init__(self) -> None:
        self._turns = anyio.Semaphore(AT_ONCE)
        self._threads = anyio.CapacityLimiter(AT_ONCE)

    async def call(self, write: Callable[..., Made], *arguments: Any, **named: Any) -> Made:
        """Call a function that writes to the store, in a thread.

        Raises
        ------
        StoreUnavailable
            If it does not get its turn, or as the store says.
        """
        turn = False
        with anyio.move_on_after(PATIENCE):
            await self._turns.acquire()
            turn = True
        if not turn:
            raise StoreUnavailable(
                f"the database cannot be written now: others have waited for {PATIENCE:g} s for it"
            )
        try:
            return await anyio.to_thread.run_sync(
                partial(write, *arguments, **named), limiter=self._threads
            )
        finally:
            self._turns.release()
