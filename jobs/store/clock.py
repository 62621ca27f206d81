"""The clock of the database: leases are measured on it, and on no machine's own."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class now(FunctionElement[float]):  # noqa: N801 - an SQL function
    """Seconds since 1970, UTC, with fractions, when the statement runs."""

    name = "now"
    type = sa.Double()
    inherit_cache = True


@compiles(now, "sqlite")
def _on_sqlite(element: now, compiler: Any, **kwargs: Any) -> str:  # noqa: ARG001
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(now, "postgresql")
def _on_postgresql(element: now, compiler: Any, **kwargs: Any) -> str:  # noqa: ARG001
    # clock_timestamp() goes on within a transaction, now() stands still
    return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS double precision)"
