"""The values that options take, read exactly; what cannot be read is told with what can."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from alphacut.arrangements.numbers import NumberError, read_duration, read_share, read_tolerance
from alphacut.service.render.units import read_capacity, read_injection
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.service.text.bandwidth import LinkRate

MOST_DAYS = 36_500

Value = TypeVar("Value")


class Read(click.ParamType[Value], Generic[Value]):
    """A value that is read from text.

    Parameters
    ----------
    name
        What it is.
    read
        Raises ValueError for what is none; the message says what would be right.
    """

    def __init__(self, name: str, read: Callable[[str], Value]) -> None:
        self.name, self._read = name, read

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Value:
        """Read a value, unless that was done before."""
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        try:
            return self._read(value)
        except QuestionError as error:
            self.fail(error.problem, param, ctx)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def _number(text: str, read: Callable[[str], Fraction]) -> Fraction:
    try:
        return read(text)
    except NumberError:
        return Fraction(-1)


def _seconds(text: str) -> float:
    seconds = float(_number(text, read_duration))
    if not seconds > 0:
        raise ValueError(f"{text!r} is not a time; give seconds above 0, such as 60, or 5m, or 2h")
    return seconds


def _days(text: str) -> float:
    days = float(_number(text, read_tolerance))
    if not 0 <= days <= MOST_DAYS:
        least = f"give one from 0 to {MOST_DAYS:,}, such as 30"
        raise ValueError(f"{text!r} is not a number of days; {least}")
    return days


def _gap(text: str) -> Fraction:
    gap = _number(text, read_share)
    if not 0 <= gap < 1:
        least = "give a number from 0 to below 1, such as 0.05 or 5%"
        raise ValueError(f"{text!r} is not a gap; {least}")
    return gap


def _rate(text: str) -> LinkRate:
    from alphacut.service.text.bandwidth import read_rate

    return read_rate(text)


def _size(text: str) -> tuple[float, float]:
    from alphacut.service.render.formats import read_size

    return read_size(text)


def _width(text: str) -> float:
    from alphacut.service.render.sheet import read_width

    return read_width(text)


ALPHA = Read("alpha", Alpha.parse)  # 2, 5/4, 1.25 or inf
SECONDS = Read("seconds", _seconds)  # above 0: 90, 90s, 5m, 2h
DAYS = Read("days", _days)  # may be 0
GAP = Read("gap", _gap)  # from 0 to below 1
CAPACITY = Read("gb/s", read_capacity)
INJECTION = Read("capacity", read_injection)  # of a host's link, in units of the others
RATE = Read("rate", _rate)  # of a link, one way, in bytes or bits a second
SIZE = Read("size", _size)  # width and height in inches
WIDTH = Read("width", _width)  # in print, in inches


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
