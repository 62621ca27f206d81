"""Which job the running code is about, so that every line of its log can name it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_JOB: ContextVar[str | None] = ContextVar("job", default=None)


@contextmanager
def about(job_id: str) -> Iterator[None]:
    """Say that what happens inside is about one job."""
    token = _JOB.set(job_id)
    try:
        yield
    finally:
        _JOB.reset(token)


def current_job() -> str | None:
    """Return the id of the job that the running code is about, if it is about one."""
    return _JOB.get()
