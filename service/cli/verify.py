"""`alphacut verify`: check a result from nothing but its document."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.exits import FAILED, Failure, code_of


@click.command
@click.argument("document", type=click.Path(path_type=Path), metavar="CURVE.json")
@click.option("--quiet", is_flag=True, help="Say nothing; the exit code tells the result.")
def verify(document: Path, quiet: bool) -> int:
    """Check a curve or a point, and its proof, trusting no solver.

    Exit codes: 0 exact, 4 closed (a bound rests on a solver's word), 3 true but
    only bounded, 1 refused, 2 unreadable.
    """
    from service.cli.documents import certificates_beside, read_document
    from solver.bisection.verify.document import verify_document
    from solver.bisection.verify.errors import Refused

    try:
        verdict = verify_document(read_document(document), certificates_beside(document))
    except Refused as refused:
        raise Failure(f"{document}: refused: {refused}", FAILED) from refused
    for line in verdict.checked if not quiet else ():
        click.echo(line)
    if not quiet:
        click.echo(f"{document}: {verdict.status}")
    return code_of(verdict.status)
