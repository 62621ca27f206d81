"""API keys in the database: made, listed, revoked, and recognised by their digests."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from datetime import UTC, datetime
from typing import Any, Literal

import sqlalchemy as sa

from alphacut.jobs.errors import AmbiguousKey, BadKeyName, KeyExists, UnknownKey
from alphacut.jobs.origin import ApiKey, Quota
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.engine import reading, transaction
from alphacut.jobs.store.inserting import added, insert
from alphacut.jobs.store.migrate import writing
from alphacut.jobs.store.tables import api_keys

PREFIX = "alphacut_"  # by which scanners of leaked secrets can know a key
NAME = 64  # characters of a key's name, at most
_ID = re.compile(r"[0-9a-f]{8}")


class Keys:
    """The API keys of a store.

    A key is `alphacut_<id>_<secret>` with 256 random bits. So much cannot be
    guessed, and a plain SHA-256 keeps it: slow hashes are for passwords.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)

    def add(self, name: str, quota: Quota = Quota()) -> tuple[ApiKey, str]:  # noqa: B008 - frozen
        """Make a key; return it with its text, which cannot be had again.

        Raises
        ------
        BadKeyName
            If it cannot be named so; see `check_name`.
        KeyExists
            If there is one of this name, revoked or not.
        """
        check_name(name)
        key_id = secrets.token_hex(4)
        text = f"{PREFIX}{key_id}_{secrets.token_urlsafe(32)}"
        with writing(self._engine) as connection:
            row = insert(connection, api_keys).values(
                id=key_id,
                name=name,
                digest=_digest(text),
                created=now(),
                max_active=quota.active,
                max_daily=quota.daily,
            )
            if not added(connection, row):
                raise KeyExists(f"there is an API key named {name!r} already; choose another name")
            return _key(connection.execute(_by_id(key_id)).one()), text

    def list(self) -> list[ApiKey]:
        """Return all keys, revoked ones included, oldest first."""
        query = sa.select(api_keys).order_by(api_keys.c.created, api_keys.c.name)
        with transaction(self._reading) as connection:
            return [_key(row) for row in connection.execute(query)]

    def revoke(self, key: str, by: Literal["name", "id"] | None = None) -> ApiKey:
        """Have a key open nothing any more. One that is revoked already stays as it is.

        Parameters
        ----------
        key
            Its name or its id.
        by
            Which of the two it is; None: whichever there is.

        Raises
        ------
        UnknownKey
            If there is no such key.
        AmbiguousKey
            If one key has this name and another this id. Names that look like ids are
            not given any more, but there may be some.
        """
        columns = {"name": api_keys.c.name, "id": api_keys.c.id}
        named = [column == key for name, column in columns.items() if by in (None, name)]
        with writing(self._engine) as connection:
            found = connection.execute(sa.select(api_keys).where(sa.or_(*named))).all()
            if not found:
                raise UnknownKey(f"there is no API key {key!r}; alphacut keys list names them")
            if len(found) > 1:
                raise AmbiguousKey(
                    f"{key!r} is the name of one API key and the id of another; say --name or --id"
                )
            [row] = found
            end = sa.update(api_keys).where(api_keys.c.id == row.id, api_keys.c.revoked.is_(None))
            connection.execute(end.values(revoked=now()))
            return _key(connection.execute(_by_id(row.id)).one())

    def find(self, text: str) -> ApiKey | None:
        """Return the key that a text is, unless it is none or revoked."""
        key_id = text.removeprefix(PREFIX).partition("_")[0]
        if not (key_id.isascii() and key_id.isalnum()):
            return None  # it may be no text for a database either
        with transaction(self._reading) as connection:
            row = connection.execute(_by_id(key_id)).one_or_none()
        if row is None or not hmac.compare_digest(row.digest, _digest(text)):
            return None
        return None if row.revoked is not None else _key(row)

    def holds(self, key_id: str) -> bool:
        """Tell whether there is a key with this id that is not revoked."""
        query = _by_id(key_id).where(api_keys.c.revoked.is_(None))
        with transaction(self._reading) as connection:
            return connection.execute(query).first() is not None

    def any(self) -> bool:
        """Tell whether there is a key that is not revoked."""
        query = sa.select(sa.exists().where(api_keys.c.revoked.is_(None)))
        with transaction(self._reading) as connection:
            return bool(connection.execute(query).scalar_one())


def check_name(name: str) -> None:
    """Refuse a name that would not be shown as it is, or be taken for an id.

    Raises
    ------
    BadKeyName
        The message says what would be right.
    """
    if not 1 <= len(name) <= NAME or not name.strip():
        raise BadKeyName(f"must have 1 to {NAME} characters")
    if not name.isprintable() or name != name.strip():
        raise BadKeyName("must have characters that print, and no space at its ends")
    if _ID.fullmatch(name.lower()):
        raise BadKeyName("must not be 8 hexadecimal digits, as the ids of keys are")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _by_id(key_id: str) -> sa.Select[Any]:
    return sa.select(api_keys).where(api_keys.c.id == key_id)


def _key(row: sa.Row[Any]) -> ApiKey:
    return ApiKey(
        id=row.id,
        name=row.name,
        created=datetime.fromtimestamp(row.created, UTC),
        revoked=None if row.revoked is None else datetime.fromtimestamp(row.revoked, UTC),
        quota=Quota(active=row.max_active, daily=row.max_daily),
    )
