"""In which order jobs that wait are given to workers, and the place of each in it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from alphacut.jobs.states import State
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.tables import jobs

ORDER: tuple[sa.ColumnElement[Any], ...] = (jobs.c.priority.desc(), jobs.c.number)


def before(one: Any, other: Any) -> sa.ColumnElement[bool]:
    """Tell whether one row of jobs comes before another in the queue."""
    same = one.c.priority == other.c.priority
    found: sa.ColumnElement[bool] = (one.c.priority > other.c.priority) | (
        same & (one.c.number < other.c.number)
    )
    return found


def places(connection: sa.Connection, job_ids: Collection[str]) -> dict[str, int]:
    """Return the places of jobs that wait, counted from 1, by their ids."""
    if not job_ids:
        return {}
    ranked = (
        sa.select(jobs.c.id, sa.func.row_number().over(order_by=ORDER).label("place"))
        .where(jobs.c.state == State.QUEUED.value)
        .subquery()
    )
    query = sa.select(ranked.c.id, ranked.c.place).where(ranked.c.id.in_(job_ids))
    return {row.id: row.place for row in connection.execute(query)}


def longest(connection: sa.Connection) -> float:
    """Return for how many seconds the oldest queued job has waited; 0 if there is none."""
    since = sa.func.min(sa.func.coalesce(jobs.c.queued, jobs.c.created))
    query = sa.select(now() - since).where(jobs.c.state == State.QUEUED.value)
    waited = connection.execute(query).scalar_one_or_none()
    return max(0.0, float(waited or 0.0))
