"""The sides of a grid, of a stencil, or of a block of either."""

from __future__ import annotations

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError

MOST_DIMENSIONS = 6
MOST_SIDE = 10**6  # elements or tasks along one dimension

Sides = tuple[int, ...]


def check_sides(sides: Sides, field: str) -> None:
    """Refuse what are no sides of a grid.

    Raises
    ------
    QuestionError
        Naming the field, and what would be right.
    """
    if not 1 <= len(sides) <= MOST_DIMENSIONS:
        raise QuestionError(
            field, f"must have 1 to {MOST_DIMENSIONS} sides such as 8x8x4, got {len(sides)}"
        )
    for side in sides:
        if not 1 <= side <= MOST_SIDE:
            raise QuestionError(
                field, f"each side must be an integer from 1 to {MOST_SIDE:,}, got {shown(side)}"
            )
