"""`alphacut simulate`: latency and accepted load, cycle by cycle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_svg, write_file
from alphacut.service.cli.options import Run, read_spec, run_options
from alphacut.solver.simulation.kind import SIMULATION

STOPPED = 1  # exit code


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option("--mechanism", required=True, metavar="M", help="As for `alphacut route`.")
@click.option("--vcs", metavar="L/G", help="Virtual channels of local and global links.")
@click.option(
    "--valiant",
    metavar="switch|group",
    default="switch",
    show_default=True,
    help="What Valiant's routes go through.",
)
@click.option("--colouring", metavar="C,C,…", help="The colour of each position of a group.")
@click.option("--order", metavar="G,G,…", help="The groups in order, for 2-colour.")
@click.option(
    "--any-vc",
    type=click.IntRange(1, 16),
    metavar="N",
    help="Routers choose among N virtual channels of each link; for colours.",
)
@click.option(
    "--choice",
    type=click.Choice(["ugal-l", "piggyback"]),
    help="Packets choose between minimal and non-minimal routes where they begin.",
)
@click.option(
    "--traffic", metavar="T", default="uniform", show_default=True,
    help="Where packets go: uniform, adversarial:K, …, or the path of a matrix.",
)  # fmt: skip
@click.option(
    "--loads",
    default="0.1,0.3,0.5,0.7,0.9,1",
    show_default=True,
    metavar="L,L,…",
    help="Phits that each host generates in a cycle.",
)
@click.option(
    "--cycles", type=click.IntRange(2, 1_000_000), default=6_000, show_default=True, metavar="N",
    help="Cycles of each run.",
)  # fmt: skip
@click.option(
    "--warm-up", type=click.IntRange(0), default=2_000, show_default=True, metavar="N",
    help="Cycles before measuring begins.",
)  # fmt: skip
@click.option(
    "--buffers",
    metavar="L/G",
    default="4/32",
    show_default=True,
    help="Packets that a buffer holds after a local and a global link.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**32 - 1), default=0, show_default=True, metavar="N",
    help="Seed of the first run.",
)  # fmt: skip
@click.option(
    "--plot", type=click.Path(path_type=Path), metavar="FILE.svg",
    help="Draw latency and accepted load here.",
)  # fmt: skip
@run_options("with the runs that are done", resume="")
def simulate(
    spec: str, traffic: str, plot: Path | None, mechanism: str, run: Run, **asked: Any
) -> int:
    """Simulate input-queued routers with virtual cut-through, one load after another.

    What comes out is measured, and proves nothing. Ctrl-C stops the work and keeps the runs
    that are done; --resume goes on from there. Exit codes: 0 done, 1 all packets stopped at some
    load (a deadlock), 3 runs are missing, 2 bad input, 130 stopped before a run was done.
    """
    check_svg(plot, "--plot")
    parsed = read_spec(spec, quiet=run.quiet)

    from alphacut.arrangements.formats.spec import build, complete
    from alphacut.service.cli.answering import answered, exit_code, hand_out, request_of
    from alphacut.service.cli.mechanisms import named_mechanism
    from alphacut.solver.traffic.reading import read_traffic_argument

    sent = read_traffic_argument(traffic, build(parsed), host_names=parsed.host_names).spec
    named, files = named_mechanism(mechanism)
    written = {**asked, **named, "topology": complete(parsed), "traffic": sent}
    request = {**request_of(SIMULATION, written, run.time_limit), "files": files}
    driven = answered(SIMULATION, request, run)
    document = hand_out(driven, run)
    if plot is not None:
        from alphacut.service.render.routing import simulation_svg

        write_file(plot, simulation_svg(document))
    stopped = any(run["stopped"] is not None for run in document["runs"])
    return STOPPED if stopped else exit_code(driven, [0])
