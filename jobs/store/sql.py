"""The store on an SQL database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from jobs.batch import Batch
from jobs.errors import Replaced, StoreError, UnknownJob
from jobs.job import Claim, Job
from jobs.origin import ANYONE, Origin
from jobs.states import State
from jobs.store import batches, intake, rows, totals
from jobs.store._base import MOST_LOSSES, Ending, Finding, Json, Submission
from jobs.store.claiming import give_up, oldest_claimable, take
from jobs.store.clock import now
from jobs.store.engine import complaining, connect, database_of, reading, transaction
from jobs.store.keys import Keys
from jobs.store.migrate import migrate, up_to_date
from jobs.store.tables import answers, findings, jobs, results
from jobs.store.totals import EngineTotal


class SqlStore:
    """Keeps jobs in an SQL database, which it brings up to date when it is opened.

    Parameters
    ----------
    url
        A SQLAlchemy URL, such as sqlite:////var/lib/alphacut/alphacut.sqlite3 or
        postgresql://alphacut:secret@db.example.org/alphacut.

    Raises
    ------
    StoreError
        If the database cannot be opened.
    """

    def __init__(self, url: str) -> None:
        self._engine = connect(url)
        self._reading = reading(self._engine)
        migrate(self._engine)
        self.keys = Keys(self._engine)

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    # ---- for those who ask; see `Store` ------------------------------------

    def submit(
        self,
        kind: str,
        request: Json,
        *,
        origin: Origin = ANYONE,
        content: str | None = None,
    ) -> Job:
        """Add a queued job, unless the same submission did before."""
        submission = Submission(kind=kind, request=request, content=content)
        with transaction(self._engine) as connection:
            if known := intake.earlier(connection, origin, {**request, "kind": kind}):
                return _get(connection, known.job_id)
            intake.check_quota(connection, origin, 1)
            job_id = _add(connection, submission)
            intake.note(connection, origin, [job_id])
            return _get(connection, job_id)

    def submit_batch(self, submissions: Sequence[Submission], *, origin: Origin = ANYONE) -> Batch:
        """Add a batch of queued jobs, unless the same submission did before."""
        with transaction(self._engine) as connection:
            told = [{**each.request, "kind": each.kind} for each in submissions]
            if known := intake.earlier(connection, origin, told):
                return batches.get(connection, known.batch_id)
            intake.check_quota(connection, origin, len(submissions))
            batch_id = batches.add(connection)
            members = [_add(connection, each) for each in submissions]
            intake.note(connection, origin, members, batch_id)
            return batches.get(connection, batch_id)

    def batch(self, batch_id: str) -> Batch:
        """Return a batch with its members, or raise `UnknownBatch`."""
        with transaction(self._reading) as connection:
            return batches.get(connection, batch_id)

    def newest_batches(self, *, limit: int, before: int | None = None) -> list[Batch]:
        """Return batches, newest first."""
        with transaction(self._reading) as connection:
            return batches.newest(connection, limit=limit, before=before)

    def cancel_batch(self, batch_id: str) -> Batch:
        """Ask for all members of a batch to be stopped, or raise `UnknownBatch`."""
        with transaction(self._engine) as connection:
            batches.cancel(connection, batch_id)
            return batches.get(connection, batch_id)

    def delete_batch(self, batch_id: str) -> None:
        """Remove a batch with its members, or raise `UnknownBatch`."""
        with transaction(self._engine) as connection:
            batches.delete(connection, batch_id)

    def retry(self, job_id: str) -> Job:
        """Put a job that failed or was cancelled back into the queue, or raise `UnknownJob`."""
        ended = (State.FAILED.value, State.CANCELLED.value)
        again = sa.update(jobs).where(jobs.c.id == job_id, jobs.c.state.in_(ended))
        with transaction(self._engine) as connection:
            _lock(connection, job_id)
            if connection.execute(again.values(_FRESH)).rowcount:
                connection.execute(sa.delete(results).where(results.c.job_id == job_id))
            return _get(connection, job_id)

    def get(self, job_id: str) -> Job:
        """Return a job, or raise `UnknownJob`."""
        with transaction(self._reading) as connection:
            return _get(connection, job_id)

    def newest(
        self, *, limit: int, before: int | None = None, state: State | None = None
    ) -> list[Job]:
        """Return jobs, newest first."""
        query = rows.selection().order_by(jobs.c.number.desc()).limit(limit)
        if before is not None:
            query = query.where(jobs.c.number < before)
        if state is not None:
            query = query.where(jobs.c.state == state.value)
        with transaction(self._reading) as connection:
            return [rows.job(row) for row in connection.execute(query)]

    def cancel(self, job_id: str) -> Job:
        """Ask for a job to be stopped, or raise `UnknownJob`."""
        mark = _update(job_id, State.RUNNING).values(cancel_requested=True)
        end = _update(job_id, State.QUEUED).values(
            cancel_requested=True, state=State.CANCELLED.value, finished=now()
        )
        with transaction(self._engine) as connection:
            _lock(connection, job_id)
            connection.execute(mark)
            connection.execute(end)
            return _get(connection, job_id)

    def delete(self, job_id: str) -> None:
        """Remove a job with all that belongs to it, or raise `UnknownJob`."""
        with transaction(self._engine) as connection:
            _lock(connection, job_id)
            connection.execute(sa.delete(jobs).where(jobs.c.id == job_id))

    def result(self, job_id: str) -> Json | None:
        """Return a job's document, None if it has none, or raise `UnknownJob`."""
        query = sa.select(results.c.document).where(results.c.job_id == job_id)
        with transaction(self._reading) as connection:
            _get(connection, job_id)
            document: Json | None = connection.execute(query).scalar_one_or_none()
            return document

    def answers(self, job_id: str) -> list[Json]:
        """Return the answers stored for a job, in order, or raise `UnknownJob`."""
        query = (
            sa.select(answers.c.answer)
            .where(answers.c.job_id == job_id)
            .order_by(answers.c.sequence)
        )
        with transaction(self._reading) as connection:
            _get(connection, job_id)
            return list(connection.execute(query).scalars())

    def findings(self, network: str) -> list[Finding]:
        """Return what jobs have found about a network, in order."""
        query = sa.select(findings.c.job_id, findings.c.answer)
        query = query.where(findings.c.network == network).order_by(findings.c.number)
        with transaction(self._reading) as connection:
            return [Finding(job_id=job, answer=each) for job, each in connection.execute(query)]

    def answered(self, content: str) -> Job | None:
        """Return the newest job that has succeeded with this content, or None."""
        query = (
            rows.selection()
            .where(jobs.c.content == content, jobs.c.state == State.SUCCEEDED.value)
            .order_by(jobs.c.number.desc())
            .limit(1)
        )
        with transaction(self._reading) as connection:
            row = connection.execute(query).one_or_none()
            return None if row is None else rows.job(row)

    def counts(self) -> dict[State, int]:
        """Return how many jobs are in each state, zeros included."""
        query = sa.select(jobs.c.state, sa.func.count()).group_by(jobs.c.state)
        with transaction(self._reading) as connection:
            found = {State(state): count for state, count in connection.execute(query)}
        return {state: found.get(state, 0) for state in State}

    def engine_totals(self) -> list[EngineTotal]:
        """Return what each engine has done, deleted jobs included."""
        with transaction(self._reading) as connection:
            return totals.read(connection)

    def check(self) -> None:
        """Raise `StoreError` unless the store can be reached and is up to date."""
        with transaction(self._reading) as connection:
            current = up_to_date(connection)
        if not current:
            raise StoreError("the database is not at the version that this release needs")

    # ---- for those who keep house; see `Store` ------------------------------

    def purge(self, older_than: float) -> int:
        """Remove jobs that ended more than so many seconds ago, and findings as old."""
        limit = now() - older_than
        with transaction(self._engine) as connection:
            connection.execute(sa.delete(findings).where(findings.c.created < limit))
            removed = connection.execute(sa.delete(jobs).where(jobs.c.finished < limit)).rowcount
            batches.delete_empty(connection)
            return removed

    def vacuum(self) -> None:
        """Give back the space of what was removed."""
        with complaining(self._engine):
            database_of(self._engine).compact(self._engine)

    # ---- for workers; see `Store` --------------------------------------------

    def claim(
        self, owner: str, lease_seconds: float, *, most_losses: int = MOST_LOSSES
    ) -> Claim | None:
        """Take the oldest job that is queued, or running under an expired lease."""
        with transaction(self._engine) as connection:
            connection.execute(give_up(most_losses))
            job_id = connection.execute(oldest_claimable()).scalar_one_or_none()
            if job_id is None:
                return None
            epoch = connection.execute(take(job_id, owner, lease_seconds)).scalar_one()
            return Claim(job=_get(connection, job_id), owner=owner, epoch=epoch)

    def renew(
        self, claim: Claim, lease_seconds: float, *, progress: Json | None, seconds: float
    ) -> bool:
        """Extend a lease and store progress; return whether to cancel the job."""
        news = _news(progress, seconds)
        with transaction(self._engine) as connection:
            return _held(connection, claim, lease_expiry=now() + lease_seconds, **news)

    def add_answer(
        self,
        claim: Claim,
        answer: Json,
        *,
        progress: Json | None,
        seconds: float,
        network: str | None = None,
        found_here: bool = True,
    ) -> None:
        """Store a finished answer and progress together, or raise `Replaced`."""
        following = (
            sa.select(sa.func.count()).where(answers.c.job_id == claim.job.id).scalar_subquery()
        )
        added = sa.insert(answers).values(
            job_id=claim.job.id, sequence=following, alpha=answer["alpha"], answer=dict(answer)
        )
        with transaction(self._engine) as connection:
            _held(connection, claim, losses=0, **_news(progress, seconds))
            connection.execute(added)
            if network is not None:
                connection.execute(_finding(network, claim.job.id, answer))
            if found_here:
                totals.count(connection, answer)

    def release(self, claim: Claim, *, seconds: float) -> None:
        """Put a job back into the queue, its answers kept, or raise `Replaced`."""
        with transaction(self._engine) as connection:
            _held(connection, claim, state=State.QUEUED.value, seconds=seconds, **_NO_LEASE)

    def finish(self, claim: Claim, ending: Ending) -> None:
        """End a job, or raise `Replaced`."""
        end = {
            "state": ending.state.value,
            "finished": now(),
            "error": ending.error.as_json() if ending.error else None,
            "reused": None if ending.reused is None else dict(ending.reused),
            **_news(ending.progress, ending.seconds),
            **_NO_LEASE,
        }
        with transaction(self._engine) as connection:
            _held(connection, claim, **end)
            if ending.document is not None:
                document = dict(ending.document)
                connection.execute(
                    sa.insert(results).values(job_id=claim.job.id, document=document)
                )


_NO_LEASE = {"lease_owner": None, "lease_expiry": None}

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


def _add(connection: sa.Connection, submission: Submission) -> str:
    job_id = uuid4().hex
    added = sa.insert(jobs).values(
        id=job_id,
        kind=submission.kind,
        request=dict(submission.request),
        state=State.QUEUED.value,
        created=now(),
        content=submission.content,
    )
    connection.execute(added)
    return job_id


def _get(connection: sa.Connection, job_id: str) -> Job:
    _check_form(job_id)
    row = connection.execute(rows.selection().where(jobs.c.id == job_id)).one_or_none()
    if row is None:
        raise UnknownJob(job_id)
    return rows.job(row)


def _check_form(job_id: str) -> None:
    """Turn away what is no id of a job, and may be no text for a database either."""
    if not (job_id.isascii() and job_id.isalnum()):
        raise UnknownJob(job_id)


def _lock(connection: sa.Connection, job_id: str) -> None:
    """Keep others from writing to a job until the end of the transaction."""
    _check_form(job_id)
    locked = sa.select(jobs.c.id).where(jobs.c.id == job_id).with_for_update()
    if connection.execute(locked).one_or_none() is None:
        raise UnknownJob(job_id)


def _finding(network: str, job_id: str, answer: Json) -> sa.Insert:
    return sa.insert(findings).values(
        network=network, job_id=job_id, created=now(), answer=dict(answer)
    )


def _update(job_id: str, state: State) -> sa.Update:
    return sa.update(jobs).where(jobs.c.id == job_id, jobs.c.state == state.value)


def _held(connection: sa.Connection, claim: Claim, **values: Any) -> bool:
    """Write to a job under a lease; return whether it is to be cancelled."""
    write = (
        sa.update(jobs)
        .where(
            jobs.c.id == claim.job.id,
            jobs.c.lease_epoch == claim.epoch,
            jobs.c.state == State.RUNNING.value,
        )
        .values(**values)
        .returning(jobs.c.cancel_requested)
    )
    cancel: bool | None = connection.execute(write).scalar_one_or_none()
    if cancel is None:
        raise Replaced(claim.job.id, claim.epoch)
    return cancel


def _news(progress: Json | None, seconds: float) -> dict[str, Any]:
    return {"seconds": seconds, **({} if progress is None else {"progress": dict(progress)})}
