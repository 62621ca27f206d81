"""`alphacut profile`: the least cut of each size, and the sparsest of all."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import code_of
from alphacut.service.cli.files import check_document
from alphacut.service.cli.options import (
    AlphaType,
    memory_option,
    problem_options,
    read_spec,
)
from alphacut.solver.common.alpha import Alpha


@click.command
@click.argument("graph", metavar="GRAPH", type=SpecType())
@click.option(
    "--alpha",
    type=AlphaType(),
    metavar="A",
    help="The ratio, such as 5/4; not needed where all links are local.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here."
)
@problem_options
@memory_option
@click.option("--quiet", is_flag=True, help="Print no table and no progress.")
def profile(
    graph: str,
    alpha: Alpha | None,
    out: Path | None,
    balance: str | None,
    engine: str,
    gap: Fraction,
    time_limit: float | None,
    memory: int | None,
    quiet: bool,
) -> int:
    """Compute the least capacity of a cut for each size of its lighter side, with proofs.

    The quotients that topologies are compared by follow: the least capacity over
    the size of the lighter side, and over the product of both sizes. The result is
    JSON on standard output, or in FILE, which `alphacut verify` checks. Ctrl-C stops
    the work and keeps what is proven.
    """
    check_document(out)
    parsed = read_spec(graph)

    from alphacut.arrangements.formats.spec import complete
    from alphacut.service.cli.answering import answered, exit_code, hand_out, request_of
    from alphacut.solver.profile.kind import PROFILE

    asked = {
        "topology": complete(parsed),
        "alpha": None if alpha is None else str(alpha),
        "balance": balance or parsed.balance,
        "engine": engine,
        "limits": {"seconds": time_limit, "gap": str(gap)},
    }
    request = request_of(PROFILE, asked)
    driven = answered(PROFILE, request, quiet=quiet, memory=memory)
    assert driven.document is not None
    hand_out(driven, out, quiet=quiet)
    return exit_code(driven, [code_of(driven.document["status"])])
