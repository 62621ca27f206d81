"""The store on an SQL database."""

from __future__ import annotations

from contextlib import ExitStack

from alphacut.jobs.store.engine import complaining, connect, database_of
from alphacut.jobs.store.keys import Keys
from alphacut.jobs.store.migrate import migrate
from alphacut.jobs.store.mixins.batches import Batching
from alphacut.jobs.store.mixins.claiming import Claiming
from alphacut.jobs.store.mixins.housekeeping import Housekeeping
from alphacut.jobs.store.mixins.querying import Querying
from alphacut.jobs.store.mixins.submitting import Submitting


class SqlStore(Submitting, Batching, Querying, Housekeeping, Claiming):
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
        engine = connect(url)
        migrate(engine)
        super().__init__(engine)
        self.keys = Keys(engine)

    def open_ahead(self) -> None:
        """Open the connections of this process now, as far as one might be had no more later.

        Each needs file descriptors, of which something else may leave none.

        Raises
        ------
        StoreError
            If the database cannot be used.
        """
        with complaining(self._engine), ExitStack() as opened:
            for _ in range(database_of(self._engine).ahead):
                opened.enter_context(self._engine.connect())

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()
