"""Negative parts of Hermitian matrices that change little from one time to the next.

Where a run over many states stands, a matrix has few negative eigenvalues, and
their vectors lie near those of the step before. The lowest Ritz pairs in what
these and their images span are as good as all eigenvectors, and cost a quarter.

References
----------
Golub and Van Loan, Matrix Computations, on the Rayleigh-Ritz procedure.
Rontsis, Goulart and Nakatsukasa, Efficient semidefinite programming with
approximate ADMM, 2022.
"""

from __future__ import annotations

import numpy as np

from solver.bisection.bounds.pairs import ComplexArray, FloatArray

LEAST_ROWS = 64  # of matrices that are worth it
SPARE = 4  # vectors more than there were negative eigenvalues
MOST_PART = 4  # of all directions, at most one in so many is followed
AGAIN = 20  # every so many times, where steps are looked at, all eigenvectors are computed


class NegativePart:
    """The sums of negative eigenvalues times their projections, for one stack after another."""

    def __init__(self) -> None:
        self._basis: ComplexArray | None = None  # (matrix × rows × vectors)
        self._times = 0

    def of(self, matrices: ComplexArray) -> ComplexArray:
        """Return the negative part of each matrix: at most 0 in every direction, and near it.

        Parameters
        ----------
        matrices
            Hermitian (matrix × rows × rows).
        """
        self._times += 1
        if self._basis is not None and self._times % AGAIN:
            images = matrices @ self._basis
            span, _ = np.linalg.qr(np.concatenate([self._basis, images], axis=2))
            inside = _adjoint(span) @ (matrices @ span)
            values, turned = np.linalg.eigh(inside)
            followed = self._basis.shape[2]
            if (values[:, followed - 1] >= 0).all():
                self._basis = span @ turned[:, :, :followed]
                return _negative(values, self._basis)
        values, vectors = np.linalg.eigh(matrices)
        followed = int((values < 0).sum(axis=1).max()) + SPARE
        rows = matrices.shape[1]
        worth = rows >= LEAST_ROWS and followed * MOST_PART <= rows
        self._basis = np.ascontiguousarray(vectors[:, :, :followed]) if worth else None
        return _negative(values, vectors)


def _negative(values: FloatArray, vectors: ComplexArray) -> ComplexArray:
    """Multiply out the pairs whose value is negative; values rise."""
    most = int((values < 0).sum(axis=1).max(initial=0))
    taken = vectors[:, :, :most]
    scaled = taken * np.minimum(values[:, None, :most], 0.0)
    return np.asarray(scaled @ _adjoint(taken))


def _adjoint(matrices: ComplexArray) -> ComplexArray:
    return np.conj(np.swapaxes(matrices, 1, 2))
