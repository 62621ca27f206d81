"""`alphacut describe`: what a network is like, with nothing solved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.formats.spec import FamilySpec
from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_document, document_text, write_file
from alphacut.service.cli.options import SecondsType, read_spec


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
def describe(spec: str, as_json: bool, out: Path | None, time_limit: float | None) -> None:
    """Tell the structure of a network: sizes, distances, balance, symmetry, components.

    Prints a summary or, with --json, the document.
    """
    check_document(out)
    parsed = read_spec(spec)

    from alphacut.service.words.structure import structure_words

    document = _measured(parsed, time_limit)
    if out is not None:
        write_file(out, document_text(document))
    if as_json:
        click.echo(document_text(document), nl=False)
    else:
        click.echo("\n".join(structure_words(document)))


def _measured(spec: FamilySpec, seconds: float | None) -> Mapping[str, Any]:
    """Describe a network; within a time limit, in a process that can be ended."""
    from alphacut.arrangements.formats.spec import build, complete

    if seconds is None:
        from alphacut.arrangements.structure.description import describe as measure

        return measure(build(spec), complete(spec))
    from alphacut.jobs.errors import OutOfTime
    from alphacut.jobs.execution import LocalExecution
    from alphacut.jobs.tasks.describing import Describe

    try:
        with LocalExecution() as execution:
            return execution.ask(Describe(topology=complete(spec), seconds=seconds))
    except OutOfTime as late:
        raise click.ClickException(f"--time-limit: {late}; give it more") from late
