"""`alphacut worker`: another worker for the service's store."""

from __future__ import annotations

import click


@click.command
@click.option(
    "--processes",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Points of a curve to solve at once.  [default: 1]",
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Solve on the Dask cluster whose scheduler is at tcp://HOST:PORT; "
    "local: on one of its own, on this machine.",
)
@click.option("--short", is_flag=True, help="Take only jobs that are expected to be short.")
def worker(processes: int | None, dask: str | None, short: bool) -> None:
    """Work on the jobs in the database at ALPHACUT_DATABASE_URL until interrupted."""
    from alphacut.service.cli.configuration import settings
    from alphacut.service.serve import run_worker

    run_worker(settings(processes=processes, dask=dask), short=short)
