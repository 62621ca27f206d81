"""Answers that take long to make: made by one process, once for all who ask for the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, Self

from alphacut.jobs.job import Job
from alphacut.service.cache import Cache
from alphacut.service.conditional import entity_tag
from alphacut.service.pool import Pool


@dataclass(frozen=True, kw_only=True)
class View:
    """An answer's bytes."""

    content: bytes
    tag: str  # the entity tag

    @classmethod
    def of(cls, content: bytes) -> Self:
        """Compute the tag."""
        return cls(content=content, tag=entity_tag(content))


Make = Callable[[], Awaitable[bytes]]


def moment(job: Job) -> str:
    """Name what a job has found so far: its progress changes with each answer."""
    return json.dumps([job.state, job.has_result, str(job.finished), job.progress], default=dict)


class Views:
    """Makes answers in the processes of a pool, and keeps them.

    Parameters
    ----------
    most
        How many bytes are kept.
    """

    def __init__(self, pool: Pool, most: int) -> None:
        self.pool = pool
        self._cache: Cache[View] = Cache(most)
        self._making: dict[Hashable, asyncio.Task[View]] = {}

    async def get(self, key: Hashable, make: Make) -> View:
        """Return an answer, making it unless it is kept or being made.

        Parameters
        ----------
        key
            Names what the answer says; never the same for two that differ.
        """
        kept = self._cache.get(key)
        if kept is not None:
            return kept
        task = self._making.get(key)
        if task is None:
            task = asyncio.ensure_future(self._make(key, make))
            self._making[key] = task
            task.add_done_callback(lambda done: self._made(key, done))
        return await asyncio.shield(task)  # others wait for it as well

    async def _make(self, key: Hashable, make: Make) -> View:
        content = await make()
        view = await asyncio.to_thread(View.of, content)
        self._cache.keep(key, view, len(content))
        return view

    def _made(self, key: Hashable, done: asyncio.Task[Any]) -> None:
        del self._making[key]
        if not done.cancelled():
            done.exception()  # those who wait for it, if any are left, hear of it
