"""Which workers are alive: each is noted whenever it asks for a job or keeps its hold on one."""

from __future__ import annotations

import sqlalchemy as sa

from alphacut.jobs.store._base import ALIVE, Workers
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.inserting import insert
from alphacut.jobs.store.next_job import SLACK
from alphacut.jobs.store.tables import workers

_EVERY = ALIVE / 6  # seconds for which a note is fresh enough to be left as it is
_DAY = 86_400.0  # seconds after which a worker that is gone without a word is forgotten


def beat(connection: sa.Connection, name: str, *, short_only: bool) -> None:
    """Note that a worker has asked for a job."""
    row = insert(connection, workers).values(name=name, seen=now(), short_only=short_only)
    if not _fresh(connection, name):
        connection.execute(sa.delete(workers).where(workers.c.seen < now() - _DAY))
        connection.execute(
            row.on_conflict_do_update(index_elements=["name"], set_={"seen": row.excluded.seen})
        )


def keep(connection: sa.Connection, name: str) -> None:
    """Note that a worker is at work on a job."""
    if not _fresh(connection, name):
        connection.execute(sa.update(workers).where(workers.c.name == name).values(seen=now()))


def forget(connection: sa.Connection, name: str) -> None:
    """Note that a worker is gone."""
    connection.execute(sa.delete(workers).where(workers.c.name == name))


def _fresh(connection: sa.Connection, name: str) -> bool:
    """Tell whether a worker was noted a short while ago."""
    found = sa.exists().where(workers.c.name == name, _within(_EVERY))
    return bool(connection.execute(sa.select(found)).scalar_one())


def _within(seconds: float) -> sa.ColumnElement[bool]:
    """Tell whether a worker was noted so many seconds ago, and not by a clock set back since."""
    return workers.c.seen.between(now() - seconds, now() + SLACK)


def count(connection: sa.Connection) -> Workers:
    """Count the workers that were heard of within the last `ALIVE` seconds."""
    query = (
        sa.select(workers.c.short_only, sa.func.count())
        .where(_within(ALIVE))
        .group_by(workers.c.short_only)
    )
    found = {bool(short): number for short, number in connection.execute(query)}
    return Workers(all_jobs=found.get(False, 0), short_only=found.get(True, 0))
