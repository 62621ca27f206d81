"""A service without workers, served for real in a thread of the test run."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from alphacut.jobs.store import SqlStore, Store
from alphacut.service.app import create_app
from alphacut.service.settings import Settings


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    file = tmp_path_factory.mktemp("service") / "jobs.sqlite3"
    return Settings(
        database_url=f"sqlite:///{file}",
        max_switches=200,
        max_links=2000,
        max_total_size=20_000,
        max_body_bytes=20_000,
        default_seconds=60,
        max_seconds=600,
    )


@contextmanager
def serving(app: FastAPI, root_path: str = "") -> Iterator[str]:
    """Serve an application on a free port while entered; its address is given."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, root_path=root_path))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    httpx.post(f"{address}/v1/jobs", json={}, timeout=120)  # until what checks them is there
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture(scope="session")
def address(settings: Settings) -> Iterator[str]:
    """The address of a running service."""
    with serving(create_app(settings)) as found:
        yield found


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60) as session:
        yield session


@pytest.fixture(scope="session")
def whole_store(settings: Settings, address: str) -> Iterator[Store]:  # noqa: ARG001
    with closing(SqlStore(settings.database_url)) as opened:
        yield opened


@pytest.fixture
def store(whole_store: Store) -> Store:
    """The store behind the service, emptied."""
    for job in whole_store.newest(limit=1000):
        whole_store.delete(job.id)
    return whole_store
