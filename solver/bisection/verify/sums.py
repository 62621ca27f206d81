"""Sums of integer functions of blocks: what a proof holds of them.

References
----------
Boros and Hammer, Cut-polytopes, Boolean quadric polytopes and nonnegative
quadratic pseudo-Boolean functions, 1993, for the inequalities.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.packed import unpacked
from alphacut.solver.common.errors import Refused

MOST_SUMS = 5_000


@dataclass(frozen=True, kw_only=True, eq=False)
class IntegerSum:
    """Y = Σ f_i(state of the block at offset i), an integer: (Y - low)·(Y - low - 1) ≥ 0.

    What it adds to tables is averaged over exchanging the sides.
    """

    offsets: tuple[int, ...]
    values: IntArray  # (offset × 2 × states): of states with the sign 1, and with -1
    low: int

    @property
    def most(self) -> int:
        """More than any entry that (Y - low)·(Y - low - 1) adds to a table."""
        each = int(np.abs(self.values).max(initial=0)) + abs(self.low) + 1
        return 2 * (len(self.offsets) * each) ** 2

    def single(self) -> IntArray:
        """Return what each of its blocks adds for itself (offset × states)."""
        values = self.values
        return np.asarray((values * (values - 1) // 2 - self.low * values).sum(axis=1))

    @property
    def constant(self) -> int:
        """What is added once."""
        return self.low * (self.low + 1)


def read_sums(leaf: StatesLeaf, order: int, size: int) -> Iterator[tuple[IntegerSum, int]]:
    """Yield a leaf's sums of integers, whose functions are packed together, with multipliers.

    Parameters
    ----------
    order
        Number of blocks; offsets are taken modulo it.
    size
        Number of states.

    Raises
    ------
    Refused
        If there are too many, or offsets are named twice.
    """
    if len(leaf.sums) > MOST_SUMS:
        raise Refused("a leaf has too many sums of integers")
    if any(
        not each.offsets or len({o % order for o in each.offsets}) != len(each.offsets)
        for each in leaf.sums
    ):
        raise Refused("a sum's offsets are not different")
    number = sum(len(each.offsets) for each in leaf.sums)
    values = unpacked(leaf.functions, (number, 2, size))
    for each in leaf.sums:
        taken, values = values[: len(each.offsets)], values[len(each.offsets) :]
        yield IntegerSum(offsets=each.offsets, values=taken, low=each.low), each.multiplier
