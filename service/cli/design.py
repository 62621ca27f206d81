"""`alphacut design`: which network, for about so many hosts, of switches with so many ports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.service.cli.exits import EXACT
from alphacut.service.cli.files import document_text, write_file
from alphacut.service.cli.options import Run, run_options
from alphacut.service.cli.terminal import say
from alphacut.service.cli.types import ALPHA
from alphacut.solver.design.kind import DESIGN

if TYPE_CHECKING:
    from alphacut.jobs.drive import Driven


def _print_prices(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from alphacut.solver.design.prices import EXAMPLE

        click.echo(EXAMPLE, nl=False)
        ctx.exit()


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
    "--families",
    metavar="NAME,...",
    help="Such as xgft,dragonfly,hyperx.  [default: all that there are]",
)
@click.option(
    "--per-host",
    metavar="B",
    help="Only machines whose bisection bandwidth for each host is certain to be this much, in "
    "local links: 1/4, 50%, 0.1; at 1/2 all hosts can send across at the speed of a local link.  "
    "[default: 1/8, a quarter of that]",
)
@click.option(
    "--sort",
    type=click.Choice(["price", "watts", "bisection", "switches", "hosts", "diameter", "mean"]),
    default="price",
    show_default=True,
    help="What comes first; price and watts are those for each host.",
)
@click.option(
    "--prices",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.toml",
    help="Prices and watts of switches and cables.",
)
@click.option(
    "--example-prices",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_prices,
    help="Print the prices that are taken without --prices, as such a file.",
)
@click.option(
    "--cost",
    metavar="NAME=PRICE,...",
    help="Prices in place of a file, such as switch=20,copper=1,optical=4; what is left out is "
    "free.",
)
@click.option("--spare-ports", default="0", metavar="K", help="Leave K ports of each switch free.")
@click.option(
    "--alpha",
    type=ALPHA,
    default="1",
    show_default=True,
    metavar="A",
    help="Capacity of a global link, in local links.",
)
@click.option("--balanced", is_flag=True, help="Only dragonflies with a = 2p = 2h.")
@click.option("--unused-ports", is_flag=True, help="Also dragonflies with unused global ports.")
@click.option(
    "--arrangement",
    metavar="NAME",
    help="Of the global links of dragonflies.  [default: for each one that wires it]",
)
@click.option("--limit", default="20", show_default=True, metavar="K", help="List so many at most.")
@click.option("--json", "as_json", is_flag=True, help="Print the document instead of a table.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the rows as CSV, all numbers exact.")
@run_options("in which bisections are proven, from the first of the list on", resume="")
def design(prices: Path | None, as_json: bool, as_csv: bool, run: Run, **asked: Any) -> int:
    """List the networks worth their price, for about N hosts and switches of R ports.

    All families whose shapes fit are compared: what none of the others beats
    in price, power, longest ways and bisection bandwidth is the front, and
    has a row. Each row has a spec that all other commands take. Ctrl-C keeps what is proven
    so far; --resume goes on from there.
    """
    if as_json and as_csv:
        raise click.UsageError("--csv and --json: one of the two")

    from alphacut.service.cli.answering import answered, exit_code, of_options, request_of
    from alphacut.service.text.design import design_csv, design_lines

    with of_options():
        asked["prices"] = None if prices is None else _text(prices)
        asked["alpha"] = str(asked["alpha"])
        request = request_of(DESIGN, {**asked, "prove": run.time_limit})
        driven = answered(DESIGN, request, run)
    document = driven.written
    if run.out is not None:
        write_file(run.out, document_text(document))
    if as_json:
        click.echo(document_text(document), nl=False)
    elif as_csv:
        click.echo(design_csv(document), nl=False)
    else:
        click.echo("\n".join(design_lines(document)))
    _tell(driven, words=not run.quiet and not as_json and not as_csv)
    return exit_code(driven, [EXACT])


def _tell(driven: Driven, *, words: bool) -> None:
    """Say what the table holds; what was refused or broke off is told in any case."""
    from alphacut.jobs.verifying import doubts
    from alphacut.service.text.design import design_words

    for line in (*(design_words(driven.written) if words else ()), *doubts(driven.written)):
        say(line)
    if driven.failure:
        say(f"alphacut: {driven.failure}; what was done before is kept")


def _text(file: Path) -> str:
    from alphacut.solver.common.errors import QuestionError
    from alphacut.solver.design.names import LONGEST_PRICES

    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(LONGEST_PRICES + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionError("prices", f"cannot be read: {error}") from error
