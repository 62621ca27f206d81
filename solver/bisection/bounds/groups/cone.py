"""Matrices over (group, state) that are semidefinite on some features and vanish on what is known.

A full cone over all states would need eigenvectors of matrices of many hundred
rows in every step. Only the products of a few features of each group's state are
required to be semidefinite; what is known to vanish does so for all states.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.states.cone import orthonormal

PRECISION = np.float32  # of steps; what they prove is rounded to integers and computed anew
Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Removed:
    """What a projection took away from a matrix, and what it added.

    Attributes
    ----------
    sums
        Matrix ((group, state) × group): added to all states of the other group, both ways.
    along
        Matrix ((group, state) × functionals): times orthonormal functionals, both ways.
    features
        Semidefinite matrix over the features of all groups, which was added.
    """

    sums: Matrix
    along: Matrix
    features: FloatArray


class Cone:
    """One of the two cones, of even or odd tables.

    Parameters
    ----------
    order
        Number of groups.
    features
        Of a state (states × features).
    functionals
        Matrix ((group, state) × functionals): functions whose sum over all groups is 0.
    even
        Whether the sum over a group's states is the same for all groups.
    """

    def __init__(
        self, order: int, features: FloatArray, functionals: FloatArray, *, even: bool
    ) -> None:
        self.order, self.states = order, len(features)
        self._even = even
        self._basis = orthonormal(features)
        self.back = np.linalg.pinv(features) @ self._basis  # from features to the basis
        rest = functionals.copy()
        if even:
            sums = rest.reshape(order, self.states, -1).sum(axis=1)
            rest -= np.repeat((sums - sums.mean(axis=0)) / self.states, self.states, axis=0)
        self._along = orthonormal(rest)
        self._mixture = np.linalg.pinv(rest) @ self._along
        self.functionals = functionals
        self._face = self._on_face()

    def _on_face(self) -> FloatArray:
        """Return coordinates of features that are orthogonal to all that vanishes."""
        vanishing = self._seen(self._along)
        if self._even:
            ones = self._basis.T @ np.ones(self.states)
            differences = np.eye(self.order) - 1.0 / self.order
            vanishing = np.hstack([vanishing, np.kron(differences, ones[:, None])])
        left, values, _ = np.linalg.svd(vanishing, full_matrices=True)
        return np.asarray(left[:, int((values > 1e-9).sum()) :])

    def _seen(self, columns: FloatArray) -> FloatArray:
        """Return columns over (group, state) in the basis of each group."""
        each = columns.reshape(self.order, self.states, -1)
        seen = np.matmul(self._basis.T, each)
        return np.asarray(seen.reshape(self.order * self._basis.shape[1], columns.shape[1]))

    def project(self, matrix: Matrix) -> Removed:
        """Move a symmetric matrix to the nearest one in the cone, in place."""
        order, states, size = self.order, self.states, len(matrix)
        sums = np.zeros((size, order), dtype=PRECISION)
        if self._even:
            sums = self._sums_of(matrix)
            matrix.reshape(size, order, states)[...] -= sums[:, :, None]
            matrix.reshape(order, states, size)[...] -= sums.T[:, None, :]
        along = self._along.astype(PRECISION)
        weights = matrix @ along
        weights -= 0.5 * along @ (along.T @ weights)
        matrix -= np.hstack([weights, along]) @ np.hstack([along, weights]).T
        features = self._raise(matrix)
        return Removed(sums, weights, features)

    def _sums_of(self, matrix: Matrix) -> Matrix:
        """Return what to subtract from both sides so that all groups have the same sums."""
        order, states = self.order, self.states
        sums = matrix.reshape(-1, order, states).sum(axis=2) / states
        sums -= sums.mean(axis=1, keepdims=True)
        twice = sums.reshape(order, states, order).sum(axis=1) / states
        twice -= twice.mean(axis=0, keepdims=True)
        return np.asarray(sums - 0.5 * np.repeat(twice, states, axis=0))

    def _raise(self, matrix: Matrix) -> FloatArray:
        """Add what makes the matrix semidefinite on the face; return it, in the basis."""
        order, states, width = self.order, self.states, self._basis.shape[1]
        basis = self._basis.astype(PRECISION)
        right = (matrix.reshape(-1, states) @ basis).reshape(order, states, order * width)
        seen = np.matmul(basis.T, right).reshape(order * width, -1)
        inner = self._face.T @ seen.astype(float) @ self._face
        values, vectors = np.linalg.eigh((inner + inner.T) / 2)
        low = values < 0
        outer = self._face @ vectors[:, low]
        added = (outer * -values[low]) @ outer.T
        left = added.astype(PRECISION).reshape(-1, width) @ basis.T
        matrix += np.matmul(basis, left.reshape(order, width, -1)).reshape(len(matrix), -1)
        return np.asarray(added)

    def written(self, removed: Removed) -> tuple[FloatArray, FloatArray]:
        """Return what was removed as sums, and as products with the functionals themselves.

        Returns
        -------
        (group · state, group), and (group · state, functionals).
        """
        weights = removed.along.astype(float) @ self._mixture.T
        order, states = self.order, self.states
        if not self._even:
            return removed.sums.astype(float), weights
        sums = self.functionals.reshape(order, states, -1).sum(axis=1) / states
        return removed.sums - weights @ (sums - sums.mean(axis=0)).T, weights
