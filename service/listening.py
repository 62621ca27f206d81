"""The socket on which the service is reached, which has an end to what it accepts."""

from __future__ import annotations

import errno
import json
import logging
import os
import socket
from contextlib import suppress
from typing import Any

from alphacut.jobs.errors import JobsError
from alphacut.service.connections import Connections
from alphacut.service.problems import MEDIA_TYPE, Problem

logger = logging.getLogger(__name__)

BACKLOG = 1024  # that wait to be accepted; beyond them, clients try again after a second
UNSENT = 60_000  # milliseconds for which the system keeps what a client does not take
_NONE_LEFT = (errno.EMFILE, errno.ENFILE)


class ListenError(JobsError):
    """The service cannot listen where it was told to."""


class Listener(socket.socket):
    """A listening socket that turns connections away where there are too many.

    asyncio, told that no file descriptor is left, writes a line to the log for each
    connection of the backlog, every second. So it is never told. Another connection is
    closed instead; and if all are being answered, a descriptor that is kept for the
    purpose serves to accept the new one and to close it.

    Parameters
    ----------
    bound
        A socket that listens; it belongs to the listener from now on.
    """

    def __init__(self, bound: socket.socket, clients: Connections) -> None:
        super().__init__(fileno=bound.detach())
        self._clients = clients
        self._spare = os.open(os.devnull, os.O_RDONLY)

    def listen(self, backlog: int = BACKLOG, /) -> None:
        """Listen, with room for more connections than asyncio accepts at once."""
        super().listen(max(backlog, BACKLOG))

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next connection that there is room for.

        Raises
        ------
        BlockingIOError
            If there is none, or it has to wait a moment.
        """
        while not self._clients.are_closing:
            try:
                accepted, address = super().accept()
            except OSError as error:
                if error.errno not in _NONE_LEFT:
                    raise
                logger.warning("no file descriptor is left for another connection")
                if self._clients.free_descriptor():
                    break
                self._turn_away_without_descriptor()
                continue
            if self._clients.enter(address[0]):
                return accepted, address
            turn_away(accepted)
        raise BlockingIOError

    def close(self) -> None:
        """Close the socket, and the descriptor that was kept."""
        super().close()
        self._close_spare()

    def _turn_away_without_descriptor(self) -> None:
        self._close_spare()
        try:
            accepted, _ = super().accept()
            turn_away(accepted)
        except OSError as error:  # another thread was faster, or the client is gone
            raise BlockingIOError from error
        finally:
            with suppress(OSError):
                self._spare = os.open(os.devnull, os.O_RDONLY)

    def _close_spare(self) -> None:
        if self._spare >= 0:
            os.close(self._spare)
        self._spare = -1


def turn_away(accepted: socket.socket) -> None:
    """Say that there are too many connections, and close this one."""
    with accepted, suppress(OSError):
        accepted.setblocking(False)
        accepted.send(_TOO_MANY)


def listen(host: str, port: int) -> socket.socket:
    """Open a socket that listens.

    Raises
    ------
    ListenError
        If the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        told = getattr(error, "strerror", None) or "there is no such address"
        raise ListenError(f"cannot listen on {host}, port {port}: {told}") from error
    # connections inherit both; without the first, answers on kept connections wait 40 ms to be
    # acknowledged
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNSENT)
    return listener


def _refusal(problem: Problem) -> bytes:
    body = json.dumps(problem.as_json())
    head = (
        f"HTTP/1.1 {problem.status} Service Unavailable",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        "Retry-After: 1",
        "Connection: close",
    )
    return "\r\n".join((*head, "", body)).encode()


_TOO_MANY = _refusal(
    Problem(
        status=503,
        name="too-many-connections",
        title="There are too many connections",
        detail="all connections that this service may have are in use; try again later",
    )
)
