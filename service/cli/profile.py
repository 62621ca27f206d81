"""`alphacut profile`: the least cut of each size, and the sparsest of all."""

from __future__ import annotations

from fractions import Fraction

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import code_of
from alphacut.service.cli.options import Run, engine_options, read_spec, run_options
from alphacut.service.cli.types import ALPHA
from alphacut.solver.common.alpha import Alpha


@click.command
@click.argument("graph", metavar="GRAPH", type=SpecType())
@click.option(
    "--alpha",
    type=ALPHA,
    metavar="A",
    help="The ratio, such as 5/4; not needed where all links are local.",
)
@engine_options
@run_options("for all sizes together, with what is proven")
def profile(
    graph: str, alpha: Alpha | None, balance: str | None, engine: str, gap: Fraction, run: Run
) -> int:
    """Compute the least capacity of a cut for each size of its lighter side, with proofs.

    The quotients that topologies are compared by follow: the least capacity over
    the size of the lighter side, and over the product of both sizes. The result is
    JSON on standard output, or in FILE, which `alphacut verify` checks. Ctrl-C stops
    the work and keeps what is proven.
    """
    parsed = read_spec(graph)

    from alphacut.arrangements.formats.spec import complete
    from alphacut.service.cli.answering import answered, exit_code, hand_out, request_of
    from alphacut.solver.profile.kind import PROFILE

    asked = {
        "topology": complete(parsed),
        "alpha": None if alpha is None else str(alpha),
        "balance": balance or parsed.balance,
        "engine": engine,
        "limits": {"seconds": run.time_limit, "gap": str(gap)},
    }
    driven = answered(PROFILE, request_of(PROFILE, asked), run)
    return exit_code(driven, [code_of(hand_out(driven, run)["status"])])
