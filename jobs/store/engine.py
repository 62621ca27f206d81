"""Connections to the database, and what its refusals mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from alphacut.jobs.errors import StoreError, StoreUnavailable
from alphacut.jobs.store.databases import DATABASES, Database, hidden


def connect(url: str) -> sa.Engine:
    """Return an engine for a database URL.

    Raises
    ------
    StoreError
        If the URL is not one of a database that the store can use.
    """
    parsed = read_url(url)
    for database in DATABASES:
        if database.name == parsed.get_backend_name():
            return database.engine(parsed)
    raise StoreError(
        f"the database URL {hidden(parsed)!r} names a database that is not supported; "
        + _examples()
    )


def read_url(url: str) -> sa.URL:
    """Read a database URL; a password may have an @ in it.

    Raises
    ------
    StoreError
        If it cannot be read. The message does not show it, for it may hold a password.
    """
    try:
        parsed = sa.make_url(_with_plain_ats(url))
    except (ArgumentError, ValueError):
        raise StoreError(f"the database URL cannot be read; {_examples()}") from None
    if "@" in (parsed.host or "") or "?" in (parsed.username or ""):  # a part of a password
        raise StoreError(
            "the password in the database URL has characters that must be escaped: "
            "write %40 for @, %2F for /, %3F for ?"
        )
    return parsed


def _with_plain_ats(url: str) -> str:
    """Escape every @ but the one that ends the password: the last before the query."""
    scheme, separator, rest = url.partition("://")
    head, question, query = rest.partition("?")
    user, at, place = head.rpartition("@")
    if scheme.startswith("sqlite") or not (at or "/" in place):
        return url
    user, query = (each.replace("@", "%40") for each in (user, query))
    return "".join((scheme, separator, user, at, place, question, query))


def database_of(engine: sa.Engine) -> Database:
    """Return the kind of database that an engine leads to."""
    return next(each for each in DATABASES if each.name == engine.dialect.name)


def shown(url: str) -> str:
    """Write a database URL without its password."""
    return hidden(read_url(url))


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
    database_of(engine).check(engine)  # what was committed is lost with a file that is gone


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
    found = database_of(engine).complaint(engine, error) if isinstance(error, DBAPIError) else None
    if isinstance(error, sa.exc.TimeoutError):
        found = "all of this process's connections are in use", True
    own = str(error.orig if isinstance(error, DBAPIError) else error)
    words, passing = found or ("", False)
    kind = StoreUnavailable if passing else StoreError
    told = ": ".join(filter(None, ("the database cannot be used", words, " ".join(own.split()))))
    return kind(told)


def _examples() -> str:
    return "write " + " or ".join(database.example for database in DATABASES)
