"""What engines have done, and how jobs have failed, counted as it happens.

Deleting jobs takes nothing away from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from alphacut.jobs.store.inserting import insert
from alphacut.jobs.store.tables import engine_totals, failure_totals


@dataclass(frozen=True, kw_only=True)
class EngineTotal:
    """The work of one engine since the database was made."""

    engine: str
    points: int  # α that were closed with a proof
    seconds: float  # wall time spent on all of its answers
    refused: int  # proofs of it that the verifier refused


def count(connection: sa.Connection, answer: Mapping[str, Any]) -> None:
    """Count an answer, in the transaction that stores it."""
    engine = answer.get("engine")
    if not engine:
        return
    proven = int(answer.get("alpha") is not None and answer.get("proof") is not None)
    seconds = float(answer.get("seconds") or 0.0)
    refused = len(answer.get("refusals") or ())
    done = {"points": proven, "seconds": seconds, "refused": refused}
    row = insert(connection, engine_totals).values(engine=engine, **done)
    more = {name: engine_totals.c[name] + row.excluded[name] for name in done}
    connection.execute(row.on_conflict_do_update(index_elements=["engine"], set_=more))


def read(connection: sa.Connection) -> list[EngineTotal]:
    """Return the totals of all engines, by name."""
    query = sa.select(engine_totals).order_by(engine_totals.c.engine)
    return [
        EngineTotal(engine=row.engine, points=row.points, seconds=row.seconds, refused=row.refused)
        for row in connection.execute(query)
    ]


def count_failures(connection: sa.Connection, type_: str, number: int = 1) -> None:
    """Count jobs that fail, in the transaction that ends them."""
    row = insert(connection, failure_totals).values(type=type_, jobs=number)
    more = {"jobs": failure_totals.c.jobs + row.excluded.jobs}
    connection.execute(row.on_conflict_do_update(index_elements=["type"], set_=more))


def read_failures(connection: sa.Connection) -> dict[str, int]:
    """Return how many jobs have failed, by the type of their error."""
    query = sa.select(failure_totals).order_by(failure_totals.c.type)
    return {row.type: row.jobs for row in connection.execute(query)}
