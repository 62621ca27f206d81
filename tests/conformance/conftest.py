"""A store on each kind of database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from alphacut.jobs.store import SqlStore, Store

Open = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'jobs.sqlite3'}"
    return str(request.getfixturevalue("postgresql").database())


@pytest.fixture
def open_store(url: str) -> Iterator[Open]:
    """Open the same store as often as wanted, as several processes do."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(closing(SqlStore(url)))


@pytest.fixture
def store(open_store: Open) -> Store:
    return open_store()
