"""Lengths in whole micrometres, so that sums and comparisons are exact."""

from __future__ import annotations

from fractions import Fraction

from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError

METRE = 1_000_000  # ticks: micrometres
UNIT = 44_450  # ticks of a rack unit, 44.45 mm (EIA-310)
LONGEST = 10_000 * METRE


def read_length(field: str, written: object, *, least: int = 0) -> int:
    """Read a length in metres, and return it in ticks.

    Raises
    ------
    QuestionError
        If it is none, has more than six decimals, or lies out of range.

    >>> read_length("rack.width", "0.6")
    600000
    """
    told = f"must be metres from {metres(least)} to {LONGEST // METRE:,}, such as 0.6 or 2"
    try:
        ticks = read_rational(written) * METRE
    except NumberError:
        ticks = Fraction(-1)
    if ticks.denominator != 1:
        raise QuestionError(field, f"must have at most six decimals, got {shown(written)}")
    if not least <= ticks <= LONGEST:
        raise QuestionError(field, f"{told}, got {shown(written)}")
    return int(ticks)


def metres(ticks: int) -> str:
    """Write a length in metres, as a decimal that is equal to it.

    >>> metres(600_000), metres(3_000_000)
    ('0.6', '3')
    """
    whole, part = divmod(ticks, METRE)
    decimals = f"{part:06d}".rstrip("0")
    return f"{whole}.{decimals}" if decimals else str(whole)
