"""The kind of question that asks for networks of about so many hosts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict
    from alphacut.solver.design.request import DesignRequest
    from alphacut.solver.design.work import DesignWork

Json = Mapping[str, Any]


class DesignKind(StepKind["DesignWork"]):
    """Which networks are worth their price: a search, then a proof for each that is open."""

    name = "design"
    asks = "which networks of about so many hosts are worth their price"
    format = "alphacut-design/2"
    title = "{}, designed"
    doing = "looking for networks"
    example: ClassVar[Json] = {
        "kind": "design",
        "hosts": 72,
        "radix": 9,
        "families": ["dragonfly", "hyperx", "fat_tree"],
    }

    def request(self) -> type[DesignRequest]:
        """Return the model of requests."""
        from alphacut.solver.design.request import DesignRequest

        return DesignRequest

    def subject(self, request: Json) -> str:
        """Name the hosts and the switches."""
        return f"{request['hosts']} hosts of radix {request['radix']}"

    def read(self, request: Json, sizes: Sizes) -> DesignWork:  # noqa: ARG002
        """Read what is looked for; no network is given, and none is built."""
        from alphacut.solver.design.work import read_request

        return read_request(request)

    def check(self, request: Json, sizes: Sizes) -> str:
        """Read what is looked for; whoever asks for the same has the same answer."""
        from alphacut.solver.common.fingerprint import fingerprint

        return fingerprint(self.read(request, sizes).told)

    def load(self) -> None:
        """Load the engines that prove bounds at once."""
        import scipy.sparse.linalg  # noqa: F401

        import alphacut.solver.design.document  # noqa: F401

    def steps(self, request: Json) -> int:
        """Return one for the search, and one for each network that may be proven."""
        from alphacut.solver.design.work import steps

        return steps(request)

    def work(self, question: DesignWork, step: int, earlier: Sequence[Json]) -> Json:
        """Find the networks, or prove the bisection of one."""
        return question.work(step, earlier)

    def document(self, question: DesignWork, found: Sequence[Json], about: Json) -> Json | None:
        """Write the networks with what is proven of them."""
        return question.document(found, about)

    def resumed(self, question: DesignWork, document: Json) -> list[Json]:
        """Go on from the networks that were found, with what is proven of them."""
        return question.resumed(document)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.design.schema import DESIGN

        return DESIGN

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document."""
        from alphacut.solver.design.verify.document import verify_design

        return verify_design(document, load, limits)

    def demoted(self, document: Json) -> Json:
        """Leave out all that a certificate proves, and give every network the least status."""
        from alphacut.solver.design.document import unproven

        return super().demoted(unproven(document))


DESIGN = DesignKind()
