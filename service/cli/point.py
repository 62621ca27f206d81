"""`alphacut point`: the bisection bandwidth of a network at one α, computed here."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_file
from alphacut.service.cli.options import (
    AlphaType,
    problem_options,
    processes_option,
    read_spec,
    read_units,
    unit_options,
)
from alphacut.solver.bisection.alpha import Alpha


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option(
    "--alpha",
    type=AlphaType(),
    metavar="A",
    help="The ratio, such as 5/4; left out, it is that of --global to --local.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the result here."
)
@problem_options
@processes_option
@unit_options
@click.option("--quiet", is_flag=True, help="Write no words and no progress.")
def point(
    spec: str,
    alpha: Alpha | None,
    out: Path | None,
    balance: str,
    engine: str,
    gap: Fraction,
    time_limit: float | None,
    processes: int,
    local: Fraction | None,
    global_: Fraction | None,
    quiet: bool,
) -> int:
    """Compute the exact bisection bandwidth at one α, with a proof.

    The result is JSON on standard output. Words for people go to standard
    error. Ctrl-C stops the work and keeps what is proven so far.
    """
    units = read_units(local, global_)
    if alpha is None and units is None:
        raise click.UsageError("--alpha: is missing; give a ratio such as 5/4")
    chosen = Alpha.of(units.alpha) if alpha is None and units is not None else alpha
    assert chosen is not None
    check_file(out, "--out")
    parsed = read_spec(spec)

    from alphacut.jobs.bisections import POINT
    from alphacut.service.cli.results import Wanted, run_all
    from alphacut.service.words.results import point_words

    wanted = Wanted(
        kind=POINT, low=chosen, high=chosen, balance=balance, engine=engine,
        seconds=time_limit, gap=gap, units=units, quiet=quiet, processes=processes,
        describe=point_words,
    )  # fmt: skip
    [(_, code)] = run_all(wanted, [wanted.work(parsed)], [out])
    return code
