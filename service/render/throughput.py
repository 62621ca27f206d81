"""Rates as functions of α, beside the bound that bisections give, as a figure in SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from alphacut.arrangements.formats.spec import build, parse
from alphacut.arrangements.words import printable
from alphacut.service.render.formats import saved
from alphacut.service.render.looks import looks
from alphacut.service.text.names import network_name
from alphacut.service.text.throughput import rate_of, traffic_name
from alphacut.solver.throughput.cut_bound import cut_lines, least_at
from alphacut.solver.throughput.models import BY_NAME
from alphacut.solver.traffic.reading import read_traffic

Json = Mapping[str, Any]
BEYOND = Fraction(5, 4)  # of the last breakpoint, where the drawing ends
LEAST_WIDTH = Fraction(2)
SAMPLES = 200  # of the bound of bisections


def throughput_svg(document: Json, bisection: Json | None = None) -> str:
    """Draw the curve of every model of a document, or its rates at one α if there are none.

    Parameters
    ----------
    bisection
        The α-curve of the same network: its cuts bound the rate from above.
    """
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    traced = [each for each in document["models"] if "curve" in each]
    right = _right(traced, rate_of(document["alpha"]))
    styles = looks(max(1, len(document["models"])))
    for answer, look in zip(document["models"], styles, strict=True):
        name = BY_NAME[str(answer["model"])].title
        if "curve" in answer:
            xs, ys = _corners(answer["curve"], right)
            status = answer["curve"]["status"]
            label = f"{name}, {len(xs) - 2} breakpoints" if status == "exact" else f"{name}, bound"
            axes.plot(xs, ys, color=look.colour, linestyle=look.line_style, label=label)
            if len(traced) == 1:
                axes.plot(xs[1:-1], ys[1:-1], ".", color=look.colour, markersize=4)
        else:
            at, rate = rate_of(document["alpha"]), rate_of(answer["rate"]["lower"])
            axes.plot([float(at)], [float(rate)], look.marker, color=look.colour, label=name)
    if bisection is not None:
        _draw_bound(axes, document, bisection, right)
    axes.set(
        xlabel="α, the capacity of a global link in local links",
        ylabel="rate, as a share of what a host can send",
        xlim=(0, float(right)), ylim=(0, None),
    )  # fmt: skip
    title = f"{network_name(document['topology'])}: "
    axes.set_title(printable(title + traffic_name(document["traffic"])), fontsize=11)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(frameon=False, loc="lower right")
    return saved(figure).decode()


def _right(traced: Sequence[Json], alpha: Fraction) -> Fraction:
    turns = [rate_of(each["from"]) for answer in traced for each in answer["curve"]["segments"]]
    return max([LEAST_WIDTH, alpha * BEYOND, *(turn * BEYOND for turn in turns)])


def _corners(curve: Json, right: Fraction) -> tuple[list[float], list[float]]:
    """Return the corners of the upper curve up to the end of the drawing."""
    lines = [
        (rate_of(each["from"]), rate_of(each["intercept"]), rate_of(each["slope"]))
        for each in curve["segments"]
    ]
    spots = [(start, intercept + slope * start) for start, intercept, slope in lines]
    _, intercept, slope = lines[-1]
    spots.append((right, intercept + slope * right))
    return [float(x) for x, _ in spots], [float(y) for _, y in spots]


def _draw_bound(axes: Axes, document: Json, bisection: Json, right: Fraction) -> None:
    """Draw the least of what all cuts of the α-curve allow, up to the top of the drawing."""
    network = build(parse(document["topology"]))
    demands = read_traffic(document["traffic"], network).between_switches(network)
    demands = demands.over(Fraction(document.get("injection", "1")))
    lines = cut_lines(bisection, demands)
    if not lines:
        return
    xs = [right * step / SAMPLES for step in range(SAMPLES + 1)]
    top = Fraction(5, 4) / demands.busiest
    spots = [(x, y) for x in xs if (y := least_at(lines, x)) <= top]
    axes.plot(
        [float(x) for x, _ in spots], [float(y) for _, y in spots],
        color="0.25", linestyle="--", linewidth=1.4, label="at most, by the bisections of B(α)",
    )  # fmt: skip
