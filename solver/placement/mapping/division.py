"""Dividing a stencil into equal parts with at most one edge between each two, by exact cover.

The free cell with the fewest parts that could hold it is covered in all ways, as in Knuth's
Algorithm X; candidates that share a cell, or two edges, with a chosen part drop out.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.solver.placement.mapping.stencil import Stencil

    Masks = NDArray[np.uint64]

MOST_CELLS = 63
MOST_PARTS = 100_000  # sets of cells that are listed
MOST_STEPS = 20_000  # of the search
ONE = np.uint64(1)


def divisible(stencil: Stencil, parts: int) -> bool:
    """Tell whether there is such a division; True as well where it is too large to tell."""
    size = stencil.cells // parts
    if stencil.cells > MOST_CELLS or comb(stencil.cells, size) > MOST_PARTS:
        return True
    near = _neighbour_masks(stencil)
    try:
        return _Search().cover(
            *_candidates(stencil.cells, size, parts, near), (1 << stencil.cells) - 1
        )
    except _TooMany:
        return True


def _neighbour_masks(stencil: Stencil) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(stencil.cells)]
    for one, other in stencil.edges.tolist():
        near[one].append(other)
        near[other].append(one)
    return near


def _candidates(
    count: int, size: int, parts: int, near: list[list[int]]
) -> tuple[Masks, Masks, Masks]:
    """List the parts that have at most one edge to each other part, in all at most parts - 1.

    Returns
    -------
    cells, once, twice
        The cells of each as a mask; the cells that it has an edge to; those that it has two to.
    """
    found: list[tuple[int, int, int]] = []
    for chosen in combinations(range(count), size):
        own = set(chosen)
        outward = [other for cell in chosen for other in near[cell] if other not in own]
        if len(outward) < parts:
            once = twice = 0
            for other in outward:
                bit = 1 << other
                twice |= once & bit
                once |= bit
            found.append((sum(1 << cell for cell in chosen), once, twice))
    table = np.array(found, dtype=np.uint64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


class _TooMany(Exception):
    """The search takes too long."""


class _Search:
    """The search, which counts its steps."""

    def __init__(self) -> None:
        self._steps = 0

    def cover(self, cells: Masks, once: Masks, twice: Masks, left: int) -> bool:
        """Tell whether the cells that are left can be covered by candidates that get along."""
        if not left:
            return True
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise _TooMany
        free = np.array([at for at in range(left.bit_length()) if left >> at & 1], dtype=np.uint64)
        holds = (cells[:, None] >> free) & ONE
        fewest = int(holds.sum(axis=0).argmin())
        for at in np.flatnonzero(holds[:, fewest]):
            part, beside, doubly = cells[at], once[at], twice[at]
            met = cells & beside
            fits = ((cells & part) == 0) & ((cells & doubly) == 0) & ((met & (met - ONE)) == 0)
            if self.cover(cells[fits], once[fits], twice[fits], left & ~int(part)):
                return True
        return False
