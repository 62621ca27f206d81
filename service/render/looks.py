"""How several curves stay apart where they run on top of each other, also without colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# Okabe and Ito's colours, which colour-blind readers can tell apart, dark ones first
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")
_DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (14.0, 5.0),
    (5.0, 4.0),
    (14.0, 4.0, 4.0, 4.0),
    (8.0, 5.0),
    (14.0, 4.0, 3.0, 4.0, 3.0, 4.0),
    (22.0, 6.0),
)
_THINNEST = 1.5  # points
_STEP = 1.0  # points by which a curve is wider than the next one above it


@dataclass(frozen=True, kw_only=True)
class Look:
    """How one curve is drawn."""

    colour: str
    marker: str
    width: float  # points
    dashes: tuple[float, ...]  # on, off, … in points; empty: solid

    @property
    def line_style(self) -> Literal["solid"] | tuple[float, tuple[float, ...]]:
        """The dashes as matplotlib takes them: in units of the width."""
        if not self.dashes:
            return "solid"
        return (0.0, tuple(length / self.width for length in self.dashes))


def looks(count: int) -> list[Look]:
    """Return a look for each of several curves, in the order in which they are drawn.

    Earlier curves are wider, so that on a tie each shows beside the thinner one
    above it, and between that one's dashes.
    """
    return [
        Look(
            colour=_COLOURS[index % len(_COLOURS)],
            marker=_MARKERS[index % len(_MARKERS)],
            width=_THINNEST + _STEP * min(count - 1 - index, 5),
            dashes=_DASHES[index % len(_DASHES)],
        )
        for index in range(count)
    ]
