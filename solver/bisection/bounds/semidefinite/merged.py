"""Switches that are decided to be on the same side, or on opposite ones, as one switch.

A matrix over all switches becomes one over the classes: with signs x = P·z, xᵀMx = zᵀ(PᵀMP)z.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray


@dataclass(frozen=True)
class Merged:
    """Classes of switches.

    Attributes
    ----------
    kept
        The switch (classes) that stands for each class.
    place
        The class (switches) of every switch, the dummy one included.
    sign
        Its sign (switches) over that of its class, 1 or -1.
    """

    kept: IntArray
    place: IntArray
    sign: IntArray

    @classmethod
    def none(cls, size: int) -> Merged:
        """Return a class for each switch."""
        numbers = np.arange(size)
        return cls(numbers, numbers, np.ones(size, dtype=np.int64))

    def deciding(self, first: int, second: int, sign: int) -> Merged:
        """Join the classes of two switches that have the same sign (1) or opposite ones (-1).

        Parameters
        ----------
        first, second
            Two switches of different classes.
        sign
            That of their product.
        """
        one, other = int(self.place[first]), int(self.place[second])
        turned = sign * self.sign[first] * self.sign[second]
        moved = self.place == other
        place = np.where(moved, one, self.place)
        return Merged(
            kept=np.delete(self.kept, other),
            place=np.where(place > other, place - 1, place),
            sign=np.where(moved, turned * self.sign, self.sign),
        ).normal()

    def normal(self) -> Merged:
        """Let the switch that stands for a class have the sign 1."""
        return Merged(self.kept, self.place, self.sign * self.sign[self.kept][self.place])

    def table(self, matrix: IntArray) -> IntArray:
        """Return PᵀMP (classes × classes)."""
        signed = matrix * np.outer(self.sign, self.sign)
        members = np.zeros((len(self.place), len(self.kept)), dtype=np.int64)
        members[np.arange(len(self.place)), self.place] = 1
        return np.asarray(members.T @ signed @ members)

    def sums(self, values: IntArray) -> IntArray:
        """Return Pᵀv (classes)."""
        found = np.zeros(len(self.kept), dtype=np.int64)
        np.add.at(found, self.place, values * self.sign)
        return found
