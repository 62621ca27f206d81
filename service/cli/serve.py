"""`alphacut serve`: the API and its workers together."""

from __future__ import annotations

import click


@click.command
@click.option("--host", metavar="H", help="Address to listen on.  [default: 127.0.0.1]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="P",
    help="Port to listen on; 0 for any that is free.  [default: 8000]",
)
@click.option(
    "--workers",
    type=click.IntRange(0, 256),
    metavar="N",
    help="Workers to run beside the API.  [default: 1]",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Points of a curve that each worker solves at once.  [default: 1]",
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Solve on the Dask cluster whose scheduler is at tcp://HOST:PORT; "
    "local: on one of its own, on this machine.",
)
def serve(
    host: str | None, port: int | None, workers: int | None, processes: int | None, dask: str | None
) -> None:
    """Run the service until it is interrupted.

    Every setting can be given as an environment variable ALPHACUT_…, such as
    ALPHACUT_DATABASE_URL; an option wins over its variable.
    """
    from alphacut.service.cli.configuration import settings
    from alphacut.service.serve import serve as run

    run(settings(host=host, port=port, workers=workers, processes=processes, dask=dask))
