"""Several curves, each as a share of the highest of them at every α."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from matplotlib.figure import Figure

from alphacut.arrangements.words import printable
from alphacut.service.render.formats import Form, Size, saved
from alphacut.service.render.looks import looks
from alphacut.solver.comparison.curves import Bounds

STEPS = 400  # samples along the axis, beside the breakpoints
BEYOND = Fraction(3, 2)  # of the last breakpoint, where the drawing ends


def shares_picture(
    curves: Sequence[Bounds],
    names: Sequence[str],
    *,
    form: Form = "svg",
    title: str = "",
    size: Size | None = None,
) -> bytes:
    """Draw curves, normalised by the best cut known of the highest.

    Where a curve is only bounded, its upper and lower curve are both drawn.

    Parameters
    ----------
    form
        "svg", "png" or "pdf".
    title
        What stands above the picture; left out, nothing.
    size
        Width and height in inches.
    """
    xs = _samples(curves)
    best = [max(curve.upper_at(x) for curve in curves) for x in xs]
    figure = Figure(figsize=size or (8, 5), layout="constrained")
    axes = figure.subplots()
    along = [float(x) for x in xs]
    for curve, name, look in zip(curves, names, looks(len(curves)), strict=True):
        style: dict[str, Any] = {
            "color": look.colour,
            "linestyle": look.line_style,
            "linewidth": look.width,
        }
        axes.plot(along, _ratios([curve.upper_at(x) for x in xs], best), label=name, **style)
        if curve.lower != curve.upper:
            lower = _ratios([curve.lower_at(x) for x in xs], best)
            axes.plot(along, lower, color=look.colour, linewidth=0.8, linestyle=":")
    whole = all(curve.lower == curve.upper for curve in curves)
    highest = "highest bisection bandwidth" if whole else "highest upper bound"
    axes.set(xlabel="α", ylabel=f"share of the {highest}", ylim=(0, 1.05))
    axes.grid(visible=True, alpha=0.3)
    axes.legend(frameon=False)
    if title:
        axes.set_title(printable(title), loc="left", fontsize=11, parse_math=False)
    return saved(figure, form)


def _samples(curves: Sequence[Bounds]) -> list[Fraction]:
    """Return the α at which the curves are drawn: breakpoints, and points between them."""
    start = max(curve.start for curve in curves)
    corners = {piece.start for curve in curves for piece in curve.upper}
    ends = [curve.end for curve in curves if curve.end is not None]
    end = min(ends, default=max(BEYOND * max(corners), start + 1))
    even = {start + (end - start) * Fraction(step, STEPS) for step in range(STEPS + 1)}
    return sorted(x for x in even | corners if start <= x <= end and x > 0)


def _ratios(values: Sequence[Fraction], best: Sequence[Fraction]) -> list[float]:
    return [float(v / b) if b else 1.0 for v, b in zip(values, best, strict=True)]
