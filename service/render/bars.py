"""Networks beside each other at one α: a bar for each, as they are ranked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.figure import Figure

from alphacut.arrangements.words import printable
from alphacut.service.render.formats import Form, Size, saved
from alphacut.service.render.looks import looks
from alphacut.service.render.reading import unit_of
from alphacut.service.text.names import network_name
from alphacut.solver.comparison.document import PER_HOST, ranked

EACH = 0.5  # inches of height for a bar


def bars_picture(
    document: Mapping[str, Any], *, form: Form = "svg", title: str = "", size: Size | None = None
) -> bytes:
    """Draw the bisection bandwidth of every row of a comparison, or that per host if it ranks.

    What lies between a lower bound and the best cut that is known is hatched.

    Parameters
    ----------
    form
        "svg", "png" or "pdf".
    title
        What stands above the picture; left out, nothing.
    size
        Width and height in inches.
    """
    rows, per_host = document["networks"], document.get("ranked_by") == PER_HOST
    figure = Figure(figsize=size or (8, 1.2 + EACH * len(rows)), layout="constrained")
    axes = figure.subplots()
    for place, (row, look) in enumerate(zip(rows, looks(len(rows)), strict=True)):
        unit = unit_of(row["topology"])
        lower, upper = (float(unit * each) for each in ranked(row, per_host=per_host))
        axes.barh(place, lower, color=look.colour)
        if upper > lower:
            axes.barh(
                place, upper - lower, left=lower, fill=False, hatch="///", edgecolor=look.colour
            )
    axes.set_yticks(
        range(len(rows)),
        [printable(network_name(row["topology"])) for row in rows],
        parse_math=False,
    )
    axes.invert_yaxis()
    axes.set_xlabel(f"B{' per host' if per_host else ''} at α = {document['alpha']}")
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)
    if title:
        axes.set_title(printable(title), loc="left", fontsize=11, parse_math=False)
    return saved(figure, form)
