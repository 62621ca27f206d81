"""Which of several curves is the highest, on which range of α."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise

from alphacut.solver.comparison.curves import Bounds, Piece
from alphacut.solver.comparison.standing import Standing, standing


@dataclass(frozen=True, kw_only=True)
class Reign:
    """A range of α, and what is known all over it of which curve is the highest."""

    start: Fraction
    end: Fraction | None  # None: for every larger α
    standing: Standing  # by places in the list of curves


def reigns(curves: Sequence[Bounds]) -> list[Reign]:
    """Cut the range that all curves share into ranges with one set of winners each.

    A curve wins where its lower bound is above all others' upper bounds. Where curves
    only touch, at a single α, there is no range of its own.
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
    found = standing([(curve.lower_at(inside), curve.upper_at(inside)) for curve in curves])
    return Reign(start=start, end=end, standing=found)


def _merged(found: Sequence[Reign]) -> list[Reign]:
    merged: list[Reign] = []
    for reign in found:
        before = merged[-1] if merged else None
        if before and before.standing == reign.standing:
            merged[-1] = replace(before, end=reign.end)
        else:
            merged.append(reign)
    return merged
