"""Negative parts of Hermitian matrices that change little from one time to the next.

Where a run over many states stands, a matrix has few negative eigenvalues, and
their vectors lie near those of the step before. These, with a polynomial of the
matrix that is small where eigenvalues are not negative applied to them, span what the
lowest Ritz pairs are taken from: as good as all eigenvectors, at a sixth of the cost.

References
----------
Zhou, Saad, Tiago and Chelikowsky, Self-consistent-field calculations using
Chebyshev-filtered subspace iteration, 2006.
Rontsis, Goulart and Nakatsukasa, Efficient semidefinite programming with
approximate ADMM, 2022.
"""

from __future__ import annotations

import numpy as np

from alphacut.solver.bisection.bounds.pairs import ComplexArray, FloatArray

LEAST_ROWS = 64  # of matrices that are worth it
SPARE = 4  # vectors more than there were negative eigenvalues
MOST_PART = 2  # of all directions, at most one in so many is followed
AGAIN = 60  # every so many times all eigenvectors are computed: new ones may have turned negative
DEGREE = 4  # of the polynomial
ROOM = 1.2  # by which the largest eigenvalue may have grown until then
LEAST_LARGEST = 0.01  # of the size of a matrix, that the polynomial stays within bounds


class NegativePart:
    """The sums of negative eigenvalues times their projections, for one stack after another."""

    def __init__(self) -> None:
        self._followed: list[_Followed] = []  # one for each matrix
        self._times = 0

    def of(self, matrices: ComplexArray) -> ComplexArray:
        """Return the negative part of each matrix: at most 0 in every direction, and near it.

        Parameters
        ----------
        matrices
            Hermitian (matrix × rows × rows).
        """
        if matrices.shape[1] < LEAST_ROWS:
            return _negative_parts(*np.linalg.eigh(matrices))
        if len(self._followed) != len(matrices):
            self._followed = [_Followed() for _ in matrices]
        self._times += 1
        again = self._times % AGAIN == 0
        parts = zip(self._followed, matrices, strict=True)
        return np.stack([followed.negative(matrix, again) for followed, matrix in parts])


class _Followed:
    """The negative part of one matrix, by the vectors that it had before."""

    def __init__(self) -> None:
        self._basis: ComplexArray | None = None  # (rows × vectors)
        self._largest = 0.0  # eigenvalue that there may be

    def negative(self, matrix: ComplexArray, again: bool) -> ComplexArray:
        """Return it; with again, from all eigenvectors."""
        if self._basis is not None and not again:
            filtered = self._filtered(matrix, self._basis)
            if np.isfinite(filtered).all():
                span, _ = np.linalg.qr(filtered)
                values, turned = np.linalg.eigh(_adjoint(span) @ (matrix @ span))
                if values[-1] >= 0:
                    self._basis = span @ turned
                    return _negative(values, self._basis)
        values, vectors = np.linalg.eigh(matrix)
        followed = int((values < 0).sum()) + SPARE
        worth = followed * MOST_PART <= len(matrix) and values[-1] > values[0]
        self._basis = np.ascontiguousarray(vectors[:, :followed]) if worth else None
        self._largest = ROOM * max(float(values[-1]), -LEAST_LARGEST * float(values[0]))
        return _negative(values, vectors)

    def _filtered(self, matrix: ComplexArray, basis: ComplexArray) -> ComplexArray:
        """Multiply by the Chebyshev polynomial that is at most 1 from 0 to the largest value."""
        half = self._largest / 2
        before, now = basis, (matrix @ basis) / half - basis
        for _ in range(1, DEGREE):
            before, now = now, 2 * ((matrix @ now) / half - now) - before
        return now


def _negative_parts(values: FloatArray, vectors: ComplexArray) -> ComplexArray:
    """Multiply out the pairs whose value is negative, of each matrix; values rise."""
    taken = vectors[:, :, : int((values < 0).sum(axis=1).max(initial=0))]
    scaled = taken * np.minimum(values[:, None, : taken.shape[2]], 0.0)
    return np.asarray(scaled @ np.conj(np.swapaxes(taken, 1, 2)))


def _negative(values: FloatArray, vectors: ComplexArray) -> ComplexArray:
    """Multiply out the pairs whose value is negative; values rise."""
    taken = vectors[:, : int((values < 0).sum())]
    return np.asarray((taken * values[: taken.shape[1]]) @ _adjoint(taken))


def _adjoint(matrix: ComplexArray) -> ComplexArray:
    return np.conj(matrix.T)
