"""What several commands ask for, read and checked in the same way."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from alphacut.arrangements.errors import SpecError
from alphacut.service.cli import terminal
from alphacut.service.cli.exits import bad_topology
from alphacut.service.cli.files import check_document
from alphacut.service.cli.types import CAPACITY, GAP, RATE, SECONDS, SIZE, WIDTH
from alphacut.service.render.units import Units
from alphacut.solver.bisection.balance import BALANCES
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.common.alpha import Alpha

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec
    from alphacut.service.text.bandwidth import LinkRate

Command = TypeVar("Command", bound=Callable[..., Any])


def cores() -> int:
    """Return how many processes this one may run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


USUAL_BALANCE = "switches; hosts for a METIS file with vertex weights"


def engine_options(command: Command, usual_balance: str = USUAL_BALANCE) -> Command:
    """Add what decides about the problem and how it is solved."""
    for option in (
        click.option("--balance", type=click.Choice(BALANCES), default=None,
                     help="What the two halves have equally many of.  "
                          f"[default: {usual_balance}]"),
        click.option("--engine", type=click.Choice([*CAPABILITIES]), default="auto",
                     show_default=True, help="The solver to use."),
        click.option("--gap", type=GAP, default="0", metavar="G",
                     help="Stop once (upper - lower)/upper is at most G at every α."),
    ):  # fmt: skip
        command = option(command)
    return command


def problem_options(command: Command, usual_balance: str = USUAL_BALANCE) -> Command:
    """Add what decides about the problem and how long to work on it."""
    return engine_options(
        click.option("--time-limit", type=SECONDS, metavar="S",
                     help="Stop after so many seconds (or 5m, 2h) for each network, with what is "
                          "proven.")(command),
        usual_balance,
    )  # fmt: skip


def size_options(command: Command) -> Command:
    """Add other sizes of the two sides than halves."""
    for option in (
        click.option("--imbalance", metavar="E",
                     help="Allow any sizes with at most (1 + E) times half on a side, such as 3%, "
                          "as partitioners do."),
        click.option("--sizes", metavar="K:M",
                     help="Cut into sides of these sizes, such as 400:600, in place of halves."),
    ):  # fmt: skip
        command = option(command)
    return command


def resume_option(command: Command, more: str = "") -> Command:
    """Add the document of an earlier run."""
    return click.option(
        "--resume", type=click.Path(path_type=Path), metavar="FILE",
        help=f"Go on from the result of an earlier run, which is verified first{more}.",
    )(command)  # fmt: skip


def processes_option(command: Command) -> Command:
    """Add how many processes work at the same time."""
    return click.option(
        "--processes", type=click.IntRange(min=1), default=cores, metavar="N",
        help="Work on N points at the same time.  [default: one for each core]",
    )(command)  # fmt: skip


def memory_option(command: Command) -> Command:
    """Add how much memory the work may take."""
    return click.option(
        "--memory", type=click.IntRange(min=64), metavar="MB",
        help="Memory that the process at work may use, libraries included.  [default: no limit]",
    )(command)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Run:
    """How a question is answered here, as the options say that all kinds have."""

    out: Path | None  # of the document; None: standard output
    time_limit: float | None  # seconds
    memory: int | None  # megabytes that the child may use
    quiet: bool  # no words and no progress
    resume: Path | None = None  # the document of an earlier run


def run_options(
    stops: str = "with what is proven", resume: str | None = None
) -> Callable[[Command], Callable[..., Any]]:
    """Add how a question is answered; the command is given it as `run`, once --out can be written.

    Parameters
    ----------
    stops
        What there is when time is over.
    resume
        What going on from an earlier run means; None: the command cannot.
    """

    def add(command: Command) -> Callable[..., Any]:
        @wraps(command)
        def answered(
            *, out: Path | None, time_limit: float | None, memory: int | None, quiet: bool,
            resume: Path | None = None, **asked: Any,
        ) -> Any:  # fmt: skip
            check_document(out)
            run = Run(out=out, time_limit=time_limit, memory=memory, quiet=quiet, resume=resume)
            return command(run=run, **asked)

        quiet = click.option("-q", "--quiet", is_flag=True, help="Write nothing beside the result.")
        added = memory_option(quiet(answered))
        if resume is not None:
            added = resume_option(added, resume)
        for option in (
            click.option("--time-limit", type=SECONDS, metavar="S",
                         help=f"Stop after so many seconds (or 5m, 2h), {stops}."),
            click.option("--out", type=click.Path(path_type=Path), metavar="FILE",
                         help="Write the document here."),
        ):  # fmt: skip
            added = option(added)
        return added

    return add


def unit_options(command: Command) -> Command:
    """Add capacities in Gb/s."""
    for option in (
        click.option("--global", "global_", type=CAPACITY, metavar="GB/S",
                     help="Capacity of a global link."),
        click.option("--local", type=CAPACITY, metavar="GB/S",
                     help="Capacity of a local link; α and B then come in Gb/s as well."),
        click.option("--unit", type=RATE, metavar="RATE",
                     help="What a local link carries one way, such as 25GB/s: B then comes in "
                          "TB/s, one way and both, of full bisection and for each host."),
    ):  # fmt: skip
        command = option(command)
    return command


def check_width(
    width: float | None, size: tuple[float, float] | None
) -> tuple[float, float] | None:
    """Return the size in inches of a plot, which follows from its width in print if that is given.

    Raises
    ------
    UsageError
        If both are given.
    """
    from alphacut.service.render.sheet import size_for

    if width is not None and size is not None:
        raise click.UsageError("--width: cannot be given beside --size; the height follows from it")
    return size_for(width, size)


def picture_options(command: Command) -> Command:
    """Add what a picture is called, and how large it is."""
    for option in (
        click.option("--size", type=SIZE, metavar="WxH",
                     help="Width and height of the picture in inches, such as 7.2x4.4."),
        click.option("--width", type=WIDTH, metavar="W",
                     help="Width in print: column (85 mm), page (180 mm), or such as 120mm."),
        click.option("--title", default="", metavar="TEXT", help="What stands above the picture."),
    ):  # fmt: skip
        command = option(command)
    return command


def read_units(local: Fraction | None, global_: Fraction | None) -> Units | None:
    """Return the units that two options give together."""
    if local is None and global_ is None:
        return None
    if local is None or global_ is None:
        missing = "--local" if local is None else "--global"
        raise click.UsageError(
            f"{missing}: is missing; give --local and --global together, such as "
            "--local 100 --global 400"
        )
    return Units(local=local, global_=global_)


def check_usual(units: Units | None, specs: Sequence[FamilySpec]) -> None:
    """Refuse capacities in Gb/s of networks whose local links have not 1, or global ones not α.

    Raises
    ------
    UsageError
        It names the class of links, and what would do.
    """
    from alphacut.arrangements.formats.spec import build_any

    usual = {"local": (1, 0), "global": (0, 1)}
    for spec in () if units is None else specs:
        for link in build_any(spec).classes:
            if (link.base, link.slope) != usual.get(link.name, (link.base, link.slope)):
                raise click.UsageError(
                    f"--{link.name}: the spec gives {link.name} links a capacity of their own; "
                    "leave out capacities, or give --unit, what a capacity of 1 carries"
                )


def check_own_unit(units: Units | None, rate: LinkRate | None, specs: Sequence[FamilySpec]) -> None:
    """Refuse what a link carries where a network tells the speeds of its links itself.

    Raises
    ------
    UsageError
        It names the option, the classes of links and their unit.
    """
    from alphacut.arrangements.formats.spec import build_any
    from alphacut.arrangements.network import GLOBAL, LOCAL

    option = "--unit" if rate is not None else "--local" if units is not None else None
    for spec in () if option is None else specs:
        unit = getattr(spec, "unit", None)
        names = {link.link_class for link in build_any(spec).links} if unit else set()
        if told := sorted(names - {LOCAL.name, GLOBAL.name}):
            raise click.UsageError(
                f"{option}: the network tells what its links carry ({', '.join(told)}, in units of "
                f"{unit}), and B is counted so already; leave it out"
            )


def check_range(low: Alpha, high: Alpha) -> None:
    """Refuse a range of α that no curve has."""
    if not low.finite:
        raise click.UsageError("--alpha-min: must be finite; for α = inf ask for a point")
    if low > high:
        raise click.UsageError(f"--alpha-max: {high} is below --alpha-min {low}")


def _remark(remark: str) -> None:
    terminal.say(f"alphacut: {remark}")


def read_spec(text: str, *, of_several: bool = False, quiet: bool = False) -> Any:
    """Read and check a topology spec, and say what of a file is not kept.

    Raises
    ------
    Failure
        With exit code 2; with several specs it says which one is wrong.
    """
    from alphacut.arrangements.formats.spec import read

    try:
        return read(text, remark=(lambda _: None) if quiet else _remark)
    except SpecError as error:
        raise bad_topology(error, text if of_several else "") from error
