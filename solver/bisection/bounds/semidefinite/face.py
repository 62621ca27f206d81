"""The matrices that vanish on the weights, by a reflection that takes these to the first axis.

References
----------
Borwein and Wolkowicz, Regularizing the abstract convex program (1981).
"""

from __future__ import annotations

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray


class Face:
    """Matrices (switches × switches) X with X·w = 0, as they act across from w.

    Parameters
    ----------
    weights
        Of the switches; where all are 0, every matrix is on the face.
    """

    def __init__(self, weights: FloatArray) -> None:
        length = float(np.linalg.norm(weights))
        self._whole = not length
        self.rows = len(weights) - (not self._whole)
        normal = weights / (length or 1.0)
        normal[0] += np.copysign(1.0, normal[0])
        self._normal: FloatArray = normal / np.linalg.norm(normal)

    def _reflected(self, matrix: FloatArray) -> FloatArray:
        normal = self._normal
        image = matrix @ normal
        mixed = np.outer(normal, image - normal * float(normal @ image))
        return np.asarray(matrix - 2.0 * (mixed + mixed.T))

    def inside(self, matrix: FloatArray) -> FloatArray:
        """Return a symmetric matrix as it acts across from the weights (one row less).

        Parameters
        ----------
        matrix
            (switches, switches).
        """
        return matrix if self._whole else self._reflected(matrix)[1:, 1:]

    def outside(self, matrix: FloatArray) -> FloatArray:
        """Return the matrix on the face that acts so.

        Parameters
        ----------
        matrix
            (rows, rows).
        """
        if self._whole:
            return matrix
        framed = np.zeros((len(matrix) + 1, len(matrix) + 1))
        framed[1:, 1:] = matrix
        return self._reflected(framed)

    def vectors(self, inner: FloatArray) -> FloatArray:
        """Return vectors (columns) across from the weights, written for all switches."""
        if self._whole:
            return inner
        framed = np.vstack([np.zeros(inner.shape[1]), inner])
        return np.asarray(framed - 2.0 * np.outer(self._normal, self._normal @ framed))


def multipliers_of_balance(image: FloatArray, weights: FloatArray, eigenvalue: float) -> FloatArray:
    """Return h with which M - h·wᵀ - w·hᵀ has the weights w as an eigenvector.

    Parameters
    ----------
    image
        (switches,), M·w for a symmetric matrix M.
    weights
        (switches,), not all 0.
    eigenvalue
        That the vector is to have.
    """
    square = float(weights @ weights)
    along = float(image @ weights) / square
    return np.asarray(
        (image - along * weights) / square + weights * (along - eigenvalue) / (2 * square)
    )
