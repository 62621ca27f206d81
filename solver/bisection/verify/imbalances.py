"""Parts of all bisections: how unevenly the switches at each position lie on the two sides.

The imbalance of a position is the difference between the numbers of its switches, one of each
block, on either side. Where it is known to be in some range, sequences of sides at that
position have less than others, and multipliers prove more; every bisection is in some part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.read import integers

Imbalance = tuple[int, int]  # the least one and the most
Imbalances = tuple[Imbalance, Imbalance]  # of two positions
Box = tuple[Imbalance, ...]  # of all positions of a block

MOST_PIECES = 100_000  # into which boxes may divide all imbalances


def read_box(written: object, order: int, width: int) -> Box:
    """Read the ranges of a block's positions, or refuse."""
    values = integers(written, "ranges of imbalances", length=2 * width)
    box = tuple(zip(values[::2], values[1::2], strict=True))
    for least, most in box:
        if not 0 <= least <= most <= order:
            raise Refused(
                f"a range of imbalances of {order} switches is from {shown(least)} to {shown(most)}"
            )
    return box


def read_range(written: Sequence[int], inside: Imbalance, order: int) -> Imbalance:
    """Read for which imbalances a bound is, or refuse it where there may be others, or none is."""
    least, most = written
    if not (0 <= least <= most <= order and _any((least, most), order)):
        raise Refused(f"no imbalance of {order} switches is from {shown(least)} to {shown(most)}")
    if not contains((least, most), inside):
        raise Refused("a bound on sequences is for other imbalances than its multipliers")
    return least, most


def contains(wide: Imbalance, narrow: Imbalance) -> bool:
    """Tell whether what holds for imbalances in one range holds for those in another."""
    return wide[0] <= narrow[0] and narrow[1] <= wide[1]


def contained(narrow: Box, wide: Box) -> bool:
    """Tell whether a box is inside of another."""
    return all(contains(*each) for each in zip(wide, narrow, strict=True))


def within(sums: NDArray[Any], imbalance: Imbalance | None) -> NDArray[np.bool_]:
    """Tell which sums of letters 1 and -1 are, up to their sign, in a range."""
    if imbalance is None:
        return np.ones(sums.shape, dtype=bool)
    sizes = np.abs(sums)
    return np.asarray((imbalance[0] <= sizes) & (sizes <= imbalance[1]))


def ranges_of(box: Box | None, order: int) -> tuple[Imbalance | None, ...] | None:
    """Return the ranges of a box that are not of all imbalances, and None for the others."""
    if box is None:
        return None
    return tuple(None if each == (0, order) else each for each in box)


def everything(order: int, width: int) -> Box:
    """Return the box of all bisections."""
    return ((0, order),) * width


def parts(order: int, width: int) -> tuple[Box, ...]:
    """Divide all bisections by the first position whose imbalance is more than half, if any is."""
    low, high, every = (0, order // 2), (order // 2 + 1, order), (0, order)
    first = tuple((low,) * p + (high,) + (every,) * (width - p - 1) for p in range(width))
    return (*first, (low,) * width)


def covered(boxes: Sequence[Box], order: int, width: int) -> bool:
    """Tell whether each way of all positions' imbalances is in some box.

    All of them are odd if the number of blocks is, and even if that is.

    Raises
    ------
    Refused
        If the boxes divide them into too many pieces.
    """
    waiting, looked = [(everything(order, width), 0)], 0
    while waiting:
        piece, first = waiting.pop()
        looked += 1
        if looked > MOST_PIECES:
            raise Refused("boxes of imbalances divide them into too many pieces")
        if not all(_any(each, order) for each in piece):
            continue
        number = next((n for n in range(first, len(boxes)) if _meet(boxes[n], piece)), None)
        if number is None:
            return False
        waiting += [(rest, number + 1) for rest in _outside(boxes[number], piece)]
    return True


def _any(imbalance: Imbalance, order: int) -> bool:
    """Tell whether a range holds a number that is odd or even as that of all blocks."""
    least, most = imbalance
    return least + (order - least) % 2 <= most


def _meet(box: Box, piece: Box) -> bool:
    return all(max(a, c) <= min(b, d) for (a, b), (c, d) in zip(box, piece, strict=True))


def _outside(box: Box, piece: Box) -> list[Box]:
    """Divide what a piece has outside of a box that it meets."""
    found, rest = list[Box](), list(piece)
    for place, ((low, high), (least, most)) in enumerate(zip(box, piece, strict=True)):
        found.extend(
            (*rest[:place], outside, *rest[place + 1 :])
            for outside in ((least, low - 1), (high + 1, most))
            if outside[0] <= outside[1]
        )
        rest[place] = max(low, least), min(high, most)
    return found
