"""The kinds of question about bisections: over a range of α, and at one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import Kind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.bisection.request import CurveRequest, PointRequest
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.verdict import Load, Verdict

Json = Mapping[str, Any]
_RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
_RING: dict[str, Any] = {
    "family": "graph",
    "switches": 4,
    "links": [[0, 1], [1, 2, "global"], [2, 3], [3, 0, "global"]],
}


class _Bisections(Kind):
    """What both have: `jobs.solving` works on them, α by α."""

    def check(self, request: Json, sizes: Sizes) -> str:
        """Build the network, and see whether the engine takes it."""
        from alphacut.solver.bisection.variants import VARIANTS

        return VARIANTS[self.name].prepare(request, sizes).content

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check the document of a curve or a point."""
        from alphacut.solver.bisection.verify.document import verify_document

        return verify_document(document, load, limits)


class CurveKind(_Bisections):
    """How the bisection bandwidth depends on α."""

    name = "bisection-curve"
    asks = "the exact bisection bandwidth as a function of α"
    format = "alphacut-curve/1"
    example: ClassVar[Json] = {"kind": "bisection-curve", "topology": _RELATIVE}

    def request(self) -> type[CurveRequest]:
        """Return the model of requests."""
        from alphacut.solver.bisection.request import CurveRequest

        return CurveRequest

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.bisection.schema import CURVE

        return CURVE


class PointKind(_Bisections):
    """The bisection bandwidth at one α."""

    name = "bisection-point"
    asks = "the exact bisection bandwidth at one α"
    format = "alphacut-point/1"
    title = "{}, one α"
    example: ClassVar[Json] = {"kind": "bisection-point", "topology": _RING, "alpha": "5/4"}

    def request(self) -> type[PointRequest]:
        """Return the model of requests."""
        from alphacut.solver.bisection.request import PointRequest

        return PointRequest

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.bisection.schema import POINT

        return POINT


CURVE, POINT = CurveKind(), PointKind()
