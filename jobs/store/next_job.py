"""The next job that a worker is given, and which is given to none any more."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from alphacut.jobs.failures import WORKER_LOST
from alphacut.jobs.job import JobError
from alphacut.jobs.states import State
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.queue_order import ORDER, before
from alphacut.jobs.store.tables import jobs


def next_claimable(kinds: Collection[str] | None, *, short_only: bool) -> sa.Select[Any]:
    """Return the query for the id of the next job of some kinds; its row is locked.

    Rows that others have locked are passed over, not waited for. SQLite locks
    no rows: there, the whole transaction is alone.
    """
    return (
        sa.select(jobs.c.id)
        .where((jobs.c.state == State.QUEUED.value) | _expired(), ~_left_to_a_twin())
        .where(sa.true() if kinds is None else jobs.c.kind.in_(kinds))
        .where(jobs.c.short if short_only else sa.true())
        .order_by(*ORDER)
        .limit(1)
        .with_for_update(skip_locked=True, of=jobs)
    )


def take(job_id: str, owner: str, lease_seconds: float) -> sa.Executable:
    """Return the statement that leases a job and returns the epoch."""
    lost = sa.case((jobs.c.state == State.RUNNING.value, 1), else_=0)
    return (
        sa.update(jobs)
        .where(jobs.c.id == job_id)
        .values(
            state=State.RUNNING.value,
            started=sa.func.coalesce(jobs.c.started, now()),
            losses=jobs.c.losses + lost,
            lease_owner=owner,
            lease_epoch=jobs.c.lease_epoch + 1,
            **lease(lease_seconds),
        )
        .returning(jobs.c.lease_epoch)
    )


def give_up(most_losses: int) -> sa.Update:
    """Return the statement that fails every job that has lost too many workers."""
    error = JobError(
        type=WORKER_LOST,
        title="The job has crashed its workers repeatedly",
        detail=f"{most_losses} workers in a row died or hung while they worked on this job, "
        "without finishing one step of it",
    )
    return (
        sa.update(jobs)
        .where(_expired(), jobs.c.losses + 1 >= most_losses)
        .values(
            state=State.FAILED.value,
            finished=now(),
            error=error.as_json(),
            losses=jobs.c.losses + 1,
            **NO_LEASE,
        )
    )


NO_LEASE = {"lease_owner": None, "lease_expiry": None, "lease_seconds": None}
LONGEST = 3600.0  # seconds of a lease whose length was not written; none was ever longer
SLACK = 1.0  # seconds by which a clock may be set back and every lease still holds


def lease(seconds: float) -> dict[str, Any]:
    """Return the values of a lease that begins now."""
    return {"lease_expiry": now() + seconds, "lease_seconds": seconds}


def _expired() -> sa.ColumnElement[bool]:
    return (jobs.c.state == State.RUNNING.value) & ~holds(jobs)


def holds(row: Any) -> sa.ColumnElement[bool]:
    """Tell whether the lease of a row of jobs has not expired.

    One that ends later than it could, had it begun now, was written by a clock that has been set
    back since. It is none; the worker that holds it, if it lives, has a right one with its next
    heartbeat, unless another has taken the job before.
    """
    length = sa.func.coalesce(row.c.lease_seconds, LONGEST)
    ends = row.c.lease_expiry
    found: sa.ColumnElement[bool] = (ends >= now()) & (ends <= now() + length + SLACK)
    return found


def _left_to_a_twin() -> sa.ColumnElement[bool]:
    """Tell whether a job that asks the same comes earlier and has not ended, or is at work.

    The younger one is at work where the older one was put back into the queue.
    """
    other = jobs.alias()
    waits = other.c.state == State.QUEUED.value
    works = other.c.state == State.RUNNING.value
    earlier = before(other, jobs) & (waits | works)
    meanwhile = (other.c.id != jobs.c.id) & works & holds(other)
    return sa.exists().where(other.c.content == jobs.c.content, earlier | meanwhile)
