"""What is simulated: the routes of a mechanism under a traffic, at one load after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any, Self

from alphacut.arrangements.formats.spec import Limits, build, complete, parse
from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.mechanism_spec import MechanismSpec
from alphacut.solver.routing.options import read_vcs
from alphacut.solver.routing.question import check_mechanism, mechanism_spec_of
from alphacut.solver.simulation.document import simulation_document
from alphacut.solver.simulation.params import OBLIVIOUS, Params
from alphacut.solver.simulation.pattern import destinations
from alphacut.solver.simulation.request import NONMINIMAL
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Traffic

Json = Mapping[str, Any]
SHARED = (4, 2)  # virtual channels where minimal and non-minimal routes have the same ones


@dataclass(frozen=True, kw_only=True)
class Question:
    """Routers, routes, and the loads at which they are simulated."""

    request: Json
    topology: Json  # the complete spec
    network: Network
    traffic: Traffic
    mechanism_spec: MechanismSpec  # of the mechanism
    loads: tuple[Fraction, ...]  # phits that each host generates in a cycle
    params: Params

    @classmethod
    def read(cls, request: Json, sizes: Limits) -> Self:
        """Read a request, and build its network.

        Raises
        ------
        ArrangementsError, QuestionError
            If it cannot be simulated.
        """
        spec = parse(request["topology"], sizes)
        network, choice = build(spec, sizes), request["choice"]
        mechanism_spec = mechanism_spec_of(request)
        if choice and request["mechanism"] == "minimal" and mechanism_spec.vcs is None:
            mechanism_spec = replace(mechanism_spec, vcs=SHARED)
        room = read_vcs(request["buffers"])
        params = Params(
            local_buffer=room[0], global_buffer=room[1], vcs=request["any_vc"] or 1,
            warm_up=request["warm_up"], cycles=request["cycles"], choice=choice or OBLIVIOUS,
            seed=request["seed"],
        )  # fmt: skip
        return cls(
            request=request,
            topology=complete(spec),
            network=network,
            traffic=read_traffic(request["traffic"], network),
            mechanism_spec=mechanism_spec,
            loads=tuple(map(Fraction, request["loads"])),
            params=params,
        )

    def check(self) -> None:
        """See whether the network has what the mechanism needs, and hosts send evenly."""
        check_mechanism(self.request, self.topology, self.network)
        destinations(self.traffic)

    def work(self, step: int, earlier: Sequence[Json]) -> Json:
        """Simulate one load; the first run tells the mechanism as well, with its exact limit."""
        from alphacut.solver.routing.demand import Demand
        from alphacut.solver.routing.document import mechanism_json
        from alphacut.solver.simulation.run import simulate

        mechanism_spec = self.mechanism_spec
        if earlier and "colouring" in earlier[0]["mechanism"]:  # which takes long to be found
            mechanism_spec = replace(mechanism_spec, colouring=earlier[0]["mechanism"]["colouring"])
        built = mechanism_spec.build(self.topology, self.network)
        other = None
        if self.request["choice"]:
            name = NONMINIMAL[self.request["mechanism"]]
            again = replace(mechanism_spec, mechanism=name, colouring=built.colouring, order=None)
            other = again.build(self.topology, self.network).mechanism
        run = simulate(
            built.mechanism, self.network, self.traffic, self.loads[step],
            replace(self.params, seed=self.params.seed + step), nonminimal=other,
            any_vc=self.request["any_vc"] is not None,
        )  # fmt: skip
        told: dict[str, Any] = {"run": {**asdict(run), "offered": str(run.offered)}}
        if step == 0:
            named = {k: v for k, v in mechanism_json(built).items() if k != "listed"}
            told["mechanism"] = named
            if other is None and built.name != "routes":  # `alphacut route` tells that of routes
                demand = Demand.of(self.traffic, self.network)
                told["saturation"] = str(built.mechanism.loads(demand).saturation)
        return told

    def resumed(self, document: Json) -> list[Json]:
        """Return what the steps of an earlier run have returned, as far as its loads are these.

        Raises
        ------
        QuestionError
            If it simulated anything else.
        """
        from alphacut.solver.routing.document import mechanism_json

        known, mechanism_spec = document["mechanism"], self.mechanism_spec
        if mechanism_spec.colouring is None and "colouring" in known:  # it takes long to be found
            mechanism_spec = replace(mechanism_spec, colouring=known["colouring"])
        built = mechanism_json(mechanism_spec.build(self.topology, self.network))
        now = {
            "topology": self.topology, "traffic": self.traffic.spec,
            "any_vc": self.request["any_vc"] is not None, "parameters": asdict(self.params),
            "mechanism": {name: each for name, each in built.items() if name != "listed"},
        }  # fmt: skip
        for name, each in now.items():
            if document[name] != each:
                raise QuestionError("resume", f"that run was about another {name}")
        offered = [str(load) for load in self.loads[: len(document["runs"])]]
        if [run["offered"] for run in document["runs"]] != offered:
            raise QuestionError("resume", "that run had other loads first")
        found: list[Json] = [{"run": run} for run in document["runs"]]
        first = {name: document[name] for name in ("mechanism", "saturation") if name in document}
        return [{**found[0], **first}, *found[1:]]

    def document(self, found: Sequence[Json], about: Json) -> Json | None:
        """Write what was measured; None if nothing was."""
        if not found:
            return None
        return simulation_document(
            [each["run"] for each in found],
            topology=self.topology,
            mechanism=found[0]["mechanism"],
            any_vc=self.request["any_vc"] is not None,
            traffic=self.traffic.spec,
            params=self.params,
            saturation=found[0].get("saturation"),
            provenance=about,
        )
