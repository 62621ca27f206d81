"""Log context: the job that code runs for, so that every line of its log can name it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_JOB: ContextVar[str | None] = ContextVar("job", default=None)


@contextmanager
def log_context(job_id: str) -> Iterator[None]:
    """Say that what happens inside is done for one job."""
    token = _JOB.set(job_id)
    try:
        yield
    finally:
        _JOB.reset(token)


def current_job() -> str | None:
    """Return the id of the job that the running code works for, if it works for one."""
    return _JOB.get()
