"""`alphacut verify`: check a result from nothing but its document."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.exits import FAILED, Failure, code_of
from service.cli.options import cores


@click.command
@click.argument("document", type=click.Path(path_type=Path), metavar="CURVE.json")
@click.option("--quiet", is_flag=True, help="Say nothing; the exit code tells the result.")
@click.option(
    "--processes", type=click.IntRange(min=1), default=cores, metavar="N",
    help="Make so many searches for a proof at the same time.  [default: one for each core]",
)  # fmt: skip
def verify(document: Path, quiet: bool, processes: int) -> int:
    """Check a curve or a point, and its proof, trusting no solver.

    Exit codes: 0 exact, 4 closed (a bound rests on a solver's word), 3 true but
    only bounded, 1 refused, 2 unreadable.
    """
    from service.cli.documents import certificates_beside, read_document
    from service.cli.workers import workers
    from solver.bisection.verify.ahead import search_ahead
    from solver.bisection.verify.document import verify_document
    from solver.bisection.verify.errors import Refused

    written, load = read_document(document), certificates_beside(document)
    if processes > 1:
        with workers(processes) as pool:
            search_ahead(written, load, pool)
    try:
        verdict = verify_document(written, load)
    except Refused as refused:
        raise Failure(f"{document}: refused: {refused}", FAILED) from refused
    for line in verdict.checked if not quiet else ():
        click.echo(line)
    if not quiet:
        click.echo(f"{document}: {verdict.status}")
    return code_of(verdict.status)
