"""`alphacut keys`: the API keys of a service's store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import click

from alphacut.arrangements.words import printable

_MOST = click.IntRange(1, 10**9)


@click.group
def keys() -> None:
    """Make, list and revoke the API keys of a service.

    They are kept in its database, ALPHACUT_DATABASE_URL: run this where the
    service runs, with its settings. Changes take effect at once.
    """


@keys.command
@click.argument("name")
@click.option("--max-active", type=_MOST, metavar="N", help="Jobs queued or running at once.")
@click.option("--max-daily", type=_MOST, metavar="N", help="Jobs accepted within 24 hours.")
def add(name: str, max_active: int | None, max_daily: int | None) -> None:
    """Make a key for NAME and print it.

    Only a digest of it is kept, so that it cannot be shown again.
    """
    from alphacut.jobs.errors import BadKeyName
    from alphacut.jobs.origin import Quota
    from alphacut.jobs.store.keys import check_name

    try:
        check_name(name)
    except BadKeyName as error:
        raise click.BadParameter(str(error), param_hint="NAME") from error
    with _keys() as store:
        key, text = store.add(name, Quota(active=max_active, daily=max_daily))
    click.echo(f"API key {key.id} for {name}; shown only this once:", err=True)
    click.echo(text)


@keys.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def list_keys(as_json: bool) -> None:
    """List all keys, but not their secrets."""
    with _keys() as store:
        found = store.list()
    for key in found:
        told = {
            "id": key.id,
            "name": key.name,
            "created": _time(key.created),
            "revoked": _time(key.revoked) if key.revoked else None,
            "max_active": key.quota.active,
            "max_daily": key.quota.daily,
        }
        click.echo(json.dumps(told, ensure_ascii=False) if as_json else _line(told))
    if not found and not as_json:
        click.echo("there are no API keys; alphacut keys add NAME makes one", err=True)


@keys.command
@click.argument("key", required=False)
@click.option("--name", metavar="NAME", help="Revoke the key of this name.")
@click.option("--id", "key_id", metavar="ID", help="Revoke the key with this id.")
def revoke(key: str | None, name: str | None, key_id: str | None) -> None:
    """Revoke a key, by name or id.

    Use --name or --id where KEY is the name of one key and the id of another.
    """
    given = {None: key, "name": name, "id": key_id}
    [(by, meant), *more] = [each for each in given.items() if each[1] is not None] or [(None, None)]
    if meant is None or more:
        raise click.UsageError("give one of KEY, --name and --id")
    with _keys() as store:
        revoked = store.revoke(meant, by)
    click.echo(f"API key {revoked.id} for {revoked.name} is revoked", err=True)


@contextmanager
def _keys() -> Iterator[Any]:
    from contextlib import closing

    from alphacut.jobs.store import SqlStore
    from alphacut.service.cli.configuration import settings

    with closing(SqlStore(settings().database_url)) as store:
        yield store.keys


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _line(told: dict[str, Any]) -> str:
    state = f"revoked {told['revoked']}" if told["revoked"] else "in use"
    quota = [
        f"at most {told[field]} jobs {words}"
        for field, words in (("max_active", "at once"), ("max_daily", "a day"))
        if told[field] is not None
    ]
    return printable("  ".join([told["id"], told["created"], state, told["name"], *quota]))
