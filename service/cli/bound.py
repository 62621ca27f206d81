"""`alphacut bound`: how far a partition is from the least cut of its sizes, at most."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_document
from alphacut.service.cli.options import (
    problem_options,
    processes_option,
    read_spec,
)
from alphacut.service.cli.types import ALPHA
from alphacut.solver.common.alpha import Alpha


@click.command
@click.argument("graph", metavar="GRAPH", type=SpecType())
@click.argument("partition", metavar="PARTITION", type=click.Path(path_type=Path))
@click.option(
    "--alpha",
    type=ALPHA,
    metavar="A",
    help="The ratio, such as 5/4; not needed where all links are local.",
)
@click.option(
    "--imbalance",
    metavar="E",
    help="Compare with all cuts within this imbalance, such as 3%, and not with those of the "
    "partition's sizes alone.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the result here."
)
@problem_options
@processes_option
@click.option("--quiet", is_flag=True, help="Print no summary and no progress.")
def bound(
    graph: str,
    partition: Path,
    alpha: Alpha | None,
    imbalance: str | None,
    out: Path | None,
    balance: str | None,
    engine: str,
    gap: Fraction,
    time_limit: float | None,
    processes: int,
    quiet: bool,
) -> int:
    """Tell how good a partition in two parts is: its capacity, and a proven bound of the least.

    PARTITION has the number of a part on each line, as METIS, KaHIP and Mt-KaHyPar
    write it. The result is JSON on standard output, which `alphacut verify` checks.
    The exit code is 0 once the least is proven, whether the partition has it or not.
    """
    check_document(out)
    parsed = read_spec(graph)

    from alphacut.arrangements.formats.spec import build_any
    from alphacut.service.cli.results import Wanted, run_all
    from alphacut.service.text.results import point_words
    from alphacut.solver.bisection.variants import POINT

    chosen = alpha or Alpha.left_out(build_any(parsed))
    wanted = Wanted(
        kind=POINT, low=chosen, high=chosen, balance=balance, engine=engine,
        seconds=time_limit, gap=gap, units=None, quiet=quiet, processes=processes,
        imbalance=imbalance, describe=point_words,
    )  # fmt: skip
    work = wanted.work_on_partition(parsed, partition)
    [(_, code)] = run_all(wanted, [work], [out])
    return code
