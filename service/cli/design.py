"""`alphacut design`: machines of about so many hosts, of switches with so many ports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.service.cli.files import check_document, document_text, write_file
from alphacut.service.cli.options import AlphaType, SecondsType
from alphacut.service.cli.terminal import say
from alphacut.solver.design.question import ONE

if TYPE_CHECKING:
    from alphacut.solver.design.document import Design


@click.command
@click.option("--hosts", required=True, metavar="N", help="About so many hosts.")
@click.option("--radix", required=True, metavar="R", help="Ports of a switch.")
@click.option(
    "--within",
    default="10%",
    show_default=True,
    metavar="SHARE",
    help="How far the number of hosts may lie from N.",
)
@click.option(
    "--alpha",
    type=AlphaType(),
    default=ONE,
    metavar="A",
    help="Capacity of a global link, in local links.  [default: 1]",
)
@click.option(
    "--cost",
    metavar="NAME=PRICE,...",
    help="Prices of a switch and of a cable, such as switch=20,host=1,local=1,global=4; what is "
    "left out is free.",
)
@click.option(
    "--per-host",
    default="0",
    metavar="B",
    help="Only designs whose bisection bandwidth for each host is certain to be this much, in "
    "local links; 1/2 lets all hosts send across at the speed of a local link.",
)
@click.option("--balanced", is_flag=True, help="Only designs with a = 2p = 2h.")
@click.option("--unused-ports", is_flag=True, help="Also designs with unused global ports.")
@click.option(
    "--arrangement",
    metavar="NAME",
    help="Of the global links.  [default: for each design one that wires it]",
)
@click.option("--limit", default="20", show_default=True, metavar="K", help="List so many at most.")
@click.option(
    "--time-limit",
    type=SecondsType(),
    metavar="S",
    help="Prove bisections for so many seconds (or 5m, 2h), from the first of the list on.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the document instead of a table.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here."
)
@click.option("--quiet", is_flag=True, help="Write nothing beside the table.")
def design(
    time_limit: float | None, as_json: bool, out: Path | None, quiet: bool, **asked: Any
) -> None:
    """List dragonflies with about N hosts, of switches with R ports, cheapest first.

    Each is (p,a,h,t): p hosts and h global ports of each switch, groups of a
    switches, and t cables between each pair of groups. Without prices those
    with the fewest switches come first, then those with the fewest global
    cables.
    """
    check_document(out)

    from alphacut.service.words.design import design_lines, design_words
    from alphacut.solver.common.errors import QuestionError
    from alphacut.solver.design.document import designs, document_of
    from alphacut.solver.design.question import read_question

    try:
        found = designs(read_question(**{**asked, "alpha": str(asked["alpha"])}))
    except QuestionError as error:
        name, _, part = error.field.partition(".")
        said = f"{part} {error.problem}" if part else error.problem
        raise click.UsageError(f"--{name.replace('_', '-')}: {said}") from error
    if time_limit is not None:
        from alphacut.service.library.designing import proven_within

        found = proven_within(found, time_limit, lambda each: None if quiet else _tell(each))
    document = document_of(found)
    if out is not None:
        write_file(out, document_text(document))
    click.echo(
        document_text(document) if as_json else "\n".join(design_lines(document)), nl=not as_json
    )
    if not quiet and not as_json:
        for line in design_words(document):
            click.echo(line, err=True)


def _tell(design: Design) -> None:
    shape = design.shape
    say(f"proving ({shape.p},{shape.a},{shape.h},{shape.t}), {shape.switches:,} switches …")
