"""In which order jobs that wait are given to workers, and the place of each in it."""

from __future__ import annotations

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


def place(connection: sa.Connection, priority: int, number: int) -> int:
    """Return the place of a job that waits, counted from 1.

    Both counts go along one index. To rank the queue instead would cost as much for each job
    that is looked at as the whole queue is long.
    """
    waits = jobs.c.state == State.QUEUED.value
    ahead = (
        waits & (jobs.c.priority > priority),
        waits & (jobs.c.priority == priority) & (jobs.c.number <= number),
    )
    counted = [sa.select(sa.func.count()).where(each).scalar_subquery() for each in ahead]
    found: int = connection.execute(sa.select(counted[0] + counted[1])).scalar_one()
    return found


def longest(connection: sa.Connection) -> float:
    """Return for how many seconds the oldest queued job has waited; 0 if there is none."""
    since = sa.func.min(sa.func.coalesce(jobs.c.queued, jobs.c.created))
    query = sa.select(now() - since).where(jobs.c.state == State.QUEUED.value)
    waited = connection.execute(query).scalar_one_or_none()
    return max(0.0, float(waited or 0.0))
