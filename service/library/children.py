"""The child processes that work for this one: kept from one question to the next."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

from alphacut.jobs.execution import LocalExecution

_lock = Lock()  # an execution serves one thread at a time
_kept: dict[int, LocalExecution] = {}  # by how many processes it has


_own: ContextVar[LocalExecution | None] = ContextVar("own", default=None)  # of this thread


@contextmanager
def children(processes: int) -> Iterator[LocalExecution]:
    """Lend an execution whose children have loaded what they need, if they were used before.

    Whatever breaks off the work, Ctrl-C for example, ends them.
    """
    own = _own.get()
    if own is not None:
        yield own
        return
    with _lock:
        execution = _kept.pop(processes, None) or LocalExecution(processes=processes)
        try:
            yield execution
        except BaseException:
            execution.close()
            raise
        _kept[processes] = execution


@contextmanager
def own_children() -> Iterator[None]:
    """Let questions of this thread be answered by a child of its own."""
    with LocalExecution(processes=1) as execution:
        token = _own.set(execution)
        try:
            yield
        finally:
            _own.reset(token)


@atexit.register
def end() -> None:
    """End all children; the next question starts new ones."""
    while _kept:
        _kept.popitem()[1].close()
