"""Inserting rows that may be there already, in the dialect of each database."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert(connection: sa.Connection, table: sa.Table) -> Any:
    """Return an INSERT that has `on_conflict_do_nothing` and `on_conflict_do_update`."""
    return _INSERTS[connection.dialect.name](table)
