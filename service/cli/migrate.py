"""`alphacut migrate`: bring a service's database to the version that this release needs."""

from __future__ import annotations

import click


@click.command
@click.option(
    "--check", is_flag=True, help="Change nothing; tell the version, and exit with 1 if it is old."
)
def migrate(check: bool) -> int:
    """Bring the database that ALPHACUT_DATABASE_URL names up to date.

    `serve` and `worker` do so by themselves when they start; here it is done ahead, before
    they do. All of it is one transaction: it is done as a whole, or nothing is.
    """
    from alphacut.jobs.store.engine import connect
    from alphacut.jobs.store.migrate import migrate as bring_up_to_date
    from alphacut.jobs.store.migrate import needed, version_of
    from alphacut.service.cli.configuration import settings

    engine = connect(settings().database_url)
    try:
        before = version_of(engine)
        if not check:
            bring_up_to_date(engine)
        after = version_of(engine)
    finally:
        engine.dispose()
    told = (
        f"from {before or 'nothing'} to {after}"
        if before != after
        else f"at {after or 'no version'}"
    )
    click.echo(f"the database is {told}; this release needs {needed()}", err=True)
    return 0 if after == needed() else 1
