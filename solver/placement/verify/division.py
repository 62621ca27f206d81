"""Whether a stencil can be divided into equal parts with at most one edge between each two.

The parts are built one after the other, each around the first cell that is still free. A part
sends no more edges out than there are other parts, and no two to the same one; what is begun
against that is given up at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from alphacut.solver.common.errors import BeyondLimit

MOST_PARTS = 200_000  # sets of cells that are looked at
MOST_STEPS = 3_000_000


def divisible(edges: Sequence[tuple[int, int]], cells: int, size: int) -> bool:
    """Tell whether there is such a division.

    Raises
    ------
    BeyondLimit
        If that takes too long to tell.
    """
    if comb(cells, size) > MOST_PARTS:
        raise BeyondLimit("time", f"more than {MOST_PARTS:,} sets of {size} of {cells} cells")
    return _Division(edges, cells, size).divided((1 << cells) - 1, [])


class _Division:
    def __init__(self, edges: Sequence[tuple[int, int]], cells: int, size: int) -> None:
        self._near: list[list[int]] = [[] for _ in range(cells)]
        for one, other in edges:
            self._near[one].append(other)
            self._near[other].append(one)
        self._steps = 0
        self._around: list[list[tuple[int, int, int]]] = [[] for _ in range(cells)]
        for chosen in combinations(range(cells), size):
            part = self._part(chosen, cells // size - 1)
            if part is not None:
                self._around[chosen[0]].append(part)

    def _part(self, chosen: tuple[int, ...], most: int) -> tuple[int, int, int] | None:
        """Return a part as the sets of its cells, those beside it, and those beside it twice."""
        own = sum(1 << cell for cell in chosen)
        out = [other for cell in chosen for other in self._near[cell] if not own >> other & 1]
        if len(out) > most:
            return None
        once = twice = 0
        for other in out:
            twice |= once & 1 << other
            once |= 1 << other
        return own, once, twice

    def divided(self, free: int, parts: list[tuple[int, int]]) -> bool:
        """Tell whether the free cells can be divided as well, beside parts that are there."""
        if not free:
            return True
        for own, once, twice in self._candidates(free):
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise BeyondLimit("time", f"more than {MOST_STEPS:,} steps to divide the stencil")
            if all(not twice & part and _at_most_one(once & part) for part, _ in parts):
                if self.divided(free & ~own, [*parts, (own, once)]):
                    return True
        return False

    def _candidates(self, free: int) -> Iterator[tuple[int, int, int]]:
        """Yield the parts around the first free cell."""
        first = (free & -free).bit_length() - 1
        return (part for part in self._around[first] if part[0] & ~free == 0)


def _at_most_one(cells: int) -> bool:
    return cells & (cells - 1) == 0
