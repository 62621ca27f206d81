"""Routing, as a question that is answered in one step; a `solver.common.questions.Question`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED, Limits, build, complete, parse
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.asked import Asked
from alphacut.solver.routing.choice import read_vcs
from alphacut.solver.traffic.reading import read_traffic

Json = Mapping[str, Any]
LOADED_BEFORE = (
    *(f"alphacut.solver.routing.{name}" for name in ("answer", "demand", "document")),
    "numba",
    "scipy.sparse.csgraph",
)
CHECK_SECONDS = 3.0  # that one search for colours may take before there is a job


def check(request: Json, sizes: Limits) -> str:
    """Build the network, and see whether it has what the mechanism needs; see `Question.check`.

    Colours are searched for, so that a network without them is refused before there is a job.
    """
    spec = parse(request["topology"], sizes)
    network = build(spec, sizes)
    try:
        _asked(request).check(complete(spec), network, CHECK_SECONDS)
    except QuestionError as error:
        if request.get("routes") is not None and error.field == "mechanism":
            raise QuestionError("routes", error.problem) from error
        raise
    if request.get("traffic") is not None:
        read_traffic(request["traffic"], network)
    asked = {name: value for name, value in request.items() if name != "limits"}
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _asked(request: Json) -> Asked:
    return Asked(
        mechanism=request["mechanism"],
        vcs=read_vcs(request["vcs"]) if request.get("vcs") else None,
        valiant=request.get("valiant") or "switch",
        colouring=request.get("colouring"),
        order=request.get("order"),
        adaptive=bool(request.get("adaptive")),
        routes=request.get("routes"),
    )


def steps(request: Json) -> int:  # noqa: ARG001
    """Return 1: everything is computed in one piece."""
    return 1


def work(request: Json, step: int, earlier: Sequence[Json]) -> Json:  # noqa: ARG001
    """Answer the question."""
    from alphacut.solver.routing.answer import answer
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.document import routing_document

    spec = parse(request["topology"], UNLIMITED)
    network, topology = build(spec, UNLIMITED), complete(spec)
    built = _asked(request).build(topology, network)
    demand = None
    if request.get("traffic") is not None:
        demand = Demand.of(read_traffic(request["traffic"], network), network)
    found = answer(built.mechanism, demand)
    return routing_document(found, built, topology=topology, network=network, provenance={})


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:  # noqa: ARG001
    """Return the document with what is told about its computation."""
    return {**found[0], "provenance": dict(about)} if found else None
