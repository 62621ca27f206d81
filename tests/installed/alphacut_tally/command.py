"""The command."""

import click

from alphacut.service.cli.files import document_text
from alphacut.service.cli.options import read_spec


@click.command
@click.argument("spec")
def tally(spec: str) -> None:
    """Count the links at each switch."""
    from alphacut.arrangements.formats.spec import complete
    from alphacut_tally.question import document, work

    request = {"topology": complete(read_spec(spec)), "parts": 1, "gate": None}
    click.echo(document_text(document(request, [work(request, 0, [])], {})), nl=False)
