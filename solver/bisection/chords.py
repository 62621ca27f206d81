"""The lower curve: what concavity gives from bounds proven at single points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from alphacut.solver.common.alpha import INFINITY, Alpha


@dataclass(frozen=True, kw_only=True)
class Chord:
    """A stretch of the lower curve, intercept + slope·α."""

    start: Alpha
    end: Alpha
    intercept: Fraction
    slope: Fraction

    def at(self, alpha: Fraction) -> Fraction:
        """Return the bound at one α."""
        return self.intercept + self.slope * alpha


def lower_curve(
    low: Alpha, high: Alpha, proven: Iterable[tuple[Alpha, Fraction]]
) -> tuple[Chord, ...]:
    """Return the greatest lower curve that concavity gives from proven values.

    Parameters
    ----------
    low, high
        The range of α.
    proven
        Pairs of α and a lower bound there; at infinity, a bound on the slope.
        That no capacity is negative is always known beside them.

    Notes
    -----
    The curve is the least concave function above the proven values: it starts
    at the bound for α = 0, turns at some of them, and leaves the last with the
    bound on the slope at infinity.
    """
    values: dict[Fraction, Fraction] = {Fraction(0): Fraction(0)}
    final = Fraction(0)
    for alpha, value in proven:
        if alpha.finite:
            values[alpha.fraction] = max(value, values.get(alpha.fraction, Fraction(0)))
        else:
            final = max(final, value)
    corners: list[tuple[Fraction, Fraction]] = []
    for corner in sorted(values.items()):
        while corners and _redundant(corners, corner, final):
            corners.pop()
        if not corners or _slope(corners[-1], corner) > final:
            corners.append(corner)
    return _clipped(low, high, corners, final)


def _slope(first: tuple[Fraction, Fraction], second: tuple[Fraction, Fraction]) -> Fraction:
    return (second[1] - first[1]) / (second[0] - first[0])


def _redundant(
    corners: list[tuple[Fraction, Fraction]], new: tuple[Fraction, Fraction], final: Fraction
) -> bool:
    """Tell whether the last corner lies on or below what its neighbours give."""
    if len(corners) < 2:
        return False
    after = max(_slope(corners[-1], new), final)
    return _slope(corners[-2], corners[-1]) <= after


def _clipped(
    low: Alpha, high: Alpha, corners: list[tuple[Fraction, Fraction]], final: Fraction
) -> tuple[Chord, ...]:
    chords: list[Chord] = []
    for index, (alpha, value) in enumerate(corners):
        last = index == len(corners) - 1
        slope = final if last else _slope(corners[index], corners[index + 1])
        start = max(low, Alpha.of(alpha))
        end = min(high, INFINITY if last else Alpha.of(corners[index + 1][0]))
        if start < end or (start == end == low and low == high and not chords):
            chords.append(Chord(start=start, end=end, intercept=value - slope * alpha, slope=slope))
    return tuple(chords)
