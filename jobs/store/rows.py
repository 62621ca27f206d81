"""Reading rows of the jobs table as records."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from alphacut.jobs.errors import UnknownJob
from alphacut.jobs.job import Job, JobError, Owner
from alphacut.jobs.states import State
from alphacut.jobs.store import queue_order
from alphacut.jobs.store.tables import api_keys, jobs, origins, results


def selection(*, requests: bool = True) -> sa.Select[Any]:
    """Return the query that `job` can read the rows of.

    Parameters
    ----------
    requests
        Whether requests are read as well; else only those of jobs without a name.
    """
    beside: list[Any] = [
        sa.exists().where(results.c.job_id == jobs.c.id).label("has_result"),
        *(_of_owner(column).label(f"owner_{column.name}") for column in _OWNER),
    ]
    if requests:
        return sa.select(jobs, *beside)
    others: list[Any] = [column for column in jobs.c if column is not jobs.c.request]
    nameless = sa.case((jobs.c.name.is_(None), jobs.c.request)).label("request")
    return sa.select(*others, nameless, *beside)


_OWNER = (api_keys.c.id, api_keys.c.name)


def _of_owner(column: sa.Column[str]) -> sa.ScalarSelect[str]:
    """Return the subquery for a column of the key that a job belongs to."""
    origin = origins.alias()
    belongs = (origin.c.job_id == jobs.c.id) & (origin.c.key_id == api_keys.c.id)
    return sa.select(column).where(belongs).correlate(jobs).scalar_subquery()


def read(connection: sa.Connection, query: sa.Select[Any]) -> list[Job]:
    """Read the rows of a `selection`."""
    return [job(row) for row in connection.execute(query)]


def job(row: sa.Row[Any], place: int | None = None) -> Job:
    """Read one row."""
    return Job(
        id=row.id,
        number=row.number,
        kind=row.kind,
        request={} if row.request is None else row.request,
        name=row.name,
        owner=None if row.owner_id is None else Owner(id=row.owner_id, name=row.owner_name),
        label=row.label,
        priority=row.priority,
        short=row.short,
        place=place,
        state=State(row.state),
        created=time(row.created),
        started=None if row.started is None else time(row.started),
        finished=None if row.finished is None else time(row.finished),
        cancel_requested=row.cancel_requested,
        seconds=row.seconds,
        progress=row.progress,
        error=None if row.error is None else JobError(**row.error),
        has_result=row.has_result,
        content=row.content,
        reused=row.reused,
        lacks=tuple(row.lacks or ()),
    )


def time(seconds: float) -> datetime:
    """Read a time of the database's clock."""
    return datetime.fromtimestamp(seconds, UTC)


def get(
    connection: sa.Connection, job_id: str, *, requests: bool = True, place: bool = True
) -> Job:
    """Return a job, or raise `UnknownJob`."""
    _check_form(job_id)
    query = selection(requests=requests).where(jobs.c.id == job_id)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise UnknownJob(job_id)
    counted = place and row.state == State.QUEUED.value
    return job(row, queue_order.place(connection, row.priority, row.number) if counted else None)


def lock(connection: sa.Connection, job_id: str) -> None:
    """Keep others from writing to a job until the end of the transaction."""
    _check_form(job_id)
    locked = sa.select(jobs.c.id).where(jobs.c.id == job_id).with_for_update()
    if connection.execute(locked).one_or_none() is None:
        raise UnknownJob(job_id)


def _check_form(job_id: str) -> None:
    """Turn away what is no id of a job, and may be no text for a database either."""
    if not (job_id.isascii() and job_id.isalnum()):
        raise UnknownJob(job_id)
