"""What every mixin of the store needs."""

from __future__ import annotations

import sqlalchemy as sa

from alphacut.jobs.store.engine import reading


class Mixin:
    """One subject of the store; each method of it is one transaction.

    Parameters
    ----------
    engine
        Leads to a database that is up to date.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)
