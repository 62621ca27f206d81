"""Exact numbers as people read them: as fractions, and as decimals beside them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

PLACES = 12  # after the point, of a decimal that is still written out
SHOWN = 3  # after the point, of one that is rounded in words


def exact_decimal(value: Fraction) -> str | None:
    """Write a number as a decimal that is equal to it; None if it has none, or a long one.

    >>> exact_decimal(Fraction(5, 4)), exact_decimal(Fraction(1, 3))
    ('1.25', None)
    """
    scaled = value * 10**PLACES
    return _placed(scaled.numerator) if scaled.denominator == 1 else None


def decimal(value: Fraction, towards: Callable[[Fraction], int] = round) -> str:
    """Write a number as a decimal, rounded if it has to be: what a spreadsheet computes with.

    Parameters
    ----------
    towards
        How it is rounded: `floor` for a lower bound, `ceil` for an upper one, so that it stays one.

    >>> decimal(Fraction(1, 3)), decimal(Fraction(1, 3), ceil), decimal(Fraction(-5, 4))
    ('0.333333333333', '0.333333333334', '-1.25')
    """
    return _placed(towards(value * 10**PLACES))


def _placed(scaled: int) -> str:
    """Write so many units of the last place."""
    whole, part = divmod(abs(scaled), 10**PLACES)
    decimals = f"{part:0{PLACES}d}".rstrip("0")
    return f"{'-' if scaled < 0 else ''}{whole}" + (f".{decimals}" if decimals else "")


def both(value: Fraction) -> str:
    """Write a number as people check it: a fraction, and what it comes to.

    >>> both(Fraction(99, 2)), both(Fraction(1, 3)), both(Fraction(7))
    ('99/2 (49.5)', '1/3 (≈ 0.333)', '7')
    """
    if value.denominator == 1:
        return str(value)
    exact = exact_decimal(value)
    if exact is not None and len(exact.partition(".")[2]) <= SHOWN:
        return f"{value} ({exact})"
    return (
        f"{value} (≈ {float(value):.{SHOWN}g})"
        if abs(value) < 1
        else (f"{value} (≈ {float(value):.{SHOWN}f})")
    )
