"""`alphacut fabric`: a fabric as it is cabled, beside its design."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli.exits import code_of
from alphacut.service.cli.files import check_file, document_text, write_file
from alphacut.service.cli.idle import only_with
from alphacut.service.cli.options import processes_option
from alphacut.service.cli.terminal import say
from alphacut.service.cli.types import ALPHA, SECONDS
from alphacut.solver.common.alpha import Alpha

COLUMNS = ("cable", "from", "to", "class")


@click.command
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--design",
    "designs",
    metavar="SPEC",
    multiple=True,
    help="What it was to be: a network, or the file of the day it was handed over. Of several "
    "fabrics, once for all or once for each.",
)
@click.option(
    "--apart",
    is_flag=True,
    help="Each FILE is a fabric of its own, also where switches have the same names.",
)
@click.option(
    "--groups",
    metavar="REGEX",
    help="Its first group in the name of a switch is the name of the switch's group; none: there "
    "are no groups.  [default: as the file says, or the names seem to]",
)
@click.option(
    "--alpha",
    type=ALPHA,
    default="1",
    metavar="A",
    help="Capacity of a link between groups, in local links, where files tell no speeds.  "
    "[default: 1]",
)
@click.option(
    "--balance",
    type=click.Choice(["switches", "hosts"]),
    help="What the two halves have equally many of.  [default: hosts, where some switches have "
    "none or the file weighs them, and else switches]",
)
@click.option(
    "--time-limit",
    type=SECONDS,
    default="1m",
    show_default=True,
    metavar="S",
    help="Prove each of the two bisections for so many seconds (or 5m, 2h).",
)
@processes_option
@click.option("--json", "as_json", is_flag=True, help="Print the document instead of the page.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here."
)
@click.option(
    "--cut",
    type=click.Path(path_type=Path),
    metavar="FILE.csv",
    help="List the cables of the cut here.",
)
@click.option("--quiet", is_flag=True, help="Say nothing of how files were understood.")
def fabric(
    files: tuple[str, ...],
    designs: tuple[str, ...],
    apart: bool,
    groups: str | None,
    alpha: Alpha,
    balance: str | None,
    time_limit: float,
    processes: int,
    as_json: bool,
    out: Path | None,
    cut: Path | None,
    quiet: bool,
) -> int:
    """Compare a fabric as it is cabled with its design: what differs, and what it costs.

    FILE is what the operators of a fabric have: the output of ibnetdiscover, iblinkinfo or
    ibdiagnet, a Slingshot fabric template or list of cables, or a network in any other format
    that is read. Files that share switches are of one fabric; others are fabrics of their own,
    such as the subnets of a machine: each has its page, and its document (FILE-1.json, …).

    Exit codes: 0 both bisections exact and proven, 4 closed on a solver's word, 3 bounded only,
    2 bad input, 1 any other failure.
    """
    check_file(out, "--out")
    check_file(cut, "--cut")
    only_with("several FILEs", len(files) > 1, "apart")

    from alphacut.service.library.cabled import fabrics as compare
    from alphacut.service.text.fabric import fabric_lines, together_lines
    from alphacut.solver.common.errors import QuestionError
    from alphacut.solver.fabric.document import WEAKEST_FIRST

    try:
        documents = compare(
            files,
            design=designs or None,
            apart=apart,
            groups=groups,
            alpha=str(alpha),
            balance=balance,
            time_limit=time_limit,
            processes=processes,
            remark=(lambda _: None) if quiet else _remark,
        )
    except QuestionError as error:
        option = "FILE" if error.field == "files" else f"--{error.field.replace('_', '-')}"
        raise click.UsageError(f"{option}: {error.problem}") from error
    several = len(documents) > 1
    for place, document in enumerate(documents, 1):
        if out is not None:
            write_file(_numbered(out, place if several else None), document_text(document))
        if cut is not None:
            write_file(_numbered(cut, place if several else None), _cables(document))
    if as_json:
        texts = [document_text(document) for document in documents]
        click.echo(f"[{','.join(texts)}]" if several else texts[0], nl=False)
    else:
        pages = ["\n".join(fabric_lines(document)) for document in documents]
        click.echo("\n\n".join(pages))
    if several and not as_json:
        click.echo("\n" + "\n".join(together_lines(documents)))
    return code_of(min((each["status"] for each in documents), key=WEAKEST_FIRST.index))


def _numbered(path: Path, place: int | None) -> Path:
    """Return the path of the file of one of several fabrics."""
    return path if place is None else path.with_name(f"{path.stem}-{place}{path.suffix}")


def _remark(text: str) -> None:
    say(f"alphacut: {text}")


def _cables(document: Mapping[str, Any]) -> str:
    """Write the cables of the cut as CSV, a row for each; those without names by their ends."""
    names = document["now"]["topology"]["names"]
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for first, second, link_class, number, cables in document["cut"]:
        for place in range(number):
            cable = cables[min(place, len(cables) - 1)]
            rows.writerow((cable, names[first], names[second], link_class))
    return text.getvalue()
