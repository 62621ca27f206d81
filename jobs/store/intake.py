"""What is kept about a submission beside its jobs, in the same transaction.

Every function here belongs into the transaction that adds the jobs, so that a
submission is there as a whole or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from jobs.errors import KeyReused, QuotaExceeded
from jobs.origin import ApiKey, Origin, fingerprint
from jobs.states import State
from jobs.store._base import Submission
from jobs.store.clock import now
from jobs.store.inserting import added, insert
from jobs.store.tables import api_keys, idempotency_keys, jobs, origins

DAY = 86_400  # seconds
SOON = 5  # seconds until a queued or running job has perhaps ended
LATER = 3600


def earlier(
    connection: sa.Connection,
    origin: Origin,
    submissions: Sequence[Submission],
    *,
    several: bool = False,
) -> sa.Row[Any] | None:
    """Return what the same submission made before (`job_id`, `batch_id`), if it did.

    The idempotency key is taken first: of two submissions at the same time the
    second waits here for the first.

    Raises
    ------
    KeyReused
        If the idempotency key came with something else.
    """
    if origin.idempotency_key is None:
        return None
    print_ = origin.fingerprint or _fingerprint(submissions, several)
    taken = insert(connection, idempotency_keys).values(
        owner=origin.owner, key=origin.idempotency_key, fingerprint=print_
    )
    if added(connection, taken):
        return None
    found = connection.execute(sa.select(idempotency_keys).where(*_taken(origin))).one()
    if found.fingerprint != print_:
        raise KeyReused(origin.idempotency_key)
    return found


def note(
    connection: sa.Connection,
    origin: Origin,
    job_ids: Sequence[str],
    batch_id: str | None = None,
) -> None:
    """Note where new jobs come from, and what an idempotency key has made."""
    key_id = origin.key.id if origin.key else None
    if key_id or batch_id:
        members = [
            {"job_id": each, "key_id": key_id, "batch_id": batch_id, "position": position}
            for position, each in enumerate(job_ids)
        ]
        connection.execute(sa.insert(origins), members)
    if origin.idempotency_key is not None:
        made = {"batch_id": batch_id} if batch_id else {"job_id": job_ids[0]}
        connection.execute(sa.update(idempotency_keys).where(*_taken(origin)).values(**made))


def check_quota(connection: sa.Connection, origin: Origin, asked: int) -> None:
    """Raise `QuotaExceeded` if so many more jobs are too many."""
    key = origin.key
    if key is None or key.quota.active is key.quota.daily is None:
        return
    # the row is held, so that submissions by one key are counted one after the other
    connection.execute(sa.select(api_keys.c.id).where(api_keys.c.id == key.id).with_for_update())
    active = jobs.c.state.in_((State.QUEUED.value, State.RUNNING.value))
    _check(connection, key, active, asked, key.quota.active, "queued or running", SOON)
    today = jobs.c.created > now() - DAY
    _check(connection, key, today, asked, key.quota.daily, "within 24 hours", LATER)


def _check(
    connection: sa.Connection,
    key: ApiKey,
    counted: sa.ColumnElement[bool],
    asked: int,
    most: int | None,
    words: str,
    retry_after: int,
) -> None:
    if most is None:
        return
    query = sa.select(sa.func.count()).select_from(jobs.join(origins))
    there = connection.execute(query.where(origins.c.key_id == key.id, counted)).scalar_one()
    if there + asked > most:
        raise QuotaExceeded(
            f"the API key {key.name!r} may have {most} jobs {words}; "
            f"it has {there}, and {asked} more are asked for",
            retry_after=retry_after,
        )


def _fingerprint(submissions: Sequence[Submission], several: bool) -> str:
    told = [{**each.request, "kind": each.kind} for each in submissions]
    return fingerprint(told if several else told[0])


def _taken(origin: Origin) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        idempotency_keys.c.owner == origin.owner,
        idempotency_keys.c.key == origin.idempotency_key,
    )
