"""The service and its local workers, started and ended together."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from asyncio.subprocess import Process

import uvicorn

from jobs.errors import JobsError
from jobs.execution.process import python_path
from jobs.store.engine import shown
from service.access import check_bind
from service.app import create_app
from service.logs import log_to_stderr
from service.settings import Settings
from service.work import run_worker as run_worker

logger = logging.getLogger(__name__)

RESTART = 1.0  # seconds before a worker that has died is replaced
LEAVE = 5.0  # seconds that a worker has to give its work back


class ListenError(JobsError):
    """The service cannot listen where it was told to."""


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
    with listen(settings) as listener:
        logger.info("listening on %s, database %s", _url(listener), shown(settings.database_url))
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,  # service.observed tells more
            timeout_graceful_shutdown=3,
        )
        asyncio.run(_together(uvicorn.Server(config), listener, settings))


def _heard(*_: object) -> None:
    """Let a signal that has been dealt with pass."""


def listen(settings: Settings) -> socket.socket:
    """Open the socket on which the service is reached.

    Raises
    ------
    ListenError
        If the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        where = f"{settings.host}, port {settings.port}"
        raise ListenError(f"cannot listen on {where}: {error.strerror or error}") from error
    # connections inherit it; without it, answers on kept connections wait 40 ms to be acknowledged
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def _together(server: uvicorn.Server, listener: socket.socket, settings: Settings) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    workers = [asyncio.create_task(_keep_worker(settings)) for _ in range(settings.workers)]
    await asyncio.wait([serving, *workers], return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    for worker in workers:
        worker.cancel()
    ended = await asyncio.gather(serving, *workers, return_exceptions=True)
    for outcome in ended:
        if isinstance(outcome, Exception):
            raise outcome


async def _keep_worker(settings: Settings) -> None:
    """Run a worker, and another one whenever it has died."""
    environment = {**os.environ, **settings.as_environment(), "PYTHONPATH": python_path()}
    command = [sys.executable, "-P", "-m", "service.work", str(os.getpid())]
    while True:
        worker = await asyncio.create_subprocess_exec(*command, env=environment)
        try:
            code = await worker.wait()
        except asyncio.CancelledError:
            await _dismiss(worker)
            raise
        logger.error("worker %d ended with code %d; another is started", worker.pid, code)
        await asyncio.sleep(RESTART)


async def _dismiss(worker: Process) -> None:
    """Have a worker give its work back and end; kill it if it does not."""
    worker.terminate()
    try:
        await asyncio.wait_for(worker.wait(), LEAVE)
    except TimeoutError:
        logger.error("worker %d does not leave; it is killed", worker.pid)
        worker.kill()
        await worker.wait()
