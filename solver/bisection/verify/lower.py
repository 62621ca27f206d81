"""The lower curve of a bounded document: what concavity gives from the points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from solver.bisection.alpha import Alpha
from solver.bisection.chords import Chord, lower_curve
from solver.bisection.verify.claims import PointClaim
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.upper import Upper
from solver.bisection.verify.written import alpha_in, fraction_in, object_in
from solver.errors import DocumentError


@dataclass(frozen=True, kw_only=True)
class _Proven:
    """The lower curve that the points give, to compare with."""

    chords: tuple[Chord, ...]

    def at(self, alpha: Alpha) -> Fraction:
        return next(
            chord.at(alpha.fraction) for chord in self.chords if chord.start <= alpha <= chord.end
        )


def check_lower(document: Mapping[str, Any], upper: Upper, points: list[PointClaim]) -> None:
    """Check that the lower curve covers the range and claims no more than is proven."""
    written = document.get("lower")
    if not isinstance(written, list) or not written:
        raise DocumentError("lower is not a list of at least one segment")
    chords = [_chord(object_in(entry, f"lower.{i}")) for i, entry in enumerate(written)]
    if chords[0].start != upper.low or chords[-1].end != upper.high:
        raise Refused("the lower curve does not cover the range of the segments")
    if any(first.end != second.start for first, second in pairwise(chords)):
        raise Refused("the lower curve leaves a gap")
    single = upper.low == upper.high and len(chords) == 1
    if not single and any(chord.start >= chord.end for chord in chords):
        raise Refused("a stretch of the lower curve is empty")
    proven = lower_curve(upper.low, upper.high, [(p.alpha, p.lower) for p in points])
    for chord in chords:
        _check_chord(chord, _Proven(chords=proven))
    _check_gap(document, upper, chords)


def _chord(entry: Mapping[str, Any]) -> Chord:
    return Chord(
        start=alpha_in(entry, "from"),
        end=alpha_in(entry, "to", open_end=True),
        intercept=fraction_in(entry, "intercept"),
        slope=fraction_in(entry, "slope"),
    )


def _check_chord(chord: Chord, proven: _Proven) -> None:
    """Compare at the ends: what is proven is concave, so it is above in between."""
    for end in (chord.start, chord.end):
        if end.finite:
            too_much = chord.at(end.fraction) > proven.at(end)
        else:
            too_much = chord.slope > proven.chords[-1].slope
        if too_much:
            raise Refused(f"the lower curve claims more than is proven at α = {end}")


def _check_gap(document: Mapping[str, Any], upper: Upper, chords: list[Chord]) -> None:
    """Check that nowhere the curves are farther apart than the gap says.

    Between two corners both curves are straight, so the ratio is largest at one.
    """
    corners = {upper.high, *(chord.start for chord in chords), *upper.needed}
    for alpha in corners:
        value = upper.value_at(alpha)
        lower = next(c for c in reversed(chords) if c.start <= alpha)
        least = lower.at(alpha.fraction) if alpha.finite else lower.slope
        if value and (value - least) / value > fraction_in(document, "gap"):
            raise Refused(f"the gap is larger than stated at α = {alpha}")
