"""The pictures of the atlas: for each size, the curves of its arrangements over each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from alphacut.service.render.svg import curve_svg
from benchmarks.atlas.record import Record


def picture(records: Sequence[Record]) -> str:
    """Draw the curves of one size, as SVG; a lower curve is drawn where the bounds do not meet."""
    return curve_svg(records)


def picture_name(a: int, h: int) -> str:
    """Return the name of a size's picture."""
    return f"{a}-{h}.svg"


def draw(records: Sequence[Record], folder: Path) -> None:
    """Write the picture of one size."""
    topology = records[0]["topology"]
    name = picture_name(topology["a"], topology["h"])
    (folder / name).write_text(picture(records), "utf-8")
