"""One connection of HTTP, which is closed when its client leaves it half-way.

uvicorn closes connections that are idle between two requests, and no others. Here
every wait for the client has an end: for a request to begin, for its header, for its
body, and for the client to take an answer. How long the service itself takes to
answer is not limited, so that streams of events and `Prefer: wait` last as they must.
"""

from __future__ import annotations

import asyncio
import enum
import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from alphacut.service.connections import Connections
from alphacut.service.pieces import Counted
from alphacut.service.problems import MEDIA_TYPE, Problem

logger = logging.getLogger(__name__)

LEAST_RATE = 1024  # bytes a second that a client takes of an answer, at least
LOOK = 0.25  # seconds between two looks at all connections


class Phase(enum.Enum):
    """What a connection waits for."""

    IDLE = "a request"
    HEADER = "the header of a request"
    BODY = "the body of a request"
    ANSWER = "our answer"


_PHASES = {h11.IDLE: Phase.IDLE, h11.SEND_BODY: Phase.BODY}  # by the state of the client


@dataclass(frozen=True, kw_only=True)
class Patience:
    """For how many seconds a client is waited for."""

    idle: float  # until a request begins
    header: float  # from its first byte to the end of its header
    body: float  # from the end of its header to its own
    sending: float  # while the client takes too little of an answer


class Connection(H11Protocol):
    """uvicorn's connection, watched by `look`."""

    def __init__(self, *args: Any, clients: Connections, patience: Patience, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = self._counted = Counted(h11.SERVER)
        self._clients = clients
        self._patience = patience
        self._address = ""
        self._phase = Phase.IDLE
        self._since = 0.0  # on the clock of the event loop
        self._unsent = 0  # bytes of an answer, when last looked at
        self._unsent_since = 0.0

    # ---- what the event loop and uvicorn call ----------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._address = transport.get_extra_info("peername")[0]
        self._enter(Phase.IDLE)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        if self._phase is Phase.IDLE:
            self._enter(Phase.HEADER)
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        """Go on to the next request."""
        super().on_response_complete()
        self._follow()

    def resume_writing(self) -> None:
        """Go on with an answer, of which the client has taken much."""
        super().resume_writing()
        self._unsent = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for others."""
        super().connection_lost(exc)
        self._clients.is_served(self._address, self)
        self._clients.leave(self._address)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, in the form that all refusals have."""
        other = Problem(status=400, name="not-http", title="This is not HTTP", detail=msg)
        self._refuse(self._counted.refusal or other)

    # ---- what is watched -------------------------------------------------------

    def drop(self) -> None:
        """Close the connection at once, whatever is under way on it."""
        self._clients.is_served(self._address, self)
        self.transport.abort()

    def look(self, now: float) -> None:
        """Close the connection if its client has been waited for too long."""
        seconds = {
            Phase.IDLE: self._patience.idle,
            Phase.HEADER: self._patience.header,
            Phase.BODY: self._patience.body,
        }.get(self._phase)
        if self.transport.is_closing():
            seconds = None  # what is left of an answer may still be on its way
        if seconds is not None and now > self._since + seconds:
            self._give_up(seconds)
        self._look_at_sending(now)

    def _look_at_sending(self, now: float) -> None:
        unsent = self.transport.get_write_buffer_size()
        if not unsent or not self._unsent:
            self._unsent, self._unsent_since = unsent, now
            return
        seconds = now - self._unsent_since
        if seconds < self._patience.sending:
            return
        if self._unsent - unsent < LEAST_RATE * seconds:
            logger.warning("a client took too little of an answer for %g s", self._patience.sending)
            self.drop()
        self._unsent, self._unsent_since = unsent, now

    def _enter(self, phase: Phase) -> None:
        self._phase, self._since = phase, self.loop.time()
        if phase is Phase.ANSWER:
            self._clients.is_served(self._address, self)
        else:
            self._clients.waits(self._address, self, self._since)

    def _follow(self) -> None:
        """Go on to the phase that the bytes so far have led to."""
        if self.transport.is_closing():
            return
        theirs = self.conn.their_state
        phase = _PHASES.get(theirs, Phase.ANSWER)
        if phase is not self._phase and (phase, self._phase) != (Phase.IDLE, Phase.HEADER):
            self._enter(phase)

    def _give_up(self, seconds: float) -> None:
        if self._phase is Phase.IDLE:
            self.timeout_keep_alive_handler()
            return
        detail = f"{self._phase.value} did not come to its end within {seconds:g} seconds"
        logger.warning("%s; the connection is closed", detail)
        self._refuse(
            Problem(status=408, name="too-slow", title="The request came too slowly", detail=detail)
        )

    def _refuse(self, problem: Problem) -> None:
        """Answer with a problem, if no answer has begun, and close the connection."""
        self._clients.is_served(self._address, self)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            for event in _answer(problem):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def _answer(problem: Problem) -> Iterable[h11.Event]:
    body = json.dumps(problem.as_json()).encode()
    headers = [
        ("content-type", MEDIA_TYPE),
        ("content-length", str(len(body))),
        ("x-content-type-options", "nosniff"),
        ("connection", "close"),
    ]
    reason = HTTPStatus(problem.status).phrase
    yield h11.Response(status_code=problem.status, headers=headers, reason=reason)
    yield h11.Data(data=body)
    yield h11.EndOfMessage()


async def watch(connections: Iterable[Any]) -> None:
    """Look at all connections, again and again."""
    while True:
        now = asyncio.get_running_loop().time()
        for connection in tuple(connections):
            if isinstance(connection, Connection):
                connection.look(now)
        await asyncio.sleep(LOOK)
