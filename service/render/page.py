"""From α and capacity to points of the figure, and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.textpath import TextPath

from alphacut.service.render.labels import Place, Points, Spot

_DENSE = 2.0  # points between samples of a line


@dataclass(frozen=True, kw_only=True)
class Page:
    """The axes, measured in points (1/72 inch)."""

    axes: Axes  # with their final limits

    @property
    def _points(self) -> float:
        """Points for each pixel of the figure."""
        return 72.0 / float(self.axes.figure.dpi)

    def spot(self, alpha: Fraction, value: Fraction) -> Spot:
        """Return where α and a capacity lie."""
        x, y = self.axes.transData.transform((float(alpha), float(value))) * self._points
        return float(x), float(y)

    def back(self, points: Points) -> Points:
        """Return points as α and capacity, for drawing on the axes."""
        moved = self.axes.transData.inverted().transform(points / self._points)
        return np.asarray(moved, dtype=np.float64)

    def straight(self, start: Spot, end: Spot) -> Points:
        """Return points along a straight line."""
        count = 2 + int(np.hypot(end[0] - start[0], end[1] - start[1]) / _DENSE)
        steps = np.linspace(0.0, 1.0, count)[:, None]
        return np.asarray(np.array(start) * (1 - steps) + np.array(end) * steps, dtype=np.float64)

    def dropped(self, spots: Iterable[tuple[Fraction, Fraction]]) -> list[Points]:
        """Return points along the lines from spots down to the axis."""
        return [self.straight(self.spot(x, Fraction(0)), self.spot(x, y)) for x, y in spots]

    @property
    def corner(self) -> Spot:
        """Lower left of the axes."""
        box = self.axes.bbox
        return float(box.x0) * self._points, float(box.y0) * self._points

    @property
    def extent(self) -> Spot:
        """Width and height of the axes."""
        box = self.axes.bbox
        return float(box.width) * self._points, float(box.height) * self._points

    def covered(self, legend: Legend) -> Place:
        """Return the rectangle that a legend covers."""
        box = legend.get_window_extent()
        centre = ((box.x0 + box.x1) / 2 * self._points, (box.y0 + box.y1) / 2 * self._points)
        size = (float(box.width) * self._points, float(box.height) * self._points)
        return Place(centre=centre, angle=0.0, size=size)


def text_size(text: str, points: float) -> Spot:
    """Return the width and height of a text in the figure's font."""
    box = TextPath((0, 0), text, prop=FontProperties(size=points)).get_extents()
    return float(box.width), points
