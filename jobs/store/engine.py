"""Connections to the database, with the promises that the store builds on.

SQLite is used in WAL mode, so that readers never wait for a writer, with every
commit on the disk before it returns. Transactions that write begin IMMEDIATE:
they wait for each other at their beginning, and never fail in their middle.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from jobs.errors import StoreError

BUSY_SECONDS = 20.0  # how long a transaction waits for another one


def connect(url: str) -> sa.Engine:
    """Return an engine for a database URL; the folder of a SQLite file is made.

    Raises
    ------
    StoreError
        If the URL is not one of a database that the store can use.
    """
    try:
        parsed = sa.make_url(url)
    except ArgumentError as error:
        raise StoreError(f"the database URL {url!r} cannot be read: {error}") from error
    if parsed.get_backend_name() != "sqlite" or not parsed.database or ":memory:" in url:
        raise StoreError(
            f"the database URL {parsed.render_as_string()!r} is not that of a SQLite file; "
            "write sqlite:////absolute/path/of/file.sqlite3"
        )
    _make_folder(Path(parsed.database).expanduser())
    engine = sa.create_engine(parsed)
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def shown(url: str) -> str:
    """Write a database URL without its password."""
    return sa.make_url(url).render_as_string(hide_password=True)


def reading(engine: sa.Engine) -> sa.Engine:
    """Return the same engine for transactions that only read."""
    return engine.execution_options(begin="BEGIN")


@contextmanager
def transaction(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Hold a transaction, committed at the end and rolled back on any error.

    Raises
    ------
    StoreError
        If the database refuses something, or cannot be reached.
    """
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise StoreError(f"the database cannot be used: {error}") from error


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
