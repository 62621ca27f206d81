"""Pictures of a report: a front, lengths of cables, and racks on a floor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from typing import Any

from matplotlib.figure import Figure

from alphacut.arrangements.words import printable
from alphacut.service.render.formats import saved

Json = Mapping[str, Any]
COLOURS = {"copper": "#B07D00", "optical": "#0072B2"}
WIDE, NARROW = 800.0, 300.0  # of a floor, in points, at most and at least
MOST_RACKS = 5_000  # on a floor that is drawn
HUES = ("#cfe3f2", "#f6dccb", "#cdebe0", "#efd9e6", "#f0e2bd", "#dcd3e6")


def front_svg(rows: Sequence[Json]) -> str:
    """Draw designs by price for each host and bisection bandwidth for each host."""
    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    axes = figure.subplots()
    for place, row in enumerate(rows, start=1):
        price = float(Fraction(row["price_per_host"]))
        low, high = (
            float(Fraction(row[name]))
            for name in ("bisection_per_host_lower", "bisection_per_host")
        )
        axes.plot([price, price], [low, high], color="#8a94a0", linewidth=3, solid_capstyle="butt")
        axes.plot([price], [low], "o", color="#0072B2", markersize=6)
        axes.annotate(
            str(place), (price, low), textcoords="offset points", xytext=(5, 4), fontsize=8
        )
    axes.set(xlabel="price for each host", ylabel="B for each host, in local links")
    axes.grid(visible=True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    return saved(figure).decode()


def lengths_svg(lots: Sequence[Json]) -> str:
    """Draw how many cables of each length are bought, copper and optical ones."""
    figure = Figure(figsize=(7.2, 3.2), layout="constrained")
    axes = figure.subplots()
    lengths = sorted({lot["length"] for lot in lots}, key=Fraction)
    under = [0] * len(lengths)
    for medium, colour in COLOURS.items():
        numbers = [
            sum(lot["number"] for lot in lots if (lot["medium"], lot["length"]) == (medium, each))
            for each in lengths
        ]
        axes.bar(lengths, numbers, bottom=under, color=colour, label=medium)
        under = [one + other for one, other in zip(under, numbers, strict=True)]
    axes.set(xlabel="metres", ylabel="cables")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return saved(figure).decode()


def floor_svg(document: Json) -> str:
    """Draw the racks of a layout from above, each with its name and the first of its groups."""
    racks = document["racks"]
    spots = [(float(Fraction(rack["x"])), float(Fraction(rack["y"]))) for rack in racks]
    columns, rows = ([spot[axis] for spot in spots] for axis in (0, 1))
    width, depth = _pitch(columns, 0.6), _pitch(rows, 1.2) / 2
    left, top = min(columns), min(rows)
    across = max(columns) - left + width
    scale = min(WIDE / across, 100.0)
    wide = max(NARROW, across * scale)
    height = (max(rows) - top + depth) * scale
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {height + 4:.0f}" '
        f'width="{wide:.0f}" height="{height + 4:.0f}" font-family="DejaVu Sans, sans-serif" '
        'font-size="9" role="img">'
        f"<title>{len(racks)} racks from above</title>"
    ]
    for rack, (x, y) in zip(racks, spots, strict=True):
        name, group = escape(printable(rack["name"])), (rack["groups"] or [0])[0]
        told = escape(f"{rack['name']}: {rack['switches']} switches, {rack['hosts']} hosts, groups "
                      f"{', '.join(map(str, rack['groups'][:20]))}")  # fmt: skip
        here, down = (x - left) * scale, (y - top) * scale + 2
        parts.append(
            f'<g><title>{told}</title><rect x="{here:.1f}" y="{down:.1f}" '
            f'width="{width * scale * 0.92:.1f}" height="{depth * scale * 0.92:.1f}" '
            f'fill="{HUES[group % len(HUES)]}" stroke="#5b6470" stroke-width="0.8"/>'
        )
        if width * scale > 44 and depth * scale > 14:
            parts.append(f'<text x="{here + 4:.1f}" y="{down + 12:.1f}">{name}</text>')
        parts.append("</g>")
    return "".join((*parts, "</svg>"))


def _pitch(places: Sequence[float], usual: float) -> float:
    """Return how far neighbours stand apart."""
    different = sorted(set(places))
    return min((b - a for a, b in pairwise(different)), default=usual)
