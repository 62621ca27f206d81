"""`alphacut verify`: check a result from nothing but its document."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import known_names, shown
from alphacut.service.cli.exits import BAD_INPUT, FAILED, Failure
from alphacut.solver.common.limits import USUAL, Limits

UNITS = {"time": "seconds", "memory": "MB", "size": "MB"}


class LimitType(click.ParamType[tuple[str, int]]):
    """A limit and its value: NAME=N."""

    name = "limit"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Read a limit."""
        if isinstance(value, tuple):
            return value
        name, _, number = str(value).partition("=")
        known = [field.name for field in fields(Limits)]
        if name not in known:
            self.fail(f"{shown(name)} is not a limit; {known_names(name, known)}", param, ctx)
        try:
            return name, read_integer(number, least=1)
        except NumberError as error:
            self.fail(f"{name} {error}", param, ctx)


def _usual() -> str:
    """Tell the limits that hold if none is given."""
    told = (
        f"{field.name}={getattr(USUAL, field.name)} {UNITS.get(field.name, '')}".strip()
        for field in fields(Limits)
    )
    return ", ".join(told)


@click.command
@click.argument("document", type=click.Path(path_type=Path), metavar="CURVE.json")
@click.option("--quiet", is_flag=True, help="Print nothing; the exit code is the result.")
@click.option(
    "--plain", is_flag=True,
    help="Also count all bisections again, by a short dynamic programme that shares nothing with "
    "the solver or the checks: for narrow networks, and for others of up to some fifty switches.",
)  # fmt: skip
@click.option(
    "--limit", "raised", type=LimitType(), multiple=True, metavar="NAME=N",
    help=f"Raise or lower a limit of the check. Can be repeated.  [default: {_usual()}]",
)  # fmt: skip
def verify(document: Path, quiet: bool, plain: bool, raised: tuple[tuple[str, int], ...]) -> int:
    """Check a document of any kind, and its proofs, trusting no solver.

    Whatever the document is, the check takes no more time and memory than its limits allow.

    Exit codes: 0 exact, 4 closed (a bound rests on a solver's word), 3 true but
    only bounded, 1 refused, 2 unreadable, or beyond a limit.
    """
    from alphacut.service.cli.checking import Request, checked, opened

    limits = replace(USUAL, **dict(raised))
    with opened(document) as file:
        outcome = checked(Request(path=document, limits=limits, plain=plain), file)
    *before, last = outcome.words
    if outcome.code in (FAILED, BAD_INPUT):
        raise Failure(f"{document}: {last}", outcome.code)
    if not quiet:
        for line in (*before, f"{document}: {last}"):
            click.echo(line)
    return outcome.code
