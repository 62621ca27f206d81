"""The service and its local workers, started and ended together."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import signal
import socket
import sys
from asyncio.subprocess import Process
from functools import partial
from typing import cast

import uvicorn
from fastapi import FastAPI

from alphacut.jobs.errors import StoreError
from alphacut.jobs.store import Store
from alphacut.jobs.store.engine import shown
from alphacut.service.access import check_bind
from alphacut.service.app import create_app
from alphacut.service.connection import Connection, Patience, watch
from alphacut.service.connections import Connections, Limits, affordable
from alphacut.service.listening import Listener, listen
from alphacut.service.logs import log_to_stderr
from alphacut.service.pool import Pool
from alphacut.service.settings import Settings
from alphacut.service.state import Leaving
from alphacut.service.worker_main import SHORT
from alphacut.service.worker_main import run_worker as run_worker

logger = logging.getLogger(__name__)

RESTART = 1.0  # seconds before a worker that has died is replaced
LONGEST_PAUSE = 30.0  # seconds between two looks whether the store can be used again
LEAVE = 30.0  # seconds that a worker has to give its work back: a held database is waited for
CHECKS = 2.0  # seconds that checks have to end, of the three that requests have


def serve(settings: Settings) -> None:
    """Serve HTTP and run workers until SIGINT or SIGTERM; nothing is left running.

    Must be called in the main thread of its process.

    Raises
    ------
    StoreError
        If the database cannot be used.
    BindRefused
        If others could come in and no API key has been made.
    ListenError
        If the port is taken, or the address is not one of this machine.
    """
    log_to_stderr(settings.log_level, settings.log_format)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _heard)  # the server hears them first and passes them on at its end
    app = create_app(settings)
    check_bind(settings, app.state.store)
    clients = connections_of(settings)
    with Listener(listen(settings.host, settings.port), clients) as listener:
        logger.info("listening on %s, database %s", _url(listener), shown(settings.database_url))
        asyncio.run(
            _together(server_of(app, clients, settings), listener, app.state.store, settings)
        )


def connections_of(settings: Settings) -> Connections:
    """Return the count of connections, with its limits."""
    total = affordable(settings.max_connections)
    of_client = min(settings.max_client_connections, total)
    return Connections(Limits(total=total, of_client=of_client))


def server_of(app: FastAPI, clients: Connections, settings: Settings) -> uvicorn.Server:
    """Return the HTTP server of an application."""
    patience = Patience(
        idle=settings.idle_seconds,
        header=settings.header_seconds,
        body=settings.body_seconds,
        sending=settings.sending_seconds,
    )
    connection = partial(Connection, clients=clients, patience=patience)
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", connection),
        ws="none",
        backlog=clients.at_once,
        timeout_keep_alive=math.ceil(settings.idle_seconds),
        log_config=None,
        root_path=settings.root_path or "",
        access_log=False,  # service.observed tells more
        timeout_graceful_shutdown=3,
    )
    return _Server(config, app)


class _Server(uvicorn.Server):
    """Tells requests that last when it is about to end, rather than break them off."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._leaving: Leaving = app.state.leaving
        self._pools: tuple[Pool, ...] = (app.state.checks, app.state.views.pool)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, once all requests are answered."""
        self._leaving.give()
        for pool in self._pools:
            pool.leave()
            asyncio.get_running_loop().call_later(CHECKS, pool.close)
        await super().shutdown(sockets)


def _heard(*_: object) -> None:
    """Let a signal that has been dealt with pass."""


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def _together(
    server: uvicorn.Server, listener: socket.socket, store: Store, settings: Settings
) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    lanes = [*[()] * settings.workers, *[(SHORT,)] * _short_workers(settings)]
    workers = [asyncio.create_task(_keep_worker(settings, store, *lane)) for lane in lanes]
    beside = [asyncio.create_task(watch(server.server_state.connections)), *workers]
    await asyncio.wait([serving, *beside], return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    for task in beside:
        task.cancel()
    ended = await asyncio.gather(serving, *beside, return_exceptions=True)
    for outcome in ended:
        if isinstance(outcome, Exception):
            raise outcome


def _short_workers(settings: Settings) -> int:
    """Return how many workers are started for short jobs alone: none where there are no others."""
    return settings.short_workers if settings.workers else 0


async def _keep_worker(settings: Settings, store: Store, *lane: str) -> None:
    """Run a worker, and another one whenever it has died."""
    environment = {**os.environ, **settings.as_environment()}
    command = [sys.executable, "-P", "-m", "alphacut.service.worker_main", str(os.getpid()), *lane]
    while True:
        await _until_usable(store)
        worker = await asyncio.create_subprocess_exec(*command, env=environment)
        try:
            code = await worker.wait()
        except asyncio.CancelledError:
            await _dismiss(worker)
            raise
        logger.error("worker %d ended with code %d; another is started", worker.pid, code)
        await asyncio.sleep(RESTART)


async def _until_usable(store: Store) -> None:
    """Wait until a worker could work on a store; it would end, or make a database of its own."""
    pause = RESTART
    while True:
        try:
            return await asyncio.to_thread(store.check)
        except StoreError as error:
            logger.error("no worker is started: %s", error)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


async def _dismiss(worker: Process) -> None:
    """Have a worker give its work back and end; kill it if it does not."""
    worker.terminate()
    try:
        await asyncio.wait_for(worker.wait(), LEAVE)
    except TimeoutError:
        logger.error("worker %d does not leave; it is killed", worker.pid)
        worker.kill()
        await worker.wait()
