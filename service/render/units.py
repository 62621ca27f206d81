"""Capacities in Gb/s: what α and B are in the units of a real machine."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from alphacut.arrangements.numbers import NumberError, read_amount
from alphacut.arrangements.words import shown

_LONGEST = 6  # decimals before a number is written as a ratio


@dataclass(frozen=True, kw_only=True)
class Units:
    """What one link of each class carries."""

    local: Fraction  # Gb/s of a local link, above 0
    global_: Fraction  # Gb/s of a global link, above 0

    @property
    def alpha(self) -> Fraction:
        """The ratio of global to local capacity."""
        return self.global_ / self.local

    def capacity(self, value: Fraction) -> str:
        """Write a capacity, given in local links, in Gb/s."""
        return f"{plain(value * self.local)} Gb/s"

    def global_link(self, alpha: Fraction) -> str:
        """Write the capacity that a global link has at one α, in Gb/s."""
        return f"{plain(alpha * self.local)} Gb/s"


def read_capacity(written: str) -> Fraction:
    """Read a capacity in Gb/s: a positive integer, decimal or ratio.

    Raises
    ------
    ValueError
        For anything else; the message says what would be right.
    """
    return _positive(written, "a capacity in Gb/s", "100, 12.5 or 400/3")


def read_injection(written: str) -> Fraction:
    """Read the capacity of a host's link, as those of other links are told.

    Raises
    ------
    ValueError
        If it is no positive integer, decimal or ratio.
    """
    return _positive(written, "the capacity of a host's link, as links are told", "1, 5/4 or 2.5")


def _positive(written: str, what: str, such_as: str) -> Fraction:
    try:
        capacity = read_amount(written)
    except NumberError:
        capacity = Fraction(0)
    if capacity <= 0:
        raise ValueError(
            f"{shown(written)} is not {what}; write a positive number such as {such_as}, "
            "with at most 9 digits in each part"
        )
    return capacity


def plain(value: Fraction) -> str:
    """Write an exact number with thousands marked, as a decimal where one is short.

    >>> plain(Fraction(10825, 2)), plain(Fraction(400, 3))
    ('5,412.5', '400/3')
    """
    scaled = value * 10**_LONGEST
    if scaled.denominator != 1:
        return f"{value.numerator:,}/{value.denominator}"
    whole, decimals = divmod(scaled.numerator, 10**_LONGEST)
    tail = f"{decimals:0{_LONGEST}d}".rstrip("0")
    return f"{whole:,}.{tail}" if tail else f"{whole:,}"
