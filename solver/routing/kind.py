"""The kind of question that asks whether routes can deadlock, and what load links carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict
    from alphacut.solver.routing.question import Question
    from alphacut.solver.routing.request import RoutingRequest

Json = Mapping[str, Any]
PROOF = ("order", "cycle", "shortest", "escape")  # members that stand for a verdict


class RoutingKind(StepKind["Question"]):
    """Whether the routes of a mechanism can deadlock, in one step."""

    name = "routing"
    needs = ("numba", "ortools")
    extra = "routing"
    asks = "whether the routes of a mechanism can deadlock, and what load links carry"
    format = "alphacut-routing/1"
    title = "{}, routing"
    example: ClassVar[Json] = {
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
    }

    def request(self) -> type[RoutingRequest]:
        """Return the model of requests."""
        from alphacut.solver.routing.request import RoutingRequest

        return RoutingRequest

    def read(self, request: Json, sizes: Sizes) -> Question:
        """Build the network and the traffic."""
        from alphacut.solver.routing.question import Question

        return Question.read(request, sizes)

    def check(self, request: Json, sizes: Sizes) -> str:
        """See whether the network has what the mechanism needs."""
        return self.read(request, sizes).check()

    def load(self) -> None:
        """Load what follows routes."""
        import numba  # noqa: F401
        import scipy.sparse.csgraph  # noqa: F401

        import alphacut.solver.routing.answer
        import alphacut.solver.routing.demand
        import alphacut.solver.routing.document
        import alphacut.solver.routing.extras  # noqa: F401

    def work(self, question: Question, step: int, earlier: Sequence[Json]) -> Json:  # noqa: ARG002
        """Answer the question."""
        return question.answer()

    def document(self, question: Question, found: Sequence[Json], about: Json) -> Json | None:  # noqa: ARG002
        """Return the document with what is told about its computation."""
        if not found:
            return None
        told = {name: each for name, each in found[0].items() if name != "beside"}
        return {**told, "provenance": dict(about)}

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.routing.schema import ROUTING

        return ROUTING

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.routing.verify.document import verify_routing

        return verify_routing(document, load, limits)

    def demoted(self, document: Json) -> Json:
        """Leave out the verdict and what was to prove it."""
        from alphacut.solver.routing.answer import NOT_SHOWN

        left = {name: each for name, each in document["deadlock"].items() if name not in PROOF}
        return {**document, "deadlock": {**left, "verdict": NOT_SHOWN}}


ROUTING = RoutingKind()
