"""The semidefinite relaxation without inequalities, by a primal-dual interior-point method.

Minimise ⟨C, X⟩ over semidefinite X with 1 on the diagonal and X·w = 0 for the weights w. The dual
is to maximise Σ y with C - Diag(y) semidefinite across from the weights. A dozen steps, each of
some factorisations, come as near to the optimum as hundreds of steps of a first-order method,
which starts from here (`splitting`).

References
----------
Helmberg, Rendl, Vanderbei and Wolkowicz, An interior-point method for semidefinite programming,
1996, for the direction.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.semidefinite.face import Face

MOST_STEPS = 40
BEYOND = 0.1  # how far above what is needed a bound may go, relative to it
SHRINK, STAY_INSIDE = 0.8, 0.95  # of a step that leaves the cone, and of the one that does not


@dataclass(frozen=True)
class Optimum:
    """A pair of solutions near the optimum.

    Attributes
    ----------
    products
        The matrix X (switches × switches).
    diagonal
        The multipliers y (switches) of its diagonal; their sum is the bound.
    """

    products: FloatArray
    diagonal: FloatArray

    @property
    def bound(self) -> float:
        """What the multipliers prove, up to rounding."""
        return float(self.diagonal.sum())


def solved(costs: FloatArray, face: Face, need: float, accuracy: float = 1e-3) -> Optimum:
    """Return solutions near the optimum, or what the numbers allow.

    Parameters
    ----------
    costs
        The symmetric matrix C (switches × switches), with 0 on the diagonal.
    face
        On which X lies.
    need
        A bound with which to stop.
    accuracy
        Of the bound, relative to it, with which to stop.
    """
    y = -1.0 - np.abs(costs).sum(axis=1)  # C - Diag(y) is then diagonally dominant
    z = face.inside(costs - np.diag(y))
    x = np.eye(face.rows)
    try:
        for _ in range(MOST_STEPS if face.rows > 1 else 0):
            mu = float((x * z).sum()) / face.rows
            primal = float((costs * face.outside(x)).sum())
            if y.sum() > need or abs(primal - y.sum()) <= accuracy * (1.0 + abs(primal)):
                break
            most = need + BEYOND * (1.0 + abs(need))
            x, y, z = _step(face, x, y, z, 0.1 * mu, most)
    except np.linalg.LinAlgError:
        pass  # there is no X, or rounding has the upper hand; y is valid at every step
    return Optimum(face.outside(x), y)


def _step(
    face: Face, x: FloatArray, y: FloatArray, z: FloatArray, mu: float, most: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Go towards the point of the central path with a parameter, up to a bound that is enough."""
    inverse = np.linalg.inv(z)
    inverse = (inverse + inverse.T) / 2.0
    wide = face.outside(inverse)
    towards = np.linalg.solve(wide * face.outside(x), 1.0 - mu * np.diagonal(wide))
    change = face.inside(np.diag(towards))
    moved = inverse @ change @ x
    dx = mu * inverse - x + (moved + moved.T) / 2.0
    primal, dual = _length(x, dx), _length(z, -change)
    bound, gain = float(y.sum()), float(towards.sum())
    if bound + dual * gain > most > bound:  # where there is no X it would grow without end
        dual = (most - bound) / gain
    return x + primal * dx, y + dual * towards, z - dual * change


def _length(matrix: FloatArray, change: FloatArray) -> float:
    """Return how far a matrix may go and stay definite, at most 1."""
    length = 1.0
    while length > 1e-8:
        try:
            np.linalg.cholesky(matrix + length * change)
        except np.linalg.LinAlgError:
            length *= SHRINK
        else:
            return length if length == 1.0 else STAY_INSIDE * length
    raise np.linalg.LinAlgError
