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
from alphacut.solver.conjecture.kind import CONJECTURE
from alphacut.solver.design.kind import DESIGN
from alphacut.solver.placement.kind import PLACEMENT
from alphacut.solver.profile.kind import PROFILE
from alphacut.solver.resilience.kind import RESILIENCE
from alphacut.solver.routing.kind import ROUTING
from alphacut.solver.simulation.kind import SIMULATION
from alphacut.solver.structure.kind import STRUCTURE
from alphacut.solver.synthesis.kind import SYNTHESIS
from alphacut.solver.throughput.kind import THROUGHPUT

if TYPE_CHECKING:
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


def _cut(document: Json, alpha: str | None = None, layout: str | None = None) -> bytes:
    from alphacut.service.rendering import cut

    return cut(document, alpha, layout)


_CUT = View(
    link="cut",
    path="cut.svg",
    media_type=SVG,
    summary="Download the network with a cut as a picture",
    make=_cut,
    drawn=True,
    live=True,
    draws_links=True,
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
    commands=(Command(name="curve", does="the exact α-curve of one or several networks"),),
)


def _point_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.documents import of_point

    return of_point(document, units)


_POINT = Entry(
    kind=POINT,
    words=_point_words,
    live=("bounds", "network"),
    views=(_CUT,),
    commands=(
        Command(name="point", does="the exact bisection bandwidth at one α"),
        Command(name="bound", does="how far a partition is from the least cut of its sizes"),
    ),
)


def _structure_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.documents import of_structure

    return of_structure(document, units)


_STRUCTURE = Entry(
    kind=STRUCTURE,
    words=_structure_words,
    views=(text_view("structure.txt", "Read what a network is like"),),
    commands=(
        Command(
            name="describe", does="describe a network: distances, balance, symmetry, components"
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
    commands=(Command(name="compare", does="compare several networks at one α"),),
)


def _throughput_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.documents import of_throughput

    return of_throughput(document, units)


def _throughput_picture(document: Json) -> bytes:
    from alphacut.service.rendering import throughput_picture

    return throughput_picture(document)


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
        Command(name="throughput", does="how much traffic a network can carry under its routing"),
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
        Command(name="place", does="place a stencil job, and write the file for its launcher"),
    ),
)


def _routing_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.routing import of_routing

    return of_routing(document, units)


def _routing_picture(document: Json) -> bytes:
    from alphacut.service.render.routing import routing_picture

    return routing_picture(document)


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
        Command(name="route", does="prove routes free of deadlock, and compute the loads of links"),
    ),
)


def _simulation_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.simulation import of_simulation

    return of_simulation(document, units)


def _simulation_picture(document: Json) -> bytes:
    from alphacut.service.render.routing import simulation_svg

    return simulation_svg(document).encode()


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
        Command(name="simulate", does="simulate routes cycle by cycle: latency and accepted load"),
    ),
)


def _synthesis_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.synthesis import of_synthesis

    return of_synthesis(document, units)


def _design_picture(document: Json) -> bytes:
    from alphacut.service.rendering import design_picture

    return design_picture(document)


def _design_table(document: Json) -> bytes:
    from alphacut.service.rendering import design_table

    return design_table(document)


_SYNTHESIS = Entry(
    kind=SYNTHESIS,
    words=_synthesis_words,
    views=(
        text_view("synthesis.txt", "Read what arrangement was designed, and what is proven of it"),
        View(
            link="svg",
            path="synthesis.svg",
            media_type=SVG,
            summary="Download a designed network with its least cut as a picture",
            make=_design_picture,
            draws_links=True,
        ),
        View(
            link="csv",
            path="synthesis.csv",
            media_type=CSV,
            summary="Download the cables of a design, or those to move, as a table",
            make=_design_table,
        ),
    ),
    commands=(
        Command(
            name="synthesise",
            does="design the arrangement of global links, and prove its bisection",
        ),
    ),
)


def _resilience_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.resilience import of_resilience

    return of_resilience(document, units)


def _resilience_picture(document: Json) -> bytes:
    from alphacut.service.render.resilience import resilience_picture

    return resilience_picture(document)


def _resilience_csv(document: Json) -> bytes:
    from alphacut.service.text.resilience import csv_bytes

    return csv_bytes(document)


_RESILIENCE = Entry(
    kind=RESILIENCE,
    words=_resilience_words,
    live=(),
    views=(
        text_view("resilience.txt", "Read what failures cost"),
        View(
            link="svg",
            path="resilience.svg",
            media_type=SVG,
            summary="Download what failures leave, as bands",
            make=_resilience_picture,
        ),
        View(
            link="csv",
            path="resilience.csv",
            media_type=CSV,
            summary="Download what failures leave, as a table",
            make=_resilience_csv,
        ),
    ),
    commands=(
        Command(
            name="resilience",
            does="what is left of networks when links or switches fail",
        ),
    ),
)


def _design_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.design import of_design

    return of_design(document, units)


def _design_csv(document: Json) -> bytes:
    from alphacut.service.text.design import design_csv

    return design_csv(document).encode()


_DESIGN = Entry(
    kind=DESIGN,
    words=_design_words,
    live=(),
    views=(
        text_view("design.txt", "Read which networks are worth their price"),
        View(
            link="csv",
            path="design.csv",
            media_type=CSV,
            summary="Download the networks as a table, all numbers exact",
            make=_design_csv,
        ),
    ),
    commands=(
        Command(name="design", does="find networks for about N hosts, of switches with R ports"),
    ),
)


def _conjecture_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.conjecture import of_conjecture

    return of_conjecture(document, units)


_CONJECTURE = Entry(
    kind=CONJECTURE,
    words=_conjecture_words,
    live=(),
    views=(text_view("conjecture.txt", "Read which networks form a single component"),),
    commands=(
        Command(name="conjecture", does="check the conjectures about single components further"),
    ),
)


def _profile_words(document: Json, units: Units | None) -> list[str]:
    from alphacut.service.text.profile import of_profile

    return of_profile(document, units)


def _sparsest(document: Json) -> bytes:
    from alphacut.service.render.profile import sparsest_svg

    return sparsest_svg(document)


_PROFILE = Entry(
    kind=PROFILE,
    words=_profile_words,
    views=(
        text_view("profile.txt", "Read the least cut of each size, and the sparsest of all"),
        View(
            link="svg",
            path="profile.svg",
            media_type=SVG,
            summary="Download the network with its sparsest cut as a picture",
            make=_sparsest,
            draws_links=True,
        ),
    ),
    commands=(Command(name="profile", does="the least cut of each size, and the sparsest of all"),),
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
    _RESILIENCE,
    _DESIGN,
    _CONJECTURE,
    _PROFILE,
)
