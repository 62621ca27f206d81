"""Which of several curves is the highest, on which range of α."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise

from solver.comparison.curves import Bounds, Piece


@dataclass(frozen=True, kw_only=True)
class Reign:
    """A range of α, and the curves that are highest all over it."""

    start: Fraction
    end: Fraction | None  # None: for every larger α
    winners: tuple[int, ...]  # places in the list of curves; several where they tie
    proven: bool  # False where some curve is only bounded, and might be higher


def reigns(curves: Sequence[Bounds]) -> list[Reign]:
    """Cut the range that all curves share into ranges with one set of winners each.

    A curve wins by the best cut that is known of it. Where curves only touch, at
    a single α, there is no range of its own.
    """
    start = max(curve.start for curve in curves)
    ends = [curve.end for curve in curves if curve.end is not None]
    end = min(ends, default=None)
    marks = [start, *_marks(curves, start, end), *([] if end is None else [end])]
    ranges: list[tuple[Fraction, Fraction | None]] = [*pairwise(marks)]
    if end is None:
        ranges.append((marks[-1], None))
    found = [_reign(curves, low, high) for low, high in ranges]
    return _merged(found)


def _marks(curves: Sequence[Bounds], start: Fraction, end: Fraction | None) -> list[Fraction]:
    """Return, in order, each α inside the range where some order of curves may change."""
    pieces = {piece for curve in curves for piece in (*curve.upper, *curve.lower)}
    corners = {piece.start for piece in pieces} | {piece.end for piece in pieces if piece.end}
    corners |= set(_crossings(pieces))
    return sorted(x for x in corners if start < x and (end is None or x < end))


def _crossings(pieces: Iterable[Piece]) -> Iterable[Fraction]:
    lines = {(piece.intercept, piece.slope) for piece in pieces}
    for (one, steep), (other, flat) in combinations(lines, 2):
        if steep != flat:
            yield (other - one) / (steep - flat)


def _reign(curves: Sequence[Bounds], start: Fraction, end: Fraction | None) -> Reign:
    inside = start + 1 if end is None else (start + end) / 2
    upper = [curve.upper_at(inside) for curve in curves]
    lower = [curve.lower_at(inside) for curve in curves]
    best = max(upper)
    winners = tuple(index for index, value in enumerate(upper) if value == best)
    others = [value for index, value in enumerate(upper) if index not in winners]
    surest = min(lower[index] for index in winners)
    proven = surest >= max(others, default=Fraction(0))
    if len(winners) > 1:
        proven = surest == best
    return Reign(start=start, end=end, winners=winners, proven=proven)


def _merged(found: Sequence[Reign]) -> list[Reign]:
    merged: list[Reign] = []
    for reign in found:
        before = merged[-1] if merged else None
        if before and (before.winners, before.proven) == (reign.winners, reign.proven):
            merged[-1] = replace(before, end=reign.end)
        else:
            merged.append(reign)
    return merged
