"""How many polls a service answers, and how fast, with many clients at once."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, kw_only=True)
class PollRecord:
    """What came of polling for some seconds."""

    clients: int  # each with one connection, asking again as soon as it is answered
    status: int  # of every answer: 200 with the whole job, or 304 with nothing
    requests: int
    seconds: float
    p50_ms: float
    p99_ms: float

    @property
    def rate(self) -> float:
        """Requests per second."""
        return self.requests / self.seconds


def poll(address: str, *, clients: int, seconds: float, tag: str | None = None) -> PollRecord:
    """Poll an address with so many clients at the same time.

    The clients are bare sockets, so that what is measured is mostly the service.

    Parameters
    ----------
    tag
        Sent as If-None-Match; then every answer is to be 304, and else 200.
    """
    status = 200 if tag is None else 304
    began = time.monotonic()
    times = sorted(asyncio.run(_all(address, clients, began + seconds, tag, status)))
    return PollRecord(
        clients=clients,
        status=status,
        requests=len(times),
        seconds=time.monotonic() - began,
        p50_ms=1000 * times[len(times) // 2],
        p99_ms=1000 * times[len(times) * 99 // 100],
    )


async def _all(address: str, clients: int, end: float, tag: str | None, status: int) -> list[float]:
    found = await asyncio.gather(*(_one(address, end, tag, status) for _ in range(clients)))
    return [seconds for each in found for seconds in each]


async def _one(address: str, end: float, tag: str | None, status: int) -> list[float]:
    """Be one client; return how long each of its requests took."""
    url = urlsplit(address)
    condition = "" if tag is None else f"If-None-Match: {tag}\r\n"
    request = f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\n{condition}\r\n".encode()
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    times = []
    try:
        while (began := time.monotonic()) < end:
            writer.write(request)
            await _check(reader, status)
            times.append(time.monotonic() - began)
    finally:
        writer.close()
        await writer.wait_closed()
    return times


async def _check(reader: asyncio.StreamReader, status: int) -> None:
    """Read one answer to its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if int(head.split()[1]) != status:
        raise RuntimeError(f"wanted {status}, got {head.splitlines()[0].decode()}")
    await reader.readexactly(_length(head))


def _length(head: bytes) -> int:
    _, found, rest = head.partition(b"content-length:")
    return int(rest.split()[0]) if found else 0
