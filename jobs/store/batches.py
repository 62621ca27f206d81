"""Batches in the database: rows that jobs refer to, with no state of their own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from alphacut.jobs.batch import Batch, Totals
from alphacut.jobs.errors import UnknownBatch
from alphacut.jobs.job import Job
from alphacut.jobs.progress import waiting
from alphacut.jobs.states import State
from alphacut.jobs.store import rows
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.tables import batches, jobs, origins


def add(connection: sa.Connection) -> str:
    """Add a batch without members; return its id."""
    batch_id = uuid4().hex
    connection.execute(sa.insert(batches).values(id=batch_id, created=now()))
    return batch_id


def get(connection: sa.Connection, batch_id: str, *, members: bool = True) -> Batch:
    """Return a batch, with its members or only with their sums, or raise `UnknownBatch`."""
    _check_form(batch_id)
    row = connection.execute(sa.select(batches).where(batches.c.id == batch_id)).one_or_none()
    if row is None:
        raise UnknownBatch(batch_id)
    [totals] = _totals(connection, [row])
    return _batch(row, totals, _jobs_of(connection, batch_id) if members else ())


def newest(connection: sa.Connection, *, limit: int, before: int | None) -> list[Batch]:
    """Return batches, newest first."""
    query = sa.select(batches).order_by(batches.c.number.desc()).limit(limit)
    if before is not None:
        query = query.where(batches.c.number < before)
    found = connection.execute(query).all()
    return [_batch(*each) for each in zip(found, _totals(connection, found), strict=True)]


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


def _jobs_of(connection: sa.Connection, batch_id: str) -> tuple[Job, ...]:
    query = (
        rows.selection(requests=False)
        .join(origins, origins.c.job_id == jobs.c.id)
        .where(origins.c.batch_id == batch_id)
        .order_by(origins.c.position)
    )
    return tuple(rows.read(connection, query))


def _totals(connection: sa.Connection, found: Sequence[sa.Row[Any]]) -> Iterator[Totals]:
    """Yield the sums over the members of batches; the database adds up, for all of them at once."""
    told = jobs.c.progress
    query = (
        sa.select(
            origins.c.batch_id,
            jobs.c.state,
            jobs.c.kind,
            sa.func.count().label("jobs"),
            sa.func.sum(told[("points", "solved")].as_integer()).label("solved"),
            sa.func.sum(told[("points", "open")].as_integer()).label("open"),
            sa.func.max(sa.func.coalesce(told["gap"].as_float(), waiting()["gap"])).label("gap"),
            sa.func.sum(told["seconds"].as_float()).label("seconds"),
            sa.func.max(jobs.c.finished).label("finished"),
        )
        .join(jobs, origins.c.job_id == jobs.c.id)
        .where(origins.c.batch_id.in_([row.id for row in found]))
        .group_by(origins.c.batch_id, jobs.c.state, jobs.c.kind)
    )
    sums = defaultdict(list)
    for each in connection.execute(query):
        sums[each.batch_id].append(each)
    return (_added_up(sums[row.id]) for row in found)


def _added_up(states: Sequence[sa.Row[Any]]) -> Totals:
    """Add up the sums of the members in each state, and of each kind."""
    counts = Counter[State]()
    for each in states:
        counts[State(each.state)] += each.jobs
    ends = [each.finished for each in states if each.finished is not None]
    return Totals(
        counts=counts,
        kinds=frozenset(each.kind for each in states),
        solved=sum(each.solved or 0 for each in states),
        open=sum(each.open or 0 for each in states),
        gap=max((float(each.gap) for each in states), default=0.0),
        seconds=sum(each.seconds or 0.0 for each in states),
        finished=rows.time(max(ends)) if ends else None,
    )


def _batch(row: sa.Row[Any], totals: Totals, members: tuple[Job, ...] = ()) -> Batch:
    return Batch(
        id=row.id,
        number=row.number,
        created=rows.time(row.created),
        totals=totals,
        members=members,
    )
