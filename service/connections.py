"""How many connections there may be, and which of them goes when another one comes.

A connection that waits for its request costs its client nothing. So where there are
too many, the one that has waited longest is closed, and only where all of them are
being answered is a new one turned away.
"""

from __future__ import annotations

import ipaddress
import logging
import resource
from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

logger = logging.getLogger(__name__)

RESERVE = 128  # descriptors that are kept for the database, for files and for pipes
SLACK = 32  # connections beyond the limit while others are being closed in their favour
AT_ONCE = 128  # connections that are accepted at the same time, at most
LEAST = 16  # connections, however few descriptors there are


class Waiting(Protocol):
    """A connection that waits for a request, or for the rest of one."""

    def drop(self) -> None:
        """Close the connection at once; `leave` is called when that is done."""
        ...


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How many connections there may be."""

    total: int
    of_client: int  # from one address


class Connections:
    """Counts connections by client, from when they are accepted until they are closed.

    All of it happens in the thread of the event loop.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self._dropped: Counter[str] = Counter()  # of these: being closed
        self._waiting: dict[str, OrderedDict[Waiting, float]] = defaultdict(OrderedDict)

    @property
    def at_once(self) -> int:
        """How many are accepted before any of them is looked at.

        Until then none of them counts as waiting. So they are few beside those there may
        be: others that wait are left, to be closed in favour of whoever comes next.
        """
        fewest = min(self._limits.total, self._limits.of_client)
        return max(1, min(AT_ONCE, fewest // 4))

    @property
    def are_closing(self) -> bool:
        """Whether new ones had better wait until others, dropped for their sake, are closed."""
        return self._open.total() >= self._limits.total + SLACK and self._dropped.total() > 0

    def free_descriptor(self) -> bool:
        """Have a connection closed, unless one is being closed; tell whether there is any."""
        return self._dropped.total() > 0 or self.drop_longest()

    def enter(self, address: str) -> bool:
        """Count a new connection, unless there is no room for it and none can be made."""
        client = _client(address)
        if not self._has_room(client):
            logger.warning("there are too many connections; one was turned away")
            return False
        self._open[client] += 1
        return True

    def _has_room(self, client: str) -> bool:
        if self._open[client] - self._dropped[client] >= self._limits.of_client:
            return self.drop_longest(client)
        if self._open.total() - self._dropped.total() >= self._limits.total:
            return self.drop_longest()
        return True

    def drop_longest(self, client: str | None = None) -> bool:
        """Close the connection that has waited longest; tell whether any waits."""
        clients = tuple(self._waiting) if client is None else (client,)
        oldest = [(*next(iter(self._waiting[each].items())), each) for each in clients
                  if self._waiting.get(each)]  # fmt: skip
        if not oldest:
            return False
        connection, _, its_client = min(oldest, key=lambda each: each[1])
        logger.warning("there are too many connections; one without a request is closed")
        self._dropped[its_client] += 1
        connection.drop()
        return True

    def leave(self, address: str) -> None:
        """Count a connection no more."""
        client = _client(address)
        self._open[client] -= 1
        self._dropped[client] = max(0, self._dropped[client] - 1)
        if not self._open[client]:
            del self._open[client], self._dropped[client]
            self._waiting.pop(client, None)

    def waits(self, address: str, connection: Waiting, since: float) -> None:
        """Hear that a connection has begun to wait."""
        waiting = self._waiting[_client(address)]
        waiting.pop(connection, None)
        waiting[connection] = since

    def is_served(self, address: str, connection: Waiting) -> None:
        """Hear that a connection waits no more: its request is there, or it is closed."""
        self._waiting[_client(address)].pop(connection, None)


def _client(address: str) -> str:
    """Return what tells clients apart; whoever has an IPv6 address has 2^64 of them."""
    host = address.partition("%")[0]
    if ":" in host:
        return str(ipaddress.ip_network((host, 64), strict=False))
    return host


def affordable(wanted: int) -> int:
    """Return how many connections the process has file descriptors for, `wanted` at most."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors == resource.RLIM_INFINITY:
        return wanted
    room = descriptors - len(list(Path("/dev/fd").iterdir())) - RESERVE - SLACK
    if room < wanted:
        logger.warning(
            "%d file descriptors are enough for %d connections; ulimit -n gives more",
            descriptors, max(room, LEAST),
        )  # fmt: skip
    return min(wanted, max(room, LEAST))
