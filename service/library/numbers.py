"""Numbers as notebooks have them: floats, decimals, fractions, and those of NumPy.

A number that is written with few digits is read as it is written: 0.1 is a tenth, as a float as
well. Where all of them together would need larger integers than engines take, each is the exact
number that it is (of a float the binary one) and is rounded down. Capacities that are rounded
down make no cut larger, so what is proven from below stays true; how much they lost bounds the
error from above.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from math import isfinite, lcm
from typing import Any

from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import shown
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError

LARGEST = 10**9  # of a capacity, in the unit that all are multiples of
DIGITS = 9  # to which numbers are rounded, if nobody says
EXPONENT = 400  # of decimals, either way: floats have no larger one
UNIT = 18  # digits of numerator and denominator of the unit of a document
PARTS = 60  # digits of numerator and denominator of a fraction


@dataclass(frozen=True, kw_only=True)
class Read:
    """A number in both of its readings, which differ for floats alone."""

    written: Fraction  # 0.1 is a tenth
    exact: Fraction  # 0.1 is 3602879701896397/2**55


def read_number(given: Any) -> Read:
    """Read a number of Python or NumPy, or text.

    Raises
    ------
    NumberError
        If it is none, or not finite; its message goes on from the name of a field.
    """
    plain = given.item() if hasattr(given, "item") and not hasattr(given, "__len__") else given
    if isinstance(plain, float):
        if not isfinite(plain):
            raise NumberError(f"must be a finite number, got {shown(given)}")
        return Read(written=Fraction(repr(plain)), exact=Fraction(plain))
    if isinstance(plain, Decimal):
        if not plain.is_finite() or abs(plain.adjusted()) > EXPONENT:
            raise NumberError(f"must be a finite number below 1e{EXPONENT}, got {shown(given)}")
        found = Fraction(plain)
    elif isinstance(plain, Fraction):
        if max(abs(plain.numerator), plain.denominator) >= 10**PARTS:
            raise NumberError(f"must have at most {PARTS} digits in each part, got {shown(given)}")
        found = plain
    else:
        text = plain if isinstance(plain, str) else str(plain)
        found = read_rational(text, digits=18, exponent=18)
    return Read(written=found, exact=found)


@dataclass(frozen=True, kw_only=True)
class Whole:
    """Numbers as multiples of a unit."""

    unit: Fraction
    multiples: tuple[int, ...]
    lost: tuple[Fraction, ...]  # what rounding down took of each
    digits: int | None = None  # to which they were rounded; None: they were not


def read_digits(digits: object) -> int | None:
    """Read to how many digits capacities are rounded.

    Raises
    ------
    QuestionError
        If it is not from 1 to 9.
    """
    if digits is None or (type(digits) is int and 1 <= digits <= DIGITS):
        return digits
    raise QuestionError("digits", f"must be an integer from 1 to {DIGITS}, got {shown(digits)}")


def whole(numbers: Sequence[Read], digits: int | None = None) -> Whole:
    """Write numbers as multiples of a unit, exactly if integers are large enough for that.

    Parameters
    ----------
    numbers
        Not negative.
    digits
        Round down to so many digits of the largest; None: only if they would be too large, to 9.
    """
    largest = max((each.written for each in numbers), default=Fraction(0))
    if digits is None:
        found = _common(numbers, largest)
        if found is not None:
            return found
    rounded_to = digits or DIGITS
    unit = _unit(largest, rounded_to)
    if all((each.written / unit).denominator == 1 for each in numbers):
        return _multiples([each.written for each in numbers], unit)
    found = _multiples([each.exact for each in numbers], unit)
    return Whole(unit=unit, multiples=found.multiples, lost=found.lost, digits=rounded_to)


def check_unit(found: Whole, numbers: Sequence[Read]) -> None:
    """Refuse a unit that has more digits than documents take.

    Raises
    ------
    QuestionError
        With the order of magnitude of the largest weight, however large or small it is.
    """
    if max(found.unit.numerator, found.unit.denominator) < 10**UNIT:
        return
    largest = max(each.written for each in numbers)
    digits = len(str(largest.numerator)) - len(str(largest.denominator))
    raise QuestionError(
        "weight",
        f"the largest is about 1e{digits}; multiply all by one number, so that it lies between "
        "1e-9 and 1e17",
    )


def _common(numbers: Sequence[Read], largest: Fraction) -> Whole | None:
    """Return multiples of the unit that divides all as they are written; None if too large."""
    divisor = 1
    for denominator in {each.written.denominator for each in numbers}:
        divisor = lcm(divisor, denominator)
        if divisor * largest > LARGEST:
            return None
    return _multiples([each.written for each in numbers], Fraction(1, divisor))


def _multiples(numbers: Sequence[Fraction], unit: Fraction) -> Whole:
    multiples = tuple(number // unit for number in numbers)
    lost = tuple(n - m * unit for n, m in zip(numbers, multiples, strict=True))
    return Whole(unit=unit, multiples=multiples, lost=lost)


def _unit(largest: Fraction, digits: int) -> Fraction:
    """Return the power of ten of which the largest number has so many digits."""
    power = 0
    while largest and largest >= Fraction(10) ** power:
        power += 1
    while largest and largest < Fraction(10) ** (power - 1):
        power -= 1
    return Fraction(10) ** (power - digits)


def read_ratio(given: Any, field: str = "alpha", *, up: bool = False) -> tuple[Alpha, Fraction]:
    """Read α; return what rounding it down to 9 digits took.

    Parameters
    ----------
    up
        Round up instead: what that took is negative.

    Raises
    ------
    QuestionError
        If it is none.
    """
    if isinstance(given, str):
        return Alpha.parse(given, field), Fraction(0)
    if isinstance(given, float) and given == float("inf"):
        return Alpha.parse("inf", field), Fraction(0)
    try:
        number = read_number(given)
    except NumberError as error:
        raise QuestionError(field, str(error)) from error
    if isinstance(given, bool) or number.written < 0:
        raise QuestionError(field, f"must be a number that is not negative, got {shown(given)}")
    if max(number.written.numerator, number.written.denominator) < 10**DIGITS:
        return Alpha.of(number.written), Fraction(0)
    if number.exact >= 10**DIGITS:
        raise QuestionError(field, f"must be below 10^{DIGITS}, got {shown(given)}")
    before = len(str(int(number.exact)))
    unit = Fraction(1, 10 ** (DIGITS - before if number.exact >= 1 else DIGITS))
    rounded = (-(-number.exact // unit) if up else number.exact // unit) * unit
    return Alpha.of(rounded), number.exact - rounded


def at_most(error: Fraction) -> str:
    """Write a number with two digits, rounded up."""
    context = Context(prec=2, rounding=ROUND_CEILING)
    return str(context.divide(Decimal(error.numerator), Decimal(error.denominator)))


def place_of(first: Hashable, second: Hashable) -> str:
    """Return how messages call an edge."""
    return f"the edge between {shown(first)} and {shown(second)}"
