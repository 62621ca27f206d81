"""`alphacut synthesise`: an arrangement of global links, designed here and proven."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import code_of
from alphacut.service.cli.files import check_document
from alphacut.service.cli.options import SecondsType, memory_option, read_spec


@click.command
@click.argument("network", metavar="NETWORK", type=SpecType())
@click.option(
    "--alpha", required=True, metavar="A[,A...]",
    help="Capacity of a global link divided by that of a local one, such as 3 or 5/4; of several, "
    "the least share of the best at each is made large.",
)  # fmt: skip
@click.option(
    "--symmetry", default="rotation", show_default=True, metavar="NAME",
    help="What keeps the arrangement: the rotation of groups.",
)  # fmt: skip
@click.option("--seed", default="0", show_default=True, metavar="N", help="Of all that is random.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the result here."
)
@click.option(
    "--time-limit", type=SecondsType(), metavar="S",
    help="Stop after so many seconds (or 5m, 2h), with the best arrangement and what is proven.",
)  # fmt: skip
@memory_option
@click.option("--quiet", is_flag=True, help="Print no summary and no progress.")
def synthesise(
    network: str,
    alpha: str,
    symmetry: str,
    seed: str,
    out: Path | None,
    time_limit: float | None,
    memory: int | None,
    quiet: bool,
) -> int:
    """Design the global links of a dragonfly, and prove its bisection bandwidth.

    NETWORK is a=6,h=3, or a dragonfly in full, such as dragonfly:a=6,h=3,p=3,arrangement=helix,
    whose own arrangement does not count. The result is JSON on standard output, in which
    "design.spec" is what every other command takes; words for people go to standard error.
    Ctrl-C stops the work and keeps the best arrangement so far.

    Exit codes: 0 the bisection of the design is exact, 4 closed, 3 bounded, 2 bad input,
    130 stopped before there was a design, 1 any other failure.
    """
    check_document(out)

    from alphacut.arrangements.formats.spec import complete
    from alphacut.service.cli.answering import answered, exit_code, hand_out, request_of
    from alphacut.solver.synthesis.kind import SYNTHESIS
    from alphacut.solver.synthesis.reading import written_in_full

    topology = complete(read_spec(written_in_full(network)))
    asked: dict[str, Any] = {
        "topology": topology,
        "alpha": alpha,
        "symmetry": symmetry,
        "seed": int(seed) if seed.isdigit() else seed,
    }
    request = request_of(SYNTHESIS, asked, time_limit)
    driven = answered(SYNTHESIS, request, quiet=quiet, memory=memory)
    assert driven.document is not None
    hand_out(driven, out, quiet=quiet)
    return exit_code(driven, [code_of(driven.document["status"])])
