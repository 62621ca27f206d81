"""Connections to the database, and what its refusals mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from jobs.errors import StoreError, StoreUnavailable
from jobs.store.databases import DATABASES, Database


def connect(url: str) -> sa.Engine:
    """Return an engine for a database URL.

    Raises
    ------
    StoreError
        If the URL is not one of a database that the store can use.
    """
    try:
        parsed = sa.make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"the database URL cannot be read; {_examples()}") from error
    for database in DATABASES:
        if database.name == parsed.get_backend_name():
            return database.engine(parsed)
    raise StoreError(
        f"the database URL {parsed.render_as_string()!r} is of a database that cannot be used; "
        + _examples()
    )


def database_of(engine: sa.Engine) -> Database:
    """Return the kind of database that an engine leads to."""
    return next(each for each in DATABASES if each.name == engine.dialect.name)


def shown(url: str) -> str:
    """Write a database URL without its password."""
    return sa.make_url(url).render_as_string(hide_password=True)


def reading(engine: sa.Engine) -> sa.Engine:
    """Return the same engine for transactions that only read."""
    return engine.execution_options(begin="BEGIN")


@contextmanager
def transaction(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Hold a transaction, committed at the end and rolled back on any error.

    Its errors are those of `complaining`.
    """
    with complaining(engine), engine.begin() as connection:
        yield connection


@contextmanager
def complaining(engine: sa.Engine) -> Iterator[None]:
    """Tell of the database's errors in our words.

    Raises
    ------
    StoreUnavailable
        If the database cannot be reached or written just now.
    StoreError
        If it refuses something for any other reason.
    """
    try:
        yield
    except SQLAlchemyError as error:
        raise _complaint(engine, error) from error


def _complaint(engine: sa.Engine, error: SQLAlchemyError) -> StoreError:
    found = database_of(engine).complaint(error) if isinstance(error, DBAPIError) else None
    if isinstance(error, sa.exc.TimeoutError):
        found = "all of this process's connections are in use", True
    own = str(error.orig if isinstance(error, DBAPIError) else error)
    words, passing = found or ("", False)
    kind = StoreUnavailable if passing else StoreError
    told = ": ".join(filter(None, ("the database cannot be used", words, " ".join(own.split()))))
    return kind(told)


def _examples() -> str:
    return "write " + " or ".join(database.example for database in DATABASES)
