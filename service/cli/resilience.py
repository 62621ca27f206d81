"""`alphacut resilience`: what is left of networks when links or switches fail, computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import code_of
from alphacut.service.cli.files import check_file, write_file
from alphacut.service.cli.idle import only_with
from alphacut.service.cli.options import (
    Run,
    check_width,
    picture_options,
    read_spec,
    run_options,
)
from alphacut.service.cli.types import ALPHA, GAP, INJECTION, PictureType
from alphacut.solver.bisection.balance import BALANCES
from alphacut.solver.common.alpha import Alpha

Json = Mapping[str, Any]
MOST_LISTED = 100_000  # switches of a range such as 0-7


@click.command
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...", type=SpecType())
@click.option(
    "--fail", required=True, metavar="WHAT=AMOUNT",
    help="What fails, and how much: links=0:5%, links.global=2%, links=1:20:5, switches=0:4.",
)  # fmt: skip
@click.option(
    "--samples", type=int, default=50, show_default=True, metavar="N",
    help="Random failures for each amount.",
)  # fmt: skip
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N",
    help="Of the first sample; the others have the seeds that follow.",
)  # fmt: skip
@click.option(
    "--alpha", type=ALPHA, metavar="A", default=None,
    help="Capacity of a global link divided by that of a local one.  [default: 1]",
)  # fmt: skip
@click.option(
    "--balance",
    type=click.Choice(BALANCES),
    help="What halves share equally.  [default: hosts where switches have unlike numbers of them]",
)
@click.option(
    "--traffic", "traffic", multiple=True, metavar="T",
    help="Also the largest rate that any routing could carry of this traffic: uniform, shift:18, "
    "or the path of a matrix; may be given several times.",
)  # fmt: skip
@click.option(
    "--injection", type=INJECTION, default="1", metavar="C",
    help="Capacity of a host's link, as those of links are told.  [default: 1]",
)  # fmt: skip
@click.option(
    "--domain", "domains", multiple=True, metavar="NAME=S,S-S,…",
    help="Switches that fail together, by number or name: a plane, a rail, a power domain; may be "
    "given several times.",
)  # fmt: skip
@click.option(
    "--gap", type=GAP, metavar="G",
    help="How near to the best cut of a sample a proof has to come.  [default: all the way up to "
    "64 switches, else 5%]",
)  # fmt: skip
@click.option(
    "--csv", "table", type=click.Path(path_type=Path), metavar="FILE.csv",
    help="Write the bands as a table here.",
)  # fmt: skip
@click.option(
    "--plot", type=PictureType(), metavar="FILE", help="Draw the bands: FILE.svg, .png or .pdf."
)
@picture_options
@run_options(
    "for everything, with what is proven", resume=": its samples are kept, and others are added"
)
def resilience(
    specs: tuple[str, ...], alpha: Alpha | None, traffic: tuple[str, ...], injection: Fraction,
    domains: tuple[str, ...], gap: Fraction | None, table: Path | None, plot: Path | None,
    title: str, width: float | None, size: tuple[float, float] | None, run: Run, **asked: Any,
) -> int:  # fmt: skip
    """Compute what is left of networks when links or switches fail.

    For each amount of failures, samples are drawn with seeds, and of each the bisection
    bandwidth, connectivity, and if traffic is given its largest rate: as a band of least,
    quartiles and greatest, proven from both sides. The worst links, switch, group and domain
    are told as well. With several networks one table says which loses least. The result is
    JSON on standard output; words for people go to standard error. Ctrl-C keeps the samples
    that are done, and --resume goes on from there.

    Exit codes: 0 all values of samples exact, 3 bounded, 2 bad input, 130 stopped before a
    network was known, 1 any other failure.
    """
    check_file(table, "--csv")
    check_file(plot, "--plot")
    only_with("--plot", plot is not None, "title", "size", "width")
    size = check_width(width, size)

    from alphacut.arrangements.formats.spec import complete
    from alphacut.service.cli.answering import answered, exit_code, hand_out, request_of
    from alphacut.solver.resilience.kind import RESILIENCE

    parsed = [read_spec(text, of_several=len(specs) > 1, quiet=run.quiet) for text in specs]
    limits: dict[str, Any] = {} if run.time_limit is None else {"seconds": run.time_limit}
    limits |= {} if gap is None else {"gap": str(gap)}
    written = {
        **asked,
        "topologies": [complete(each) for each in parsed],
        "alpha": "1" if alpha is None else str(alpha),
        "traffic": [_traffic(each, parsed[0]) for each in traffic],
        "injection": str(injection),
        "domains": _domains(domains),
        "limits": limits,
    }
    driven = answered(RESILIENCE, request_of(RESILIENCE, written), run)
    document = hand_out(driven, run)
    _write(document, table, plot, title, size)
    return exit_code(driven, [code_of(document["status"])])


def _traffic(text: str, spec: Any) -> Any:
    """Read traffic; a file is that of the first network."""
    from alphacut.arrangements.formats.spec import build
    from alphacut.solver.traffic.reading import read_traffic_argument

    return read_traffic_argument(text, build(spec), host_names=spec.host_names).spec


def _domains(texts: Sequence[str]) -> dict[str, list[Any]]:
    """Read all domains; no two have the same name, of which one would be forgotten."""
    found: dict[str, list[Any]] = {}
    for text in texts:
        name, switches = _domain(text)
        if name in found:
            raise click.UsageError(f"--domain: {name!r} is named twice; list all its switches once")
        found[name] = switches
    return found


def _domain(text: str) -> tuple[str, list[Any]]:
    """Read a name with switches: numbers, ranges of them, and names."""
    name, equals, listed = text.partition("=")
    if not (equals and name.strip() and listed):
        raise click.UsageError(f"--domain: must be NAME=S,S-S, such as rack1=0-7, got {text!r}")
    found: list[Any] = []
    for part in (each.strip() for each in listed.split(",")):
        low, dash, high = part.partition("-")
        if part.isdecimal():
            found.append(int(part))
        elif dash and low.isdecimal() and high.isdecimal():
            first, last = int(low), int(high)
            if not 0 <= last - first < MOST_LISTED:
                raise click.UsageError(f"--domain: {part!r} is no range such as 0-7")
            found += range(first, last + 1)
        else:
            found.append(part)
    return name.strip(), found


def _write(
    document: Json, table: Path | None, plot: Path | None, title: str,
    size: Sequence[float] | None,
) -> None:  # fmt: skip
    """Write the table and the picture."""
    if table is not None:
        from alphacut.service.text.resilience import csv_bytes

        write_file(table, csv_bytes(document))
    if plot is not None:
        from alphacut.service.render.formats import form_of
        from alphacut.service.render.resilience import resilience_picture

        sides = None if size is None else (size[0], size[1])
        picture = resilience_picture(document, form=form_of(plot.suffix), title=title, size=sides)
        write_file(plot, picture)
