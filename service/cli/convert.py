"""`alphacut convert`: a network in the format of another program."""

from __future__ import annotations

from pathlib import Path

import click

from alphacut.service.cli import terminal
from alphacut.service.cli.completion import NamesType, SpecType
from alphacut.service.cli.files import check_file
from alphacut.service.cli.options import read_spec

EXCHANGE = "alphacut.arrangements.formats.exchange.catalogue:BY_NAME"


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option(
    "--to",
    "format_name",
    required=True,
    metavar="F",
    type=NamesType(EXCHANGE),
    help="The format to write.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write to this file; formats of two files add an ending to the name.",
)
@click.option("--quiet", is_flag=True, help="Do not report what the format cannot hold.")
def convert(spec: str, format_name: str, out: Path | None, quiet: bool) -> None:
    """Write a network in the format of another program.

    SPEC may be the path of a file in any of these formats, which is told from
    its content or its name. What a format cannot hold is said on standard
    error.
    """
    from alphacut.arrangements.formats.exchange import catalogue
    from alphacut.arrangements.formats.links_table import to_json
    from alphacut.arrangements.formats.spec import build
    from alphacut.arrangements.words import known_names

    if format_name not in {*catalogue.BY_NAME, "json"}:
        known = known_names(format_name, {*catalogue.BY_NAME, "json"})
        raise click.UsageError(f"--to: unknown format {format_name!r}; {known}")
    check_file(out, "--out")
    parsed = read_spec(spec, quiet=quiet)
    network = build(parsed)
    unit = getattr(parsed, "unit", None)  # of a graph: what its capacities are counted in
    if format_name == "json":
        _write((to_json(network, unit).encode(),), ("",), out)
        return
    chosen = catalogue.format_named(format_name)
    if out is None and chosen.binary:
        raise click.UsageError(f"--out: is needed, for {format_name} is not text")
    exported = catalogue.export(network, chosen)
    _write(exported.files, chosen.suffixes, out)
    notes = (*exported.notes, *(() if unit is None else (f"the unit of capacities, {unit}",)))
    for note in () if quiet else notes:
        terminal.say(f"alphacut: {format_name} does not keep {note}")


def _write(files: tuple[bytes, ...], suffixes: tuple[str, ...], out: Path | None) -> None:
    if out is None:
        click.echo(files[0].decode(), nl=False)
        return
    for suffix, content in zip(suffixes, files, strict=True):
        out.with_name(f"{out.stem}{suffix}{out.suffix}").write_bytes(content)
