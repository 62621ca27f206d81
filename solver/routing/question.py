"""Routing, as a question that is answered in one step; a `solver.common.questions.Question`.

The command line asks for more than the model of requests has: "files" are paths, of a mechanism
or of the fabric that its tables are for, and "beside" names what is told beside the document.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import UNLIMITED, Limits, build, complete, parse
from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.asked import Asked, Files, Installed
from alphacut.solver.routing.choice import read_vcs
from alphacut.solver.routing.files import content_of
from alphacut.solver.routing.infiniband.topology import read_fabric
from alphacut.solver.traffic.reading import read_traffic

Json = Mapping[str, Any]
LOADED_BEFORE = (
    *(f"alphacut.solver.routing.{name}" for name in ("answer", "beside", "demand", "document")),
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
        if _path(request, "mechanism") is None:  # a file is read where it is worked on
            _asked(request).check(complete(spec), network, CHECK_SECONDS)
    except (QuestionError, SpecError) as error:
        if request.get("routes") is None:
            raise
        if isinstance(error, QuestionError) and error.field != "mechanism":
            raise
        problem = error.problem if isinstance(error, QuestionError) else str(error)
        raise QuestionError("routes", problem) from error
    if request.get("traffic") is not None:
        read_traffic(request["traffic"], network)
    asked = {name: value for name, value in request.items() if name != "limits"}
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _path(request: Json, name: str) -> Path | None:
    """Return the path of a file that only the command line names."""
    written = request.get("files", {}).get(name)
    return None if written is None else Path(written)


def _asked(request: Json) -> Asked:
    return Asked(
        mechanism=request.get("files", {}).get("mechanism") or request["mechanism"],
        vcs=read_vcs(request["vcs"]) if request.get("vcs") else None,
        valiant=request.get("valiant") or "switch",
        colouring=request.get("colouring"),
        order=request.get("order"),
        adaptive=bool(request.get("adaptive")),
        routes=request.get("routes"),
        files=Files(path_sl=_path(request, "path_sl"), sl2vl=_path(request, "sl2vl")),
    )


def _installed(request: Json, network: Network) -> Installed | None:
    """Read the fabric, if there is one: what the network was read from, or a file beside it."""
    spec = _path(request, "spec")
    if spec is None:
        fabric = _path(request, "fabric")
        return None if fabric is None else Installed.of(fabric, network)
    found = read_fabric(content_of(spec, "fabric"))
    return Installed(fabric=found, order=[node.guid for node in found.switches])


def steps(request: Json) -> int:  # noqa: ARG001
    """Return 1: everything is computed in one piece."""
    return 1


def work(request: Json, step: int, earlier: Sequence[Json]) -> Json:  # noqa: ARG001
    """Answer the question."""
    from alphacut.solver.routing.answer import answer
    from alphacut.solver.routing.beside import LOADS, TABLES, loads_by_class, tables
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.document import routing_document

    spec = parse(request["topology"], UNLIMITED)
    network, topology = build(spec, UNLIMITED), complete(spec)
    installed = _installed(request, network)
    built = _asked(request).build(topology, network, installed)
    demand = None
    if request.get("traffic") is not None:
        demand = Demand.of(read_traffic(request["traffic"], network), network)
    found = answer(built.mechanism, demand)
    beside: dict[str, Any] = {}
    if TABLES in request.get("beside", ()):
        beside[TABLES] = tables(built, network, installed, request["mechanism"])
    if LOADS in request.get("beside", ()):
        beside[LOADS] = loads_by_class(found)
    document = routing_document(found, built, topology=topology, network=network, provenance={})
    return {**document, "beside": beside} if beside else document


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:  # noqa: ARG001
    """Return the document with what is told about its computation."""
    if not found:
        return None
    told = {name: each for name, each in found[0].items() if name != "beside"}
    return {**told, "provenance": dict(about)}
