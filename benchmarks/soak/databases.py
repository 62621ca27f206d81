"""The databases on which a service is soaked."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def sqlite() -> Iterator[str]:
    """Give the URL of a new file of SQLite, which goes at the end."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/soak.sqlite3"


@contextmanager
def postgresql() -> Iterator[str]:
    """Give the URL of a database on a new server of PostgreSQL, which ends at the end."""
    from pgserver.postgres_server import PostgresServer

    with tempfile.TemporaryDirectory(prefix="alphacut-pg-") as folder:
        server = PostgresServer(Path(folder), cleanup_mode="stop")
        try:
            yield str(server.get_uri())
        finally:
            server.cleanup()


DATABASES = {"sqlite": sqlite, "postgresql": postgresql}
