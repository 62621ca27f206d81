"""PostgreSQL, for workers on many machines.

Transactions run as READ COMMITTED: rows that one of them has locked or written
are waited for, and are read anew when they are free.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection

CONNECT_SECONDS = 5
ALONE = 0x616C706861  # key of our advisory lock

# What every connection is told. A process that is paused in mid-transaction must
# not hold its locks for ever, and a commit that has returned must be on the disk.
TOLD = {
    "synchronous_commit": "on",
    "lock_timeout": "20s",
    "idle_in_transaction_session_timeout": "30s",
}

# SQLSTATE or its class, what it means, whether it may pass by itself.
COMPLAINTS: dict[str, tuple[str, bool]] = {
    "53100": ("the disk that holds the database is full", True),
    "53300": ("it takes no more connections", True),
    "53": ("it has run out of something", True),
    "55P03": ("another process holds a row", True),
    "25006": ("the database cannot be written: it is read-only", False),
    "25P03": ("it ended a transaction that stood still", True),
    "28": ("it refuses the user or the password", False),
    "3D000": ("the server has no database of this name", False),
    "42P01": ("its tables are gone: it was emptied, or another is in its place", False),
    "42501": ("this user may not do what is needed", False),
    "57": ("the server is being stopped or started", True),
    "08": ("the connection is lost", True),
    "40": ("it broke off the transaction", True),
}


class PostgreSQL:
    """Implements `Database`."""

    name = "postgresql"
    example = "postgresql://user:password@host/database"
    ahead = 0  # the server has few; and without one the same may work later

    def engine(self, url: sa.URL) -> sa.Engine:
        """Return an engine that finds out when connections have gone stale."""
        engine = sa.create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            pool_size=10,
            max_overflow=30,
            connect_args={"connect_timeout": CONNECT_SECONDS, "application_name": "alphacut"},
        )
        sa.event.listen(engine, "connect", _prepare)
        return engine

    def check(self, engine: sa.Engine) -> None:
        """The server ends every connection to a database that it removes."""

    def alone(self, connection: sa.Connection) -> None:
        """Wait for a lock that ends with the transaction."""
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ALONE)))

    def compact(self, engine: sa.Engine) -> None:
        """Mark the space of removed rows as free, and count what is there anew."""
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM (ANALYZE)")

    def complaint(
        self,
        engine: sa.Engine,  # noqa: ARG002
        error: sa.exc.DBAPIError,
    ) -> tuple[str, bool] | None:
        """Say in words what a refusal means."""
        state = getattr(error.orig, "sqlstate", None)
        if state is None:  # it was not the server that spoke
            lost = error.connection_invalidated or isinstance(error, sa.exc.OperationalError)
            return ("the server cannot be reached", True) if lost else None
        return COMPLAINTS.get(state) or COMPLAINTS.get(state[:2])


def _prepare(connection: DBAPIConnection, record: object) -> None:  # noqa: ARG001
    cursor: Any = connection.cursor()
    for name, value in TOLD.items():
        cursor.execute(f"SET {name} = '{value}'")
    cursor.close()
    connection.commit()
