"""`alphacut synthesise`: an arrangement of global links, designed here and proven."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import code_of
from alphacut.service.cli.options import Run, read_spec, run_options
from alphacut.service.cli.types import GAP


@click.command
@click.argument("network", metavar="[NETWORK]", required=False, type=SpecType())
@click.option(
    "--start", type=SpecType(), metavar="SPEC",
    help="In place of NETWORK a network as it is, any spec or file, whose cables between groups "
    "move one by one: symmetry none.",
)  # fmt: skip
@click.option(
    "--moves", type=click.IntRange(min=1), metavar="K",
    help="Move at most so many cables of --start.",
)  # fmt: skip
@click.option(
    "--reach", type=click.IntRange(min=1), metavar="N",
    help="Move an end of a cable by at most so many positions in its group.",
)  # fmt: skip
@click.option(
    "--closed", metavar="J[,J...]", default="",
    help="Positions of every group that have no global ports.",
)  # fmt: skip
@click.option(
    "--alpha", required=True, metavar="A[,A...]",
    help="Capacity of a global link divided by that of a local one, such as 3 or 5/4; of several, "
    "the least share of the best at each is made large.",
)  # fmt: skip
@click.option(
    "--symmetry", metavar="NAME",
    help="What keeps the arrangement: rotation (of groups), with it reflection or multiplier (of "
    "group numbers), or none.  [default: rotation; with --start, none]",
)  # fmt: skip
@click.option(
    "--gap", type=GAP, default="0", metavar="G",
    help="Stop a proof once (upper - lower)/upper is at most G: what is asked for is proven sooner "
    "than as much as possible.",
)  # fmt: skip
@click.option("--seed", default="0", show_default=True, metavar="N", help="Of all that is random.")
@run_options("with the best arrangement and what is proven")
def synthesise(
    network: str | None,
    start: str | None,
    symmetry: str | None,
    seed: str,
    gap: Fraction,
    run: Run,
    **asked: Any,
) -> int:
    """Design the global links of a dragonfly, and prove its bisection bandwidth.

    With --start SPEC --moves 40: tell which 40 cables of a machine to move.

    NETWORK is a=6,h=3, or a dragonfly in full, such as dragonfly:a=6,h=3,p=3,arrangement=helix,
    whose own arrangement does not count. The result is JSON on standard output, in which
    "design.spec" is what every other command takes; words for people go to standard error.
    Ctrl-C stops the work and keeps the best arrangement so far.

    Exit codes: 0 the bisection of the design is exact, 4 closed, 3 bounded, 2 bad input,
    130 stopped before there was a design, 1 any other failure.
    """
    from alphacut.arrangements.formats.spec import complete
    from alphacut.service.cli.answering import answered, exit_code, hand_out, request_of
    from alphacut.solver.synthesis.kind import SYNTHESIS
    from alphacut.solver.synthesis.reading import written_in_full

    if (network is None) == (start is None):
        raise click.UsageError("give either NETWORK, such as a=6,h=3, or --start with a network")
    topology = complete(read_spec(written_in_full(network or start or "")))
    written = {
        **asked,
        "topology": topology,
        "symmetry": symmetry or ("rotation" if start is None else "none"),
        "seed": int(seed) if seed.removeprefix("-").isdecimal() else seed,
        "limits": {**({} if run.time_limit is None else {"seconds": run.time_limit}),
                   "gap": str(gap)},
    }  # fmt: skip
    driven = answered(SYNTHESIS, request_of(SYNTHESIS, written), run)
    return exit_code(driven, [code_of(hand_out(driven, run)["status"])])
