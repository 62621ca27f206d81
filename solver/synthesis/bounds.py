"""Upper bounds on the bisection of every arrangement of a shape, whatever it joins.

Each says that every arrangement has a bisection of at most that capacity; docs/synthesis.md has
the proofs.

References
----------
Petersen, Die Theorie der regulären graphs (1891): a regular graph of even degree has a 2-factor.
Vizing, On an estimate of the chromatic class of a p-graph (1964): h + 1 colours suffice for the
links of a simple graph of degree h.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from alphacut.arrangements.links._base import Shape
from alphacut.solver.common.alpha import Alpha

SPLIT = "whole groups with one split"
WHOLE = "whole groups"
SEGMENTS = "segments of cycles"


@dataclass(frozen=True, kw_only=True)
class UpperBound:
    """Every arrangement has a bisection whose capacity is at most intercept + slope·α."""

    reason: str
    intercept: Fraction
    slope: Fraction
    segments: int | None = None  # of cycles, where these are cut into some

    def at(self, alpha: Alpha) -> Fraction:
        """Return its value at a finite α, before parity is used."""
        return self.intercept + self.slope * alpha.fraction


def bounds(shape: Shape) -> list[UpperBound]:
    """Return all bounds that are known for a shape; with trunks, by whole groups alone."""
    return [whole_groups(shape), *(segment_bounds(shape) if shape.trunking == 1 else [])]


def least_bound(shape: Shape, alpha: Alpha) -> tuple[Fraction, UpperBound]:
    """Return the least value at a finite α, parity used, and the bound that gives it."""
    best = min(bounds(shape), key=lambda bound: bound.at(alpha))
    return rounded(shape, alpha, best.at(alpha)), best


def whole_groups(shape: Shape) -> UpperBound:
    """Cut between whole groups; for an odd number of them, split the one that is left.

    The positions of the split group are divided so that those of one half lead to as many of
    the other groups as make a half, or nearly; these are put on its side.
    """
    half, trunking = shape.groups // 2, shape.trunking
    if shape.groups % 2 == 0:
        slope = Fraction(trunking * half * half)
        return UpperBound(reason=WHOLE, intercept=Fraction(0), slope=slope)
    if trunking > 1:
        slope = Fraction(trunking * half * (half + 1))
        return UpperBound(reason=SPLIT, intercept=Fraction(shape.a**2 // 4), slope=slope)
    astray = 0 if shape.full and shape.a % 2 == 0 else shape.h // 2
    return UpperBound(
        reason=SPLIT,
        intercept=Fraction(shape.a**2 // 4),
        slope=Fraction(half * half + astray),
    )


def segment_bounds(shape: Shape) -> list[UpperBound]:
    """Lay cycles and paths of global links end to end, and deal equal segments out to sides."""
    n = shape.groups * shape.a
    links = shape.groups * (shape.groups - 1) // 2
    local = shape.groups * (shape.a * (shape.a - 1) // 2)
    most_local = shape.groups * (shape.a**2 // 4)
    laid = links_laid(shape)
    found = []
    for segments in range(2, n + n % 2 + 1, 2):
        if (n + n % 2) % segments:
            continue
        apart = Fraction(segments, 2 * (segments - 1))  # the chance of two segments
        found.append(
            UpperBound(
                reason=SEGMENTS,
                intercept=min(Fraction(most_local), apart * local),
                slope=apart * (links - laid) + segments,
                segments=segments,
            )
        )
    return found


def links_laid(shape: Shape) -> int:
    """Return how many global links some disjoint cycles and paths have, in any arrangement."""
    n, links = shape.groups * shape.a, shape.groups * (shape.groups - 1) // 2
    if shape.full and shape.h % 2 == 0:
        return n
    return -(-2 * links // (shape.h + 1))


def rounded(shape: Shape, alpha: Alpha, value: Fraction) -> Fraction:
    """Return the largest capacity that a bisection can have, at most a value.

    Capacities times the denominator of α are integers. Where every switch has h global links,
    the numbers of local and of global links that a bisection severs are even or odd for all
    bisections alike.
    """
    scaled = floor(value * alpha.denominator)
    if shape.full:
        half = shape.groups * shape.a // 2
        parity = alpha.denominator * (shape.a - 1) * half + alpha.numerator * shape.h * half
        scaled -= (scaled - parity) % 2
    return Fraction(scaled, alpha.denominator)
