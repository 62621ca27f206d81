"""The table of the kinds of question."""

from __future__ import annotations

from typing import Any

from alphacut.jobs.kinds.kind import Command, Kind, View

RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
HELIX = {**RELATIVE, "arrangement": "helix"}
_RING: dict[str, Any] = {
    "family": "graph",
    "switches": 4,
    "links": [[0, 1], [1, 2, "global"], [2, 3], [3, 0, "global"]],
}
_VERIFY = "alphacut.solver.bisection.verify.document:verify_document"

CURVE = Kind(
    name="bisection-curve",
    asks="the exact bisection bandwidth as a function of α",
    request="alphacut.solver.bisection.request:CurveRequest",
    check="alphacut.jobs.bisections:check",
    carry_out="alphacut.jobs.solving:carry_out",
    format="alphacut-curve/1",
    schema="alphacut.solver.bisection.schema:CURVE",
    words="alphacut.service.words.documents:of_curve",
    verify=_VERIFY,
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
            media_type="image/svg+xml",
            summary="Download an α-curve as a picture",
            make="alphacut.service.viewing:picture",
        ),
        View(
            link="csv",
            path="curve.csv",
            media_type="text/csv",
            summary="Download an α-curve as a table",
            make="alphacut.service.viewing:table",
        ),
        View(
            link="cut",
            path="cut.svg",
            media_type="image/svg+xml",
            summary="Download the network with a cut as a picture",
            make="alphacut.service.viewing:cut",
            at_alpha=True,
            live=True,
        ),
    ),
    commands=(
        Command(
            name="curve",
            does="the exact α-curve of one or several networks",
            run="alphacut.service.cli.curve:curve",
        ),
    ),
    example={"kind": "bisection-curve", "topology": RELATIVE},
)
POINT = Kind(
    name="bisection-point",
    asks="the exact bisection bandwidth at one α",
    title="{}, one α",
    request="alphacut.solver.bisection.request:PointRequest",
    check="alphacut.jobs.bisections:check",
    carry_out="alphacut.jobs.solving:carry_out",
    format="alphacut-point/1",
    schema="alphacut.solver.bisection.schema:POINT",
    words="alphacut.service.words.documents:of_point",
    verify=_VERIFY,
    live=("bounds", "network"),
    views=(
        View(
            link="cut",
            path="cut.svg",
            media_type="image/svg+xml",
            summary="Download the network with a cut as a picture",
            make="alphacut.service.viewing:cut",
            at_alpha=True,
            live=True,
        ),
    ),
    commands=(
        Command(
            name="point",
            does="the exact bisection bandwidth at one α",
            run="alphacut.service.cli.point:point",
        ),
    ),
    example={"kind": "bisection-point", "topology": _RING, "alpha": "5/4"},
)
STRUCTURE = Kind(
    name="structure",
    asks="distances, balance, symmetry and components of a network",
    title="{}, structure",
    request="alphacut.solver.structure.request:StructureRequest",
    check="alphacut.solver.structure.question:check",
    question="alphacut.solver.structure.question",
    doing="describing the network",
    format="alphacut-structure/1",
    schema="alphacut.solver.structure.schema:STRUCTURE",
    words="alphacut.service.words.documents:of_structure",
    live=("network",),
    views=(
        View(
            link="text",
            path="structure.txt",
            media_type="text/plain; charset=utf-8",
            summary="Read what a network is like",
            make="alphacut.service.viewing:text",
        ),
    ),
    commands=(
        Command(
            name="describe",
            does="describe a network: distances, balance, symmetry, components",
            run="alphacut.service.cli.describe:describe",
        ),
    ),
    example={"kind": "structure", "topology": RELATIVE},
)
COMPARE = Kind(
    name="compare",
    asks="several networks beside each other at one α, and who wins on which range",
    title="{}, compared",
    request="alphacut.solver.comparison.request:CompareRequest",
    check="alphacut.jobs.comparing.contest:check",
    carry_out="alphacut.jobs.comparing.running:carry_out",
    format="alphacut-comparison/1",
    schema="alphacut.solver.comparison.schema:COMPARISON",
    words="alphacut.service.words.documents:of_comparison",
    views=(
        View(
            link="text",
            path="comparison.txt",
            media_type="text/plain; charset=utf-8",
            summary="Read a comparison",
            make="alphacut.service.viewing:comparison_text",
        ),
        View(
            link="csv",
            path="comparison.csv",
            media_type="text/csv",
            summary="Download a comparison as a table",
            make="alphacut.service.viewing:comparison_csv",
        ),
    ),
    commands=(
        Command(
            name="compare",
            does="compare several networks at one α",
            run="alphacut.service.cli.compare:compare",
        ),
    ),
    example={"kind": "compare", "topologies": [RELATIVE, HELIX], "alpha": "5/4"},
)
THROUGHPUT = Kind(
    name="throughput",
    asks="how much of some traffic a network carries, under the routing that it runs",
    title="{}, throughput",
    request="alphacut.solver.throughput.request:ThroughputRequest",
    check="alphacut.solver.throughput.stepwise:check",
    question="alphacut.solver.throughput.stepwise",
    format="alphacut-throughput/1",
    schema="alphacut.solver.throughput.schema:THROUGHPUT",
    words="alphacut.service.words.documents:of_throughput",
    verify="alphacut.solver.throughput.verify.document:verify_throughput",
    restate="alphacut.solver.throughput.verify.restated:restated",
    live=("network",),
    views=(
        View(
            link="text",
            path="throughput.txt",
            media_type="text/plain; charset=utf-8",
            summary="Read what a network carries",
            make="alphacut.service.viewing:text",
        ),
        View(
            link="svg",
            path="throughput.svg",
            media_type="image/svg+xml",
            summary="Download rates as a picture",
            make="alphacut.service.viewing:throughput_picture",
        ),
    ),
    commands=(
        Command(
            name="throughput",
            does="how much traffic a network can carry under its routing",
            run="alphacut.service.cli.throughput:throughput",
        ),
    ),
    example={
        "kind": "throughput",
        "topology": {**RELATIVE, "p": 2},
        "traffic": "shift:18",
        "alpha": 1,
        "model": "3",
    },
)

PLACEMENT = Kind(
    name="placement",
    asks="where the tasks of a stencil job should lie, and what that costs",
    title="{}, placement",
    request="alphacut.solver.placement.request:PlacementRequest",
    check="alphacut.solver.placement.question:check",
    question="alphacut.solver.placement.question",
    format="alphacut-placement/1",
    schema="alphacut.solver.placement.schema:PLACEMENT",
    words="alphacut.service.words.placement:of_placement",
    verify="alphacut.solver.placement.verify.document:verify_placement",
    demote="alphacut.solver.placement.demotion:demoted",
    live=("network",),
    views=(
        View(
            link="text",
            path="placement.txt",
            media_type="text/plain; charset=utf-8",
            summary="Read a placement",
            make="alphacut.service.viewing:text",
        ),
        View(
            link="svg",
            path="placement.svg",
            media_type="image/svg+xml",
            summary="Download a placement as a picture",
            make="alphacut.service.render.placement:picture",
        ),
        View(
            link="csv",
            path="placement.csv",
            media_type="text/csv",
            summary="Download the choices, or the mapping, as a table",
            make="alphacut.service.words.placement:csv_bytes",
        ),
    ),
    commands=(
        Command(
            name="place",
            does="place a stencil job, and write the file for its launcher",
            run="alphacut.service.cli.place:place",
        ),
    ),
    example={"kind": "placement", "topology": RELATIVE, "grid": [32, 32], "tasks": [4, 8]},
)

ROUTING = Kind(
    name="routing",
    asks="whether the routes of a mechanism can deadlock, and what load links carry",
    title="{}, routing",
    request="alphacut.solver.routing.request:RoutingRequest",
    check="alphacut.solver.routing.question:check",
    question="alphacut.solver.routing.question",
    format="alphacut-routing/1",
    schema="alphacut.solver.routing.schema:ROUTING",
    words="alphacut.service.words.routing:of_routing",
    verify="alphacut.solver.routing.verify.document:verify_routing",
    demote="alphacut.solver.routing.demotion:demoted",
    live=("network",),
    views=(
        View(
            link="text",
            path="routing.txt",
            media_type="text/plain; charset=utf-8",
            summary="Read whether routes can deadlock, and what links carry",
            make="alphacut.service.viewing:text",
        ),
        View(
            link="svg",
            path="routing.svg",
            media_type="image/svg+xml",
            summary="Download routes by their hops, or a cycle of channels, as a picture",
            make="alphacut.service.render.routing:routing_picture",
        ),
    ),
    commands=(
        Command(
            name="route",
            does="prove routes free of deadlock, and compute the loads of links",
            run="alphacut.service.cli.route:route",
        ),
    ),
    example={
        "kind": "routing",
        "topology": {
            "family": "dragonfly",
            "a": 4,
            "h": 2,
            "arrangement": "palmtree",
            "trunking": 2,
        },
        "mechanism": "2-colour",
        "traffic": "uniform",
    },
)

SYNTHESIS = Kind(
    name="synthesis",
    asks="which arrangement of global links has the largest bisection bandwidth",
    title="{}, arranged anew",
    request="alphacut.solver.synthesis.request:SynthesisRequest",
    check="alphacut.solver.synthesis.question:check",
    question="alphacut.solver.synthesis.question",
    doing="arranging the links",
    format="alphacut-synthesis/1",
    schema="alphacut.solver.synthesis.schema:SYNTHESIS",
    words="alphacut.service.words.synthesis:of_synthesis",
    verify="alphacut.solver.synthesis.verify.document:verify_synthesis",
    demote="alphacut.solver.synthesis.demotion:demoted",
    live=("network",),
    views=(
        View(
            link="text",
            path="synthesis.txt",
            media_type="text/plain; charset=utf-8",
            summary="Read what arrangement was designed, and what is proven of it",
            make="alphacut.service.viewing:text",
        ),
    ),
    commands=(
        Command(
            name="synthesise",
            does="design the arrangement of global links, and prove its bisection",
            run="alphacut.service.cli.synthesise:synthesise",
        ),
    ),
    example={"kind": "synthesis", "topology": RELATIVE, "alpha": 3},
)

TABLE = (CURVE, POINT, STRUCTURE, COMPARE, THROUGHPUT, PLACEMENT, ROUTING, SYNTHESIS)
