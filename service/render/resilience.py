"""What failures leave, as bands: least to greatest, the quartiles within, and the median."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from alphacut.arrangements.words import printable
from alphacut.service.render.formats import Form, Size, saved
from alphacut.service.render.looks import Look, looks
from alphacut.service.render.reading import unit_of
from alphacut.service.text.names import network_name

Json = Mapping[str, Any]
LEAST, FIRST, MEDIAN, THIRD, GREATEST = range(5)  # of the statistics of a band
WIDE, NARROW = 0.15, 0.3  # opacity of the whole band, and of its middle half


def resilience_picture(
    document: Json, *, form: Form = "svg", title: str = "", size: Size | None = None
) -> bytes:
    """Draw the bisection of every network over what has failed, and rates below where there are.

    Bands are those of the cuts that were found. Dashes are the medians of what is proven, where
    they are less. With several networks all values are shares of B of the intact one.
    """
    networks = [each for each in document["networks"] if each["bands"]]
    rates = document["question"]["traffic"]
    rows = 1 + len(rates)
    figure = Figure(figsize=size or (8, 1 + 4 * rows), layout="constrained")
    axes = [*figure.subplots(rows, 1, squeeze=False)[:, 0]]
    for network, look in zip(networks, looks(max(1, len(networks))), strict=False):
        _draw(axes[0], network, look, shares=len(document["networks"]) > 1)
        for place in range(len(rates)):
            _draw_rates(axes[1 + place], network, look, place)
    _label(axes, document, networks)
    figure.suptitle(printable(title or _title(document)), fontsize=11)
    return saved(figure, form)


def _title(document: Json) -> str:
    fail = document["question"]["fail"]
    what = f"{fail['class']} links" if fail["class"] else fail["what"]
    if len(document["networks"]) == 1:
        return f"{network_name(document['networks'][0]['topology'])}: failed {what}"
    return f"{len(document['networks'])} networks: failed {what}"


def _xs(network: Json) -> list[float]:
    """Return where the levels stand: shares in percent, or numbers; the intact network is at 0."""
    return [
        0.0,
        *(
            float(each["number"] if each["share"] is None else 100 * Fraction(each["share"]))
            for each in network["levels"]
        ),
    ]


def _draw(axes: Axes, network: Json, look: Look, *, shares: bool) -> None:
    point = network["intact"]["point"]
    value = Fraction(point["value"])
    unit = value if shares and value else 1 / unit_of(network["topology"])
    upper = [[float(Fraction(point["value"]) / unit)] * 5]
    upper += [[float(Fraction(x) / unit) for x in each["upper"]] for each in network["bands"]]
    lower = [float(Fraction(point["lower"]) / unit)]
    lower += [float(Fraction(each["lower"][MEDIAN]) / unit) for each in network["bands"]]
    _bands(axes, _xs(network), upper, lower, look, network)


def _draw_rates(axes: Axes, network: Json, look: Look, place: int) -> None:
    """Draw rates, which are not known of the intact network."""
    found = [each["throughput"][place] for each in network["bands"]]
    upper = [[float(Fraction(x)) for x in each["upper"]] for each in found]
    lower = [float(Fraction(each["lower"][MEDIAN])) for each in found]
    _bands(axes, _xs(network)[1:], upper, lower, look, network)


def _bands(
    axes: Axes,
    xs: Sequence[float],
    upper: Sequence[Sequence[float]],
    lower: Sequence[float],
    look: Look,
    network: Json,
) -> None:
    def of(place: int) -> list[float]:
        return [each[place] for each in upper]

    colour = look.colour
    axes.fill_between(xs, of(LEAST), of(GREATEST), color=colour, alpha=WIDE, linewidth=0)
    axes.fill_between(xs, of(FIRST), of(THIRD), color=colour, alpha=NARROW, linewidth=0)
    name = printable(network_name(network["topology"]))
    axes.plot(xs, of(MEDIAN), color=colour, marker=look.marker, markersize=4, label=name)
    if any(low < high for low, high in zip(lower, of(MEDIAN), strict=True)):
        axes.plot(xs, lower, color=colour, linestyle="--", linewidth=1.2,
                  label=f"{name}: proven in the median")  # fmt: skip


def _label(axes: Sequence[Axes], document: Json, networks: Sequence[Json]) -> None:
    several, alpha = len(document["networks"]) > 1, document["question"]["alpha"]
    what = document["question"]["fail"]["what"]
    percent = any(each["levels"][0]["share"] is not None for each in networks)
    axes[0].set_ylabel(f"share of B at α = {alpha}" if several else f"B at α = {alpha}")
    for each, traffic in zip(axes[1:], document["question"]["traffic"], strict=True):
        name = traffic if isinstance(traffic, str) else "matrix"
        each.set_ylabel(printable(f"rate: {name}", 40))
    for each in axes:
        each.set_xlabel(f"{what} that have failed" + (" (%)" if percent else ""))
        each.set_ylim(bottom=0)
        each.grid(visible=True, alpha=0.3)
    if networks:
        axes[0].legend(frameon=False, loc="lower left")
