"""`alphacut layout`: a network in racks, with cables, their lengths, and a bill."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import as_option
from alphacut.service.cli.files import (
    check_directory,
    check_document,
    check_file,
    document_text,
    write_file,
)
from alphacut.service.cli.idle import only_with
from alphacut.service.cli.options import read_spec
from alphacut.service.cli.terminal import say
from alphacut.service.cli.types import ALPHA, SECONDS

if TYPE_CHECKING:
    from alphacut.service.library.laying_out import Layout
    from alphacut.solver.common.alpha import Alpha
    from alphacut.solver.layout.document import LayoutQuestion

TABLES = ("cables",)  # of the file of racks, called as an option is


def _print_racks(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from alphacut.solver.layout.plan import EXAMPLE

        click.echo(EXAMPLE, nl=False)
        ctx.exit()


def _print_prices(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from alphacut.solver.design.prices import EXAMPLE

        click.echo(EXAMPLE, nl=False)
        ctx.exit()


FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option("--racks", type=FILE, metavar="FILE.toml", help="Racks, floor and cables.")
@click.option("--prices", type=FILE, metavar="FILE.toml", help="Prices of all that is bought.")
@click.option(
    "--radix", metavar="R", help="Ports of every switch.  [default: as many as are needed]"
)
@click.option(
    "--example-racks", is_flag=True, is_eager=True, expose_value=False, callback=_print_racks,
    help="Print what is taken without --racks, as such a file.",
)  # fmt: skip
@click.option(
    "--example-prices", is_flag=True, is_eager=True, expose_value=False, callback=_print_prices,
    help="Print what is taken without --prices, as such a file.",
)  # fmt: skip
@click.option(
    "--cables", type=click.Path(path_type=Path), metavar="FILE.csv",
    help="Write every cable, with label, length, and rack, unit, device and port of both ends.",
)  # fmt: skip
@click.option(
    "--netbox", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Write racks, devices, interfaces and cables into an existing folder, as CSV for "
    "NetBox's bulk import.",
)  # fmt: skip
@click.option(
    "--site", default="site", show_default=True, metavar="NAME", help="The site in NetBox."
)
@click.option(
    "--compare", metavar="NAME,...",
    help="Lay out these arrangements of a dragonfly, and prove the bisection bandwidth of each.",
)  # fmt: skip
@click.option(
    "--alpha", type=ALPHA, default="1", show_default=True, metavar="A",
    help="Where --compare takes bisections.",
)  # fmt: skip
@click.option(
    "--time-limit", type=SECONDS, default="60", show_default=True, metavar="S",
    help="For each bisection of --compare.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the document instead of a table.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here."
)
def layout(
    spec: str,
    racks: Path | None,
    prices: Path | None,
    radix: str | None,
    cables: Path | None,
    netbox: Path | None,
    site: str,
    compare: str | None,
    alpha: Alpha,
    time_limit: float,
    as_json: bool,
    out: Path | None,
) -> None:
    """Put a network into racks: cable lengths, a bill of materials, and a list of cables.

    Groups (or pods, units, boards) are put into racks in their order, racks into rows with
    aisles, and cables over trays. Ports count from 1, those of hosts first.
    """
    check_document(out)
    check_file(cables, "--cables")
    if netbox is not None:
        check_directory(netbox, "--netbox")
    if compare is not None and (cables or netbox or out):
        raise click.UsageError("--compare: prints a table; it writes no files")
    only_with("--compare", compare is not None, "alpha", "time_limit")
    only_with("--netbox", netbox is not None, "site")
    if not site.strip():
        raise click.UsageError("--site: must name the site in NetBox, got an empty name")
    from alphacut.solver.common.errors import QuestionError

    try:
        question = _question(spec, racks, prices, radix)
        if compare is not None:
            _compare(question, compare, alpha, time_limit, as_json)
            return
        from alphacut.service.library.laying_out import laid_out

        found = laid_out(question)
        if cables is not None:
            write_file(cables, found.cables())
        if netbox is not None:
            _write_netbox(found, netbox, site)
    except QuestionError as error:
        raise click.UsageError(as_option(error, but=TABLES)) from error
    if out is not None:
        write_file(out, document_text(found.document))
    click.echo(document_text(found.document) if as_json else str(found), nl=not as_json)


def _question(
    spec: str, racks: Path | None, prices: Path | None, radix: str | None
) -> LayoutQuestion:
    from alphacut.service.library.laying_out import file_text
    from alphacut.solver.design.prices import EXAMPLE as PRICES
    from alphacut.solver.layout.document import LayoutQuestion
    from alphacut.solver.layout.plan import EXAMPLE as RACKS
    from alphacut.solver.layout.plan import read_radix

    return LayoutQuestion(
        spec=read_spec(spec),
        racks=RACKS if racks is None else file_text("racks", racks),
        prices=PRICES if prices is None else file_text("prices", prices),
        radix=None if radix is None else read_radix(radix),
    )


def _compare(
    question: LayoutQuestion, names: str, alpha: Alpha, seconds: float, as_json: bool
) -> None:
    from alphacut.service.library.laying_out import compare_layouts
    from alphacut.service.text.layout import comparison_lines

    if not alpha.finite or not alpha.numerator:
        raise click.UsageError(f"--alpha: must be above 0 and finite, such as 5/4, got {alpha}")
    rows = compare_layouts(
        question, [name.strip() for name in names.split(",")], alpha=alpha.fraction,
        time_limit=seconds,
    )  # fmt: skip
    if as_json:
        click.echo(document_text({"alpha": str(alpha), "arrangements": rows}), nl=False)
    else:
        click.echo("\n".join(comparison_lines(rows)))


def _write_netbox(found: Layout, folder: Path, site: str) -> None:
    for name, text in found.netbox(site).items():
        write_file(folder / name, text)
    say(
        f"{folder}: import netbox-device-types, -racks, -devices, -interfaces and -cables.csv, in "
        "this order; the site, the manufacturer Generic and the roles switch, box and host have to "
        "be there"
    )
