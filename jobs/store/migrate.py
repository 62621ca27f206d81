"""Bringing the database to the version that this code needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from alphacut.jobs.errors import StoreError
from alphacut.jobs.store.engine import database_of, reading, transaction

KNOWN = tuple(f"{number:04}" for number in range(1, 10))  # versions, the last one that needed
_TABLE = "alembic_version"


def migrate(engine: sa.Engine, to: str = "head") -> None:
    """Apply the migrations that are missing.

    Any number of processes may do this at once: all of it is one transaction,
    so the first does the work while the others wait. Where nothing is missing,
    nothing is written or waited for.

    Parameters
    ----------
    to
        The version to stop at.

    Raises
    ------
    StoreError
        If the database was made by a newer version of this software.
    """
    with transaction(reading(engine)) as connection:
        if up_to_date(connection):
            return
    with transaction(engine) as connection:
        database_of(engine).alone(connection)
        version = _version(connection)
        if version is not None and version not in KNOWN:
            raise StoreError(
                f"the database is at version {version}, which this release does not know; "
                "use the release that made it, or a later one"
            )
        _upgrade(connection, to)


def up_to_date(connection: sa.Connection) -> bool:
    """Tell whether the database is at the version that this code needs."""
    return _version(connection) == needed()


def check_version(connection: sa.Connection) -> None:
    """Refuse to go on with a database whose tables were changed since it was opened.

    Raises
    ------
    StoreError
        If it is not at the version that this code needs.
    """
    found = connection.execute(_VERSION).scalar_one_or_none()
    if found != needed():
        raise StoreError(
            f"the database is at version {found}, and this release needs {needed()}; "
            "after an upgrade start every process again, with the new release"
        )


def version_of(engine: sa.Engine) -> str | None:
    """Return the version that a database is at; None: there is nothing in it yet.

    Raises
    ------
    StoreError
        If it cannot be read.
    """
    with transaction(reading(engine)) as connection:
        return _version(connection)


def needed() -> str:
    """Return the version that this code needs."""
    return KNOWN[-1]


@contextmanager
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Hold a transaction that writes, in tables that are those which this code knows."""
    with transaction(engine) as connection:
        check_version(connection)
        yield connection


_VERSION: sa.Select[Any] = sa.select(sa.column("version_num")).select_from(sa.table(_TABLE))


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table(_TABLE):
        return None
    found: str | None = connection.execute(_VERSION).scalar_one_or_none()
    return found


def _upgrade(connection: sa.Connection, to: str) -> None:
    """Apply migrations; what does it takes a quarter of a second to load, and is seldom needed."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "alphacut.jobs.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
