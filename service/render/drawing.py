"""The drawing of α-curves on matplotlib's axes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from alphacut.service.render.looks import Look, looks
from alphacut.service.render.reading import Curve, Stretch
from alphacut.service.render.window import Window

RING: dict[str, Any] = {  # the mark of a breakpoint
    "marker": "o",
    "markersize": 4.6,
    "markerfacecolor": "white",
    "markeredgecolor": "black",
    "markeredgewidth": 1.0,
}
_MARKS = 7  # markers along each of several curves


def draw_curves(axes: Axes, curves: Sequence[Curve], window: Window) -> None:
    """Draw curves over each other, the first one widest."""
    axes.set_xlim(float(window.left), float(window.right))
    axes.set_ylim(0.0, float(window.top))
    for index, (curve, look) in enumerate(zip(curves, looks(len(curves)), strict=True)):
        order = 3 + index
        if curve.lower:
            _draw_lower(axes, curve, look, window, order)
        xs, ys = polyline(curve.upper, window)
        axes.plot(
            xs,
            ys,
            color=look.colour,
            linewidth=look.width,
            linestyle=look.line_style,
            zorder=order,
            solid_capstyle="butt",
            dash_capstyle="butt",
        )
        if len(curves) > 1:
            _draw_marks(axes, curve, look, window, _shift(index, len(curves)))


def draw_breakpoints(axes: Axes, curves: Sequence[Curve], window: Window) -> None:
    """Mark where segments meet; under a single curve, drop a line to the axis."""
    spots = breakpoints(curves)
    for alpha, value in spots if len(curves) == 1 else ():
        axes.vlines(
            float(alpha), 0.0, float(value), color="0.6", linewidth=0.7, linestyle=":", zorder=1
        )
    for curve in curves:
        spots += [(p.start, p.at(p.start)) for p in curve.upper if p.start == p.end]
    axes.plot(
        [float(alpha) for alpha, _ in spots if alpha <= window.right],
        [float(value) for alpha, value in spots if alpha <= window.right],
        linestyle="none",
        zorder=30,
        **RING,
    )


def breakpoints(curves: Sequence[Curve]) -> list[tuple[Fraction, Fraction]]:
    """Return the different breakpoints of all curves, as α and value, in order."""
    return sorted({spot for curve in curves for spot in curve.breakpoints})


def polyline(pieces: Sequence[Stretch], window: Window) -> tuple[list[float], list[float]]:
    """Return the corners of a curve within the window."""
    corners = [corner for piece in pieces for corner in _corners(piece, window)]
    return [float(alpha) for alpha, _ in corners], [float(value) for _, value in corners]


def _corners(piece: Stretch, window: Window) -> Iterator[tuple[Fraction, Fraction]]:
    start, end = window.clip(piece)
    if start <= end:
        yield start, piece.at(start)
        yield end, piece.at(end)


def _draw_lower(axes: Axes, curve: Curve, look: Look, window: Window, order: int) -> None:
    """Draw the proven lower curve dashed, and shade the gap below the upper one."""
    xs, ys = polyline(curve.lower, window)
    axes.plot(xs, ys, color=look.colour, linewidth=1.2, linestyle=(0, (4, 2.5)), zorder=order)
    shared = _shared_corners(curve, window)
    axes.fill_between(
        [float(x) for x in shared],
        np.interp([float(x) for x in shared], xs, ys),
        [float(curve.at(x)) for x in shared],
        color=look.colour,
        alpha=0.14,
        linewidth=0,
    )


def _shared_corners(curve: Curve, window: Window) -> list[Fraction]:
    corners = {x for piece in (*curve.upper, *curve.lower) for x in window.clip(piece)}
    return sorted(x for x in corners if window.left <= x <= window.right)


def _draw_marks(axes: Axes, curve: Curve, look: Look, window: Window, shift: Fraction) -> None:
    """Set markers along a curve, shifted so that those of other curves fall between them."""
    step = (window.right - window.left) / _MARKS
    spots = [window.left + step * (index + shift) for index in range(_MARKS)]
    first, last = curve.upper[0].start, curve.upper[-1].end
    shown = [x for x in spots if first <= x and (last is None or x <= last)]
    axes.plot(
        [float(x) for x in shown],
        [float(curve.at(x)) for x in shown],
        linestyle="none",
        marker=look.marker,
        markersize=5.5,
        markerfacecolor=look.colour,
        markeredgecolor="white",
        markeredgewidth=0.6,
        zorder=20,
    )


def _shift(index: int, count: int) -> Fraction:
    return Fraction(2 * index + 1, 2 * count)
