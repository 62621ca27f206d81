"""A curve as a table for spreadsheets: decimals, and the exact line in words."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from alphacut.arrangements.words import printable
from alphacut.service.render.reading import Curve, Stretch
from alphacut.service.text.decimals import decimal

COLUMNS = ("from", "to", "intercept", "slope", "value_from", "value_to", "bound", "exact")


def curve_csv(document: Mapping[str, Any]) -> str:
    """Write the segments of a curve document as CSV (RFC 4180 with plain newlines).

    Numbers are decimals, which a spreadsheet computes with and never takes for dates;
    what has no finite decimal is rounded, and `exact` has the piece in fractions.
    `bound` tells the pieces of the upper curve from those of the lower, which only a
    bounded result has. In the last piece `to` is inf, and `value_to` is empty unless
    the piece is level. Where switches have names, `side` has those of one side.
    """
    curve = Curve.of(document, name="")
    names: Sequence[str] = document["topology"].get("names", ())
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow((*COLUMNS, "side") if names else COLUMNS)
    sides = [each["side"] for each in document["segments"]] if names else []
    for place, (bound, piece) in enumerate(_pieces(curve)):
        row = _row(piece, bound, bounded=curve.status == "bounded")
        if names:
            row += (_named(names, sides[place]) if place < len(sides) else "",)
        writer.writerow(row)
    return written.getvalue()


def _named(names: Sequence[str], side: Sequence[int]) -> str:
    """Name the switches of a side, in text that no spreadsheet computes."""
    return "side: " + "; ".join(printable(names[switch]) for switch in side)


def _pieces(curve: Curve) -> Iterator[tuple[str, Stretch]]:
    yield from (("upper", piece) for piece in curve.upper)
    yield from (("lower", piece) for piece in curve.lower)


def _row(piece: Stretch, bound: str, *, bounded: bool) -> tuple[str, ...]:
    """Write a piece; bounds are rounded so that they stay bounds."""
    end = "inf" if piece.end is None else piece.end
    alphas = (decimal(piece.start), end if isinstance(end, str) else decimal(end))
    towards = floor if bound == "lower" else ceil
    line = (piece.intercept, piece.slope, piece.at(piece.start), _last_value(piece))
    cells = ["" if each is None else decimal(each, towards) for each in line]
    relation = "≥" if bound == "lower" else "≤" if bounded else "="
    exact = f"B {relation} {piece.formula} for α from {piece.start} to {end}"
    return (*alphas, *cells, bound, exact)


def _last_value(piece: Stretch) -> Fraction | None:
    if piece.end is not None:
        return piece.at(piece.end)
    return None if piece.slope else piece.intercept
