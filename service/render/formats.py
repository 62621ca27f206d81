"""Formats of pictures, sizes, and the settings of matplotlib that all of them share."""

from __future__ import annotations

import io
import threading
from typing import TYPE_CHECKING, Any, Literal, get_args

from alphacut.arrangements.numbers import NumberError, read_tolerance
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure  # which takes a while to load

Form = Literal["svg", "png", "pdf"]
FORMS: tuple[Form, ...] = get_args(Form)
DPI = 200  # dots in an inch of a PNG
MOST_LINKS = 60_000  # of a network that is drawn link by link: programs still open the picture
SMALLEST, LARGEST = 2.0, 40.0  # inches of a side
Size = tuple[float, float]  # width and height, in inches
LETTERING: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
    "pdf.fonttype": 42,  # text stays text
}
# matplotlib reads its settings from a place that all threads share
in_use = threading.Lock()


def saved(figure: Figure, form: Form = "svg") -> bytes:
    """Write a figure, with the same bytes each time and text that stays text."""
    from matplotlib import rc_context

    about: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
    key = "Software" if form == "png" else "Creator"
    with in_use, rc_context({"svg.hashsalt": "alphacut", "svg.fonttype": "none"}):
        written = io.BytesIO()
        figure.savefig(written, format=form, dpi=DPI, metadata={**about, key: "alphacut"})
    return written.getvalue()


def form_of(suffix: str) -> Form:
    """Return the format that the end of a file's name asks for.

    Raises
    ------
    ValueError
        If it is none of those that are drawn.
    """
    for form in FORMS:
        if suffix.lower() == f".{form}":
            return form
    raise ValueError(f"draws {', '.join(FORMS)}; name the file with one of these endings")


def read_size(written: str) -> Size:
    """Read a size such as "7.2x4.4", width and height in inches.

    Raises
    ------
    ValueError
        If it is none, or too small or large.
    """
    sides = written.lower().replace("×", "x").split("x")
    try:
        found = [float(read_tolerance(side.strip())) for side in sides]
    except NumberError:
        found = []
    if len(found) != 2 or not all(SMALLEST <= side <= LARGEST for side in found):
        raise ValueError(
            f"must be width x height in inches, {SMALLEST:g} to {LARGEST:g} each, such as 7.2x4.4; "
            f"got {shown(written)}"
        )
    return found[0], found[1]
