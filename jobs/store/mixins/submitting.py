"""Jobs are submitted, cancelled, tried again and removed; see `Store`."""

from __future__ import annotations

from uuid import uuid4

import sqlalchemy as sa

from alphacut.jobs.job import Job
from alphacut.jobs.origin import ANYONE, Origin
from alphacut.jobs.states import State
from alphacut.jobs.store import rows, submission_log
from alphacut.jobs.store._base import Json, Submission
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.migrate import writing
from alphacut.jobs.store.mixins._base import Mixin
from alphacut.jobs.store.tables import jobs, results


class Submitting(Mixin):
    """Takes jobs in, and does with them what their owners want."""

    def submit(
        self,
        kind: str,
        request: Json,
        *,
        origin: Origin = ANYONE,
        content: str | None = None,
        name: str | None = None,
        networks: int = 1,
        label: str | None = None,
        priority: int = 0,
        short: bool = False,
        lacks: tuple[str, ...] = (),
    ) -> Job:
        """Add a queued job, unless the same submission did before."""
        submission = Submission(
            kind=kind, request=request, content=content, name=name, networks=networks,
            label=label, priority=priority, short=short, lacks=lacks,
        )  # fmt: skip
        with writing(self._engine) as connection:
            if known := submission_log.earlier(connection, origin, [submission]):
                return rows.get(connection, known.job_id)
            submission_log.accept(connection, origin, submission.networks)
            job_id = add(connection, submission)
            submission_log.note(connection, origin, {job_id: submission.networks})
            return rows.get(connection, job_id)

    def cancel(self, job_id: str) -> Job:
        """Ask for a job to be stopped, or raise `UnknownJob`."""
        mark = _update(job_id, State.RUNNING).values(cancel_requested=True)
        end = _update(job_id, State.QUEUED).values(
            cancel_requested=True, state=State.CANCELLED.value, finished=now()
        )
        with writing(self._engine) as connection:
            rows.lock(connection, job_id)
            connection.execute(mark)
            connection.execute(end)
            return rows.get(connection, job_id)

    def retry(self, job_id: str, *, origin: Origin = ANYONE) -> Job:
        """Put a job that failed or was cancelled back into the queue, or raise `UnknownJob`."""
        with writing(self._engine) as connection:
            rows.lock(connection, job_id)
            job = rows.get(connection, job_id)
            if job.state not in (State.FAILED, State.CANCELLED):
                return job
            _take_again(connection, origin, job)
            return rows.get(connection, job_id)

    def go_on(self, job_id: str, again: Submission, *, origin: Origin = ANYONE) -> Job:
        """Put a job that has ended unfinished back into the queue, with other limits."""
        with writing(self._engine) as connection:
            rows.lock(connection, job_id)
            job = rows.get(connection, job_id)
            if not job.unfinished:
                return job
            _take_again(connection, origin, job)
            asked = {"request": again.request, "content": again.content, "short": again.short}
            connection.execute(sa.update(jobs).where(jobs.c.id == job_id).values(asked))
            return rows.get(connection, job_id)

    def delete(self, job_id: str) -> None:
        """Remove a job with all that belongs to it, or raise `UnknownJob`."""
        with writing(self._engine) as connection:
            rows.lock(connection, job_id)
            connection.execute(sa.delete(jobs).where(jobs.c.id == job_id))


# What a job has that is to be done again.
_FRESH = {
    "state": State.QUEUED.value,
    "cancel_requested": False,
    "finished": None,
    "error": None,
    "reused": None,
    "losses": 0,
    "seconds": 0.0,
}


def add(connection: sa.Connection, submission: Submission) -> str:
    """Add a queued job; return its id."""
    job_id = uuid4().hex
    added = sa.insert(jobs).values(
        id=job_id,
        kind=submission.kind,
        request=submission.request,
        name=submission.name,
        label=submission.label,
        priority=submission.priority,
        short=submission.short,
        lacks=list(submission.lacks) or None,
        state=State.QUEUED.value,
        created=now(),
        content=submission.content,
    )
    connection.execute(added)
    return job_id


def _take_again(connection: sa.Connection, origin: Origin, job: Job) -> None:
    """Count a job like a new one, and queue it."""
    networks = len(job.request.get("topologies") or (None,))  # one, if it names none
    submission_log.accept(connection, origin, networks)
    submission_log.hand_over(connection, origin, job.id, networks)
    connection.execute(
        sa.update(jobs).where(jobs.c.id == job.id).values({**_FRESH, "queued": now()})
    )
    connection.execute(sa.delete(results).where(results.c.job_id == job.id))


def _update(job_id: str, state: State) -> sa.Update:
    return sa.update(jobs).where(jobs.c.id == job_id, jobs.c.state == state.value)
