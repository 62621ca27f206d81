"""Sums of integer functions of blocks: what a proof holds of them.

References
----------
Boros and Hammer, Cut-polytopes, Boolean quadric polytopes and nonnegative
quadratic pseudo-Boolean functions, 1993, for the inequalities.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.frame import IntArray
from alphacut.solver.bisection.verify.packed import unpacked
from alphacut.solver.bisection.verify.read import integers, listed

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


def read_sums(
    written: Mapping[str, Any], order: int, size: int
) -> Iterator[tuple[IntegerSum, int]]:
    """Read a leaf's sums of integers, whose functions are packed together.

    Parameters
    ----------
    order
        Number of blocks; offsets are taken modulo it.
    size
        Number of states.
    """
    entries = listed(written, "sums")
    if len(entries) > MOST_SUMS:
        raise Refused("a leaf has too many sums of integers")
    offsets = [integers(entry[:-2], "a sum's offsets", least=0) for entry in map(_list, entries)]
    if any(len({each % order for each in row}) != len(row) for row in offsets):
        raise Refused("a sum's offsets are not different")
    number = sum(map(len, offsets))
    values = unpacked(written.get("functions"), (number, 2, size))
    for entry, row in zip(entries, offsets, strict=True):
        low, value = integers(entry[-2:], "a sum's place and multiplier", length=2)
        if value < 0:
            raise Refused("a sum's multiplier is negative")
        yield IntegerSum(offsets=tuple(row), values=values[: len(row)], low=low), value
        values = values[len(row) :]


def _list(entry: object) -> list[Any]:
    if not isinstance(entry, list) or len(entry) < 3:
        raise Refused("a sum is not offsets, place and multiplier")
    return entry
