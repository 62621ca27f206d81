"""The client for asyncio."""

from __future__ import annotations

from types import TracebackType
from typing import Self

import anyio
import httpx

from alphacut.service.client.described import Awaited
from alphacut.service.client.exchange import Call, Going, Happened, Result, Send, Sleep
from alphacut.service.client.methods import TIMEOUT, Methods


class AsyncClient(Methods, Awaited):
    """Talks to one service, for asyncio; every method is to be awaited."""

    __doc__ = f"{__doc__}\n{Methods.__doc__}"

    def __init__(
        self, server: str | None = None, *, key: str | None = None, timeout: float | None = TIMEOUT
    ) -> None:
        super().__init__(server, key=key, timeout=timeout)
        try:
            self._http = httpx.AsyncClient(**self._connection)
        except httpx.InvalidURL as error:
            raise self._unreachable(error) from error

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def _run(self, call: Call[Result]) -> Result:
        """Do what a call wants done, until it returns."""
        going = Going(call, self._unreachable)
        while going.wanted is not None:
            going.tell(await self._do(going.wanted))
        return going.result

    async def _do(self, wanted: Send | Sleep) -> Happened:
        if isinstance(wanted, Sleep):
            await anyio.sleep(wanted.seconds)
            return None
        try:
            return await self._http.request(**wanted.request)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            return error
