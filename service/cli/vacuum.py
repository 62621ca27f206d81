"""`alphacut vacuum`: remove old jobs and shrink the database."""

from __future__ import annotations

import click

from alphacut.service.cli.types import DAYS


@click.command
@click.option(
    "--older-than",
    type=DAYS,
    metavar="DAYS",
    help="Remove jobs that ended more than so many days ago, and proofs found as long ago.  "
    "[default: ALPHACUT_RETENTION_DAYS; without it, nothing is removed]",
)
def vacuum(older_than: float | None) -> None:
    """Remove old jobs and shrink the database at ALPHACUT_DATABASE_URL.

    The service may keep running; queued and running jobs are never touched. On
    SQLite the file is rewritten, which needs as much free disk as the database
    takes, and blocks writers.
    """
    from contextlib import closing

    from alphacut.jobs.store import SqlStore
    from alphacut.service.cli.configuration import settings

    chosen = settings(retention_days=older_than)
    with closing(SqlStore(chosen.database_url)) as store:
        # 0 days mean "all" on the command line, and "for ever" as a setting
        wanted = older_than is not None or chosen.retention_days > 0
        removed = store.purge(chosen.retention_days * 86400) if wanted else 0
        store.vacuum()
    click.echo(f"{removed} jobs removed; the space of what is gone was given back", err=True)
