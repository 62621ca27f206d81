"""`alphacut compare`: several networks beside each other, at one α and over all of them."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import BAD_INPUT, FAILED, Failure, code_of, weakest
from alphacut.service.cli.files import check_file, document_text, write_file
from alphacut.service.cli.idle import given, only_with
from alphacut.service.cli.options import (
    check_width,
    picture_options,
    problem_options,
    processes_option,
    read_spec,
)
from alphacut.service.cli.types import ALPHA, INJECTION, PictureType
from alphacut.solver.common.alpha import Alpha

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec
    from alphacut.service.cli.stopping import Stop

ONE = Alpha.parse(1)
OF_FILES = {".csv": "csv", ".md": "markdown", ".json": "json"}  # what a name asks for
BALANCE = "hosts where the switches of some network have unlike numbers of them, else switches"


@click.command
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...", type=SpecType())
@click.option(
    "--alpha",
    type=ALPHA,
    default=ONE,
    metavar="A",
    help="The α of the table.  [default: 1]",
)
@click.option(
    "--only-alpha",
    is_flag=True,
    help="Solve at this α alone: faster, but leaves open who wins elsewhere.",
)
@click.option(
    "--injection",
    type=INJECTION,
    default="1",
    metavar="C",
    help="Capacity of a host's link, in local links.  [default: 1]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "csv", "json"]),
    default="table",
    show_default=True,
    help="How to print the comparison.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also write the comparison here: FILE.csv or FILE.md has a table, FILE.json the document.",
)
@click.option(
    "--plot",
    type=PictureType(),
    metavar="FILE",
    help="Draw every curve as a share of the highest at each α, or with --only-alpha a bar for "
    "each network: FILE.svg, .png or .pdf.",
)
@picture_options
@partial(problem_options, usual_balance=BALANCE)
@processes_option
@click.option("--quiet", is_flag=True, help="Print nothing but the table.")
def compare(
    specs: tuple[str, ...], alpha: Alpha, only_alpha: bool, injection: Fraction, form: str,
    out: Path | None, plot: Path | None, title: str, size: tuple[float, float] | None,
    width: float | None,
    balance: str | None, engine: str, gap: Fraction,
    time_limit: float | None, processes: int, quiet: bool,
) -> int:  # fmt: skip
    """Compare networks: bisection bandwidth, distances, cables, radix, and who wins where.

    SPEC may also be a curve that `alphacut curve` wrote: it is verified, and not
    computed again. The exit code is that of the weakest result.
    """
    check_file(out, "--out")
    _check(alpha, plot)
    only_with("--plot", plot is not None, "title", "size", "width")
    size = check_width(width, size)
    known = [_stored(text) for text in specs]
    _check_used(specs, known, balance)
    for text, stored in zip(specs, known, strict=True):
        if stored:
            _check_true(Path(text))
    parsed = [
        None if stored else read_spec(text, of_several=len(specs) > 1)
        for text, stored in zip(specs, known, strict=True)
    ]

    from alphacut.service.cli.results import Wanted
    from alphacut.service.cli.stopping import Stop
    from alphacut.service.text.results import curve_words
    from alphacut.solver.bisection.variants import CURVE, POINT
    from alphacut.solver.common.alpha import INFINITY, ZERO
    from alphacut.solver.comparison.units import check_units

    check_units(_units(known, parsed))
    wanted = Wanted(
        kind=POINT if only_alpha else CURVE,
        low=alpha if only_alpha else ZERO, high=alpha if only_alpha else INFINITY,
        balance=balance or _balance(known, parsed), engine=engine, seconds=time_limit, gap=gap,
        units=None, quiet=quiet, describe=curve_words, processes=processes,
    )  # fmt: skip
    with Stop() as stop:
        results = [
            stored or _solve(wanted, spec, stop) for stored, spec in zip(known, parsed, strict=True)
        ]
    document = _compared(results, alpha, injection)
    if out is not None:
        write_file(out, _text(document, _form_of(out, form)))
    if plot is not None:
        _draw(plot, results, document, title, size)
    _print(document, form, quiet)
    return weakest([code_of(result["status"]) for result in results])


def _check(alpha: Alpha, plot: Path | None) -> None:
    if not alpha.finite:
        raise click.UsageError("--alpha: must be finite, such as 5/4")
    check_file(plot, "--plot")


def _check_used(
    specs: Sequence[str], known: Sequence[Mapping[str, Any] | None], balance: str | None
) -> None:
    """Refuse what has no effect on documents, which are not computed again."""
    for text, stored in zip(specs, known, strict=True):
        if stored and balance not in (None, stored.get("balance")):
            raise click.UsageError(f"--balance: {text} balances {stored.get('balance')}")
    if all(known):
        for name in given("only_alpha", "engine", "gap", "time_limit", "processes"):
            option = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{option}: has no effect on documents alone; leave it out")


def _draw(
    plot: Path,
    results: Sequence[Mapping[str, Any]],
    document: Mapping[str, Any],
    title: str,
    size: tuple[float, float] | None,
) -> None:
    from alphacut.service.render.formats import form_of

    form = form_of(plot.suffix)
    if not all("segments" in result for result in results):
        from alphacut.service.render.bars import bars_picture

        write_file(plot, bars_picture(document, form=form, title=title, size=size))
        return
    from alphacut.service.render.shares import shares_picture
    from alphacut.service.text.names import network_name
    from alphacut.solver.comparison.curves import Bounds

    names = [network_name(result["topology"]) for result in results]
    bounds = [Bounds.of(result) for result in results]
    write_file(plot, shares_picture(bounds, names, form=form, title=title, size=size))


def _balance(stored: Sequence[Mapping[str, Any] | None], specs: Sequence[FamilySpec | None]) -> str:
    """Return what halves share where nothing is said: as in the curves that are given, if any."""
    from alphacut.solver.comparison.balance import usual_balance

    given = [each["balance"] for each in stored if each]
    return given[0] if given else usual_balance([each for each in specs if each])


def _units(
    stored: Sequence[Mapping[str, Any] | None], specs: Sequence[FamilySpec | None]
) -> list[str | None]:
    """Return what a capacity of 1 is in each network, where it says so."""
    return [
        curve["topology"].get("unit") if curve else getattr(spec, "unit", None)
        for curve, spec in zip(stored, specs, strict=True)
    ]


def _stored(text: str) -> dict[str, Any] | None:
    """Return the curve or point that a file holds; None if it holds a network.

    Raises
    ------
    Failure
        If it is a document of another kind.
    """
    path = Path(text)
    if path.suffix != ".json" or not path.is_file():
        return None
    from alphacut.arrangements.words import shown
    from alphacut.service.cli.documents import read_document
    from alphacut.solver.bisection.document import CURVE_FORMAT, POINT_FORMAT

    document = read_document(path)
    if not isinstance(document, dict) or not str(document.get("format")).startswith("alphacut-"):
        return None
    if document["format"] not in (CURVE_FORMAT, POINT_FORMAT):
        raise Failure(
            f"{path}: is a document of the format {shown(document['format'])}; give a network, or "
            f"a curve or point ({CURVE_FORMAT}, {POINT_FORMAT})",
            BAD_INPUT,
        )
    return document


def _check_true(path: Path) -> None:
    """Have a document verified."""
    from alphacut.service.cli.checking import Request, checked, opened
    from alphacut.solver.common.limits import USUAL

    with opened(path) as file:
        outcome = checked(Request(path=path, limits=USUAL), file)
    if outcome.code in (FAILED, BAD_INPUT):
        raise Failure(f"{path}: {outcome.words[-1]}", outcome.code)


def _solve(wanted: Any, spec: FamilySpec | None, stop: Stop) -> dict[str, Any]:
    assert spec is not None
    from alphacut.service.cli.progress import ProgressLine
    from alphacut.service.cli.solving import solve
    from alphacut.service.text.names import network_name

    work = wanted.work(spec)
    if stop.asked:
        raise click.Abort
    name = network_name(work.topology)
    with ProgressLine(name, quiet=wanted.quiet) as line:
        return solve(wanted.kind, work, line, stop, wanted.processes).document


def _compared(
    results: Sequence[Mapping[str, Any]], alpha: Alpha, injection: Fraction
) -> dict[str, Any]:
    from alphacut.arrangements.formats.spec import build, complete, parse
    from alphacut.arrangements.structure.description import describe
    from alphacut.solver.comparison.document import comparison

    structures = []
    for result in results:
        spec = parse(result["topology"])
        structures.append(describe(build(spec), complete(spec)))
    return comparison(results, structures, alpha=alpha, injection=injection)


def _print(document: Mapping[str, Any], form: str, quiet: bool) -> None:
    from alphacut.service.text.comparison import terminal_table, winner_words

    text, width = _text(document, form), get_terminal_size().columns
    if form == "table" and sys.stdout.isatty() and max(map(len, text.splitlines())) > width:
        text = terminal_table(document, width) + "\n"
    click.echo(text, nl=False)
    if not quiet:
        for line in winner_words(document):
            click.echo(line, err=True)


def _form_of(out: Path, form: str) -> str:
    """Return how a file is written: as its name says, or else as is printed, but as no table."""
    return OF_FILES.get(out.suffix.lower(), "json" if form == "table" else form)


def _text(document: Mapping[str, Any], form: str) -> str:
    """Write the comparison as a table of some form, or as its document."""
    from alphacut.service.text.comparison import csv_table, markdown_table, plain_table

    if form == "json":
        return document_text(document)
    table = {"table": plain_table, "markdown": markdown_table, "csv": csv_table}[form]
    return "\n".join(table(document)) + "\n"
