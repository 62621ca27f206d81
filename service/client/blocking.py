"""The client for plain code."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

import httpx

from alphacut.service.client.described import AtOnce
from alphacut.service.client.exchange import Call, Going, Happened, Result, Send, Sleep
from alphacut.service.client.methods import TIMEOUT, Methods


class Client(Methods, AtOnce):
    """Talks to one service; every method returns what came of it."""

    __doc__ = f"{__doc__}\n{Methods.__doc__}"

    def __init__(
        self, server: str | None = None, *, key: str | None = None, timeout: float | None = TIMEOUT
    ) -> None:
        super().__init__(server, key=key, timeout=timeout)
        try:
            self._http = httpx.Client(**self._connection)
        except httpx.InvalidURL as error:
            raise self._unreachable(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _run(self, call: Call[Result]) -> Result:
        """Do what a call wants done, until it returns."""
        going = Going(call, self._unreachable)
        while going.wanted is not None:
            going.tell(self._do(going.wanted))
        return going.result

    def _do(self, wanted: Send | Sleep) -> Happened:
        if isinstance(wanted, Sleep):
            time.sleep(wanted.seconds)
            return None
        try:
            return self._http.request(**wanted.request)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            return error
