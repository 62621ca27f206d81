"""Symmetric matrices that are positive semidefinite and vanish on what is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.bisection.bounds.groups.model import PRECISION, Matrix
from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.bounds.states.cone import orthonormal


@dataclass(frozen=True)
class Removed:
    """What a projection changed: removed along ⊗ known and back, and added."""

    known: Matrix  # orthonormal columns
    along: Matrix  # (row × known)
    added: Matrix  # positive semidefinite


class Cone:
    """Positive semidefinite matrices X with X·known = 0.

    Parameters
    ----------
    known
        Columns over the rows of the matrices.
    """

    def __init__(self, known: FloatArray) -> None:
        self.known = orthonormal(known).astype(PRECISION)

    def project(self, matrix: Matrix) -> tuple[Matrix, Removed]:
        """Return the nearest matrix in the cone, and what was changed."""
        along = matrix @ self.known
        along -= 0.5 * self.known @ (self.known.T @ along)
        rest = matrix - along @ self.known.T - self.known @ along.T
        rest = (rest + rest.T) / 2
        values, vectors = np.linalg.eigh(rest)
        low = vectors[:, values < 0]
        added = (low * -values[values < 0]) @ low.T
        return rest + added, Removed(self.known, along, added)
