"""α-curves on axes that somebody else has made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from alphacut.service.render.drawing import polyline
from alphacut.service.render.reading import Curve
from alphacut.service.render.redrawn import draw_on
from alphacut.service.render.window import Window


def draw(document: Mapping[str, Any], ax: Axes | None = None, label: str | None = None) -> Axes:
    """Draw a curve document, and dashed what is proven of it where that is less.

    Parameters
    ----------
    ax
        The axes; None: the current ones of pyplot.
    """
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.gca()
    curve = Curve.of(document, label or "")
    window = Window.of([curve], None)
    xs, ys = polyline(curve.upper, window)
    (line,) = ax.plot(xs, ys, label=label)
    if curve.lower:
        xs, ys = polyline(curve.lower, window)
        ax.plot(xs, ys, color=line.get_color(), linestyle="--")
    spots = [(float(alpha), float(value)) for alpha, value in curve.breakpoints]
    ax.plot(*zip(*spots, strict=True), "o", color=line.get_color()) if spots else None
    ax.set_xlabel("α, the capacity of a global link in local links")
    ax.set_ylabel("B(α)")
    ax.set_ylim(bottom=0)
    return ax


def draw_svg(svg: str, ax: Axes | None = None) -> Axes:
    """Draw the picture of a network on axes; None: the current ones of pyplot."""
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.gca()
    draw_on(svg, ax)
    return ax
