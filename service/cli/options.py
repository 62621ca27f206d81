"""What several commands ask for, read and checked in the same way."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.numbers import NumberError, read_duration, read_share, read_tolerance
from alphacut.service.cli import terminal
from alphacut.service.cli.exits import bad_topology
from alphacut.service.render.units import Units, read_capacity
from alphacut.solver.bisection.balance import BALANCES
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec
    from alphacut.service.text.bandwidth import LinkRate

MOST_DAYS = 36_500

Command = TypeVar("Command", bound=Callable[..., Any])


class AlphaType(click.ParamType[Alpha]):
    """α as users write it: 2, 5/4, 1.25 or inf."""

    name = "alpha"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Alpha:
        """Read α exactly."""
        try:
            return value if isinstance(value, Alpha) else Alpha.parse(value)
        except QuestionError as error:
            self.fail(error.problem, param, ctx)


class SecondsType(click.ParamType[float]):
    """A time above 0, in seconds or with a unit: 90, 90s, 5m, 2h."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a time."""
        try:
            seconds = value if isinstance(value, float) else float(read_duration(value))
        except NumberError:
            seconds = 0.0
        if not seconds > 0:
            self.fail(
                f"{value!r} is not a time; give seconds above 0, such as 60, or 5m, or 2h",
                param,
                ctx,
            )
        return seconds


class DaysType(click.ParamType[float]):
    """A number of days, which may be 0."""

    name = "days"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a time."""
        try:
            days = value if isinstance(value, float) else float(read_tolerance(value))
        except NumberError:
            days = -1.0
        if not 0 <= days <= MOST_DAYS:
            self.fail(
                f"{value!r} is not a number of days; give one from 0 to {MOST_DAYS:,}, such as 30",
                param,
                ctx,
            )
        return days


def cores() -> int:
    """Return how many processes this one may run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class GapType(click.ParamType[Fraction]):
    """A gap from 0 to below 1, exactly."""

    name = "gap"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Read a gap."""
        try:
            gap = value if isinstance(value, Fraction) else read_share(value)
        except NumberError:
            gap = Fraction(-1)
        if not 0 <= gap < 1:
            self.fail(
                f"{value!r} is not a gap; give a number from 0 to below 1, such as 0.05 or 5%",
                param,
                ctx,
            )
        return gap


class CapacityType(click.ParamType[Fraction]):
    """A capacity in Gb/s, exactly."""

    name = "gb/s"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Read a capacity."""
        try:
            return value if isinstance(value, Fraction) else read_capacity(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class RateType(click.ParamType["LinkRate"]):
    """What a link carries, one way, in bytes or bits a second."""

    name = "rate"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> LinkRate:
        """Read a rate."""
        from alphacut.service.text.bandwidth import LinkRate, read_rate

        try:
            return value if isinstance(value, LinkRate) else read_rate(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def problem_options(command: Command) -> Command:
    """Add what decides about the problem and how long to work on it."""
    for option in (
        click.option("--balance", type=click.Choice(BALANCES), default=None,
                     help="What the two halves have equally many of.  [default: switches; "
                          "hosts for a METIS file with vertex weights]"),
        click.option("--engine", type=click.Choice([*CAPABILITIES]), default="auto",
                     show_default=True, help="The solver to use."),
        click.option("--gap", type=GapType(), default="0", metavar="G",
                     help="Stop once (upper - lower)/upper is at most G at every α."),
        click.option("--time-limit", type=SecondsType(), metavar="S",
                     help="Stop after so many seconds (or 5m, 2h) for each network, with what is "
                          "proven."),
    ):  # fmt: skip
        command = option(command)
    return command


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


def resume_option(command: Command) -> Command:
    """Add the document of an earlier run."""
    return click.option(
        "--resume", type=click.Path(path_type=Path), metavar="FILE",
        help="Go on from the result of an earlier run; each proof in it is verified first.",
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


def unit_options(command: Command) -> Command:
    """Add capacities in Gb/s."""
    for option in (
        click.option("--global", "global_", type=CapacityType(), metavar="GB/S",
                     help="Capacity of a global link."),
        click.option("--local", type=CapacityType(), metavar="GB/S",
                     help="Capacity of a local link; α and B then come in Gb/s as well."),
        click.option("--unit", type=RateType(), metavar="RATE",
                     help="What a local link carries one way, such as 25GB/s: B then comes in "
                          "TB/s, one way and both, of full bisection and for each host."),
    ):  # fmt: skip
        command = option(command)
    return command


class PictureType(click.Path):
    """A file for a picture, whose name says the format."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the path, and check its ending before any time is spent."""
        from alphacut.service.render.formats import form_of

        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        try:
            form_of(path.suffix)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return path


class SizeType(click.ParamType[tuple[float, float]]):
    """Width and height of a picture, in inches."""

    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Read a size."""
        from alphacut.service.render.formats import read_size

        try:
            return value if isinstance(value, tuple) else read_size(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class WidthType(click.ParamType[float]):
    """The width of a picture in print, in inches."""

    name = "width"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a width."""
        from alphacut.service.render.sheet import read_width
        from alphacut.solver.common.errors import QuestionError

        try:
            return value if isinstance(value, float) else read_width(value)
        except QuestionError as error:
            self.fail(error.problem, param, ctx)


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
        click.option("--size", type=SizeType(), metavar="WxH",
                     help="Width and height of the picture in inches, such as 7.2x4.4."),
        click.option("--width", type=WidthType(), metavar="W",
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


def any_alpha(spec: FamilySpec) -> Alpha:
    """Return some α, where the network's capacities do not depend on it.

    Raises
    ------
    UsageError
        If they do.
    """
    from alphacut.arrangements.formats.spec import build_any

    if build_any(spec).depends_on_alpha:
        raise click.UsageError("--alpha: is missing; give a ratio such as 5/4")
    return Alpha.parse(1)


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
