"""Bringing the database to the version that this code needs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from jobs.errors import StoreError
from jobs.store.engine import database_of, reading, transaction


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
    return _version(connection) == ScriptDirectory.from_config(_config()).get_current_head()


def _version(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _known(config: Config) -> set[str]:
    script = ScriptDirectory.from_config(config)
    return {revision.revision for revision in script.walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "jobs.store:migrations")
    config.set_main_option("path_separator", "os")
    return config
