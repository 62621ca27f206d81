"""The most edges that parts of a stencil have inside, whatever their sizes; exact or from above.

Parts of one room are put together by repeated doubling, in the algebra where sums are maxima and
products are sums. If little room is left over, it is the empty places that are divided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Gains = NDArray[np.int64]  # [n]: the most that n cells, or n empty places, can give

MOST_DEGREE = 20_000  # cells or empty places that are divided one by one
NEVER = np.int64(-(2**60))


def most_within(
    inside: Sequence[int], rooms: Sequence[int], cells: int, most_degree: int = MOST_DEGREE
) -> int:
    """Return the most edges inside parts that hold all cells together.

    Parameters
    ----------
    inside
        The most edges among c cells, for each c up to the largest part.
    rooms
        Cells that each part takes at most.
    most_degree
        Where more cells or empty places would be divided one by one, a bound from above stands in.
    """
    sizes = Counter(min(room, cells) for room in rooms)
    spare = sum(size * count for size, count in sizes.items()) - cells
    degree = min(cells, spare)
    if degree > most_degree:
        return _from_above(inside, sizes, cells)
    total = np.zeros(1, dtype=np.int64)
    for size, count in sizes.items():
        gains = np.array(inside[: size + 1], dtype=np.int64)
        one = gains if cells <= spare else gains[::-1]
        total = _joined(total, _repeated(one[: degree + 1], count, degree), degree)
    return int(total[degree])


def _repeated(one: Gains, count: int, degree: int) -> Gains:
    found, power = np.zeros(1, dtype=np.int64), one
    while count:
        if count % 2:
            found = _joined(found, power, degree)
        count //= 2
        if count:
            power = _joined(power, power, degree)
    return found


def _joined(one: Gains, other: Gains, degree: int) -> Gains:
    """Return what both give together: the best sum for each number of cells up to a degree."""
    if len(one) > len(other):
        one, other = other, one
    found = np.full(min(len(one) + len(other) - 1, degree + 1), NEVER, dtype=np.int64)
    for at, gain in enumerate(one[: len(found)]):
        end = min(len(found) - at, len(other))
        np.maximum(found[at : at + end], other[:end] + gain, out=found[at : at + end])
    return found


def _from_above(inside: Sequence[int], sizes: Counter[int], cells: int) -> int:
    """Bound by the best price of a cell: parts choose freely, and what is over is paid back.

    For every price λ the sum is at most λ·cells + Σ max(inside[c] - λ·c). The least of these
    lies where the choices change from too many cells to too few: between two such choices, the
    next price to try is the one at which they are worth the same.
    """
    many, few = (sum(size * count for size, count in sizes.items()), _full(inside, sizes)), (0, 0)
    while True:
        price = Fraction(many[1] - few[1], max(many[0] - few[0], 1))
        chosen = _chosen(inside, sizes, price)
        worth = chosen[1] - price * chosen[0]
        if worth <= many[1] - price * many[0]:
            return int(worth + price * cells)
        if chosen[0] >= cells:
            many = chosen
        else:
            few = chosen


def _full(inside: Sequence[int], sizes: Counter[int]) -> int:
    return sum(count * inside[size] for size, count in sizes.items())


def _chosen(inside: Sequence[int], sizes: Counter[int], price: Fraction) -> tuple[int, int]:
    """Return the cells, and the edges inside, that all parts choose at a price."""
    gains = np.array(inside, dtype=np.int64) * price.denominator
    gains -= price.numerator * np.arange(len(gains))
    cells = edges = 0
    for size, count in sizes.items():
        best = int(gains[: size + 1].argmax())
        cells, edges = cells + count * best, edges + count * inside[best]
    return cells, edges
