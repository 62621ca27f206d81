"""The kind of question that sets networks beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import Kind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.comparison.request import CompareRequest

Json = Mapping[str, Any]
_RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
_HELIX = {**_RELATIVE, "arrangement": "helix"}


class CompareKind(Kind):
    """Several networks beside each other; `jobs.comparing` works on them."""

    name = "compare"
    asks = "several networks beside each other at one α, and who wins on which range"
    format = "alphacut-comparison/1"
    title = "{}, compared"
    example: ClassVar[Json] = {"kind": "compare", "topologies": [_RELATIVE, _HELIX], "alpha": "5/4"}

    def request(self) -> type[CompareRequest]:
        """Return the model of requests."""
        from alphacut.solver.comparison.request import CompareRequest

        return CompareRequest

    def check(self, request: Json, sizes: Sizes) -> str:
        """Build every network."""
        from alphacut.solver.comparison.question import Contest

        return Contest.of(request, sizes).content

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.comparison.schema import COMPARISON

        return COMPARISON


COMPARE = CompareKind()
