"""The kind of question that asks what failures cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict
    from alphacut.solver.resilience.machine import Question
    from alphacut.solver.resilience.request import ResilienceRequest

Json = Mapping[str, Any]


class ResilienceKind(StepKind["Question"]):
    """What is left of networks after failures: over samples, and at worst."""

    name = "resilience"
    asks = "what is left of a network after links or switches have failed, and which loses least"
    format = "alphacut-resilience/1"
    title = "{}, failures"
    doing = "letting things fail"
    example: ClassVar[Json] = {
        "kind": "resilience",
        "topologies": [{"family": "dragonfly", "a": 3, "h": 1, "arrangement": "relative"}],
        "fail": "links=0:10%",
        "samples": 2,
    }
    keeps_time = True

    def request(self) -> type[ResilienceRequest]:
        """Return the model of requests."""
        from alphacut.solver.resilience.request import ResilienceRequest

        return ResilienceRequest

    def read(self, request: Json, sizes: Sizes) -> Question:
        """Build the networks, and see whether so much can fail of them."""
        from alphacut.solver.resilience.machine import Question

        return Question.read(request, sizes)

    def load(self) -> None:
        """Load the exact solver and its searches, which take a moment."""
        import igraph  # noqa: F401
        import numba  # noqa: F401
        import scipy.linalg  # noqa: F401

        import alphacut.solver.bisection.heuristics.walk
        import alphacut.solver.bisection.solver
        import alphacut.solver.resilience.question
        import alphacut.solver.resilience.worst  # noqa: F401

    def steps(self, request: Json) -> int:
        """Return two for each network, and those of its samples."""
        from alphacut.solver.resilience.question import steps

        return steps(request)

    def work(self, question: Question, step: int, earlier: Sequence[Json]) -> Json:
        """Bound a network, a sample of it, or what fails at worst."""
        from alphacut.solver.resilience.question import work

        return work(question, step, earlier)

    def document(self, question: Question, found: Sequence[Json], about: Json) -> Json | None:
        """Write what is known; None before the first network is."""
        from alphacut.solver.resilience.document import document

        return document(question, found, about)

    def resumed(self, question: Question, document: Json) -> list[Json]:
        """Return what the samples of an earlier run have told."""
        from alphacut.solver.resilience.resuming import gone_on

        return gone_on(question, document)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.resilience.schema import RESILIENCE

        return RESILIENCE

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.resilience.verify.document import verify_resilience

        return verify_resilience(document, load, limits)

    def demoted(self, document: Json) -> Json:
        """Give the least status, and no claim about who loses least."""
        return {**super().demoted(document), "ranking": None}


RESILIENCE = ResilienceKind()
