"""SQLite, in one file on a local disk.

WAL mode lets readers never wait for a writer; every commit is on the disk before
it returns. Transactions that write begin IMMEDIATE: they wait for each other at
their beginning, and never fail in their middle.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection

from jobs.errors import StoreError

BUSY_SECONDS = 20.0  # how long a transaction waits for another one

# Primary result code, what it means, whether it may pass by itself.
COMPLAINTS: dict[int, tuple[str, bool]] = {
    sqlite3.SQLITE_FULL: ("the disk that holds the database is full", True),
    sqlite3.SQLITE_READONLY: ("the database cannot be written: it is read-only", False),
    sqlite3.SQLITE_BUSY: (f"another process has held it for over {BUSY_SECONDS:g} seconds", True),
    sqlite3.SQLITE_CANTOPEN: ("the file cannot be opened or made", False),
    sqlite3.SQLITE_IOERR: ("the disk that holds the database cannot be read or written", True),
}


class SQLite:
    """Implements `Database`."""

    name = "sqlite"
    example = "sqlite:////absolute/path/of/file.sqlite3"

    def engine(self, url: sa.URL) -> sa.Engine:
        """Return an engine; the folder of the file is made."""
        if not url.database or ":memory:" in url.database:
            raise StoreError(
                f"the database URL {url.render_as_string()!r} is not that of a SQLite file; "
                f"write {self.example}"
            )
        if not url.database.startswith("file:"):  # a URI that SQLite itself reads
            _make_folder(Path(url.database).expanduser())
        engine = sa.create_engine(url)
        sa.event.listen(engine, "connect", _prepare)
        sa.event.listen(engine, "begin", _begin)
        return engine

    def alone(self, connection: sa.Connection) -> None:
        """Every transaction that writes is alone already."""

    def compact(self, engine: sa.Engine) -> None:
        """Rewrite the file without its gaps, and empty the write-ahead log."""
        with engine.connect().execution_options(begin="SELECT 1") as connection:
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def complaint(self, error: sa.exc.DBAPIError) -> tuple[str, bool] | None:
        """Say in words what a refusal means."""
        code = getattr(error.orig, "sqlite_errorcode", None)
        return None if code is None else COMPLAINTS.get(code & 0xFF)


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the folder of the database cannot be made: {error}") from error


def _prepare(connection: DBAPIConnection, record: object) -> None:  # noqa: ARG001
    connection.isolation_level = None  # transactions are begun by _begin
    cursor: Any = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA synchronous = FULL")
    _use_wal(cursor)
    cursor.close()


def _use_wal(cursor: sqlite3.Cursor) -> None:
    """Switch to WAL mode, which fails at once while another process is doing it."""
    give_up = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            (mode,) = cursor.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.02)
        else:
            break
    if mode != "wal":
        raise StoreError(
            f"this database cannot use WAL mode (it says {mode!r}); "
            "keep it on a local disk, not on a network file system"
        )


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN IMMEDIATE"))
