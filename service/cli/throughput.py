"""`alphacut throughput`: how much traffic a network carries, computed here."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli import terminal
from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import BAD_INPUT, NETWORK, Failure, code_of
from alphacut.service.cli.files import check_svg, write_file
from alphacut.service.cli.options import (
    Run,
    read_spec,
    run_options,
)
from alphacut.service.cli.types import ALPHA, INJECTION
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.throughput.kind import THROUGHPUT

Json = Mapping[str, Any]
FORMATS = {"--bisection": "alphacut-curve/1", "--resume": "alphacut-throughput/1"}
WRITERS = {"--bisection": "curve", "--resume": "throughput"}  # the commands that write these


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType(), required=False)
@click.option(
    "--traffic", metavar="T",
    help="permutation:seed=1, shift:18, uniform, adversarial:1, all-to-all, stencil:8x9, worst for "
    "a permutation that is searched for, or the path of a matrix: CSV with "
    "source,destination,demand of hosts, or JSON.",
)  # fmt: skip
@click.option(
    "--model", "models", metavar="M",
    help="0 to 5, mcf for the maximum concurrent flow, several with commas, or all.  [default: 3; "
    "mcf for a network without groups]",
)  # fmt: skip
@click.option(
    "--alpha", type=ALPHA, metavar="A",
    help="Capacity of a global link divided by that of a local one, such as 5/4; not needed where "
    "all links are local.",
)  # fmt: skip
@click.option(
    "--injection", type=INJECTION, metavar="C",
    help="Capacity of a host's link, as those of links are told.  [default: that of a link of 1]",
)  # fmt: skip
@click.option(
    "--curve", is_flag=True, help="Also compute the rate for every α, with its breakpoints."
)
@click.option(
    "--plot", type=click.Path(path_type=Path), metavar="FILE.svg",
    help="Draw these curves in one plot; implies --curve.",
)  # fmt: skip
@click.option(
    "--bisection", type=click.Path(path_type=Path), metavar="CURVE.json",
    help="Draw the bound that a curve of the same network gives beside them; --plot alone.",
)  # fmt: skip
@run_options(
    "for all models together, with what is proven",
    resume=": with its network, traffic and α, and the models that it has not finished",
)
def throughput(
    spec: str | None, traffic: str | None, models: str | None, alpha: Alpha | None,
    injection: Fraction | None, curve: bool, plot: Path | None, bisection: Path | None, run: Run,
) -> int:  # fmt: skip
    """Compute the largest rate at which a network carries some traffic.

    Rates are shares of what a host can send. Each has a bound from below and one from
    above, proven in exact arithmetic and checked again before it is written. The result
    is JSON on standard output; a table for people goes to standard error. Ctrl-C stops the
    work and keeps the models that are done; --resume goes on from there.

    Exit codes: 0 every rate is exact, or known to 1e-6, 3 bounded only, or models are
    missing, 2 bad input, 130 stopped before a model was done, 1 any other failure.
    """
    _check_plot(plot, bisection)
    earlier = None if run.resume is None else _read(run.resume, "--resume")
    if earlier is None and spec is None:
        raise click.UsageError(f"SPEC: is missing. {NETWORK}")
    if earlier is None and traffic is None:
        raise click.UsageError("--traffic: is missing; give shift:18, uniform or a matrix")

    from alphacut.service.cli.answering import answered, exit_code, hand_out
    from alphacut.solver.throughput.steps import gone_on

    request = _request(
        spec, traffic, models, alpha, injection, earlier,
        curve=curve or plot is not None, limit=run.time_limit,
    )  # fmt: skip
    shown = None if bisection is None else _bisection(bisection, request["topology"])
    found: list[Json] = []
    if earlier is not None:
        request, found = gone_on(request, earlier)
    if not run.quiet:
        request = {**request, "beside": ["floor"]}
    driven = answered(THROUGHPUT, request, run, found)
    if not run.quiet and request["traffic"] == "worst":
        _say_worst(driven.found[0])
    document = hand_out(driven, run)
    if plot is not None:
        from alphacut.service.render.throughput import throughput_svg

        write_file(plot, throughput_svg(document, shown))
    return exit_code(driven, (code_of(each["status"]) for each in document["models"]))


def _request(
    spec: str | None, traffic: str | None, models: str | None, alpha: Alpha | None,
    injection: Fraction | None, earlier: Json | None, *, curve: bool, limit: float | None,
) -> Json:  # fmt: skip
    """Make the request that a service would be sent; what is left out is that of an earlier run."""
    from alphacut.arrangements.formats.spec import build, complete, parse
    from alphacut.service.cli.answering import request_of
    from alphacut.service.render.reading import unit_of
    from alphacut.solver.throughput.worst_case import WORST
    from alphacut.solver.traffic.reading import read_traffic_argument

    if spec is not None:
        parsed = read_spec(spec)
    else:
        assert earlier is not None
        parsed = parse(earlier["topology"])
    network = build(parsed)
    if models is None and earlier is not None:
        models = ",".join(str(each["model"]) for each in earlier["models"])
    if traffic is None or traffic.strip() == WORST:
        sent: Any = WORST if earlier is None or traffic is not None else earlier["traffic"]
    else:
        sent = read_traffic_argument(
            traffic, network, beside=f"{WORST}, or the path of a file", host_names=parsed.host_names
        ).spec
    if alpha is None:
        alpha = Alpha.left_out(network) if earlier is None else Alpha.parse(earlier["alpha"])
    topology = complete(parsed)
    if injection is not None:
        rate = str(injection / unit_of(topology))
    else:
        rate = "1" if earlier is None else earlier.get("injection", "1")
    written = {
        "topology": topology,
        "traffic": sent,
        "alpha": str(alpha),
        "injection": rate,
        "model": models,
        "curve": curve,
    }
    return request_of(THROUGHPUT, written, limit)


def _say_worst(found: Json) -> None:
    """Tell of the search for traffic, and of the rate that every permutation reaches."""
    from alphacut.solver.throughput.models import BY_NAME

    model = BY_NAME[str(found["model"])]
    terminal.say(
        f"worst of {found['rounds']} permutations for {model.title}; the longest matching, with "
        f"which the search began, carries at most {float(Fraction(found['matching'])):.6f} under "
        "any routing"
    )
    terminal.say(
        f"every permutation reaches at least {_below(Fraction(found['floor'])):.6f} under "
        f"{model.title}: proven"
        if found["floor"] is not None
        else "the network is too large for a floor that every permutation reaches"
    )


def _below(value: Fraction) -> float:
    """Round down to six decimals, so that what is told is proven too."""
    return math.floor(value * 10**6) / 10**6


def _check_plot(plot: Path | None, bisection: Path | None) -> None:
    check_svg(plot, "--plot")
    if bisection is not None and plot is None:
        raise click.UsageError("--bisection: is drawn by --plot alone")


def _bisection(path: Path, topology: Json) -> Json:
    """Read a curve of the same network."""
    document = _read(path, "--bisection")
    if document["topology"] != topology:
        raise Failure(f"--bisection: {path} is a curve of another network", BAD_INPUT)
    return document


def _read(path: Path, option: str) -> Json:
    """Read a document, once it is verified; its topology with all defaults of today."""
    from alphacut.service.cli.resuming import verified

    document = verified(path, option, FORMATS[option], WRITERS[option])
    return {**document, "topology": _complete(path, option, document.get("topology"))}


def _complete(path: Path, option: str, topology: object) -> Json:
    """Write the topology of a document, of an earlier release maybe, with all defaults of today."""
    from alphacut.arrangements.errors import SpecError
    from alphacut.arrangements.formats.spec import UNLIMITED, complete, parse

    try:
        return complete(parse(topology, UNLIMITED))
    except SpecError as error:
        raise Failure(f"{option}: {path}: topology: {error}", BAD_INPUT) from error
