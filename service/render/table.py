"""A curve as a table for spreadsheets, with exact rationals."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from alphacut.service.render.reading import Curve, Stretch

COLUMNS = ("from", "to", "intercept", "slope", "value_from", "value_to", "bound")


def curve_csv(document: Mapping[str, Any]) -> str:
    """Write the segments of a curve document as CSV (RFC 4180 with plain newlines).

    Every number is an exact rational such as 5/4. `bound` tells the pieces of
    the upper curve from those of the lower, which only a bounded result has. In
    the last piece `to` is inf, and `value_to` is empty unless the piece is level.
    """
    curve = Curve.of(document, name="")
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(piece, bound) for bound, piece in _pieces(curve))
    return written.getvalue()


def _pieces(curve: Curve) -> Iterator[tuple[str, Stretch]]:
    yield from (("upper", piece) for piece in curve.upper)
    yield from (("lower", piece) for piece in curve.lower)


def _row(piece: Stretch, bound: str) -> tuple[Fraction | str, ...]:
    return (
        piece.start,
        "inf" if piece.end is None else piece.end,
        piece.intercept,
        piece.slope,
        piece.at(piece.start),
        _last_value(piece),
        bound,
    )


def _last_value(piece: Stretch) -> Fraction | str:
    if piece.end is not None:
        return piece.at(piece.end)
    return "" if piece.slope else piece.intercept
