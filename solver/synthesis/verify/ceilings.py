"""What no arrangement of a dragonfly surpasses, derived again for the verifier.

Nothing here is shared with `solver.synthesis.bounds`; docs/synthesis.md proves the formulas.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from alphacut.solver.common.errors import Refused


def ceiling(
    reason: str, segments: int | None, a: int, h: int, groups: int, trunking: int = 1
) -> tuple[Fraction, Fraction]:
    """Return intercept and slope of an upper bound on the bisection of every arrangement.

    Raises
    ------
    Refused
        If there is no such bound for these numbers.
    """
    if reason == "segments of cycles":
        if segments is None or segments < 2 or segments % 2:
            raise Refused("upper: segments must be an even number from 2")
        if trunking > 1:
            raise Refused("upper: segments of cycles are for single links between groups")
        return _segments(segments, a, h, groups)
    if segments is not None:
        raise Refused(f"upper: {reason} has no segments")
    if reason == "whole groups" and groups % 2 == 0:
        return Fraction(0), Fraction(trunking * groups**2, 4)
    if reason == "whole groups with one split" and groups % 2:
        return _one_split(a, h, groups) if trunking == 1 else _trunks_split(a, groups, trunking)
    raise Refused(f"upper: there is no bound by {reason} for {groups} groups")


def _one_split(a: int, h: int, groups: int) -> tuple[Fraction, Fraction]:
    """Add to the links between whole halves those of the split group that go astray.

    Its switches, by falling degree, are dealt to its halves in turn; the halves' degrees then
    differ by at most h, and by nothing if all are h and equally many are dealt to both. Half the
    difference leads to groups that cannot be on their own side.
    """
    even_deal = a % 2 == 0 and groups - 1 == a * h
    astray = 0 if even_deal else h // 2
    others = (groups - 1) // 2
    return Fraction((a // 2) * (a - a // 2)), Fraction(others**2 + astray)


def _trunks_split(a: int, groups: int, trunking: int) -> tuple[Fraction, Fraction]:
    """Add to the trunks between whole halves what half of a group severs on average.

    Of all links of the split group, those of either part lead to the other side for one half of
    the ways to choose which of the other groups are with it: a half of all are severed.
    """
    others = groups - 1
    between = trunking * Fraction(others, 2) ** 2
    return Fraction((a // 2) * (a - a // 2)), between + Fraction(trunking * others, 2)


def _segments(segments: int, a: int, h: int, groups: int) -> tuple[Fraction, Fraction]:
    """Average over all ways to deal equal segments of a line of switches out to two sides.

    A link between two of u segments is severed in u/2·(u/2)/(u·(u-1)/2) of all ways.
    """
    n = a * groups
    padded = n + n % 2
    if padded % segments:
        raise Refused(f"upper: {segments} segments are not equal for {n} switches")
    severed = Fraction(segments * segments, 2 * segments * (segments - 1))
    links = groups * (groups - 1) // 2
    regular = groups - 1 == a * h
    along = n if regular and h % 2 == 0 else ceil(Fraction(2 * links, h + 1))
    lost = 2 * (segments - 1)  # of the links along the line, at most
    inside = groups * Fraction(a * (a - 1), 2)
    most_inside = Fraction(groups * ((a // 2) * (a - a // 2)))
    return min(most_inside, severed * inside), severed * (links - along + lost)


def lowered(
    value: Fraction, alpha: Fraction, a: int, h: int, groups: int, trunking: int = 1
) -> Fraction:
    """Return the largest capacity that a bisection can have, if it is at most a value."""
    p, q = alpha.numerator, alpha.denominator
    whole = value.numerator * q // value.denominator
    if trunking * (groups - 1) == a * h:
        half = a * groups // 2  # every switch of it has a - 1 local and h global links
        odd = (q * ((a - 1) * half % 2) + p * (h * half % 2)) % 2
        if whole % 2 != odd:
            whole -= 1
    return Fraction(whole, q)
