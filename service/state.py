"""What routes are given: the store and the settings of their application."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from jobs.store import Store
from service.settings import Settings


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


StoreOf = Annotated[Store, Depends(_store)]
SettingsOf = Annotated[Settings, Depends(_settings)]
