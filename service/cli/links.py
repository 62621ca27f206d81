"""`alphacut links`: the wiring of a network."""

from __future__ import annotations

import click

from alphacut.service.cli.completion import NamesType, SpecType
from alphacut.service.cli.options import read_spec


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option(
    "--format",
    "format_name",
    default="csv",
    type=NamesType("alphacut.arrangements.formats.links_table:BY_NAME"),
    show_default=True,
    metavar="F",
    help="json, csv, edges, metis, graphml, …; `alphacut convert` has them all.",
)
def links(spec: str, format_name: str) -> None:
    """Print every link of a network on standard output."""
    from alphacut.arrangements.formats.links_table import BY_NAME, write
    from alphacut.arrangements.formats.spec import build
    from alphacut.arrangements.words import known_names

    if format_name not in BY_NAME:
        known = known_names(format_name, BY_NAME)
        raise click.UsageError(f"--format: unknown format {format_name!r}; {known}")
    parsed = read_spec(spec)
    click.echo(write(build(parsed), format_name, getattr(parsed, "unit", None)), nl=False)
