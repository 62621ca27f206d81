"""What routes are given: the store, the settings and the figures of their application.

These are coroutines because plain functions would each be called in a thread.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

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


async def _leaving(request: Request) -> Leaving:
    leaving: Leaving = request.app.state.leaving
    return leaving


async def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


async def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


async def _figures(request: Request) -> Figures:
    figures: Figures = request.app.state.figures
    return figures


async def _checks(request: Request) -> Pool:
    checks: Pool = request.app.state.checks
    return checks


async def _views(request: Request) -> Views:
    views: Views = request.app.state.views
    return views


async def _watcher(request: Request) -> Watcher:
    watcher: Watcher = request.app.state.watcher
    return watcher


async def _writers(request: Request) -> Writers:
    writers: Writers = request.app.state.writers
    return writers


LeavingOf = Annotated[Leaving, Depends(_leaving)]
StoreOf = Annotated[Store, Depends(_store)]
SettingsOf = Annotated[Settings, Depends(_settings)]
ChecksOf = Annotated[Pool, Depends(_checks)]
ViewsOf = Annotated[Views, Depends(_views)]
FiguresOf = Annotated[Figures, Depends(_figures)]
WatcherOf = Annotated[Watcher, Depends(_watcher)]
WritersOf = Annotated[Writers, Depends(_writers)]
