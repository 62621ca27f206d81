"""The kind of question that has routes simulated: latency and accepted load are measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.fingerprint import fingerprint
from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict
    from alphacut.solver.simulation.question import Question
    from alphacut.solver.simulation.request import SimulationRequest

Json = Mapping[str, Any]


class SimulationKind(StepKind["Question"]):
    """What a simulation of routers measures, a load at each step."""

    name = "simulation"
    needs = ("numba", "ortools")
    extra = "routing"
    asks = "what latency and accepted load a simulation of routers measures"
    format = "alphacut-simulation/1"
    title = "{}, simulation"
    doing = "simulating"
    example: ClassVar[Json] = {
        "kind": "simulation",
        "topology": {
            "family": "dragonfly",
            "a": 4,
            "h": 2,
            "arrangement": "palmtree",
            "trunking": 2,
        },
        "mechanism": "2-colour",
        "loads": ["1/10", "1/2"],
        "cycles": 2000,
        "warm_up": 500,
    }

    def request(self) -> type[SimulationRequest]:
        """Return the model of requests."""
        from alphacut.solver.simulation.request import SimulationRequest

        return SimulationRequest

    def read(self, request: Json, sizes: Sizes) -> Question:
        """Build the network and the traffic."""
        from alphacut.solver.simulation.question import Question

        return Question.read(request, sizes)

    def check(self, request: Json, sizes: Sizes) -> str:
        """See whether the mechanism fits the network, and hosts send evenly."""
        self.read(request, sizes).check()
        return fingerprint({name: each for name, each in request.items() if name != "limits"})

    def load(self) -> None:
        """Load what is compiled."""
        import numba  # noqa: F401
        import scipy.sparse.csgraph  # noqa: F401

        import alphacut.solver.routing.demand
        import alphacut.solver.routing.document
        import alphacut.solver.simulation.run  # noqa: F401

    def steps(self, request: Json) -> int:
        """Return the number of loads."""
        return len(request["loads"])

    def work(self, question: Question, step: int, earlier: Sequence[Json]) -> Json:
        """Simulate one load."""
        return question.work(step, earlier)

    def document(self, question: Question, found: Sequence[Json], about: Json) -> Json | None:
        """Write what was measured."""
        return question.document(found, about)

    def resumed(self, question: Question, document: Json) -> list[Json]:
        """Go on after the loads that were simulated."""
        return question.resumed(document)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.simulation.schema import SIMULATION

        return SIMULATION

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the accounts of the runs, and the exact limit."""
        from alphacut.solver.simulation.verify.document import verify_simulation

        return verify_simulation(document, load, limits)

    def demoted(self, document: Json) -> Json:
        """Leave out the exact limit, and say that nobody has checked the rest."""
        left = {name: each for name, each in document.items() if name != "saturation"}
        return {**left, "status": "unverified"}


SIMULATION = SimulationKind()
