"""The most that parts of limited sizes hold together, by a dynamic programme over the parts.

What a part of c cells holds need not grow in proportion, nor more than that: 12 + 12 cells of a
grid have 34 edges inside, 13 + 11 have 33. So all divisions of the cells among the parts are
compared (Bellman, 1957). Where that is too long, the least concave function above takes the place
of what a part holds: then steps of falling slope are taken, whose sum is no less.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_SUMS = 200_000_000  # takes about half a second


def most_in_parts(
    held: Sequence[int], rooms: Sequence[int], cells: int, most_sums: int = MOST_SUMS
) -> int:
    """Return the most that so many cells can hold, divided among parts.

    Parameters
    ----------
    held
        What a part of c cells holds at most, for each c up to the largest room, or to `cells`.
    rooms
        Cells that each part takes; together at least `cells`.
    most_sums
        Where the dynamic programme would compare more, the concave functions stand in.
    """
    sizes = sorted((min(room, cells) for room in rooms if room), reverse=True)
    spare = sum(sizes) - cells
    if sum(sizes) * (min(cells, spare) + 1) <= most_sums:
        return _compared(held, sizes, cells)
    return _above(held, sizes, cells)


def _compared(held: Sequence[int], sizes: list[int], cells: int) -> int:
    """Compare all divisions, part after part, by how many cells have been placed."""
    gain = np.array(held, dtype=np.int64)
    left = sum(sizes)
    first, best = 0, np.zeros(1, dtype=np.int64)  # best[i]: with first + i cells placed
    for size in sizes:
        left -= size
        start, end = max(cells - left, 0), min(first + len(best) - 1 + size, cells)
        after = np.full(end - start + 1, -1, dtype=np.int64)
        for part in range(size + 1):
            low, high = max(first + part, start), min(first + len(best) - 1 + part, end)
            if low <= high:
                here = slice(low - start, high - start + 1)
                there = slice(low - part - first, high - part - first + 1)
                np.maximum(after[here], best[there] + gain[part], out=after[here])
        first, best = start, after
    return int(best[cells - first])


def _above(held: Sequence[int], sizes: list[int], cells: int) -> int:
    """Take the steps of the concave functions above, steepest first, for all cells."""
    steps: list[tuple[Fraction, int]] = []
    for size, count in Counter(sizes).items():
        corners = _corners(held[: size + 1])
        for one, other in pairwise(corners):
            slope = Fraction(held[other] - held[one], other - one)
            steps.append((slope, count * (other - one)))
    total, left = Fraction(0), cells
    for slope, length in sorted(steps, reverse=True):
        taken = min(length, left)
        total, left = total + slope * taken, left - taken
    return floor(total)


def _corners(held: Sequence[int]) -> list[int]:
    """Return where the least concave function above has its corners (Andrew, 1979)."""
    found: list[int] = []
    for at, value in enumerate(held):
        while len(found) > 1:
            one, other = found[-2:]
            if (held[other] - held[one]) * (at - one) > (value - held[one]) * (other - one):
                break
            found.pop()
        found.append(at)
    return found
