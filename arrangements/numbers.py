"""Numbers as people, files and requests write them: read exactly, at a bounded cost.

Python's own readers are not made for text from outside: `Fraction("1e-999999999")`
writes the power of ten out, `int` takes thousands of digits, and `float` rounds. Every
number that comes from outside is read here, where its digits and its exponent are
counted before anything is computed.
"""

from __future__ import annotations

import re
from fractions import Fraction

from alphacut.arrangements.words import shown

DIGITS = 9  # of each part of a number, unless a place allows more
EXPONENT = 99  # the largest power of ten, either way

_INTEGER = re.compile(r"-?[0-9]+")
_RATIO = re.compile(r"(-?[0-9]+)/([0-9]+)")
_DECIMAL = re.compile(r"(-?)([0-9]+|(?=\.))(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,5}))?")


class NumberError(ValueError):
    """Something that is no number, or one with more digits than may be given."""


def read_integer(written: object, *, digits: int = DIGITS, least: int | None = None) -> int:
    """Read an integer, given as one or as text.

    Parameters
    ----------
    digits
        The most digits that it may have.
    least
        The least value that it may have.

    Raises
    ------
    NumberError
        Its message goes on from the name of a field: "must be …, got …".

    >>> read_integer("12"), read_integer(12, least=1)
    (12, 12)
    """
    value: int | None = None
    if type(written) is int:
        value = written
    elif isinstance(written, str):
        text = written.strip()
        if len(text) <= digits + 1 and _INTEGER.fullmatch(text):
            value = int(text)
    if value is None or abs(value) >= 10**digits or (least is not None and value < least):
        start = "" if least is None else f" from {least}"
        raise NumberError(
            f"must be an integer{start}, of at most {digits} digits, got {shown(written)}"
        )
    return value


def read_rational(written: object, *, digits: int = DIGITS, exponent: int = 0) -> Fraction:
    """Read an exact number: an integer, or text such as "5/4", "-3", "1.25" or ".5".

    Parameters
    ----------
    digits
        The most digits that each part may have: numerator and denominator, or
        those before and those after the point.
    exponent
        The largest power of ten, either way, that text such as "1e-6" may have;
        0: none is read.

    Raises
    ------
    NumberError
        Its message goes on from the name of a field. A float is refused, for what
        it stands for is not what was written; `read_tolerance` takes it.

    >>> read_rational("5/4"), read_rational("1.25"), read_rational("1e-2", exponent=9)
    (Fraction(5, 4), Fraction(5, 4), Fraction(1, 100))
    """
    found: Fraction | None = None
    if type(written) is int and abs(written) < 10**digits:
        found = Fraction(written)
    elif isinstance(written, str) and len(written) <= 2 * digits + 16:
        found = _rational(written.strip(), digits, exponent)
    if found is None:
        raise NumberError(
            'must be a number such as 2, "5/4" or "1.25", with at most '
            f"{digits} digits in each part, got {shown(written)}"
        )
    return found


def read_amount(written: object) -> Fraction:
    """Read a ratio, a capacity or a share of one, exactly: also with a plus or an exponent.

    A float is taken if it is whole, as JSON may write integers. What is read can be written as a
    ratio and read again.

    Raises
    ------
    NumberError
        If it is none, or has more than `DIGITS` digits in a part, those of a decimal with an
        exponent counted where it is written out.

    >>> read_amount("1e3"), read_amount("+2.5e-1"), read_amount(2.0), read_amount("1/1000000000")
    (Fraction(1000, 1), Fraction(1, 4), Fraction(2, 1), Fraction(1, 1000000000))
    """
    if isinstance(written, float) and written.is_integer() and abs(written) < 10**DIGITS:
        return Fraction(int(written))
    text = written.strip().removeprefix("+") if isinstance(written, str) else written
    long = isinstance(text, str) and "/" in text
    amount = read_rational(text, digits=2 * DIGITS if long else DIGITS, exponent=DIGITS)
    if max(abs(amount.numerator), amount.denominator) < 10**DIGITS:
        return amount
    if abs(amount) >= 10**DIGITS or 10**DIGITS % amount.denominator:
        raise NumberError(f"must have at most {DIGITS} digits in each part, got {shown(written)}")
    return amount


def read_tolerance(written: object) -> Fraction:
    """Read a tolerance, such as a gap: as `read_rational` does, or a float as it is shown.

    Raises
    ------
    NumberError
        Its message goes on from the name of a field.

    >>> read_tolerance(0.05), read_tolerance("1e-6")
    (Fraction(1, 20), Fraction(1, 1000000))
    """
    text = repr(written) if isinstance(written, float) else written
    return read_rational(text, digits=24, exponent=EXPONENT)


def read_share(written: object) -> Fraction:
    """Read a share of 1, such as a gap: as `read_tolerance` does, or in percent.

    >>> read_share("5%"), read_share(" 0.5 % "), read_share("1/20")
    (Fraction(1, 20), Fraction(1, 200), Fraction(1, 20))

    Raises
    ------
    NumberError
        Its message goes on from the name of a field.
    """
    text = written.strip() if isinstance(written, str) else written
    try:
        if isinstance(text, str) and text.endswith("%"):
            return read_tolerance(text[:-1].strip()) / 100
        return read_tolerance(text)
    except NumberError as error:
        raise NumberError(
            f"must be a share of 1 such as 0.05, or one in percent such as 5%, got {shown(written)}"
        ) from error


UNITS_OF_TIME = {"s": 1, "m": 60, "h": 3600, "d": 86_400}  # in seconds


def read_duration(written: object) -> Fraction:
    """Read a time in seconds: a number of them, or one with a unit, as in 90s, 5m, 1.5h, 2d.

    >>> read_duration("5m"), read_duration(1.5)
    (Fraction(300, 1), Fraction(3, 2))

    Raises
    ------
    NumberError
        Its message goes on from the name of a field.
    """
    text = written.strip() if isinstance(written, str) else written
    try:
        if isinstance(text, str) and text[-1:] in UNITS_OF_TIME:
            return read_tolerance(text[:-1].strip()) * UNITS_OF_TIME[text[-1]]
        return read_tolerance(text)
    except NumberError as error:
        raise NumberError(
            "must be a time in seconds such as 60, or with a unit such as 90s, 5m, 2h or 1d, "
            f"got {shown(written)}"
        ) from error


def _rational(text: str, digits: int, exponent: int) -> Fraction | None:
    """Read text whose length is bounded; None if it is no number, or has too many digits."""
    if ratio := _RATIO.fullmatch(text):
        top, bottom = ratio[1].lstrip("-"), ratio[2]
        if max(len(top), len(bottom)) > digits or not int(bottom):
            return None
        return Fraction(int(ratio[1]), int(bottom))
    decimal = _DECIMAL.fullmatch(text)
    if decimal is None:
        return None
    sign, whole, part, power = decimal[1], decimal[2], decimal[3] or "", int(decimal[4] or 0)
    if max(len(whole), len(part)) > digits or abs(power) > exponent:
        return None
    if decimal[4] is not None and not exponent:
        return None
    value = Fraction(int(sign + whole + part), 10 ** len(part))
    return value * Fraction(10) ** power
