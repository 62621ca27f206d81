"""Inserting rows that may be there already, in the dialect of each database."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def added(connection: sa.Connection, row: Any) -> bool:
    """Insert a row unless one with its key is there, and tell whether that was done."""
    unless = row.on_conflict_do_nothing().returning(sa.literal(True))
    return connection.execute(unless).first() is not None  # rowcount tells it on SQLite only


def insert(connection: sa.Connection, table: sa.Table) -> Any:
    """Return an INSERT that has `on_conflict_do_nothing` and `on_conflict_do_update`."""
    return _INSERTS[connection.dialect.name](table)
