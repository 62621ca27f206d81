"""Networks whose switches are the points of a box: tori, meshes, Hamming graphs, hypercubes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

RINGS, LINES, COMPLETE = 0, 1, 2
KINDS = {"torus": RINGS, "mesh": LINES, "grid": LINES, "hamming": COMPLETE, "hypercube": COMPLETE}


@dataclass(frozen=True, kw_only=True)
class Box:
    """Switches at the points of a box, first coordinate slowest."""

    sides: tuple[int, ...]
    kind: int

    @classmethod
    def of(cls, topology: Mapping[str, Any]) -> Box:
        """Read the box of a complete spec.

        Raises
        ------
        QuestionError
            If its switches form no box.
        """
        family = topology["family"]
        if family not in KINDS:
            raise QuestionError(
                "mechanism",
                f"dimension-order needs one of the families {', '.join(sorted(KINDS))}; "
                f"this is {family}",
            )
        sides = topology.get("sides") or [2] * topology["dimension"]
        return cls(sides=tuple(sides), kind=KINDS[family])

    @property
    def default_vcs(self) -> int:
        """Two where there are rings that packets go around, one elsewhere."""
        return 2 if self.kind == RINGS and max(self.sides) > 2 else 1
