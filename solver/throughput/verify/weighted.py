"""Sums of fractions over a common denominator, exactly."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

# Of the common denominator. A document writes fewer digits, so that no rate in it is exact where
# more would be needed, and what is rounded off beyond is less than what it can tell.
BITS = 13_000


def weighted_sum(terms: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Return the sum of values times weights; rounded down where its denominator is huge.

    Parameters
    ----------
    terms
        Values and weights, not negative.
    """
    numerators: dict[int, int] = {}
    for value, weight in terms:
        at = value.denominator
        numerators[at] = numerators.get(at, 0) + weight * value.numerator
    parts = [Fraction(top, bottom) for bottom, top in numerators.items()]
    common = _common(parts)
    if common is None:
        return Fraction(sum((p.numerator << BITS) // p.denominator for p in parts), 1 << BITS)
    return Fraction(sum(p.numerator * (common // p.denominator) for p in parts), common)


def _common(parts: list[Fraction]) -> int | None:
    """Return the common denominator; None if it has too many bits."""
    common = 1
    for part in parts:
        common = lcm(common, part.denominator)
        if common.bit_length() > BITS:
            return None
    return common
