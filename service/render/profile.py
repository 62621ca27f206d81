"""Pictures of profiles: the least capacity by size, and the network with its sparsest cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from alphacut.arrangements.formats.spec import UNLIMITED, build, parse
from alphacut.arrangements.nouns import balanced
from alphacut.service.render.cut import check_drawable, picture_of
from alphacut.service.render.diagram import SIDES, diagram_svg
from alphacut.service.render.formats import LETTERING, Form, Size, in_use, saved
from alphacut.service.render.reading import unit_of
from alphacut.service.text.names import network_name
from alphacut.service.text.profile import sparsest_cut

Json = Mapping[str, Any]
_INCHES: Size = (7.2, 4.4)
POINTS = 8.0  # height of letters


def sparsest_svg(document: Json) -> bytes:
    """Draw the network with its sparsest cut, as SVG.

    Raises
    ------
    QuestionError
        If the network is too large to draw.
    """
    topology = document["topology"]
    network = build(parse(topology, UNLIMITED), UNLIMITED)
    check_drawable(network)
    cut, title, note = sparsest_cut(document)
    alpha = document["alpha"]
    head = f"{network_name(topology)}, {title}"
    picture = picture_of(network, topology, title=head, side=frozenset(cut["side"]), note=note)
    at = Fraction(1 if alpha == "inf" else alpha)
    return diagram_svg(replace(picture, alpha=at)).encode()


def draw_profile(document: Json, axes: Axes) -> None:
    """Draw the least capacity by the size of the lighter side, and what is proven of it."""
    unit = unit_of(document["topology"])
    cuts = document["cuts"]
    sizes = [cut["size"] for cut in cuts]
    value, lower = (
        [float(unit * Fraction(cut["point"][name])) for cut in cuts] for name in ("value", "lower")
    )
    axes.plot(sizes, value, "o-", color=SIDES[0], markersize=3.5, linewidth=1, label="least cut")
    if lower != value:
        axes.fill_between(sizes, lower, value, color=SIDES[0], alpha=0.2, linewidth=0,
                          label="not decided")  # fmt: skip
    for name, marker in (("expansion", "s"), ("sparsest", "D")):
        quotient = document[name]
        at = sizes.index(quotient["size"])
        axes.plot(
            sizes[at], value[at], marker, markersize=8, markerfacecolor="none", linestyle="none",
            color=SIDES[1], label=f"{name} {unit * Fraction(quotient['value'])}",
        )  # fmt: skip
    what = balanced(document["balance"], document["topology"]["family"])
    axes.set_xlabel(f"{what} on the smaller side")
    axes.set_ylabel("capacity of the least cut")
    axes.set_ylim(bottom=0)
    axes.legend()


def profile_picture(
    document: Json, *, form: Form = "svg", title: str = "", size: Size | None = None
) -> bytes:
    """Draw a profile as a figure.

    Parameters
    ----------
    form
        "svg", "png" or "pdf".
    title
        What stands above it.
    size
        Width and height in inches.
    """
    with in_use, rc_context({**LETTERING, "font.size": POINTS, "axes.titlesize": POINTS + 1}):
        figure = Figure(figsize=size or _INCHES, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        draw_profile(document, axes)
        head = f"{network_name(document['topology'])}, {document['status']}"
        axes.set_title(title or head, parse_math=False, wrap=True)
        figure.canvas.draw()
    return saved(figure, form)
