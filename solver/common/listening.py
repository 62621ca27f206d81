"""Hearing, in the middle of a long computation, that it is to stop with what it has found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def _never() -> bool:
    return False


_should_stop: ContextVar[Callable[[], bool]] = ContextVar("should_stop", default=_never)


def told_to_stop() -> bool:
    """Tell whether somebody wants what there is now; computations ask this as they ask a clock."""
    return _should_stop.get()()


@contextmanager
def listening(should_stop: Callable[[], bool]) -> Iterator[None]:
    """Let `told_to_stop` answer so, in this thread, while this is entered."""
    before = _should_stop.set(should_stop)
    try:
        yield
    finally:
        _should_stop.reset(before)
