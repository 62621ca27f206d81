"""`alphacut describe`: what a network is like, with nothing solved."""

from __future__ import annotations

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import document_text, write_file
from alphacut.service.cli.options import Run, read_spec, run_options
from alphacut.solver.structure.kind import STRUCTURE


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option("--json", "as_json", is_flag=True, help="Print the document instead of words.")
@run_options("leaving out what takes longer")
def describe(spec: str, as_json: bool, run: Run) -> None:
    """Tell the structure of a network: sizes, distances, balance, symmetry, components.

    Prints a summary or, with --json, the document.
    """
    parsed = read_spec(spec)

    from alphacut.arrangements.formats.spec import complete
    from alphacut.jobs.errors import OutOfTime
    from alphacut.service.cli.answering import answered, request_of
    from alphacut.service.text.structure import structure_words

    request = request_of(STRUCTURE, {"topology": complete(parsed)}, run.time_limit)
    try:
        document = answered(STRUCTURE, request, run).written
    except OutOfTime as late:
        raise click.ClickException(f"--time-limit: {late}; give it more") from late
    if run.out is not None:
        write_file(run.out, document_text(document))
    if as_json:
        click.echo(document_text(document), nl=False)
    else:
        click.echo("\n".join(structure_words(document)))
