"""HTTP/1.1 as h11 reads it, with an end to the pieces that one request may come in.

h11 limits the bytes of a header, and the service those of a body. But each header, each parameter
and each chunk costs time by itself, on the event loop and before any key is looked at: a body of
300,000 chunks of one byte took nine seconds.
"""

from __future__ import annotations

from typing import Any

import h11

from alphacut.service.problems import Problem

HEADERS = 100
PARAMETERS = 100  # of the query
CHUNKS = 1000  # of a body, and one more for each so many bytes
BYTES = 1024


class TooManyPieces(h11.RemoteProtocolError):
    """A request that comes in more pieces than are taken."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.detail, error_status_hint=problem.status)


class Counted(h11.Connection):
    """An h11 connection that counts the pieces of each request."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.refusal: Problem | None = None  # why the last request was broken off, if it was
        self._chunks = 0
        self._bytes = 0

    def next_event(self) -> Any:
        """Return the next event, as h11 does.

        Raises
        ------
        TooManyPieces
            If its request has more of them than are taken.
        """
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._chunks += 1
            self._bytes += len(event.data)
            if self._chunks > CHUNKS + self._bytes // BYTES:
                self._refuse(413, "chunks of the body", f"send pieces of at least {BYTES} bytes")
        elif isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
            if len(event.headers) > HEADERS:
                self._refuse(431, "headers", f"at most {HEADERS} are taken")
            if event.target.partition(b"?")[2].count(b"&") >= PARAMETERS:
                self._refuse(414, "parameters", f"at most {PARAMETERS} are taken")
        return event

    def _refuse(self, status: int, what: str, right: str) -> None:
        self.refusal = Problem(
            status=status,
            name="too-many-pieces",
            title="The request comes in too many pieces",
            detail=f"it has too many {what}; {right}",
        )
        raise TooManyPieces(self.refusal)
