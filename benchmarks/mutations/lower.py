"""The lower curve and the gap of a document, written anew from what its points claim."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from alphacut.arrangements.network import Line
from alphacut.solver.bisection.chords import Chord, lower_curve
from alphacut.solver.common.alpha import INFINITY, Alpha

Document = dict[str, Any]


def draw_lower(document: Document) -> None:
    """Write what the points of a curve give from below, so that only their proofs can be false."""
    segments, points = document["segments"], document["points"]
    low, high = _alpha(segments[0]["from"]), _alpha(segments[-1]["to"])
    chords = lower_curve(low, high, [(_alpha(p["alpha"]), Fraction(p["lower"])) for p in points])
    document["lower"] = [
        {
            "from": str(chord.start),
            "to": str(chord.end) if chord.end.finite else None,
            "intercept": str(chord.intercept),
            "slope": str(chord.slope),
        }
        for chord in chords
    ]
    lines = [Line(segment["intercept"], segment["slope"]) for segment in segments]
    corners = [chord.start for chord in chords] + [_alpha(s["from"]) for s in segments] + [high]
    document["gap"] = str(max(_gap(alpha, lines, chords) for alpha in corners))


def _gap(alpha: Alpha, lines: Sequence[Line], chords: Sequence[Chord]) -> Fraction:
    if alpha.finite:
        upper = min(line.at(alpha.fraction) for line in lines)
        lower = min(chord.at(alpha.fraction) for chord in chords)
    else:
        upper, lower = Fraction(lines[-1].slope), chords[-1].slope
    return (upper - lower) / upper if upper else Fraction(0)


def _alpha(written: str | None) -> Alpha:
    return INFINITY if written in (None, "inf") else Alpha.of(Fraction(written))
