"""Whether a stencil can be divided into equal parts with at most one edge between each two.

A part sends no more edges out than there are other parts, and no two to the same one. All parts
are listed, and with each the set of those that get along with it. The search keeps the set of
parts that get along with all that are chosen, and covers the cell that fewest of them hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.errors import BeyondLimit

MOST_CELLS = 63  # a set of cells is a number of 64 bits
MOST_PARTS = 200_000  # sets of cells that are looked at
MOST_STEPS = 500_000


def divisible(edges: Sequence[tuple[int, int]], cells: int, size: int) -> bool:
    """Tell whether there is such a division.

    Raises
    ------
    BeyondLimit
        If that takes too long to tell.
    """
    if cells > MOST_CELLS or comb(cells, size) > MOST_PARTS:
        raise BeyondLimit("time", f"more than {MOST_PARTS:,} sets of {size} of {cells} cells")
    search = _Division(edges, cells, size)
    return search.divided((1 << cells) - 1, (1 << search.count) - 1)


class _Division:
    def __init__(self, edges: Sequence[tuple[int, int]], cells: int, size: int) -> None:
        near: list[list[int]] = [[] for _ in range(cells)]
        for one, other in edges:
            near[one].append(other)
            near[other].append(one)
        sets = (_part(chosen, near) for chosen in combinations(range(cells), size))
        found = [part for part in sets if part[3] < cells // size]
        self.count = len(found)
        table = np.array([part[:3] for part in found], dtype=np.uint64).reshape(-1, 3)
        self._own, self._once, self._twice = table.T
        self._holding = [_as_set(self._own >> np.uint64(cell) & np.uint64(1) > 0)
                         for cell in range(cells)]  # fmt: skip
        self._along: dict[int, int] = {}
        self._steps = 0

    def divided(self, free: int, left: int) -> bool:
        """Tell whether the free cells can be divided into parts that are left."""
        if not free:
            return True
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise BeyondLimit("time", f"more than {MOST_STEPS:,} steps to divide the stencil")
        cells = (cell for cell in range(free.bit_length()) if free >> cell & 1)
        open_ones = min((self._holding[cell] & left for cell in cells), key=int.bit_count)
        while open_ones:
            part = (open_ones & -open_ones).bit_length() - 1
            open_ones &= open_ones - 1
            if self.divided(free & ~int(self._own[part]), left & self._get_along(part)):
                return True
        return False

    def _get_along(self, part: int) -> int:
        """Return the parts that share no cell with one, and one edge at most."""
        if part not in self._along:
            beside = self._own & self._once[part]
            fits = (self._own & (self._own[part] | self._twice[part])) == 0
            self._along[part] = _as_set(fits & (beside & (beside - np.uint64(1)) == 0))
        return self._along[part]


def _part(chosen: tuple[int, ...], near: list[list[int]]) -> tuple[int, int, int, int]:
    """Return the sets of a part's cells, of those beside it, of those twice; and its edges."""
    own = sum(1 << cell for cell in chosen)
    out = [other for cell in chosen for other in near[cell] if not own >> other & 1]
    once = twice = 0
    for other in out:
        twice |= once & 1 << other
        once |= 1 << other
    return own, once, twice, len(out)


def _as_set(chosen: NDArray[np.bool_]) -> int:
    """Return the numbers of what is true, as the bits of an integer."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")
