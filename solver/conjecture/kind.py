"""The kind of question that asks whether an arrangement always forms a single component."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict
    from alphacut.solver.conjecture.question import Question
    from alphacut.solver.conjecture.request import ConjectureRequest

Json = Mapping[str, Any]


class ConjectureKind(StepKind["Question"]):
    """Whether all networks of an arrangement form a single GCC, an h at each step."""

    name = "conjecture"
    asks = "whether all networks of an arrangement form a single component of global links"
    format = "alphacut-conjecture/1"
    title = "{}, conjecture"
    needs = ("numba",)
    extra = "compiled"
    doing = "counting components"
    example: ClassVar[Json] = {
        "kind": "conjecture",
        "arrangement": "helix",
        "h": "2:3",
        "a_max": 30,
        "method": "rotation",
    }
    keeps_time = True

    def request(self) -> type[ConjectureRequest]:
        """Return the model of requests."""
        from alphacut.solver.conjecture.request import ConjectureRequest

        return ConjectureRequest

    def subject(self, request: Json) -> str:
        """Name the arrangement and its sizes."""
        return f"{request['arrangement']}, h = {request['h']}, a ≤ {request['a_max']}"

    def read(self, request: Json, sizes: Sizes) -> Question:  # noqa: ARG002
        """Read which networks are looked at; none is built before its turn."""
        from alphacut.solver.conjecture.question import Question

        return Question.read(request)

    def load(self) -> None:
        """Load what compiles the loops over links."""
        import numba  # noqa: F401
        import scipy.sparse.csgraph  # noqa: F401

        import alphacut.arrangements.structure.conjecture.helix_links
        import alphacut.arrangements.structure.conjecture.nautilus_intervals
        import alphacut.arrangements.structure.conjecture.nautilus_links  # noqa: F401

    def steps(self, request: Json) -> int:
        """Return one for each h and each rule."""
        from alphacut.solver.conjecture.question import Question

        return len(Question.read(request).lanes)

    def work(self, question: Question, step: int, earlier: Sequence[Json]) -> Json:
        """Look at all networks of one h."""
        return question.work(step, earlier)

    def document(self, question: Question, found: Sequence[Json], about: Json) -> Json | None:
        """Write what was counted."""
        return question.document(found, about)

    def resumed(self, question: Question, document: Json) -> list[Json]:
        """See whether lanes of a document can be gone on from."""
        return question.resumed(document)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.conjecture.schema import CONJECTURE

        return CONJECTURE

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Count anew."""
        from alphacut.solver.conjecture.verify.document import verify_conjecture

        return verify_conjecture(document, load, limits)


CONJECTURE = ConjectureKind()
