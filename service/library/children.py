"""The child processes that work for this one: kept from one question to the next."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

from alphacut.arrangements.words import shown
from alphacut.jobs.execution import LocalExecution
from alphacut.solver.common.errors import QuestionError

MOST = 1024  # processes

_lock = Lock()  # an execution serves one thread at a time
_kept: dict[int, LocalExecution] = {}  # by how many processes it has


_own: ContextVar[LocalExecution | None] = ContextVar("own", default=None)  # of this thread


@contextmanager
def children(processes: int) -> Iterator[LocalExecution]:
    """Lend an execution whose children have loaded what they need, if they were used before.

    Whatever breaks off the work, Ctrl-C for example, ends them.

    Raises
    ------
    QuestionError
        If that is no number of processes.
    """
    check_processes(processes)
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


def check_processes(processes: object) -> None:
    """Refuse what is no number of processes, such as 0, with which nothing would be solved.

    Raises
    ------
    QuestionError
        If it is not from 1 to 1024.
    """
    if type(processes) is not int or not 1 <= processes <= MOST:
        raise QuestionError(
            "processes", f"must be an integer from 1 to {MOST}, got {shown(processes)}"
        )


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
