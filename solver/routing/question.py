"""Routing, as a question that is answered in one step; a `solver.questions.Question`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.formats.spec import UNLIMITED, Limits, build, complete, parse
from alphacut.solver.errors import QuestionError
from alphacut.solver.routing.box import Box
from alphacut.solver.routing.channels import Links
from alphacut.solver.routing.choice import read_vcs
from alphacut.solver.routing.colouring import (
    SearchTooLong,
    check_colouring,
    find_colouring,
    read_colouring,
)
from alphacut.solver.routing.files import routes_of
from alphacut.solver.routing.groups import Groups
from alphacut.solver.routing.orders import read_order
from alphacut.solver.traffic.reading import read_traffic

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

Json = Mapping[str, Any]
CHECK_SECONDS = 3.0  # that one search for colours may take before there is a job
COLOURS = {"2-colour": 2, "4-colour": 4, "4-colour-nonminimal": 4}


def check(request: Json, sizes: Limits) -> str:
    """Build the network, and see whether it has what the mechanism needs; see `Question.check`.

    Colours are searched for, so that a network without them is refused before there is a job.
    """
    spec = parse(request["topology"], sizes)
    network = build(spec, sizes)
    if request.get("routes") is not None:
        _check_routes(request, network)
    elif request["mechanism"] == "dimension-order":
        Box.of(complete(spec))
    else:
        _check_groups(request, network)
    if request.get("traffic") is not None:
        read_traffic(request["traffic"], network)
    asked = {name: value for name, value in request.items() if name != "limits"}
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _check_routes(request: Json, network: Network) -> None:
    vcs = read_vcs(request["vcs"]) if request.get("vcs") else None
    try:
        routes_of(request["routes"].encode(), network, vcs, adaptive=bool(request.get("adaptive")))
    except QuestionError as error:
        raise QuestionError("routes", error.problem) from error


def _check_groups(request: Json, network: Network) -> None:
    groups = Groups.of(network, Links.of(network))
    colours = COLOURS.get(request["mechanism"], 1)
    if request.get("colouring") is not None:
        given = read_colouring(request["colouring"], colours, groups.size)
        check_colouring(groups, given, colours)
    elif colours > 1:
        with suppress(SearchTooLong):  # the job has more time
            find_colouring(groups, colours, CHECK_SECONDS)
    read_order(request.get("order"), groups.count)


def steps(request: Json) -> int:  # noqa: ARG001
    """Return 1: everything is computed in one piece."""
    return 1


def work(request: Json, step: int, earlier: Sequence[Json]) -> Json:  # noqa: ARG001
    """Answer the question."""
    from alphacut.solver.routing.answer import answer
    from alphacut.solver.routing.asked import Asked
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.document import routing_document

    spec = parse(request["topology"], UNLIMITED)
    network, topology = build(spec, UNLIMITED), complete(spec)
    asked = Asked(
        mechanism=request["mechanism"],
        vcs=read_vcs(request["vcs"]) if request.get("vcs") else None,
        valiant=request.get("valiant") or "switch",
        colouring=request.get("colouring"),
        order=request.get("order"),
        adaptive=bool(request.get("adaptive")),
        routes=request.get("routes"),
    )
    built = asked.build(topology, network)
    demand = None
    if request.get("traffic") is not None:
        demand = Demand.of(read_traffic(request["traffic"], network), network)
    found = answer(built.mechanism, demand)
    return routing_document(found, built, topology=topology, network=network, provenance={})


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:  # noqa: ARG001
    """Return the document with what is told about its computation."""
    return {**found[0], "provenance": dict(about)} if found else None
