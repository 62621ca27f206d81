"""The sheet that a picture of a network is drawn on: its width, and letters that fit it.

A picture for a paper is drawn at the width that it has in print, so that its letters are not
scaled: they have 7 points or more, in one column and across two.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass

from alphacut.arrangements.numbers import NumberError, read_tolerance
from alphacut.arrangements.words import shown
from alphacut.service.render.formats import LARGEST, SMALLEST, Size
from alphacut.solver.common.errors import QuestionError

PIXELS = 96.0  # of SVG in an inch
NAMED = {"column": 85 / 25.4, "page": 180 / 25.4}  # inches
UNITS = {"mm": 1 / 25.4, "cm": 1 / 2.54, "in": 1.0, "pt": 1 / 72}  # inches
NARROWEST, WIDEST = 1.5, 40.0  # inches
HIGH = 0.62  # height of a plot, in its widths
LETTER = 0.6  # mean width of a letter, in its heights


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Heights of letters and of lines, in pixels of the picture."""

    width: float | None = None  # of all; None: as wide as what is drawn
    title: float = 21.0
    words: float = 15.0  # below the picture
    note: float = 14.0  # below the title
    names: float = 13.0  # of nodes
    line: float = 26.0  # from one line of words to the next
    title_line: float = 22.0  # the same for the title and the note
    top: float = 10.0
    margin: float = 64.0  # around what is drawn, for the numbers of groups or short names
    least: float = 0.0  # the smallest letters

    def wrapped(self, words: str, letters: float, room: float) -> list[str]:
        """Break words into lines of a room, in pixels, when letters are so high."""
        return textwrap.wrap(words, max(12, int(room / (LETTER * letters)))) if words else []


SCREEN = Sheet()


def paper(width: float) -> Sheet:
    """Return a sheet for a width in print, in inches."""
    points = PIXELS / 72
    return Sheet(
        width=width * PIXELS, title=8 * points, words=7 * points, note=7 * points,
        names=7 * points, line=10 * points, title_line=10 * points, top=2 * points,
        margin=15 * points, least=7 * points,
    )  # fmt: skip


def read_width(written: object) -> float:
    """Read a width in print, such as "column", "page", "120mm" or 3.5 inches; return inches.

    Raises
    ------
    QuestionError
        If it is none, or too small or large.
    """
    if isinstance(written, str) and written.strip() in NAMED:
        return NAMED[written.strip()]
    text = written.strip() if isinstance(written, str) else written
    unit = 1.0
    if isinstance(text, str) and text[-2:].lower() in UNITS:
        text, unit = text[:-2].strip(), UNITS[text[-2:].lower()]
    try:
        found = float(read_tolerance(text)) * unit
    except NumberError:
        found = math.nan
    if not NARROWEST <= found <= WIDEST:
        raise QuestionError(
            "width",
            "must be column (85 mm), page (180 mm), or a width such as 120mm or 3.5in, from "
            f"{NARROWEST:g} to {WIDEST:g} inches, got {shown(written)}",
        )
    return found


def _checked(size: object) -> Size:
    try:
        wide, high = map(float, size)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        wide = high = math.nan
    if not (SMALLEST <= wide <= LARGEST and SMALLEST <= high <= LARGEST):
        raise QuestionError(
            "size",
            f"must be width and height in inches, {SMALLEST:g} to {LARGEST:g} each, such as "
            f"(7.2, 4.4); got {shown(size)}",
        )
    return wide, high


def size_for(width: object, size: Size | None) -> Size | None:
    """Return the size in inches of a plot that has a width in print, or the one that is given.

    Raises
    ------
    QuestionError
        If there is no such width or size, or both are given.
    """
    if width is None:
        return None if size is None else _checked(size)
    if size is not None:
        raise QuestionError("width", "cannot be given beside size; the height follows from it")
    inches = read_width(width)
    return inches, max(SMALLEST, HIGH * inches)
