"""`alphacut describe`: what a network is like, with nothing solved."""

from __future__ import annotations

from pathlib import Path

import click

from alphacut.service.cli.files import check_file, document_text, write_file
from alphacut.service.cli.options import read_spec


@click.command
@click.argument("spec", metavar="SPEC")
@click.option("--json", "as_json", is_flag=True, help="Print the document instead of words.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here."
)
def describe(spec: str, as_json: bool, out: Path | None) -> None:
    """Tell the structure of a network: sizes, distances, balance, symmetry, components.

    Words go to standard output; with --json the document does.
    """
    check_file(out, "--out")
    parsed = read_spec(spec)

    from alphacut.arrangements.formats.spec import build, complete
    from alphacut.arrangements.structure.description import describe as measure
    from alphacut.service.words.structure import structure_words

    document = measure(build(parsed), complete(parsed))
    if out is not None:
        write_file(out, document_text(document))
    if as_json:
        click.echo(document_text(document), nl=False)
    else:
        click.echo("\n".join(structure_words(document)))
