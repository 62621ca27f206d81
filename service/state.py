"""What routes are given: the store, the settings and the figures of their application.

These are coroutines because plain functions would each be called in a thread.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Depends, Request

from alphacut.jobs.store import Store
from alphacut.service.metrics import Figures
from alphacut.service.pool import Pool
from alphacut.service.settings import Settings
from alphacut.service.views import Views
from alphacut.service.watching import Watcher
from alphacut.service.writing import Writers


class Leaving:
    """Whether the server is about to end, so that requests which last are answered now."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    @property
    def given(self) -> bool:
        """Whether it is."""
        return self._event.is_set()

    def give(self) -> None:
        """Tell that it is; in the thread of the event loop."""
        self._event.set()

    async def wait(self) -> None:
        """Wait until it is."""
        await self._event.wait()


def _kept(name: str) -> Any:
    """Return what takes a part of the application's state by its name."""

    async def part(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(part)


LeavingOf = Annotated[Leaving, _kept("leaving")]
StoreOf = Annotated[Store, _kept("store")]
SettingsOf = Annotated[Settings, _kept("settings")]
ChecksOf = Annotated[Pool, _kept("checks")]
ViewsOf = Annotated[Views, _kept("views")]
FiguresOf = Annotated[Figures, _kept("figures")]
WatcherOf = Annotated[Watcher, _kept("watcher")]
WritersOf = Annotated[Writers, _kept("writers")]
