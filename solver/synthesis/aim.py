"""What an arrangement is to be good at: its bisection at one α, or its share at several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.alpha import Alpha

IntArray = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Aim:
    """The least over all bisections, and over terms (u, v), of u·local + v·global links severed.

    With one term that is B(α) times the denominator of α. With one for each of several α, divided
    by the best B that is known there, it is the least share of these, over a common denominator.
    """

    terms: tuple[tuple[int, int], ...]
    unit: int = 1  # by which a value is divided: to a capacity, or to a share

    @classmethod
    def at(cls, alpha: Alpha) -> Aim:
        """Aim at the bisection bandwidth at one finite α."""
        return cls(terms=((alpha.denominator, alpha.numerator),), unit=alpha.denominator)

    @classmethod
    def share(cls, alphas: Sequence[Alpha], best: Sequence[Fraction]) -> Aim:
        """Aim at the largest share of the best capacities at several α, all above 0."""
        ratios = [
            (1 / capacity, alpha.fraction / capacity)
            for alpha, capacity in zip(alphas, best, strict=True)
        ]
        unit = lcm(*(each.denominator for ratio in ratios for each in ratio))
        return cls(terms=tuple((int(u * unit), int(v * unit)) for u, v in ratios), unit=unit)

    def values(self, local: IntArray, crossing: IntArray) -> IntArray:
        """Return the value of cuts that sever so many links; `crossing` may have more axes."""
        return self.total(local.reshape(local.shape + (1,) * (crossing.ndim - 1)), crossing)

    def total(self, base: IntArray, slope: IntArray) -> IntArray:
        """Return the value of cuts of the capacity base + slope·α."""
        return np.asarray(np.minimum.reduce([u * base + v * slope for u, v in self.terms]))

    def fraction(self, value: int) -> Fraction:
        """Return a value as a capacity, or as a share."""
        return Fraction(value, self.unit)
