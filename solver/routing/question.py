"""What is asked about routes, and its answer.

The command line asks for more than the model of requests has: "files" are paths, of a mechanism
or of the fabric that its tables are for, and "beside" names what is told beside the document.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import Limits, build, complete, parse
from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.fingerprint import fingerprint
from alphacut.solver.routing.files import NEEDED, content_of
from alphacut.solver.routing.infiniband.topology import read_fabric
from alphacut.solver.routing.mechanism_spec import Files, Installed, MechanismSpec
from alphacut.solver.routing.options import read_vcs
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Traffic

Json = Mapping[str, Any]
CHECK_SECONDS = 3.0  # that one search for colours may take before there is a job


@dataclass(frozen=True, kw_only=True)
class Question:
    """Whether the routes of a mechanism can deadlock, and what load links carry."""

    request: Json
    topology: Json  # the complete spec
    network: Network
    mechanism_spec: MechanismSpec  # of the mechanism

    @classmethod
    def read(cls, request: Json, sizes: Limits) -> Self:
        """Read a request, and build its network."""
        spec = parse(request["topology"], sizes)
        return cls(
            request=request,
            topology=complete(spec),
            network=build(spec, sizes),
            mechanism_spec=mechanism_spec_of(request),
        )

    def traffic(self) -> Traffic | None:
        """Read what hosts send, if loads are asked for."""
        written = self.request.get("traffic")
        return None if written is None else read_traffic(written, self.network)

    def check(self) -> str:
        """See whether the network has what the mechanism needs; see `Kind.check`."""
        check_mechanism(self.request, self.topology, self.network)
        self.traffic()
        return fingerprint({name: each for name, each in self.request.items() if name != "limits"})

    def answer(self) -> Json:
        """Return the document, but for its provenance; "beside" is told beside it."""
        from alphacut.solver.routing.answer import answer
        from alphacut.solver.routing.demand import Demand
        from alphacut.solver.routing.document import routing_document
        from alphacut.solver.routing.extras import LOADS, TABLES, loads_by_class, tables

        network, wanted = self.network, self.request.get("beside", ())
        installed = _installed(self.request, network)
        built = self.mechanism_spec.build(self.topology, network, installed)
        traffic = self.traffic()
        demand = None if traffic is None else Demand.of(traffic, network)
        found = answer(built.mechanism, demand)
        beside: dict[str, Any] = {}
        if TABLES in wanted:
            beside[TABLES] = tables(built, network, installed, self.request["mechanism"])
        if LOADS in wanted:
            beside[LOADS] = loads_by_class(found)
        document = routing_document(
            found, built, topology=self.topology, network=network, provenance={}
        )
        return {**document, "beside": beside} if beside else document


def check_mechanism(request: Json, topology: Json, network: Network) -> None:
    """See whether a network has what a mechanism needs.

    Colours are searched for, so that a network without them is refused before there is a job.

    Raises
    ------
    QuestionError, SpecError
        If it lacks that; of routes that are listed, at the field of these.
    """
    try:
        if _path(request, "mechanism") is None:  # a file is read where it is worked on
            mechanism_spec_of(request).check(topology, network, CHECK_SECONDS)
    except (QuestionError, SpecError) as error:
        if request.get("routes") is None:
            raise
        if isinstance(error, QuestionError) and error.field != "mechanism":
            raise
        problem = error.problem if isinstance(error, QuestionError) else str(error)
        raise QuestionError("routes", problem) from error


def _path(request: Json, name: str) -> Path | None:
    """Return the path of a file that only the command line names."""
    written = request.get("files", {}).get(name)
    return None if written is None else Path(written)


def mechanism_spec_of(request: Json) -> MechanismSpec:
    """Read the mechanism of a request; "files" are paths that the command line alone names."""
    if request.get("routes") == "" and _path(request, "mechanism") is None:
        raise QuestionError("routes", f"is empty; it needs a header {','.join(NEEDED)}")
    return MechanismSpec(
        mechanism=request.get("files", {}).get("mechanism") or request["mechanism"],
        vcs=read_vcs(request["vcs"]) if request.get("vcs") else None,
        valiant=request.get("valiant") or "switch",
        colouring=request.get("colouring"),
        order=request.get("order"),
        adaptive=bool(request.get("adaptive")),
        routes=request.get("routes") or None,
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
