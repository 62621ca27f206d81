"""Batches are submitted and queried; see `Store`."""

from __future__ import annotations

from collections.abc import Sequence

from alphacut.jobs.batch import Batch
from alphacut.jobs.origin import ANYONE, Origin
from alphacut.jobs.store import batches, submission_log
from alphacut.jobs.store._base import Submission
from alphacut.jobs.store.engine import transaction
from alphacut.jobs.store.migrate import writing
from alphacut.jobs.store.mixins._base import Mixin
from alphacut.jobs.store.mixins.submitting import add


class Batching(Mixin):
    """Takes several jobs in at once, and does with all of them what their owners want."""

    def submit_batch(self, submissions: Sequence[Submission], *, origin: Origin = ANYONE) -> Batch:
        """Add a batch of queued jobs, unless the same submission did before."""
        with writing(self._engine) as connection:
            if known := submission_log.earlier(connection, origin, submissions, several=True):
                return batches.get(connection, known.batch_id)
            submission_log.accept(connection, origin, sum(each.networks for each in submissions))
            batch_id = batches.add(connection)
            members = {add(connection, each): each.networks for each in submissions}
            submission_log.note(connection, origin, members, batch_id)
            return batches.get(connection, batch_id)

    def batch(self, batch_id: str, *, members: bool = True) -> Batch:
        """Return a batch, or raise `UnknownBatch`."""
        with transaction(self._reading) as connection:
            return batches.get(connection, batch_id, members=members)

    def newest_batches(self, *, limit: int, before: int | None = None) -> list[Batch]:
        """Return batches, newest first."""
        with transaction(self._reading) as connection:
            return batches.newest(connection, limit=limit, before=before)

    def cancel_batch(self, batch_id: str) -> Batch:
        """Ask for all members of a batch to be stopped, or raise `UnknownBatch`."""
        with writing(self._engine) as connection:
            batches.cancel(connection, batch_id)
            return batches.get(connection, batch_id)

    def delete_batch(self, batch_id: str) -> None:
        """Remove a batch with its members, or raise `UnknownBatch`."""
        with writing(self._engine) as connection:
            batches.delete(connection, batch_id)
