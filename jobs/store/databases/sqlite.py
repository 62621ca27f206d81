"""SQLite, in one file on a local disk.

WAL mode lets readers never wait for a writer; every commit is on the disk before
it returns. Transactions that write begin IMMEDIATE: they wait for each other at
their beginning, and never fail in their middle.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection

from alphacut.jobs.errors import StoreError
from alphacut.jobs.store.databases._base import hidden

logger = logging.getLogger(__name__)

BUSY_SECONDS = 20.0  # how long a transaction waits for another one
CONNECTIONS = 15  # of one process; those that were opened stay open

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
    ahead = CONNECTIONS

    def engine(self, url: sa.URL) -> sa.Engine:
        """Return an engine; the file is made, and its folder, for the user alone."""
        if not url.database or ":memory:" in url.database:
            raise StoreError(
                f"the database URL {hidden(url)!r} is not that of a SQLite file; "
                f"write {self.example}"
            )
        file = _File(_path(url), made=url.query.get("mode") not in ("ro", "rw"))
        if not _is_uri(url):
            url = url.set(database=str(file.path))
        engine = sa.create_engine(
            url, execution_options={_FILE: file}, pool_size=CONNECTIONS, max_overflow=0
        )
        sa.event.listen(engine, "do_connect", lambda *_: file.check())  # it would make another
        sa.event.listen(engine, "connect", _prepare)
        sa.event.listen(engine, "begin", _begin)
        return engine

    def check(self, engine: sa.Engine) -> None:
        """Raise `StoreError` if the file was removed, or another is in its place."""
        engine.get_execution_options()[_FILE].check()

    def alone(self, connection: sa.Connection) -> None:
        """Every transaction that writes is alone already."""

    def compact(self, engine: sa.Engine) -> None:
        """Rewrite the file without its gaps, and empty the write-ahead log."""
        with engine.connect().execution_options(begin="SELECT 1") as connection:
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def complaint(self, engine: sa.Engine, error: sa.exc.DBAPIError) -> tuple[str, bool] | None:
        """Say in words what a refusal means."""
        code = getattr(error.orig, "sqlite_errorcode", None)
        if code == sqlite3.SQLITE_CANTOPEN and engine.get_execution_options()[_FILE].is_open_to_us:
            return ("this process may have no file descriptor left to open its files", True)
        if code == sqlite3.SQLITE_ERROR and "no such table" in str(error.orig):
            return ("its tables are gone: it was emptied, or another is in its place", False)
        return None if code is None else COMPLAINTS.get(code & 0xFF)


class _File:
    """The file of a database, which is the one that was opened for as long as it is in use.

    What a connection writes to a file that was removed is lost with it, though SQLite says
    nothing; and a new connection makes a new, empty file.

    Parameters
    ----------
    made
        Whether the file is made if there is none. SQLite would make it for all users to read.
    """

    def __init__(self, path: Path, *, made: bool) -> None:
        self.path = path
        if made:
            _make(path)
        try:
            found = path.stat()
        except OSError:  # SQLite says what is wrong with it
            self._opened = None
        else:
            self._opened = (found.st_dev, found.st_ino)
            _warn(path, found)

    @property
    def is_open_to_us(self) -> bool:
        """Whether the file is there and this process may read it and write it."""
        return os.access(self.path, os.R_OK | os.W_OK)

    def check(self) -> None:
        """Raise `StoreError` if the file was removed, or another is in its place."""
        if self._opened is None:
            return
        try:
            found = self.path.stat()
        except OSError as error:
            raise StoreError(
                f"the file of the database was removed while it was in use ({error.strerror}); "
                "put it back and start the service again"
            ) from error
        if (found.st_dev, found.st_ino) != self._opened:
            raise StoreError(
                "the file of the database was replaced while it was in use; "
                "start the service again to use the one that is there now"
            )


_FILE = "alphacut_file"  # the option of an engine that holds its `_File`
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def _path(url: sa.URL) -> Path:
    """Return the path of the file, which may be written as a URI that SQLite itself reads."""
    written = url.database or ""
    if _is_uri(url):
        return Path(unquote(urlsplit(written).path)).absolute()
    return Path(written).expanduser().absolute()


def _is_uri(url: sa.URL) -> bool:
    return (url.database or "").startswith("file:")


def _make(path: Path) -> None:
    """Make a file that only its owner may read, unless there is one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(f"the folder of the database cannot be made: {error}") from error
    with suppress(OSError):  # it is there; or else SQLite says what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _warn(path: Path, found: os.stat_result) -> None:
    if found.st_mode & _OTHERS:
        logger.warning("other users may read the database; chmod 600 %s ends that", path)


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
    connection.get_execution_options()[_FILE].check()
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN IMMEDIATE"))
