"""The kind of question that asks where the tasks of a stencil job should lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.demotion import demoted as with_least_status
from alphacut.solver.common.fingerprint import fingerprint
from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict
    from alphacut.solver.placement.question import Question
    from alphacut.solver.placement.request import PlacementRequest

Json = Mapping[str, Any]
OPEN = "open"  # the answer where nothing is decided


class PlacementKind(StepKind["Question"]):
    """Where the tasks of a job should lie, in one step; three questions, see `question`."""

    name = "placement"
    needs = ("numba", "ortools")
    extra = "placement"
    asks = "where the tasks of a stencil job should lie, and what that costs"
    format = "alphacut-placement/1"
    title = "{}, placement"
    example: ClassVar[Json] = {
        "kind": "placement",
        "topology": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"},
        "grid": [32, 32],
        "tasks": [4, 8],
    }
    keeps_time = True

    def request(self) -> type[PlacementRequest]:
        """Return the model of requests."""
        from alphacut.solver.placement.request import PlacementRequest

        return PlacementRequest

    def read(self, request: Json, sizes: Sizes) -> Question:
        """Build the network, and choose the question."""
        from alphacut.solver.placement.question import read_question

        return read_question(request, sizes)

    def check(self, request: Json, sizes: Sizes) -> str:
        """Read the question, and see whether it has an answer."""
        self.read(request, sizes).check()
        return fingerprint({name: each for name, each in request.items() if name != "limits"})

    def load(self) -> None:
        """Load what searches."""
        import alphacut.solver.placement.mapping.search
        import alphacut.solver.placement.recommendation
        import alphacut.solver.placement.regular.decide  # noqa: F401

    def work(self, question: Question, step: int, earlier: Sequence[Json]) -> Json:  # noqa: ARG002
        """Answer the question."""
        status, answer = question.answer()
        return {"status": status, "answer": answer}

    def document(self, question: Question, found: Sequence[Json], about: Json) -> Json | None:
        """Write the document."""
        from alphacut.solver.placement.document import document

        if not found:
            return None
        return document(question.request, found[0]["status"], found[0]["answer"], about)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.placement.schema import PLACEMENT

        return PLACEMENT

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.placement.verify.document import verify_placement

        return verify_placement(document, load, limits)

    def demoted(self, document: Json) -> Json:
        """Give the least status, and no answer that would need a proof."""
        found = with_least_status(document)
        return {**found, "answer": OPEN} if "answer" in found else found


PLACEMENT = PlacementKind()
