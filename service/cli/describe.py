"""`alphacut describe`: what a network is like, with nothing solved."""

from __future__ import annotations

from pathlib import Path

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_document, document_text, write_file
from alphacut.service.cli.options import SecondsType, memory_option, read_spec
from alphacut.solver.structure.kind import STRUCTURE


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option("--json", "as_json", is_flag=True, help="Print the document instead of words.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here."
)
@click.option(
    "--time-limit", type=SecondsType(), metavar="S",
    help="Leave out what takes longer than S seconds (or 5m, 2h).",
)  # fmt: skip
@memory_option
def describe(
    spec: str, as_json: bool, out: Path | None, time_limit: float | None, memory: int | None
) -> None:  # fmt: skip
    """Tell the structure of a network: sizes, distances, balance, symmetry, components.

    Prints a summary or, with --json, the document.
    """
    check_document(out)
    parsed = read_spec(spec)

    from alphacut.arrangements.formats.spec import complete
    from alphacut.jobs.errors import OutOfTime
    from alphacut.service.cli.answering import answered, request_of
    from alphacut.service.text.structure import structure_words

    request = request_of(STRUCTURE, {"topology": complete(parsed)}, time_limit)
    try:
        document = answered(STRUCTURE, request, quiet=False, memory=memory).document
    except OutOfTime as late:
        raise click.ClickException(f"--time-limit: {late}; give it more") from late
    assert document is not None
    if out is not None:
        write_file(out, document_text(document))
    if as_json:
        click.echo(document_text(document), nl=False)
    else:
        click.echo("\n".join(structure_words(document)))
