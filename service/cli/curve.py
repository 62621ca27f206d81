"""`alphacut curve`: the α-curve of one or several networks, computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli.exits import weakest
from alphacut.service.cli.files import check_directory, check_file, write_file
from alphacut.service.cli.options import (
    AlphaType,
    check_range,
    problem_options,
    processes_option,
    read_spec,
    read_units,
    unit_options,
)
from alphacut.service.render.units import Units
from alphacut.solver.bisection.alpha import INFINITY, ZERO, Alpha


@click.command
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the result here; for several networks, a directory.",
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE.svg",
    help="Draw all curves in one plot.",
)
@click.option(
    "--alpha-min",
    type=AlphaType(),
    default=ZERO,
    metavar="A",
    help="Least α of the range.  [default: 0]",
)
@click.option(
    "--alpha-max",
    type=AlphaType(),
    default=INFINITY,
    metavar="B",
    help="Largest α of the range.  [default: inf]",
)
@problem_options
@processes_option
@unit_options
@click.option("--quiet", is_flag=True, help="Print no summary and no progress.")
def curve(
    specs: tuple[str, ...],
    out: Path | None,
    plot: Path | None,
    alpha_min: Alpha,
    alpha_max: Alpha,
    balance: str,
    engine: str,
    gap: Fraction,
    time_limit: float | None,
    processes: int,
    local: Fraction | None,
    global_: Fraction | None,
    quiet: bool,
) -> int:
    """Compute the exact bisection bandwidth as a function of α, with a proof.

    The result is JSON on standard output: one document, or for several networks
    one on each line. Words for people go to standard error. Ctrl-C stops the
    work and keeps what is proven so far.
    """
    units = read_units(local, global_)
    check_range(alpha_min, alpha_max)
    _check_places(out, plot, several=len(specs) > 1)
    parsed = [read_spec(text, of_several=len(specs) > 1) for text in specs]

    from alphacut.jobs.bisections import CURVE
    from alphacut.service.cli.results import Wanted, run_all, targets
    from alphacut.service.words.results import curve_words

    wanted = Wanted(
        kind=CURVE, low=alpha_min, high=alpha_max, balance=balance, engine=engine,
        seconds=time_limit, gap=gap, units=units, quiet=quiet, processes=processes,
        describe=curve_words,
    )  # fmt: skip
    works = [wanted.work(spec) for spec in parsed]
    results = list(run_all(wanted, works, targets(parsed, out)))
    if plot is not None:
        _draw(plot, [document for document, _ in results], units)
    return weakest([code for _, code in results])


def _check_places(out: Path | None, plot: Path | None, *, several: bool) -> None:
    if several and out is not None:
        check_directory(out, "--out")
    else:
        check_file(out, "--out")
    check_file(plot, "--plot")
    if plot is not None and plot.suffix.lower() != ".svg":
        raise click.UsageError(f"--plot: draws SVG only; name the file {plot.with_suffix('.svg')}")


def _draw(plot: Path, documents: Sequence[Mapping[str, Any]], units: Units | None) -> None:
    from alphacut.service.render.svg import curve_svg

    write_file(plot, curve_svg(documents, units=units))
