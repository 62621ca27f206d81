"""`alphacut submit`: have a service answer, one question or a batch of them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_directory, check_document
from alphacut.service.cli.idle import not_beside
from alphacut.service.cli.options import check_range, problem_options, read_spec
from alphacut.service.cli.server import server_options
from alphacut.service.cli.types import ALPHA
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.requests import URGENT


@click.command
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...", type=SpecType())
@server_options
@click.option("--alpha", type=ALPHA, metavar="A", help="Ask for this one α only.")
@click.option(
    "--alpha-min",
    type=ALPHA,
    default=ZERO,
    metavar="A",
    help="Least α of the curve.  [default: 0]",
)
@click.option(
    "--alpha-max",
    type=ALPHA,
    default=INFINITY,
    metavar="B",
    help="Largest α of the curve.  [default: inf]",
)
@click.option(
    "--compare",
    "compared",
    is_flag=True,
    help="Ask for one comparison of the networks; its table stands at --alpha, or at 1.",
)
@problem_options
@click.option("--label", metavar="TEXT", help="Words of your own, to find the job by.")
@click.option(
    "--priority", type=click.IntRange(-URGENT, URGENT), metavar="N",
    help="Of jobs that wait, those with a higher one come first.  [default: 0]",
)  # fmt: skip
@click.option("--wait", is_flag=True, help="Wait for the result.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the result here, for several networks a directory; waits for it.",
)
@click.option("--quiet", is_flag=True, help="Print no summary and no progress.")
def submit(
    specs: tuple[str, ...],
    server: str,
    key: str | None,
    alpha: Alpha | None,
    alpha_min: Alpha,
    alpha_max: Alpha,
    compared: bool,
    balance: str | None,
    engine: str,
    gap: Fraction,
    time_limit: float | None,
    label: str | None,
    priority: int | None,
    wait: bool,
    out: Path | None,
    quiet: bool,
) -> int:
    """Post a network to a service, or several as one batch or one comparison.

    Without --wait the job is printed as JSON. With it the result is, and the
    exit code is that of curve. Ctrl-C ends the waiting, not the job.
    """
    _check_place(out, several=len(specs) > 1 and not compared)
    check_range(alpha_min, alpha_max)
    not_beside("--alpha", alpha is not None and not compared, "alpha_min", "alpha_max")
    shared: dict[str, Any] = {
        "limits": {"seconds": time_limit, "gap": str(gap)}, "engine": engine,
    }  # fmt: skip
    beside = {"label": label, "priority": priority}
    shared |= {name: each for name, each in beside.items() if each is not None}
    parsed = [read_spec(text, of_several=len(specs) > 1) for text in specs]
    topologies = [spec.complete() for spec in parsed]
    balances = [balance or spec.balance for spec in parsed]
    if compared:
        _check_whole(alpha_min, alpha_max)
        at = "1" if alpha is None else str(alpha)
        from alphacut.solver.comparison.balance import usual_balance

        asked = {"kind": "compare", "topologies": topologies, "alpha": at, **shared}
        requests = [{**asked, "balance": balance or usual_balance(parsed)}]
    else:
        span = {"min": str(alpha_min), "max": str(alpha_max)}
        kind = "bisection-curve" if alpha is None else "bisection-point"
        asked = {"kind": kind, "alpha": span if alpha is None else str(alpha), **shared}
        requests = [
            {**asked, "topology": topology, "balance": each}
            for topology, each in zip(topologies, balances, strict=True)
        ]
    from alphacut.service.cli.asking import Asking, ask

    wait = wait or out is not None
    return ask(Asking(server=server, key=key, wait=wait, out=out, quiet=quiet), requests)


def _check_place(out: Path | None, *, several: bool) -> None:
    if several and out is not None:
        check_directory(out, "--out")
    else:
        check_document(out)


def _check_whole(low: Alpha, high: Alpha) -> None:
    for option, given, whole in (("--alpha-min", low, ZERO), ("--alpha-max", high, INFINITY)):
        if given != whole:
            raise click.UsageError(f"{option}: a comparison is over every α; leave it out")
