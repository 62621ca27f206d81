"""`alphacut tables`: published tables of dimensions, computed anew for any size."""

from __future__ import annotations

from pathlib import Path

import click

from alphacut.service.cli.files import check_file, write_file


@click.command
@click.option(
    "--a",
    type=click.IntRange(2, 128),
    default=4,
    show_default=True,
    metavar="A",
    help="Switches in a group, for the table of trunking.",
)
@click.option(
    "--radix",
    type=click.IntRange(8, 1024),
    default=64,
    show_default=True,
    metavar="R",
    help="Ports of a switch, for the table of two and three levels.",
)
@click.option(
    "--plot", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw hosts by radix."
)
def tables(a: int, radix: int, plot: Path | None) -> None:  # fmt: skip
    """Print how large balanced dragonflies are: by trunking, and by levels and radix.

    These are Tables I and IV of Camarero et al., and with --plot their figure 12.
    """
    check_file(plot, "--plot")
    if plot is not None and plot.suffix.lower() != ".svg":
        raise click.UsageError(f"--plot: draws SVG only; name the file {plot.with_suffix('.svg')}")

    from alphacut.service.text.tables import corner_lines, trunking_lines

    click.echo("\n".join([*trunking_lines(a), "", *corner_lines(radix)]))
    if plot is not None:
        from alphacut.service.render.scalability import scalability_svg

        write_file(plot, scalability_svg())
