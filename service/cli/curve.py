"""`alphacut curve`: the α-curve of one or several networks, computed here."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import NETWORK, weakest
from alphacut.service.cli.files import check_directory, check_document, check_file, write_file
from alphacut.service.cli.idle import only_with
from alphacut.service.cli.options import (
    check_own_unit,
    check_range,
    check_usual,
    check_width,
    picture_options,
    problem_options,
    processes_option,
    read_spec,
    read_units,
    resume_option,
    unit_options,
)
from alphacut.service.cli.types import ALPHA, PictureType
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

if TYPE_CHECKING:
    from alphacut.service.text.bandwidth import LinkRate


@click.command
@click.argument("specs", nargs=-1, metavar="SPEC...", type=SpecType())
@resume_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the result here; for several networks, a directory.",
)
@click.option(
    "--plot",
    type=PictureType(),
    metavar="FILE",
    help="Draw all curves in one plot: FILE.svg, .png or .pdf.",
)
@picture_options
@click.option(
    "--alpha-min",
    type=ALPHA,
    default=ZERO,
    metavar="A",
    help="Least α of the range.  [default: 0]",
)
@click.option(
    "--alpha-max",
    type=ALPHA,
    default=INFINITY,
    metavar="B",
    help="Largest α of the range.  [default: inf]",
)
@problem_options
@processes_option
@unit_options
@click.option("--quiet", is_flag=True, help="Print no summary and no progress.")
@click.pass_context
def curve(
    context: click.Context,
    specs: tuple[str, ...],
    resume: Path | None,
    out: Path | None,
    plot: Path | None,
    title: str,
    size: tuple[float, float] | None,
    width: float | None,
    alpha_min: Alpha,
    alpha_max: Alpha,
    balance: str | None,
    engine: str,
    gap: Fraction,
    time_limit: float | None,
    processes: int,
    local: Fraction | None,
    global_: Fraction | None,
    unit: LinkRate | None,
    quiet: bool,
) -> int:
    """Compute the exact bisection bandwidth as a function of α, with a proof.

    The result is JSON on standard output: one document, or for several networks
    one on each line. Words for people go to standard error. Ctrl-C stops the
    work and keeps what is proven so far; --resume goes on from there, with the
    network, the balance and the range of that run.
    """
    if resume is None and not specs:
        raise click.UsageError(f"SPEC: is missing. {NETWORK}")
    if resume is not None and len(specs) > 1:
        raise click.UsageError("--resume: goes on with one network; name no other")
    units = read_units(local, global_)
    check_range(alpha_min, alpha_max)
    _check_places(out, plot, several=len(specs) > 1)
    only_with("--plot", plot is not None, "title", "size", "width")
    size = check_width(width, size)
    parsed = [read_spec(text, of_several=len(specs) > 1) for text in specs]
    earlier = None
    if resume is not None:
        from alphacut.service.cli.resuming import earlier_run
        from alphacut.solver.bisection.document import CURVE_FORMAT

        earlier = earlier_run(resume, CURVE_FORMAT, next(iter(parsed), None), balance)
        parsed, balance = [earlier.spec], earlier.balance
        given = _given(context)
        alpha_min = alpha_min if "alpha_min" in given else earlier.low
        alpha_max = alpha_max if "alpha_max" in given else earlier.high

    check_usual(units, parsed)
    check_own_unit(units, unit, parsed)
    from alphacut.service.cli.results import Wanted, run_all, targets
    from alphacut.service.text.bandwidth import described
    from alphacut.service.text.results import curve_words
    from alphacut.solver.bisection.variants import CURVE

    wanted = Wanted(
        kind=CURVE, low=alpha_min, high=alpha_max, balance=balance, engine=engine,
        seconds=time_limit, gap=gap, units=units, quiet=quiet, processes=processes,
        describe=described(curve_words, unit), earlier=earlier.answers if earlier else (),
    )  # fmt: skip
    works = [wanted.work(spec) for spec in parsed]
    results = list(run_all(wanted, works, targets(parsed, out)))
    if plot is not None:
        from alphacut.service.render.formats import form_of
        from alphacut.service.render.svg import curve_picture

        documents = [document for document, _ in results]
        form = form_of(plot.suffix)
        write_file(plot, curve_picture(documents, units=units, form=form, title=title, size=size))
    return weakest([code for _, code in results])


def _given(context: click.Context) -> set[str]:
    """Return the names of the parameters that the command line gives itself."""
    written = click.core.ParameterSource.COMMANDLINE
    return {name for name in context.params if context.get_parameter_source(name) is written}


def _check_places(out: Path | None, plot: Path | None, *, several: bool) -> None:
    if several and out is not None:
        check_directory(out, "--out")
    else:
        check_document(out)
    check_file(plot, "--plot")
