"""Open intercepts at many slopes at a time, in arrays of integers of 64 bits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.alpha import Alpha

IntArray = NDArray[np.int64]

AT_ONCE = 4_096  # slopes
LARGEST = 1 << 60  # of every number that is computed with


@dataclass(frozen=True, kw_only=True)
class Spans:
    """Slopes at which some intercept is open, in order, with the least and the largest."""

    slope: IntArray
    least: IntArray
    most: IntArray

    def scaled(self, alpha: Alpha) -> tuple[int, int] | None:
        """Return the least and the largest scaled capacity; None where nothing is open."""
        if not len(self.slope):
            return None
        q, p = alpha.denominator, alpha.numerator
        part = p * self.slope
        return int((q * self.least + part).min()), int((q * self.most + part).max())


def spans(
    slopes: range,
    lattice: tuple[int, int],
    box: tuple[int, int],
    floors: Iterable[tuple[Alpha, int]],
    ceiling: tuple[Alpha, int],
) -> Spans:
    """Return the intercepts that are open at each of some slopes.

    Parameters
    ----------
    lattice
        Remainder and modulus of the intercepts; modulus 0 leaves the remainder alone.
    box
        Least and largest intercept.
    floors, ceiling
        Of scaled capacities: the least at some α, and the largest at one.
    """
    slope = np.arange(slopes.start, slopes.stop, slopes.step, dtype=np.int64)
    least, most = np.full_like(slope, box[0]), np.full_like(slope, box[1])
    open_ = np.ones(len(slope), dtype=np.bool_)
    for alpha, bound in floors:
        missing = bound - alpha.numerator * slope
        if alpha.denominator:
            np.maximum(least, -(-missing // alpha.denominator), out=least)
        else:
            open_ &= missing <= 0
    alpha, highest = ceiling
    room = highest - alpha.numerator * slope
    if alpha.denominator:
        np.minimum(most, room // alpha.denominator, out=most)
    else:
        open_ &= room >= 0
    first, last = _on_lattice(lattice, least, most)
    open_ &= (least <= first) & (first <= last) & (last <= most)
    return Spans(slope=slope[open_], least=first[open_], most=last[open_])


def _on_lattice(
    lattice: tuple[int, int], least: IntArray, most: IntArray
) -> tuple[IntArray, IntArray]:
    remainder, modulus = lattice
    if not modulus:
        alone = np.full_like(least, remainder)
        return alone, alone
    return least + (remainder - least) % modulus, most - (most - remainder) % modulus
