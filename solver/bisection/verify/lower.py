"""The lower curve of a document, and its gap: what concavity gives from the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from alphacut.solver.bisection.chords import Chord, lower_curve
from alphacut.solver.bisection.verify.claims import PointClaim
from alphacut.solver.bisection.verify.upper import Upper
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import alpha_in, fraction_in, object_in, only_fields

FIELDS = ("from", "to", "intercept", "slope")


def check_lower(document: Mapping[str, Any], upper: Upper, points: Sequence[PointClaim]) -> None:
    """Check that the lower curve is the one that the points give, and the gap what is between.

    Both may stand in any document, and have to stand in one whose bounds do not meet.

    Parameters
    ----------
    upper
        The curve of the document's cuts.
    points
        Those of the document, whose bounds were checked.

    Raises
    ------
    Refused
        If the gap is another one, or the lower curve.
    """
    proven = lower_curve(upper.low, upper.high, [(p.alpha, p.lower) for p in points])
    bounded = document.get("status") in ("bounded", "formula")
    if bounded or "lower" in document:
        _check_curve(document.get("lower"), proven)
    if bounded or "gap" in document:
        written, gap = fraction_in(document, "gap"), largest_gap(upper, proven)
        if written != gap:
            raise Refused(f"the gap is given as {written}, but between the curves it is {gap}")


def _check_curve(written: object, proven: Sequence[Chord]) -> None:
    if not isinstance(written, list) or not written:
        raise DocumentError("lower is not a list of at least one segment")
    chords = [_chord(entry, f"lower.{i}") for i, entry in enumerate(written)]
    for number, (chord, expected) in enumerate(zip_longest(chords, proven)):
        if chord != expected:
            raise Refused(f"lower.{number}: the points give {_words(expected)} there")


def _chord(written: object, name: str) -> Chord:
    entry = object_in(written, name)
    only_fields(entry, FIELDS, name)
    return Chord(
        start=alpha_in(entry, "from"),
        end=alpha_in(entry, "to", open_end=True),
        intercept=fraction_in(entry, "intercept"),
        slope=fraction_in(entry, "slope"),
    )


def _words(chord: Chord | None) -> str:
    if chord is None:
        return "nothing"
    return f"{chord.intercept} + {chord.slope}·α from {chord.start} to {chord.end}"


def largest_gap(upper: Upper, lower: Sequence[Chord]) -> Fraction:
    """Return the largest (upper - lower)/upper over the range.

    Between two corners both curves are straight, so the ratio is largest at one. At infinity
    slopes stand in the place of capacities; where there is no capacity, there is no gap.
    """
    corners = sorted({*(chord.start for chord in lower), *upper.needed})
    largest, chords = Fraction(0), list(lower)
    for alpha in corners:
        while len(chords) > 1 and chords[1].start <= alpha:
            chords.pop(0)
        value = upper.value_at(alpha)
        least = chords[0].at(alpha.fraction) if alpha.finite else chords[0].slope
        largest = max(largest, (value - least) / value if value else Fraction(0))
    return largest
