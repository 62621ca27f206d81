"""Bringing the database to the version that this code needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from alphacut.jobs.errors import StoreError
from alphacut.jobs.store.engine import database_of, reading, transaction


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
    config = _config()
    with transaction(reading(engine)) as connection:
        if up_to_date(connection):
            return
    with transaction(engine) as connection:
        database_of(engine).alone(connection)
        version = _version(connection)
        if version is not None and version not in _known(config):
            raise StoreError(
                f"the database is at version {version}, which this release does not know; "
                "use the release that made it, or a later one"
            )
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def up_to_date(connection: sa.Connection) -> bool:
    """Tell whether the database is at the version that this code needs."""
    return _version(connection) == _head()


def check_version(connection: sa.Connection) -> None:
    """Refuse to go on with a database whose tables were changed since it was opened.

    Raises
    ------
    StoreError
        If it is not at the version that this code needs.
    """
    found = connection.execute(_VERSION).scalar_one_or_none()
    if found != _head():
        raise StoreError(
            f"the database is at version {found}, and this release needs {_head()}; "
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


def needed() -> str | None:
    """Return the version that this code needs."""
    return _head()


@contextmanager
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Hold a transaction that writes, in tables that are those which this code knows."""
    with transaction(engine) as connection:
        check_version(connection)
        yield connection


_VERSION: sa.Select[Any] = sa.select(sa.column("version_num")).select_from(
    sa.table("alembic_version")
)


@cache
def _head() -> str | None:
    return ScriptDirectory.from_config(_config()).get_current_head()


def _version(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _known(config: Config) -> set[str]:
    script = ScriptDirectory.from_config(config)
    return {revision.revision for revision in script.walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "alphacut.jobs.store:migrations")
    config.set_main_option("path_separator", "os")
    return config
