"""What is minimised over the states of pairs of groups, in floating point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.verify.groups.frame import Groups
from solver.bisection.verify.groups.leaf import Weights

PRECISION = np.float32  # of steps; what they prove is rounded to integers and computed anew
Matrix = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Model:
    """Twice the scaled capacity: <odd, O> + <single, p> + constant.

    The even matrix E over (group, state) holds how often two groups are in two
    states at once, the odd one O the same with the product of the groups' signs.
    Both have the frequencies p of single groups on their diagonals.
    """

    groups: Groups
    weights: Weights
    odd: Matrix
    single: FloatArray  # (group × state)
    constant: float

    @classmethod
    def of(cls, groups: Groups, weights: Weights) -> Model:
        """Return the model for weights of a line's intercept and slope."""
        joined = weights[0] * groups.links("base") + weights[1] * groups.links("slope")
        between = groups.between(joined).astype(float)
        signs = groups.signs.astype(float)
        size = groups.order * groups.states
        products = np.einsum("sj,bjck,tk->bsct", signs, between, signs, optimize=True)
        return cls(
            groups=groups,
            weights=weights,
            odd=(-0.5 * products).reshape(size, size).astype(PRECISION),
            single=2.0 * groups.severed(joined).astype(float),
            constant=float(between.sum()) / 2,
        )

    @property
    def size(self) -> int:
        """Rows of the two matrices."""
        return len(self.odd)

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The matrices' shape by groups and states."""
        order, states = self.single.shape
        return order, states, order, states
