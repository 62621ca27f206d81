"""The kind of question that asks what a network is like, answered in one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from alphacut.solver.common.kind import StepKind

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.arrangements.network import Network
    from alphacut.solver.structure.request import StructureRequest

Json = Mapping[str, Any]
SHARE = 0.8  # of the time limit, after which no part is begun that may take long


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is described."""

    topology: Json  # the complete spec
    network: Network
    seconds: float  # after which no part is begun that may take long


class StructureKind(StepKind[Question]):
    """What a network is like; libraries describe it in one piece."""

    name = "structure"
    asks = "distances, balance, symmetry and components of a network"
    format = "alphacut-structure/1"
    title = "{}, structure"
    doing = "describing the network"
    example: ClassVar[Json] = {
        "kind": "structure",
        "topology": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"},
    }

    def request(self) -> type[StructureRequest]:
        """Return the model of requests."""
        from alphacut.solver.structure.request import StructureRequest

        return StructureRequest

    def read(self, request: Json, sizes: Sizes) -> Question:
        """Build the network."""
        from alphacut.arrangements.formats.spec import build, complete, parse

        spec = parse(request["topology"], sizes)
        limit = request.get("limits", {}).get("seconds")
        return Question(
            topology=complete(spec),
            network=build(spec, sizes),
            seconds=inf if limit is None else SHARE * limit,
        )

    def load(self) -> None:
        """Load igraph and others, which take long."""
        import igraph  # noqa: F401
        import networkx  # noqa: F401
        import scipy.sparse.csgraph  # noqa: F401

        import alphacut.arrangements.structure.description
        import alphacut.arrangements.structure.shortest  # noqa: F401 - loads numba, if it is there

    def work(self, question: Question, step: int, earlier: Sequence[Json]) -> Json:  # noqa: ARG002
        """Describe the network."""
        from alphacut.arrangements.structure.description import describe  # loads igraph

        return describe(question.network, question.topology, seconds=question.seconds)

    def document(self, question: Question, found: Sequence[Json], about: Json) -> Json | None:  # noqa: ARG002
        """Return the description, which tells nothing of its computation."""
        return found[0] if found else None

    def schema(self) -> dict[str, Any]:
        """Return the schema of the document."""
        from alphacut.solver.structure.schema import STRUCTURE

        return STRUCTURE


STRUCTURE = StructureKind()
