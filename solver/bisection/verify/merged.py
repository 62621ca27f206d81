"""Switches that a path of a tree puts on the same side, or on opposite ones.

A limit on a set of one pair decides that pair. For the signs x of the switches of such classes,
x = P·z with a sign for each class, so that xᵀMx = zᵀ(PᵀMP)z: where PᵀMP is positive semidefinite,
xᵀMx ≥ 0 for all bisections of the part.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.counts import Limit


@dataclass(frozen=True)
class Merged:
    """Classes of switches, with the sign of each within its class."""

    place: IntArray  # class (switches)
    sign: IntArray  # 1 or -1 (switches)

    @classmethod
    def of(cls, limits: Iterable[Limit], size: int) -> Merged | None:
        """Return what limits decide of so many switches; None if they decide nothing.

        Where they contradict each other there is no bisection, and any of them may be left out.
        """
        place, sign = np.arange(size), np.ones(size, dtype=np.int64)
        for limit in limits:
            if len(limit.members) > 1 or limit.low != limit.high:
                continue
            ((first, second),) = limit.members
            if place[first] == place[second]:
                continue
            alike = 1 if limit.low == 0 else -1
            moved = place == place[second]
            sign[moved] *= alike * sign[first] * sign[second]
            place[moved] = place[first]
        _, dense = np.unique(place, return_inverse=True)
        return cls(dense, sign) if int(dense.max()) + 1 < size else None

    @property
    def largest(self) -> int:
        """The switches of the largest class."""
        return int(np.bincount(self.place).max())

    def table(self, matrix: IntArray) -> IntArray:
        """Return PᵀMP (classes × classes) in integers."""
        count = int(self.place.max()) + 1
        rows = np.zeros((count, len(matrix)), dtype=np.int64)
        np.add.at(rows, self.place, matrix * self.sign[:, None])
        table = np.zeros((count, count), dtype=np.int64)
        np.add.at(table, self.place, (rows * self.sign).T)
        return table
