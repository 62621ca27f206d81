"""`alphacut cables`: every cable of a network, for the person who pulls them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_file, write_file
from alphacut.service.cli.options import read_spec

COLUMNS = (
    "cable", "from_group", "from_switch", "from_port", "to_group", "to_switch", "to_port", "class",
)  # fmt: skip


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE.csv", help="Write the list here."
)
@click.option("--class", "class_name", metavar="CLASS", help="List the links of one class only.")
def cables(spec: str, out: Path | None, class_name: str | None) -> None:
    """List every cable of a network as CSV: both ends with group, switch and port, and class.

    Switches are numbered within their group, and ports count from 0: hosts
    first, then local links, then global ones.
    """
    check_file(out, "--out")
    parsed = read_spec(spec)

    from alphacut.arrangements.formats.spec import build
    from alphacut.arrangements.structure.cables import cables as listed
    from alphacut.arrangements.words import known_names

    network = build(parsed)
    if class_name is not None and class_name not in network.class_by_name:
        known = known_names(class_name, network.class_by_name)
        raise click.UsageError(f"--class: unknown class {class_name!r}; {known}")
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for number, cable in enumerate(listed(network), start=1):
        if class_name in (None, cable.link_class):
            start, end = cable.start, cable.end
            rows.writerow((
                number, start.group, start.position, start.port,
                end.group, end.position, end.port, cable.link_class,
            ))  # fmt: skip
    if out is None:
        click.echo(text.getvalue(), nl=False)
    else:
        write_file(out, text.getvalue())
