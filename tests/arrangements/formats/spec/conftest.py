"""Limits on what a test may use."""

from __future__ import annotations

import resource
import signal
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    Limited = Callable[..., AbstractContextManager[None]]


class TooLong(BaseException):
    """More processor time than was allowed; nothing that is tested can catch it."""


@contextmanager
def _limited(megabytes: int = 128, seconds: float = 20) -> Iterator[None]:
    """Limit the memory beyond what the process has, and its processor time.

    More memory is a MemoryError, more time a `TooLong`. Processor time is that of this
    process, and so does not depend on what else the machine is doing.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + megabytes * 2**20
    before = signal.signal(signal.SIGVTALRM, _stop)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGVTALRM, before)


def _stop(_signal: int, _frame: object) -> None:
    raise TooLong


@pytest.fixture(scope="session")
def limited() -> Limited:
    """Make a block that may use so many megabytes and seconds of processor time."""
    return _limited
