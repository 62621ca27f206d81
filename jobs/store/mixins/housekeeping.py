"""Health, retention and disk space; see `Store`."""

from __future__ import annotations

import sqlalchemy as sa

from alphacut.jobs.store import batches
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.engine import complaining, database_of, transaction
from alphacut.jobs.store.migrate import check_version, writing
from alphacut.jobs.store.mixins._base import Mixin
from alphacut.jobs.store.tables import jobs, shared_results


class Housekeeping(Mixin):
    """Checks the database, and removes what is old."""

    def check(self) -> None:
        """Raise `StoreError` unless the store can be reached and is up to date."""
        with transaction(self._reading) as connection:
            check_version(connection)

    def purge(self, older_than: float) -> int:
        """Remove jobs that ended more than so many seconds ago, and shared results as old."""
        limit = now() - older_than
        with writing(self._engine) as connection:
            connection.execute(sa.delete(shared_results).where(shared_results.c.created < limit))
            removed = connection.execute(sa.delete(jobs).where(jobs.c.finished < limit)).rowcount
            batches.delete_empty(connection)
            return removed

    def vacuum(self) -> None:
        """Give back the space of what was removed."""
        with complaining(self._engine):
            database_of(self._engine).compact(self._engine)
