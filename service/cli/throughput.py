"""`alphacut throughput`: how much traffic a network carries, computed here."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.service.cli import terminal
from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import BAD_INPUT, FAILED, Failure, code_of, weakest
from alphacut.service.cli.files import check_document, check_svg, document_text, write_file
from alphacut.service.cli.options import AlphaType, CapacityType, SecondsType, any_alpha, read_spec
from alphacut.solver.common.alpha import Alpha

if TYPE_CHECKING:
    from alphacut.solver.throughput.question import Question


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option(
    "--traffic", metavar="T", required=True,
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
    "--alpha", type=AlphaType(), metavar="A",
    help="Capacity of a global link divided by that of a local one, such as 5/4; not needed where "
    "all links are local.",
)  # fmt: skip
@click.option(
    "--injection", type=CapacityType(), metavar="C",
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
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the result here."
)
@click.option(
    "--time-limit", type=SecondsType(), metavar="S",
    help="Stop after so many seconds for each model, with what is proven.",
)  # fmt: skip
@click.option("--quiet", is_flag=True, help="Print no summary.")
def throughput(
    spec: str,
    traffic: str,
    models: str | None,
    alpha: Alpha | None,
    injection: Fraction | None,
    curve: bool,
    plot: Path | None,
    bisection: Path | None,
    out: Path | None,
    time_limit: float | None,
    quiet: bool,
) -> int:
    """Compute the largest rate at which a network carries some traffic.

    Rates are shares of what a host can send. Each has a bound from below and one from
    above, proven in exact arithmetic and checked again before it is written. The result
    is JSON on standard output; a table for people goes to standard error.

    Exit codes: 0 every rate is exact, or known to 1e-6, 3 bounded only, 2 bad input,
    1 any other failure.
    """
    check_document(out)
    _check_plot(plot, bisection)
    parsed = read_spec(spec)

    from alphacut.arrangements.formats.spec import build, complete
    from alphacut.jobs.verifying import doubts
    from alphacut.service.render.reading import unit_of
    from alphacut.service.words.throughput import throughput_words
    from alphacut.solver.throughput.models import read_named, usual_models
    from alphacut.solver.throughput.question import Question
    from alphacut.solver.throughput.sought import WORST, any_permutation
    from alphacut.solver.traffic.reading import read_traffic_argument

    asked = None if models is None else read_named(models)
    network = build(parsed)
    worst = traffic.strip() == WORST
    rate = Fraction(1) if injection is None else injection / unit_of(complete(parsed))
    if worst:
        sent = any_permutation(network, rate)
    else:
        sent = read_traffic_argument(
            traffic, network, beside=f"{WORST}, or the path of a file", host_names=parsed.host_names
        )
    question = Question(
        topology=complete(parsed),
        network=network,
        traffic=sent,
        alpha=alpha or any_alpha(parsed),
        models=asked or usual_models(network),
        injection=rate,
        seconds=time_limit,
        curve=curve or plot is not None,
    )
    if worst:
        question = _with_worst(question, quiet)
    shown = None if bisection is None else _bisection(bisection, question)
    document = answered(question)
    if plot is not None:
        from alphacut.service.render.throughput import throughput_svg

        write_file(plot, throughput_svg(document, shown))
    if out is not None:
        write_file(out, document_text(document))
    else:
        click.echo(document_text(document), nl=False)
    if not quiet:
        for line in (*throughput_words(document), *doubts(document)):
            terminal.say(line)
    return weakest([code_of(each["status"]) for each in document["models"]])


def _with_worst(question: Question, quiet: bool) -> Question:
    """Ask about the worst permutation that is found for the first model instead."""
    from dataclasses import replace

    from alphacut.solver.throughput.floor import floor
    from alphacut.solver.throughput.program import Clock
    from alphacut.solver.throughput.worst import worst_permutation

    model = question.models[0]
    found = worst_permutation(question, model)
    if not quiet:
        terminal.say(
            f"worst of {found.rounds} permutations for {model.title}; the longest "
            f"matching, with which the search began, carries at most {float(found.matching):.6f} "
            "under any routing"
        )
        proven = floor(question, model, Clock(question.seconds))
        terminal.say(
            f"every permutation reaches at least {_below(proven):.6f} under {model.title}: proven"
            if proven is not None
            else "the network is too large for a floor that every permutation reaches"
        )
    return replace(question, traffic=found.traffic)


def _below(value: Fraction) -> float:
    """Round down to six decimals, so that what is told is proven too."""
    return math.floor(value * 10**6) / 10**6


def _check_plot(plot: Path | None, bisection: Path | None) -> None:
    check_svg(plot, "--plot")
    if bisection is not None and plot is None:
        raise click.UsageError("--bisection: is drawn by --plot alone")


def _bisection(path: Path, question: Question) -> Mapping[str, Any]:
    """Read a curve of the same network, once it is verified."""
    from alphacut.service.cli.checking import Request, checked, opened
    from alphacut.service.cli.documents import read_document
    from alphacut.solver.common.limits import USUAL

    document = read_document(path)
    if not isinstance(document, dict) or document.get("format") != "alphacut-curve/1":
        raise Failure(f"--bisection: {path} is no curve, as alphacut curve writes it", BAD_INPUT)
    if _complete(path, document.get("topology")) != question.topology:
        raise Failure(f"--bisection: {path} is a curve of another network", BAD_INPUT)
    with opened(path) as file:
        outcome = checked(Request(path=path, limits=USUAL), file)
    if outcome.code in (FAILED, BAD_INPUT):
        raise Failure(f"--bisection: {path}: {outcome.words[-1]}", outcome.code)
    return document


def _complete(path: Path, topology: object) -> Mapping[str, Any]:
    """Write the topology of a document, of an earlier release maybe, with all defaults of today."""
    from alphacut.arrangements.errors import SpecError
    from alphacut.arrangements.formats.spec import UNLIMITED, complete, parse

    try:
        return complete(parse(topology, UNLIMITED))
    except SpecError as error:
        raise Failure(f"--bisection: {path}: topology: {error}", BAD_INPUT) from error


def answered(question: Question) -> Mapping[str, Any]:
    """Answer, and have the document checked by the verifier before anybody sees it."""
    from datetime import UTC, datetime
    from time import monotonic

    from alphacut.jobs.kinds import kinds
    from alphacut.jobs.provenance import provenance
    from alphacut.jobs.verifying import verified
    from alphacut.solver.throughput.answering import entries
    from alphacut.solver.throughput.document import document

    started, begun = datetime.now(UTC), monotonic()
    found = list(entries(question))
    about = provenance(started=started, seconds=monotonic() - begun)
    return verified(kinds()["throughput"], document(question, found, about))
