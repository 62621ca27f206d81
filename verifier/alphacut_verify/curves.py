"""Piecewise linear concave curves: the upper one of cuts, the lower one of proven bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, kw_only=True)
class Piece:
    """intercept + slope·α from one α to another; None is infinity."""

    start: Fraction
    end: Fraction | None
    intercept: Fraction
    slope: Fraction

    def at(self, alpha: Fraction) -> Fraction:
        """Return the value at an α."""
        return self.intercept + self.slope * alpha


def value_at(pieces: Sequence[Piece], alpha: Fraction) -> Fraction:
    """Return the value of a curve at an α of its range."""
    for piece in pieces:
        if piece.end is None or alpha <= piece.end:
            return piece.at(alpha)
    return pieces[-1].at(alpha)


def lower_curve(
    bounds: Sequence[tuple[Fraction, Fraction]], slope: Fraction,
    start: Fraction, end: Fraction | None,
) -> list[Piece]:  # fmt: skip
    """Return the least concave curve on or above some bounds, with a slope at the end.

    Parameters
    ----------
    bounds
        Pairs of α and what no bisection is below there, in order of α; one is for α = 0.
    slope
        What the curve climbs at least.
    start, end
        The range, to which it is cut.
    """
    hull: list[tuple[Fraction, Fraction]] = []
    for point in bounds:
        while len(hull) > 1 and _rise(hull[-2], hull[-1]) <= _rise(hull[-1], point):
            hull.pop()
        hull.append(point)
    while len(hull) > 1 and _rise(hull[-2], hull[-1]) <= slope:
        hull.pop()
    pieces = []
    for i, (x, y) in enumerate(hull):
        rise = _rise((x, y), hull[i + 1]) if i + 1 < len(hull) else slope
        last = hull[i + 1][0] if i + 1 < len(hull) else None
        low = max(x, start)
        high = end if last is None else last if end is None else min(last, end)
        if high is None or low < high:
            pieces.append(Piece(start=low, end=high, intercept=y - rise * x, slope=rise))
    return pieces


def _rise(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> Fraction:
    return (other[1] - one[1]) / (other[0] - one[0])


def largest_gap(upper: Sequence[Piece], lower: Sequence[Piece]) -> Fraction:
    """Return the largest (upper - lower)/upper, which lies where one of them bends or ends."""
    ends = {each for piece in (*upper, *lower) for each in (piece.start, piece.end)}
    gaps = [Fraction(0)]
    for alpha in ends:
        if alpha is None:
            above, below = (
                (upper[-1].slope, lower[-1].slope)
                if upper[-1].slope
                else (upper[-1].intercept, lower[-1].intercept)
            )
        else:
            above, below = value_at(upper, alpha), value_at(lower, alpha)
            if not above and not alpha:  # just above 0 the slopes decide
                above, below = upper[0].slope, lower[0].slope
        if above:
            gaps.append((above - below) / above)
    return max(gaps)
