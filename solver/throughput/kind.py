"""The kind of question that asks how much of some traffic a network carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict
    from alphacut.solver.throughput.request import ThroughputRequest
    from alphacut.solver.throughput.steps import Models

Json = Mapping[str, Any]


class ThroughputKind(StepKind["Models"]):
    """How much of some traffic a network carries, a routing model at each step."""

    name = "throughput"
    needs = ("flint", "ortools")
    extra = "throughput"
    asks = "how much of some traffic a network carries, under the routing that it runs"
    format = "alphacut-throughput/1"
    title = "{}, throughput"
    example: ClassVar[Json] = {
        "kind": "throughput",
        "topology": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative", "p": 2},
        "traffic": "shift:18",
        "alpha": 1,
        "model": "3",
    }
    keeps_time = True

    def request(self) -> type[ThroughputRequest]:
        """Return the model of requests."""
        from alphacut.solver.throughput.request import ThroughputRequest

        return ThroughputRequest

    def read(self, request: Json, sizes: Sizes) -> Models:
        """Build the network and the traffic."""
        from alphacut.solver.throughput.steps import Models

        return Models.read(request, sizes)

    def check(self, request: Json, sizes: Sizes) -> str:
        """Build the network and the traffic, and see whether each flow has paths."""
        return self.read(request, sizes).check(request)

    def load(self) -> None:
        """Load HiGHS, and igraph for symmetries."""
        import igraph  # noqa: F401

        import alphacut.solver.throughput.answering
        import alphacut.solver.throughput.problem_instance  # noqa: F401

    def steps(self, request: Json) -> int:
        """Return the number of models that are asked about, and of searches for traffic."""
        from alphacut.solver.throughput.steps import number_of_steps

        return number_of_steps(request)

    def work(self, question: Models, step: int, earlier: Sequence[Json]) -> Json:
        """Search for the traffic, or answer for one model."""
        return question.work(step, earlier)

    def document(self, question: Models, found: Sequence[Json], about: Json) -> Json | None:
        """Write the answers for the models that are done; None if there are none."""
        return question.document(found, about)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.throughput.schema import THROUGHPUT

        return THROUGHPUT

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.throughput.verify.document import verify_throughput

        return verify_throughput(document, load, limits)

    def restated(self, document: Json) -> Json:
        """Return the rates that the evidence proves."""
        from alphacut.solver.throughput.verify.restated import restated

        return restated(document)


THROUGHPUT = ThroughputKind()
