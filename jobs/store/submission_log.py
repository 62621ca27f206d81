"""What is kept about a submission beside its jobs, in the same transaction.

Every function here belongs into the transaction that adds the jobs, so that a
submission is there as a whole or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from alphacut.jobs.errors import KeyReused, QuotaExceeded
from alphacut.jobs.origin import ApiKey, Origin, fingerprint
from alphacut.jobs.states import State
from alphacut.jobs.store._base import Submission
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.inserting import added, insert
from alphacut.jobs.store.tables import acceptances, api_keys, idempotency_keys, jobs, origins

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
    if found.fingerprint not in (print_, origin.former):
        raise KeyReused(origin.idempotency_key)
    return found


def note(
    connection: sa.Connection,
    origin: Origin,
    networks: Mapping[str, int],
    batch_id: str | None = None,
) -> None:
    """Note where new jobs come from, and what an idempotency key has made.

    Parameters
    ----------
    networks
        Of each job, by its id, in order: how many networks it is about.
    """
    key_id = origin.key.id if origin.key else None
    if key_id or batch_id:
        members = [
            {"job_id": each, "key_id": key_id, "batch_id": batch_id, "position": position,
             "networks": count}
            for position, (each, count) in enumerate(networks.items())
        ]  # fmt: skip
        connection.execute(sa.insert(origins), members)
    if origin.idempotency_key is not None:
        made = {"batch_id": batch_id} if batch_id else {"job_id": next(iter(networks))}
        connection.execute(sa.update(idempotency_keys).where(*_taken(origin)).values(**made))


def hand_over(connection: sa.Connection, origin: Origin, job_id: str, networks: int) -> None:
    """Have a job that is tried again count for the key that has asked for it."""
    if origin.key is None:
        return
    row = insert(connection, origins)
    values = {"job_id": job_id, "key_id": origin.key.id, "networks": networks}
    changed = {name: row.excluded[name] for name in ("key_id", "networks")}
    connection.execute(
        row.values(**values).on_conflict_do_update(index_elements=["job_id"], set_=changed)
    )


def accept(connection: sa.Connection, origin: Origin, networks: int) -> None:
    """Count what is being accepted for its key, or raise `QuotaExceeded` if it is too much.

    What was counted stays so for a day, whatever becomes of the jobs.
    """
    key = origin.key
    if key is None:
        return
    if key.quota.active is not None or key.quota.daily is not None:
        # the row is held, so that submissions by one key are counted one after the other
        held = sa.select(api_keys.c.id).where(api_keys.c.id == key.id).with_for_update()
        connection.execute(held)
    _check(connection, key, _active(key), networks, key.quota.active, "queued or running", SOON)
    _check(connection, key, _today(key), networks, key.quota.daily, "within 24 hours", LATER)
    past = sa.delete(acceptances).where(acceptances.c.key_id == key.id)
    connection.execute(past.where(acceptances.c.created <= now() - DAY))
    counted = sa.insert(acceptances).values(key_id=key.id, created=now(), networks=networks)
    connection.execute(counted)


def _active(key: ApiKey) -> sa.Select[Any]:
    at_work = jobs.c.state.in_((State.QUEUED.value, State.RUNNING.value))
    total = sa.select(sa.func.sum(origins.c.networks)).select_from(jobs.join(origins))
    return total.where(origins.c.key_id == key.id, at_work)


def _today(key: ApiKey) -> sa.Select[Any]:
    within = acceptances.c.created > now() - DAY
    return sa.select(sa.func.sum(acceptances.c.networks)).where(
        acceptances.c.key_id == key.id, within
    )


def _check(
    connection: sa.Connection,
    key: ApiKey,
    counted: sa.Select[Any],
    asked: int,
    most: int | None,
    words: str,
    retry_after: int,
) -> None:
    if most is None:
        return
    there = connection.execute(counted).scalar_one() or 0
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
