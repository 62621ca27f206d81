"""Looking at what clients wait for: once for all who wait for the same, and for one after another.

Requests that wait and streams of events follow a job or a batch by its key. One loop looks at all
that is followed, in turn, and rests after each look for as long as that took: however many clients
there are, looking takes half of one processor at most, and what grows is the time until they hear.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from starlette.concurrency import run_in_threadpool

FIRST, LONGEST = 0.05, 0.5  # seconds between two looks at the same, growing


@dataclass(frozen=True, kw_only=True)
class Seen:
    """Where a job or a batch stands."""

    tag: str  # another one whenever anything has changed
    data: bytes  # JSON, complete
    ended: bool  # whether nothing will change any more


# Looks, in a thread, and returns None where what is seen still has the tag that is given.
Look = Callable[[str | None], Seen | None]


class Following:
    """One client's view of what is followed: the newest that it has not had yet."""

    def __init__(self) -> None:
        self._there = asyncio.Event()
        self._newest: Seen | Exception | None = None
        self._closed = False

    def close(self) -> None:
        """Have nothing more told."""
        self._closed = True
        self._there.set()

    def tell(self, seen: Seen | Exception) -> None:
        """Hear what was seen; what was not fetched before is forgotten."""
        self._newest = seen
        self._there.set()

    async def __aiter__(self) -> AsyncIterator[Seen]:
        """Yield what is new, as it comes; raise the error that a look has ended with."""
        while True:
            await self._there.wait()
            self._there.clear()
            if self._closed:
                return
            newest, self._newest = self._newest, None
            if isinstance(newest, Exception):
                raise newest
            if newest is not None:
                yield newest


@dataclass(kw_only=True, eq=False)
class _Followed:
    """What is followed, and by whom."""

    look: Look
    followers: set[Following] = field(default_factory=set)
    tag: str | None = None  # of what all followers were told; None: some were told nothing yet
    pause: float = FIRST
    due: float = 0.0  # when it is looked at next


class Watcher:
    """Follows things for as long as anybody waits for them; in the event loop's thread."""

    def __init__(self) -> None:
        self._followed: dict[Hashable, _Followed] = {}
        self._queue: list[tuple[float, int, _Followed]] = []  # a heap; some are overtaken
        self._number = count()
        self._news = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None

    @contextmanager
    def following(self, key: Hashable, look: Look) -> Iterator[Following]:
        """Follow something while entered; the first that is told is how it stands now.

        Parameters
        ----------
        key
            The same for all who may share what is seen.
        """
        followed = self._followed.setdefault(key, _Followed(look=look))
        mine = Following()
        followed.followers.add(mine)
        followed.tag, followed.pause = None, FIRST
        self._plan(followed, 0.0 if len(followed.followers) == 1 else FIRST)
        try:
            yield mine
        finally:
            followed.followers.discard(mine)
            if not followed.followers and self._followed.get(key) is followed:
                del self._followed[key]

    def __len__(self) -> int:
        """Return how many things are followed."""
        return len(self._followed)

    def _plan(self, followed: _Followed, seconds: float) -> None:
        followed.due = time.monotonic() + seconds
        heapq.heappush(self._queue, (followed.due, next(self._number), followed))
        self._news.set()
        if self._loop is None or self._loop.done():
            self._loop = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        """Look at one thing after another, until nothing is followed."""
        while self._queue:
            due, _, followed = self._queue[0]
            wait = due - time.monotonic()
            if not followed.followers or due != followed.due:  # left, or planned anew
                heapq.heappop(self._queue)
            elif wait > 0:
                self._news.clear()
                await _until(self._news, wait)
            else:
                heapq.heappop(self._queue)
                await self._look_at(followed)

    async def _look_at(self, followed: _Followed) -> None:
        began = time.monotonic()
        known, followed.tag = followed.tag, ""
        seen = await run_in_threadpool(_attempt, followed.look, known)
        if isinstance(seen, Seen):
            known = seen.tag
        if seen is not None:
            for each in followed.followers:
                each.tell(seen)
        if followed.tag is not None:  # nobody has come meanwhile
            followed.tag = known
        took = time.monotonic() - began
        followed.pause = min(2 * followed.pause, LONGEST)
        self._plan(followed, followed.pause)
        await asyncio.sleep(min(took, LONGEST))


def _attempt(look: Look, known: str | None) -> Seen | Exception | None:
    try:
        return look(known)
    except Exception as error:  # of those who wait for it, each hears of it
        return error


async def _until(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, for so many seconds at most."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return
