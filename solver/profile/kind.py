"""The kind of question that asks for the least cut of each size, a size at each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict
    from alphacut.solver.profile.question import Question
    from alphacut.solver.profile.request import ProfileRequest

Json = Mapping[str, Any]


class ProfileKind(StepKind["Question"]):
    """The isoperimetric profile of a network, and with it its expansion and its sparsest cut."""

    name = "profile"
    asks = "the least cut of each size, and the sparsest of all"
    format = "alphacut-profile/1"
    title = "{}, profile"
    doing = "cutting the network"
    example: ClassVar[Json] = {"kind": "profile", "topology": {"family": "torus", "sides": [4, 4]}}
    keeps_time = True

    def request(self) -> type[ProfileRequest]:
        """Return the model of requests."""
        from alphacut.solver.profile.request import ProfileRequest

        return ProfileRequest

    def read(self, request: Json, sizes: Sizes) -> Question:
        """Build the network, and list the sizes."""
        from alphacut.solver.profile.question import Question

        return Question.read(request, sizes)

    def check(self, request: Json, sizes: Sizes) -> str:
        """Build the network, and see whether the engine takes it."""
        return self.read(request, sizes).check(request)

    def load(self) -> None:
        """Load the exact solver, and igraph for symmetries."""
        import igraph  # noqa: F401
        import numpy.random  # noqa: F401

        import alphacut.solver.bisection.solver  # noqa: F401

    def steps(self, request: Json) -> int:
        """Return the number of sizes."""
        from alphacut.solver.profile.question import number_of_sizes

        return number_of_sizes(request)

    def work(self, question: Question, step: int, earlier: Sequence[Json]) -> Json:
        """Find and prove the least cut of one size."""
        return question.work(step, earlier)

    def document(self, question: Question, found: Sequence[Json], about: Json) -> Json | None:
        """Write all cuts; of sizes that were not reached, some cut without a proof."""
        return question.document(found, about)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.profile.schema import PROFILE

        return PROFILE

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.profile.verify.document import verify_profile

        return verify_profile(document, load, limits)


PROFILE = ProfileKind()
