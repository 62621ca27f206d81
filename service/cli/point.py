"""`alphacut point`: the bisection bandwidth of a network at one α, computed here."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import NETWORK
from alphacut.service.cli.files import check_document
from alphacut.service.cli.options import (
    check_own_unit,
    check_usual,
    problem_options,
    processes_option,
    read_spec,
    read_units,
    resume_option,
    size_options,
    unit_options,
)
from alphacut.service.cli.types import ALPHA
from alphacut.solver.common.alpha import Alpha

if TYPE_CHECKING:
    from alphacut.service.text.bandwidth import LinkRate


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType(), required=False)
@resume_option
@click.option(
    "--alpha",
    type=ALPHA,
    metavar="A",
    help="The ratio, such as 5/4.  [default: --global divided by --local; not needed where all "
    "links are local]",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the result here."
)
@problem_options
@size_options
@processes_option
@unit_options
@click.option("--quiet", is_flag=True, help="Print no summary and no progress.")
def point(
    spec: str | None,
    resume: Path | None,
    alpha: Alpha | None,
    out: Path | None,
    balance: str | None,
    engine: str,
    gap: Fraction,
    time_limit: float | None,
    sizes: str | None,
    imbalance: str | None,
    processes: int,
    local: Fraction | None,
    global_: Fraction | None,
    unit: LinkRate | None,
    quiet: bool,
) -> int:
    """Compute the exact bisection bandwidth at one α, with a proof.

    The result is JSON on standard output. Words for people go to standard
    error. Ctrl-C stops the work and keeps what is proven so far; --resume goes
    on from there, with the network, the balance, the sizes and the α of that run.
    """
    if resume is None and spec is None:
        raise click.UsageError(f"SPEC: is missing. {NETWORK}")
    units = read_units(local, global_)
    if alpha and units and alpha.fraction != units.alpha:
        raise click.UsageError(
            f"--alpha: is {units.alpha} by --local and --global, got {alpha}; leave it out"
        )
    check_document(out)
    parsed = None if spec is None else read_spec(spec)
    chosen = alpha or (Alpha.of(units.alpha) if units else None)
    earlier = None
    if resume is not None:
        for option, given in (("--sizes", sizes), ("--imbalance", imbalance)):
            if given:
                raise click.UsageError(f"{option}: --resume goes on with the sizes of that run")
        from alphacut.service.cli.resuming import earlier_run
        from alphacut.solver.bisection.document import POINT_FORMAT

        earlier = earlier_run(resume, POINT_FORMAT, parsed, balance)
        parsed, balance = earlier.spec, earlier.balance
        if chosen not in (None, earlier.low):
            raise click.UsageError(f"--alpha: that run was at α = {earlier.low}")
        chosen = earlier.low
    assert parsed is not None
    check_usual(units, [parsed])
    check_own_unit(units, unit, [parsed])

    from alphacut.arrangements.formats.spec import build_any
    from alphacut.service.cli.results import Wanted, run_all
    from alphacut.service.text.bandwidth import described
    from alphacut.service.text.results import point_words
    from alphacut.solver.bisection.variants import POINT

    chosen = chosen or Alpha.left_out(build_any(parsed))
    wanted = Wanted(
        kind=POINT, low=chosen, high=chosen, balance=balance, engine=engine,
        seconds=time_limit, gap=gap, units=units, quiet=quiet, processes=processes,
        sizes=sizes, imbalance=imbalance, kept=earlier,
        describe=described(point_words, unit), earlier=earlier.answers if earlier else (),
    )  # fmt: skip
    [(_, code)] = run_all(wanted, [wanted.work(parsed)], [out])
    return code
