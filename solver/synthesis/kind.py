"""The kind of question that asks for the arrangement of global links with the largest bisection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict
    from alphacut.solver.synthesis.request import SynthesisRequest

Json = Mapping[str, Any]


class SynthesisKind(StepKind[Json]):
    """How the global links of a dragonfly are arranged best: a search, then a proof for each α."""

    name = "synthesis"
    needs = ("numba",)
    extra = "compiled"
    asks = "which arrangement of global links has the largest bisection bandwidth"
    format = "alphacut-synthesis/1"
    title = "{}, arranged anew"
    doing = "arranging the links"
    example: ClassVar[Json] = {
        "kind": "synthesis",
        "topology": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"},
        "alpha": 3,
    }
    keeps_time = True

    def request(self) -> type[SynthesisRequest]:
        """Return the model of requests."""
        from alphacut.solver.synthesis.request import SynthesisRequest

        return SynthesisRequest

    def read(self, request: Json, sizes: Sizes) -> Json:
        """See whether there is an arrangement to choose."""
        from alphacut.solver.synthesis.question import check

        check(request, sizes)
        return request

    def load(self) -> None:
        """Load the search and what compiles it, the exact solver, and igraph for symmetries."""
        import igraph  # noqa: F401
        import numba  # noqa: F401
        import scipy.linalg  # noqa: F401

        import alphacut.solver.bisection.heuristics.walk
        import alphacut.solver.bisection.solver
        import alphacut.solver.synthesis.recabling.search
        import alphacut.solver.synthesis.search  # noqa: F401

    def steps(self, request: Json) -> int:
        """Return one for the search, and one for each α."""
        from alphacut.solver.synthesis.question import steps

        return steps(request)

    def work(self, question: Json, step: int, earlier: Sequence[Json]) -> Json:
        """Search for an arrangement, or prove its bisection at one α."""
        from alphacut.solver.synthesis.question import work

        return work(question, step, earlier)

    def document(self, question: Json, found: Sequence[Json], about: Json) -> Json | None:
        """Write the design with what is proven of it; None before there is one."""
        from alphacut.solver.synthesis.question import document

        return document(question, found, about)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.synthesis.schema import SYNTHESIS

        return SYNTHESIS

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.synthesis.verify.document import verify_synthesis

        return verify_synthesis(document, load, limits)

    def demoted(self, document: Json) -> Json:
        """Give the least status, and no claim about other arrangements."""
        return {**super().demoted(document), "best": None, "invariant": None}


SYNTHESIS = SynthesisKind()
