"""`alphacut report`: one page about networks, with how each figure is proven."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import as_option
from alphacut.service.cli.files import check_directory, check_file, write_file
from alphacut.service.cli.idle import not_beside, only_with
from alphacut.service.cli.options import read_spec
from alphacut.service.cli.terminal import say
from alphacut.service.cli.types import SECONDS

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command
@click.argument("specs", metavar="[SPEC]...", nargs=-1, type=SpecType())
@click.option(
    "--documents", "-d", type=FILE, multiple=True, metavar="FILE.json",
    help="A document of any kind: a curve, a design, failures, a layout, … Can be repeated.",
)  # fmt: skip
@click.option(
    "--out", "-o", type=click.Path(path_type=Path), metavar="FILE.html", required=True,
    help="Write the report here: FILE.html, or FILE.pdf, which Chromium prints if it is installed.",
)  # fmt: skip
@click.option("--question", default="", metavar="TEXT", help="What was asked, in words.")
@click.option("--title", default="", metavar="TEXT", help="What stands above it.")
@click.option("--racks", type=FILE, metavar="FILE.toml", help="Racks, as alphacut layout takes.")
@click.option("--prices", type=FILE, metavar="FILE.toml", help="Prices, as alphacut layout takes.")
@click.option("--radix", metavar="R", help="Ports of every switch.")
@click.option(
    "--no-layouts", is_flag=True, help="Put no network into racks that no document lays out."
)
@click.option(
    "--time-limit", type=SECONDS, default="60", show_default=True, metavar="S",
    help="For the curve of each network of which no document has a curve or a point.",
)  # fmt: skip
@click.option(
    "--keep", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Write the documents that are made for the report into an existing folder.",
)  # fmt: skip
def report(
    specs: tuple[str, ...],
    documents: tuple[Path, ...],
    out: Path,
    question: str,
    title: str,
    racks: Path | None,
    prices: Path | None,
    radix: str | None,
    no_layouts: bool,
    time_limit: float,
    keep: Path | None,
) -> None:
    """Write one page about networks: curves, cuts, failures, racks, the bill, and the proofs.

    All documents are verified meanwhile, and what is not accepted is not called exact.
    """
    check_file(out, "--out")
    if keep is not None:
        check_directory(keep, "--keep")
    not_beside("--no-layouts", no_layouts, "racks", "prices", "radix")
    only_with("SPEC", bool(specs), "racks", "prices", "radix", "no_layouts", "time_limit", "keep")
    from alphacut.service.library.laying_out import file_text
    from alphacut.service.library.reporting import ReportQuestion, answered, check_form
    from alphacut.service.report.pdf import browser, printed
    from alphacut.service.text.counting import count
    from alphacut.solver.common.errors import QuestionError
    from alphacut.solver.design.prices import EXAMPLE as PRICES
    from alphacut.solver.layout.plan import EXAMPLE as RACKS
    from alphacut.solver.layout.plan import read_radix

    try:
        check_form(out)
        if out.suffix.lower() == ".pdf":
            browser()  # before any time is spent
        found = answered(
            ReportQuestion(
                networks=[read_spec(each) for each in specs], files=documents, question=question,
                title=title, racks=RACKS if racks is None else file_text("racks", racks),
                prices=PRICES if prices is None else file_text("prices", prices),
                radix=None if radix is None else read_radix(radix), time_limit=time_limit,
                layouts=not no_layouts, command=shlex.join(["alphacut", *sys.argv[1:]]),
            )
        )  # fmt: skip
    except QuestionError as error:
        raise click.UsageError(as_option(error)) from error
    if keep is not None:
        found.keep(keep)
    write_file(out, printed(found.html) if out.suffix.lower() == ".pdf" else found.html)
    say(f"{out}: {count(len(found.evidence), 'document')}, all verified now where they can be")
