"""Pictures about routing: a cycle of channels, routes by hops, loads of links, latency."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from alphacut.arrangements.formats.spec import build, parse
from alphacut.arrangements.words import printable
from alphacut.service.render.diagram import HUES, Picture, diagram_svg
from alphacut.service.render.formats import MOST_LINKS, in_use
from alphacut.service.text.names import network_name

Json = Mapping[str, Any]
_INCHES = (7.2, 4.4)
_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "alphacut",  # the same document gives the same bytes
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
}


def routing_picture(document: Json) -> bytes:
    """Draw a cycle of channels on the network, if there is one; otherwise routes by their hops."""
    cycle = document["deadlock"].get("cycle")
    if cycle and sum(document["links"].values()) <= MOST_LINKS:
        return cycle_svg(document).encode()
    return hops_svg(document).encode()


def cycle_svg(document: Json) -> str:
    """Draw the channels that wait for each other as arrows on the network."""
    cycle = document["deadlock"]["cycle"]
    lanes = sorted({step["vc"] for step in cycle})
    on = "virtual channel" + ("s " if len(lanes) > 1 else " ") + ", ".join(map(str, lanes))
    return diagram_svg(
        Picture(
            network=build(parse(document["topology"])),
            title=network_name(document["topology"]),
            note=f"{document['mechanism']['name']}: a cycle of {len(cycle)} channels, on {on}",
            walk=[(step["from"], step["to"]) for step in cycle],
        )
    )


def hops_svg(document: Json) -> str:
    """Draw how many routes have how many hops."""
    with _figure() as (figure, axes):
        lengths = [int(length) for length in document["hops"]]
        counts = list(document["hops"].values())
        bars = axes.bar(lengths, counts, color=HUES[0], width=0.7)
        axes.bar_label(bars, [f"{count:,}" for count in counts], fontsize=8, padding=2)
        axes.set_xlabel("hops of a route")
        axes.set_ylabel("routes")
        axes.set_xticks(lengths)
        axes.set_title(
            f"{network_name(document['topology'])}\n{document['mechanism']['name']}: "
            f"{document['routes']:,} routes",
            fontsize=11,
        )
        return _written(figure)


def loads_svg(title: str, loads: Mapping[str, Sequence[float]]) -> str:
    """Draw how many directed links carry how much, by their class; the title is drawn as it is."""
    with _figure() as (figure, axes):
        top = max((max(each) for each in loads.values() if each), default=1.0) or 1.0
        for hue, (name, values) in zip(HUES, loads.items(), strict=False):
            axes.hist(
                values, bins=40, range=(0, top), histtype="stepfilled", alpha=0.55, color=hue,
                label=f"{name}: {len(values):,} directed links, largest {max(values):.3f}",
            )  # fmt: skip
        axes.set_xlabel("phits in a cycle, when hosts send all that the traffic says")
        axes.set_ylabel("directed links")
        axes.legend(frameon=False, fontsize=9)
        axes.set_title(title, fontsize=11)
        return _written(figure)


def simulation_svg(document: Json) -> str:
    """Draw latency and accepted load against offered load."""
    runs = document["runs"]
    offered = [float(Fraction(run["offered"])) for run in runs]
    figure = Figure(figsize=(9.6, 4.2), layout="constrained")
    with in_use, rc_context(_SETTINGS):
        accepted_axes, latency_axes = figure.subplots(1, 2)
        accepted_axes.plot(offered, [run["accepted"] for run in runs], "o-", color=HUES[0])
        if "saturation" in document:
            limit = float(Fraction(document["saturation"]))
            accepted_axes.axhline(limit, color=HUES[1], linestyle="--", linewidth=1)
            accepted_axes.annotate("exact limit of the links", (offered[0], limit), fontsize=8,
                                   xytext=(0, 3), textcoords="offset points")  # fmt: skip
        accepted_axes.set_ylabel("accepted load (phits for each host and cycle)")
        latency_axes.plot(
            offered, [run["latency"] if run["latency"] else float("nan") for run in runs], "s-",
            color=HUES[2],
        )  # fmt: skip
        latency_axes.set_ylabel("mean latency (cycles)")
        for axes in (accepted_axes, latency_axes):
            axes.set_xlabel("offered load")
            axes.set_ylim(bottom=0)
            axes.spines[["top", "right"]].set_visible(False)
        figure.suptitle(
            f"{network_name(document['topology'])}: {document['mechanism']['name']}, "
            f"{printable(str(document['traffic']), 40)}",
            fontsize=11,
        )
        return _written(figure)


@contextmanager
def _figure() -> Iterator[tuple[Figure, Axes]]:
    with in_use, rc_context(_SETTINGS):
        figure = Figure(figsize=_INCHES, layout="constrained")
        axes = figure.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        yield figure, axes


def _written(figure: Figure) -> str:
    text = io.StringIO()
    FigureCanvasSVG(figure)
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": "alphacut"})
    return text.getvalue()
