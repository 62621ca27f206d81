"""Batches in the database: rows that jobs refer to, with no state of their own."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from alphacut.jobs.batch import Batch
from alphacut.jobs.errors import UnknownBatch
from alphacut.jobs.states import State
from alphacut.jobs.store import rows
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.tables import batches, jobs, origins


def add(connection: sa.Connection) -> str:
    """Add a batch without members; return its id."""
    batch_id = uuid4().hex
    connection.execute(sa.insert(batches).values(id=batch_id, created=now()))
    return batch_id


def get(connection: sa.Connection, batch_id: str) -> Batch:
    """Return a batch with its members, or raise `UnknownBatch`."""
    _check_form(batch_id)
    row = connection.execute(sa.select(batches).where(batches.c.id == batch_id)).one_or_none()
    if row is None:
        raise UnknownBatch(batch_id)
    return _batch(connection, row)


def newest(connection: sa.Connection, *, limit: int, before: int | None) -> list[Batch]:
    """Return batches, newest first."""
    query = sa.select(batches).order_by(batches.c.number.desc()).limit(limit)
    if before is not None:
        query = query.where(batches.c.number < before)
    return [_batch(connection, row) for row in connection.execute(query).all()]


def cancel(connection: sa.Connection, batch_id: str) -> None:
    """Ask for all members to be stopped; those that wait end at once."""
    _check_form(batch_id)
    here = jobs.c.id.in_(_members(batch_id))
    # the rows are held, so that none of them is claimed between the two statements
    locked = sa.select(jobs.c.id).where(here).order_by(jobs.c.number).with_for_update()
    connection.execute(locked)
    mark = sa.update(jobs).where(here, jobs.c.state == State.RUNNING.value)
    connection.execute(mark.values(cancel_requested=True))
    end = sa.update(jobs).where(here, jobs.c.state == State.QUEUED.value)
    connection.execute(
        end.values(cancel_requested=True, state=State.CANCELLED.value, finished=now())
    )


def delete(connection: sa.Connection, batch_id: str) -> None:
    """Remove a batch with its members, or raise `UnknownBatch`."""
    _check_form(batch_id)
    connection.execute(sa.delete(jobs).where(jobs.c.id.in_(_members(batch_id))))
    if not connection.execute(sa.delete(batches).where(batches.c.id == batch_id)).rowcount:
        raise UnknownBatch(batch_id)


def delete_empty(connection: sa.Connection) -> None:
    """Remove the batches whose members are all gone."""
    left = sa.exists().where(origins.c.batch_id == batches.c.id)
    connection.execute(sa.delete(batches).where(~left))


def _check_form(batch_id: str) -> None:
    """Turn away what is no id of a batch, and may be no text for a database either."""
    if not (batch_id.isascii() and batch_id.isalnum()):
        raise UnknownBatch(batch_id)


def _members(batch_id: str) -> sa.Select[Any]:
    return sa.select(origins.c.job_id).where(origins.c.batch_id == batch_id)


def _batch(connection: sa.Connection, row: sa.Row[Any]) -> Batch:
    members = (
        rows.selection(requests=False)
        .join(origins, origins.c.job_id == jobs.c.id)
        .where(origins.c.batch_id == row.id)
        .order_by(origins.c.position)
    )
    return Batch(
        id=row.id,
        number=row.number,
        created=rows.time(row.created),
        members=tuple(rows.read(connection, members)),
    )
