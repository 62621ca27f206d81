"""A stencil of any dimension, as a list of edges between cells numbered in row-major order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.sides import check_sides

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.solver.placement.sides import Sides

MOST_CELLS = 100_000


@dataclass(frozen=True, kw_only=True)
class Stencil:
    """Cells of a grid, each a neighbour of the next one along every dimension.

    Raises
    ------
    QuestionError
        If the sides are no sides of a grid, or it is too large.
    """

    sides: Sides
    torus: bool = False  # whether the last cell of a row is a neighbour of the first

    def __post_init__(self) -> None:
        check_sides(self.sides, "stencil")
        if self.cells > MOST_CELLS:
            raise QuestionError("stencil", f"has {self.cells:,} cells, at most {MOST_CELLS:,}")

    @property
    def cells(self) -> int:
        """The number of cells."""
        return math.prod(self.sides)

    def check_room(self, places: int) -> None:
        """Refuse fewer places than cells.

        Raises
        ------
        QuestionError
            If there are.
        """
        if self.cells > places:
            raise QuestionError(
                "stencil", f"has {self.cells:,} cells; there are hosts for {places:,}"
            )

    @cached_property
    def edges(self) -> NDArray[np.int64]:
        """All pairs of neighbours, shape (edges, 2).

        On a torus, two cells that are alone in a row are neighbours twice.
        """
        number = np.arange(self.cells).reshape(self.sides)
        found = []
        for k, side in enumerate(self.sides):
            ahead = np.roll(number, -1, axis=k)
            last = side if self.torus and side > 1 else side - 1
            keep = [slice(None)] * len(self.sides)
            keep[k] = slice(0, last)
            found.append(np.column_stack([number[tuple(keep)].ravel(), ahead[tuple(keep)].ravel()]))
        return np.concatenate(found)

    @cached_property
    def near(self) -> NDArray[np.int64]:
        """The neighbours of each cell, filled up with -1; shape (cells, 2·dimensions)."""
        found = np.full((self.cells, 2 * len(self.sides)), -1, dtype=np.int64)
        used = np.zeros(self.cells, dtype=np.int64)
        for one, other in self.edges.tolist():
            for cell, beside in ((one, other), (other, one)):
                found[cell, used[cell]] = beside
                used[cell] += 1
        return found
