"""The table of the kinds of question, with how each is shown.

What it names is imported when it is called, so that commands are listed, and requests checked,
without a solver or a library for plots. The functions stand by themselves, for pickle finds
them by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from alphacut.service.kinds.entry import Command, Entry, View
from alphacut.service.kinds.views import text_view
from alphacut.solver.bisection.kind import CURVE, POINT
from alphacut.solver.comparison.kind import COMPARE
from alphacut.solver.placement.kind import PLACEMENT
from alphacut.solver.routing.kind import ROUTING
from alphacut.solver.simulation.kind import SIMULATION
from alphacut.solver.structure.kind import STRUCTURE
from alphacut.solver.synthesis.kind import SYNTHESIS
from alphacut.solver.throughput.kind import THROUGHPUT

if TYPE_CHECKING:
    import click

    from alphacut.service.render.units import Units

Json = Mapping[str, Any]
TEXT, SVG, CSV = "text/plain; charset=utf-8", "image/svg+xml", "text/csv"


def _curve_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.documents import of_curve

    return of_curve(document, units)


def _picture(*documents: Json) -> bytes:
    from alphacut.service.rendering import picture

    return picture(*documents)


def _table(document: Json) -> bytes:
    from alphacut.service.rendering import table

    return table(document)


def _cut(document: Json, alpha: str | None = None) -> bytes:
    from alphacut.service.rendering import cut

    return cut(document, alpha)


def _curve() -> click.Command:
    from alphacut.service.cli.curve import curve

    return curve


_CUT = View(
    link="cut",
    path="cut.svg",
    media_type=SVG,
    summary="Download the network with a cut as a picture",
    make=_cut,
    at_alpha=True,
    live=True,
)
_CURVE = Entry(
    kind=CURVE,
    words=_curve_words,
    live=("bounds", "network"),
    views=(
        View(
            link="curve",
            path="curve",
            media_type="application/json",
            summary="Download an α-curve as JSON",
        ),
        View(
            link="svg",
            path="curve.svg",
            media_type=SVG,
            summary="Download an α-curve as a picture",
            make=_picture,
        ),
        View(
            link="csv",
            path="curve.csv",
            media_type=CSV,
            summary="Download an α-curve as a table",
            make=_table,
        ),
        _CUT,
    ),
    commands=(
        Command(name="curve", does="the exact α-curve of one or several networks", load=_curve),
    ),
)


def _point_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.documents import of_point

    return of_point(document, units)


def _point() -> click.Command:
    from alphacut.service.cli.point import point

    return point


def _bound() -> click.Command:
    from alphacut.service.cli.bound import bound

    return bound


_POINT = Entry(
    kind=POINT,
    words=_point_words,
    live=("bounds", "network"),
    views=(_CUT,),
    commands=(
        Command(name="point", does="the exact bisection bandwidth at one α", load=_point),
        Command(
            name="bound",
            does="how far a partition is from the least cut of its sizes",
            load=_bound,
        ),
    ),
)


def _structure_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.documents import of_structure

    return of_structure(document, units)


def _describe() -> click.Command:
    from alphacut.service.cli.describe import describe

    return describe


_STRUCTURE = Entry(
    kind=STRUCTURE,
    words=_structure_words,
    views=(text_view("structure.txt", "Read what a network is like"),),
    commands=(
        Command(
            name="describe",
            does="describe a network: distances, balance, symmetry, components",
            load=_describe,
        ),
    ),
)


def _comparison_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.documents import of_comparison

    return of_comparison(document, units)


def _comparison_text(document: Json) -> bytes:
    from alphacut.service.rendering import comparison_text

    return comparison_text(document)


def _comparison_csv(document: Json) -> bytes:
    from alphacut.service.rendering import comparison_csv

    return comparison_csv(document)


def _compare() -> click.Command:
    from alphacut.service.cli.compare import compare

    return compare


_COMPARE = Entry(
    kind=COMPARE,
    words=_comparison_words,
    live=(),
    views=(
        View(
            link="text",
            path="comparison.txt",
            media_type=TEXT,
            summary="Read a comparison",
            make=_comparison_text,
        ),
        View(
            link="csv",
            path="comparison.csv",
            media_type=CSV,
            summary="Download a comparison as a table",
            make=_comparison_csv,
        ),
    ),
    commands=(Command(name="compare", does="compare several networks at one α", load=_compare),),
)


def _throughput_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.documents import of_throughput

    return of_throughput(document, units)


def _throughput_picture(document: Json) -> bytes:
    from alphacut.service.rendering import throughput_picture

    return throughput_picture(document)


def _throughput() -> click.Command:
    from alphacut.service.cli.throughput import throughput

    return throughput


_THROUGHPUT = Entry(
    kind=THROUGHPUT,
    words=_throughput_words,
    views=(
        text_view("throughput.txt", "Read what a network carries"),
        View(
            link="svg",
            path="throughput.svg",
            media_type=SVG,
            summary="Download rates as a picture",
            make=_throughput_picture,
        ),
    ),
    commands=(
        Command(
            name="throughput",
            does="how much traffic a network can carry under its routing",
            load=_throughput,
        ),
    ),
)


def _placement_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.placement import of_placement

    return of_placement(document, units)


def _placement_picture(document: Json) -> bytes:
    from alphacut.service.render.placement import picture

    return picture(document)


def _placement_csv(document: Json) -> bytes:
    from alphacut.service.text.placement import csv_bytes

    return csv_bytes(document)


def _place() -> click.Command:
    from alphacut.service.cli.place import place

    return place


_PLACEMENT = Entry(
    kind=PLACEMENT,
    words=_placement_words,
    views=(
        text_view("placement.txt", "Read a placement"),
        View(
            link="svg",
            path="placement.svg",
            media_type=SVG,
            summary="Download a placement as a picture",
            make=_placement_picture,
        ),
        View(
            link="csv",
            path="placement.csv",
            media_type=CSV,
            summary="Download the choices, or the mapping, as a table",
            make=_placement_csv,
        ),
    ),
    commands=(
        Command(
            name="place",
            does="place a stencil job, and write the file for its launcher",
            load=_place,
        ),
    ),
)


def _routing_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.routing import of_routing

    return of_routing(document, units)


def _routing_picture(document: Json) -> bytes:
    from alphacut.service.render.routing import routing_picture

    return routing_picture(document)


def _route() -> click.Command:
    from alphacut.service.cli.route import route

    return route


_ROUTING = Entry(
    kind=ROUTING,
    words=_routing_words,
    views=(
        text_view("routing.txt", "Read whether routes can deadlock, and what links carry"),
        View(
            link="svg",
            path="routing.svg",
            media_type=SVG,
            summary="Download routes by their hops, or a cycle of channels, as a picture",
            make=_routing_picture,
        ),
    ),
    commands=(
        Command(
            name="route",
            does="prove routes free of deadlock, and compute the loads of links",
            load=_route,
        ),
    ),
)


def _simulation_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.simulation import of_simulation

    return of_simulation(document, units)


def _simulation_picture(document: Json) -> bytes:
    from alphacut.service.render.routing import simulation_svg

    return simulation_svg(document).encode()


def _simulate() -> click.Command:
    from alphacut.service.cli.simulate import simulate

    return simulate


_SIMULATION = Entry(
    kind=SIMULATION,
    words=_simulation_words,
    views=(
        text_view("simulation.txt", "Read what a simulation measured"),
        View(
            link="svg",
            path="simulation.svg",
            media_type=SVG,
            summary="Download latency and accepted load as a picture",
            make=_simulation_picture,
        ),
    ),
    commands=(
        Command(
            name="simulate",
            does="simulate routes cycle by cycle: latency and accepted load",
            load=_simulate,
        ),
    ),
)


def _synthesis_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.synthesis import of_synthesis

    return of_synthesis(document, units)


def _synthesise() -> click.Command:
    from alphacut.service.cli.synthesise import synthesise

    return synthesise


_SYNTHESIS = Entry(
    kind=SYNTHESIS,
    words=_synthesis_words,
    views=(
        text_view("synthesis.txt", "Read what arrangement was designed, and what is proven of it"),
    ),
    commands=(
        Command(
            name="synthesise",
            does="design the arrangement of global links, and prove its bisection",
            load=_synthesise,
        ),
    ),
)

TABLE = (
    _CURVE,
    _POINT,
    _STRUCTURE,
    _COMPARE,
    _THROUGHPUT,
    _PLACEMENT,
    _ROUTING,
    _SIMULATION,
    _SYNTHESIS,
)
