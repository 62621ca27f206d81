"""α-curves as a figure in SVG."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D

from alphacut.arrangements.words import printable
from alphacut.service.render.drawing import RING, draw_breakpoints, draw_curves
from alphacut.service.render.formats import DPI, LETTERING, Form, Size, in_use
from alphacut.service.render.lettering import letter
from alphacut.service.render.looks import looks
from alphacut.service.render.page import Page
from alphacut.service.render.reading import Curve
from alphacut.service.render.units import Units, plain
from alphacut.service.render.window import Window
from alphacut.service.text.names import network_name

_INCHES: Size = (7.2, 4.4)  # as wide as a README shows it at full size
_SETTINGS: dict[Any, Any] = {
    **LETTERING,
    "svg.hashsalt": "alphacut",  # the same curve gives the same bytes
    "svg.fonttype": "none",  # text stays text: small, searchable, read aloud
}


def curve_svg(
    documents: Sequence[Mapping[str, Any]],
    *,
    labels: Sequence[str] | None = None,
    units: Units | None = None,
) -> str:
    """Draw one curve, or several over each other, as SVG: see `curve_picture`."""
    return curve_picture(documents, labels=labels, units=units).decode()


def curve_picture(
    documents: Sequence[Mapping[str, Any]],
    *,
    labels: Sequence[str] | None = None,
    units: Units | None = None,
    form: Form = "svg",
    title: str = "",
    size: Size | None = None,
) -> bytes:
    """Draw one curve, or several over each other.

    Segments are labelled with their lines and breakpoints with their α. Of a
    bounded result the proven lower curve is dashed and the gap shaded.

    Parameters
    ----------
    documents
        At least one `alphacut-curve/1` document.
    labels
        A name for each; by default that of its network.
    units
        Capacities in Gb/s, for which further axes and the machine's own α are drawn.
    form
        "svg", "png" or "pdf".
    title
        What stands above the picture; left out, what is drawn.
    size
        Width and height in inches.

    Returns
    -------
    bytes
        A document, the same for the same curves.
    """
    if not documents:
        raise ValueError("there is no curve to draw")
    named = labels if labels is not None else [_name(document) for document in documents]
    names = [printable(each) for each in named]  # XML cannot hold control characters
    curves = [Curve.of(each, name) for each, name in zip(documents, names, strict=True)]
    head = printable(title) or _title(curves)
    with in_use, rc_context(_SETTINGS):
        return _written(_figure(curves, units, head, size or _INCHES), head, form)


def _figure(curves: Sequence[Curve], units: Units | None, head: str, size: Size) -> Figure:
    figure = Figure(figsize=size, dpi=72, facecolor="white")
    FigureCanvasSVG(figure)
    axes = figure.add_axes(_frame(units))
    window = Window.of(curves, units)
    _dress(axes, curves)
    draw_curves(axes, curves, window)
    draw_breakpoints(axes, curves, window)
    if units is not None:
        _add_units(axes, window, units)
    legend = _legend(axes, curves, units) if len(curves) > 1 else None
    letter(Page(axes=axes), curves, window, units=units, legend=legend)
    title = figure.text(0.012, 0.975, head, fontsize=11, va="top", ha="left")
    title.set_parse_math(False)
    return figure


def _frame(units: Units | None) -> tuple[float, float, float, float]:
    """Return left, bottom, width and height of the axes, as shares of the figure."""
    return (0.085, 0.12, 0.885, 0.785) if units is None else (0.085, 0.12, 0.80, 0.685)


def _dress(axes: Axes, curves: Sequence[Curve]) -> None:
    axes.set_xlabel("α, the capacity of a global link in local links", fontsize=9)
    value = "B(α)" if all(curve.status != "bounded" for curve in curves) else "bounds on B(α)"
    local = all(curve.unit == 1 for curve in curves)
    counted = "in local links" if local else "as the network counts it"
    axes.set_ylabel(f"{value}, {counted}", fontsize=9)
    axes.tick_params(labelsize=8.5, width=0.7)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)


def _title(curves: Sequence[Curve]) -> str:
    if len(curves) > 1:
        return "Bisection bandwidth as a function of α"
    return f"Bisection bandwidth of {_called(curves[0])}"


def _called(curve: Curve) -> str:
    return curve.name if curve.status == "exact" else f"{curve.name} ({curve.status})"


def _entry(curve: Curve, units: Units | None) -> str:
    """Name a curve in the legend, with its value at the machine's own α."""
    if units is None:
        return _called(curve)
    return f"{_called(curve)}: {units.capacity(curve.at(units.alpha))} at α = {units.alpha}"


def _legend(axes: Axes, curves: Sequence[Curve], units: Units | None) -> Legend:
    handles = [
        Line2D(
            [], [], color=look.colour, linewidth=look.width, linestyle=look.line_style,
            marker=look.marker, markersize=5.5, markeredgecolor="white", markeredgewidth=0.6,
        )
        for look in looks(len(curves))
    ]  # fmt: skip
    handles.append(Line2D([], [], linestyle="none", **RING))
    entries = [*(_entry(curve, units) for curve in curves), "breakpoint, with its α"]
    legend = axes.legend(
        handles, entries, loc="lower right", fontsize=8.5,
        handlelength=4.5, labelspacing=0.7, framealpha=1.0, edgecolor="0.8",
    )  # fmt: skip
    for text in legend.get_texts():
        text.set_parse_math(False)
    legend.set_zorder(50)
    return legend


def _add_units(axes: Axes, window: Window, units: Units) -> None:
    """Repeat both axes in Gb/s, and mark the machine's own α."""
    axes.vlines(
        float(units.alpha), 0.0, float(window.top), color="0.35", linewidth=0.8,
        linestyle=(0, (6, 2, 1, 2)), zorder=1,
    )  # fmt: skip
    scale = float(units.local)

    def there(values: Any) -> Any:
        return values * scale

    def back(values: Any) -> Any:
        return values / scale

    top = axes.secondary_xaxis("top", functions=(there, back))
    top.set_xlabel(f"global link in Gb/s, beside a local one of {plain(units.local)}", fontsize=9)
    right = axes.secondary_yaxis("right", functions=(there, back))
    right.set_ylabel("in Gb/s", fontsize=9)
    for axis in (top, right):
        axis.tick_params(labelsize=8.5, width=0.7)


def _written(figure: Figure, title: str, form: Form) -> bytes:
    drawn = io.BytesIO()
    if form != "svg":
        nameless = {"CreationDate": None} if form == "pdf" else {}
        figure.savefig(drawn, format=form, dpi=DPI, metadata={**nameless, "Title": title})
        return drawn.getvalue()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None, "Title": title})
    return drawn.getvalue().replace(b"<svg ", b'<svg role="img" ', 1)


def _name(document: Mapping[str, Any]) -> str:
    return network_name(document["topology"])
