"""`alphacut simulate`: latency and accepted load, cycle by cycle."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.service.cli import terminal
from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_document, check_svg, document_text, write_file
from alphacut.service.cli.options import read_spec

STOPPED = 1  # exit code
MOST_LOADS = 100
NONMINIMAL = {"4-colour": "4-colour-nonminimal", "minimal": "valiant"}


class LoadsType(click.ParamType[list[Fraction]]):
    """Loads above 0 and at most 1, with commas between them."""

    name = "loads"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[Fraction]:
        """Read them exactly."""
        if isinstance(value, list):
            return value
        try:
            loads = [read_rational(word) for word in str(value).split(",")]
        except NumberError as error:
            self.fail(f"each load {error}", param, ctx)
        if len(loads) > MOST_LOADS or not all(0 < load <= 1 for load in loads):
            self.fail(
                f"must be at most {MOST_LOADS} numbers above 0 and at most 1, such as 0.1,0.5",
                param,
                ctx,
            )
        return loads


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
    type=LoadsType(),
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
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here."
)
@click.option(
    "--plot", type=click.Path(path_type=Path), metavar="FILE.svg",
    help="Draw latency and accepted load here.",
)  # fmt: skip
@click.option("--quiet", is_flag=True, help="Print only the document.")
def simulate(
    spec: str, mechanism: str, vcs: str | None, valiant: str, colouring: str | None,
    order: str | None, any_vc: int | None, choice: str | None, traffic: str,
    loads: list[Fraction], cycles: int, warm_up: int, buffers: str, seed: int, out: Path | None,
    plot: Path | None, quiet: bool,
) -> int:  # fmt: skip
    """Simulate input-queued routers with virtual cut-through, one load after another.

    What comes out is measured, and proves nothing. Exit codes: 0 done, 1 all packets stopped
    at some load (a deadlock), 2 bad input.
    """
    check_document(out)
    check_svg(plot, "--plot")
    parsed = read_spec(spec, quiet=quiet)
    began, started = time.monotonic(), datetime.now(UTC)

    from alphacut.arrangements.formats.spec import build, complete
    from alphacut.jobs.provenance import provenance
    from alphacut.solver.common.errors import QuestionError
    from alphacut.solver.routing.asked import Asked
    from alphacut.solver.routing.choice import read_vcs
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.simulation.document import simulation_document
    from alphacut.solver.routing.simulation.params import OBLIVIOUS, Params
    from alphacut.solver.routing.simulation.run import at_loads
    from alphacut.solver.traffic.reading import read_traffic_argument

    network, topology = build(parsed), complete(parsed)
    other = NONMINIMAL.get(mechanism)
    if choice and other is None:
        raise QuestionError("choice", f"needs one of the mechanisms {', '.join(NONMINIMAL)}")
    wide = read_vcs(vcs) if vcs else None
    if choice and mechanism == "minimal":
        wide = wide or (4, 2)  # both kinds of routes share the channels
    asked = Asked(mechanism=mechanism, vcs=wide, valiant=valiant, colouring=colouring, order=order)
    built = asked.build(topology, network)
    nonminimal = None
    if choice and other:
        again = Asked(mechanism=other, vcs=wide, valiant=valiant, colouring=built.colouring)
        nonminimal = again.build(topology, network).mechanism
    sent = read_traffic_argument(traffic, network, host_names=parsed.host_names)
    room = read_vcs(buffers)
    params = Params(
        local_buffer=room[0], global_buffer=room[1], vcs=any_vc or 1, warm_up=warm_up,
        cycles=cycles, choice=choice or OBLIVIOUS, seed=seed,
    )  # fmt: skip
    runs = []
    for run in at_loads(
        built.mechanism, network, sent, loads, params, nonminimal=nonminimal,
        any_vc=any_vc is not None,
    ):  # fmt: skip
        runs.append(run)
        if not quiet:
            terminal.say(_words(run))
    limit = None if choice else built.mechanism.loads(Demand.of(sent, network)).saturation
    document = simulation_document(
        runs, topology=topology, mechanism=_named(built, choice), traffic=sent.spec,
        params=params, saturation=limit,
        provenance=provenance(started=started, seconds=time.monotonic() - began),
    )  # fmt: skip
    if plot is not None:
        from alphacut.service.render.routing import simulation_svg

        write_file(plot, simulation_svg(document))
    if out is not None:
        write_file(out, document_text(document))
    else:
        click.echo(document_text(document), nl=False)
    return STOPPED if any(run.stopped is not None for run in runs) else 0


def _named(built: Any, choice: str | None) -> dict[str, Any]:
    named = {"name": built.name, "vcs": "/".join(map(str, built.vcs))}
    for name in ("valiant", "colouring"):
        if getattr(built, name) is not None:
            named[name] = getattr(built, name)
    return {**named, "choice": choice} if choice else named


def _words(run: Any) -> str:
    latency = "none arrived" if run.latency is None else f"latency {run.latency:.1f} cycles"
    words = f"  load {float(run.offered):.3f}: accepted {run.accepted:.4f}, {latency}"
    if run.stopped is not None:
        words += f"; nothing has moved since cycle {run.stopped:,}: a deadlock"
    return words
