"""The nearest-neighbour exchange of a grid that is divided among tasks (Prisacari et al., 2014).

References
----------
Prisacari et al., Efficient Task Placement and Routing of Nearest Neighbor Exchanges in
Dragonfly Networks, HPDC 2014, sections 3.2 to 3.4. The number of elements, α there, is
`elements` here, for α is a ratio of capacities.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.sides import Sides, check_sides


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """A grid of elements that is periodic in every dimension, and what neighbours exchange.

    Raises
    ------
    QuestionError
        If a side or a message is not positive, or there are too many dimensions.
    """

    elements: Sides  # α_k, elements along each dimension
    message: Fraction = Fraction(1000)  # bytes for each element of a face
    weights: tuple[Fraction, ...] = ()  # factor of `message` in each dimension; default: 1

    def __post_init__(self) -> None:
        check_sides(self.elements, "grid")
        if not self.weights:
            object.__setattr__(self, "weights", (Fraction(1),) * len(self.elements))
        if len(self.weights) != len(self.elements):
            raise QuestionError(
                "weights", f"must be {len(self.elements)} numbers, one for each side of the grid"
            )
        if self.message <= 0:
            raise QuestionError("message", "must be above 0 bytes")
        if min(self.weights) <= 0:
            raise QuestionError("weights", "must all be above 0")

    @property
    def dimensions(self) -> int:
        """The number d of dimensions."""
        return len(self.elements)

    def message_bytes(self, tasks: Sides) -> tuple[Fraction, ...]:
        """Return the bytes that a task sends to one neighbour along each dimension (eq. 8)."""
        spread = [Fraction(n, parts) for n, parts in zip(self.elements, tasks, strict=True)]
        whole = math.prod(spread)
        return tuple(
            self.message * weight * whole / side if parts > 1 else Fraction(0)
            for weight, side, parts in zip(self.weights, spread, tasks, strict=True)
        )

    def volume(self, tasks: Sides) -> Fraction:
        """Return the bytes that a task sends in all, to both neighbours in each dimension."""
        return 2 * sum(self.message_bytes(tasks), Fraction(0))

    def proportions(self, tasks: Sides) -> tuple[Fraction, ...]:
        """Return what part of its traffic a task sends to one neighbour: m_k of equation 10.

        They sum to one half, for there are two neighbours along each dimension; where there is
        one task alone, nothing is sent and all are 0.
        """
        sent = self.message_bytes(tasks)
        total = 2 * sum(sent)
        return tuple(each / total for each in sent) if total else sent
