"""What differs from one database to another."""

from __future__ import annotations

from typing import Protocol

import sqlalchemy as sa


class Database(Protocol):
    """One kind of database, as the SQL store needs it.

    Engines that it makes give transactions in which a row that was locked or
    written stays as it is until the end, and commits that are on the disk when
    they return. What statements say is the store's own affair, except for the
    clock (`jobs.store.clock`).
    """

    name: str  # of the backend in a SQLAlchemy URL
    example: str  # a URL that is right
    ahead: int  # connections that a process opens ahead which must not fail for want of one

    def engine(self, url: sa.URL) -> sa.Engine:
        """Return an engine.

        Raises
        ------
        StoreError
            If the URL is not one that the store can use.
        """
        ...

    def check(self, engine: sa.Engine) -> None:
        """Raise `StoreError` if connections may lead to another database than before."""
        ...

    def alone(self, connection: sa.Connection) -> None:
        """Wait until no other transaction that has called this is under way."""
        ...

    def compact(self, engine: sa.Engine) -> None:
        """Give the space of removed rows back, as far as this database can."""
        ...

    def complaint(self, engine: sa.Engine, error: sa.exc.DBAPIError) -> tuple[str, bool] | None:
        """Say in words what a refusal means, and whether it may pass by itself.

        None: the database's own words have to do.
        """
        ...


def hidden(url: sa.URL) -> str:
    """Write a database URL without any password."""
    secret = {name: "hidden" for name in url.query if "password" in name.lower()}
    return url.update_query_dict(secret).render_as_string(hide_password=True)
