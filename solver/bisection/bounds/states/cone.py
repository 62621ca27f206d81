"""The cone of tables that are positive semidefinite over the rotation, and its projection.

The tables X[d] of all offsets are the blocks of a matrix over (block, state)
that the rotation leaves as it is. A Fourier transform over the offsets splits it
into one Hermitian matrix for each frequency.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.bisection.bounds.pairs import FloatArray

ComplexArray = NDArray[np.complex128]


def transformed(tables: FloatArray) -> ComplexArray:
    """Return the Hermitian matrices (frequency × states × states), 0 to half of all."""
    flat = tables.reshape(len(tables), -1)
    return (_waves(len(tables)) @ flat).reshape(-1, *tables.shape[1:])


def restored(matrices: ComplexArray, order: int) -> FloatArray:
    """Return the tables (offset × states × states) of these matrices."""
    flat = matrices.reshape(len(matrices), -1)
    found = (_opposite_waves(order) @ flat).real
    return np.ascontiguousarray(found).reshape(order, *matrices.shape[1:])


@lru_cache(maxsize=16)
def _waves(order: int) -> ComplexArray:
    """Return the matrix of the transform, faster than the general one at these sizes."""
    return np.fft.rfft(np.eye(order), axis=0)


@lru_cache(maxsize=16)
def _opposite_waves(order: int) -> ComplexArray:
    """Return the matrix whose products have the restored tables as real parts."""
    waves = np.conj(_waves(order)).T * 2.0 / order
    waves[:, 0] /= 2.0
    return np.ascontiguousarray(waves)


class Cone:
    """Even and odd tables that are semidefinite and vanish on what is known.

    Parameters
    ----------
    even
        Columns over the states: combinations of even indicators whose sum over
        all blocks is zero.
    odd
        A combination of odd indicators whose sum over all blocks is zero.
    """

    def __init__(self, order: int, even: FloatArray, odd: FloatArray) -> None:
        self.order = order
        states = len(odd)
        self.known_even = orthonormal(even)
        self.known_odd = orthonormal(odd[:, None])
        self.ones = np.full((states, 1), states**-0.5)  # every block is in one state

    def known(self, kind: int, frequency: int) -> FloatArray:
        """Return an orthonormal basis of what vanishes at a frequency; kind 0 is even, 1 odd."""
        if kind == 0:
            return self.known_even if frequency == 0 else self.ones
        return self.known_odd if frequency == 0 else self.ones[:, :0]

    def restrict(self, kind: int, matrices: ComplexArray) -> ComplexArray:
        """Remove rows and columns along what vanishes, in place."""
        start = self.known(kind, 0)
        if start.size:
            matrices[0] = _removed(matrices[0], start)
        if kind == 0:
            rest = matrices[1:]
            rest -= rest.mean(axis=1, keepdims=True)
            rest -= rest.mean(axis=2, keepdims=True)
        return matrices

    def project(self, even: FloatArray, odd: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the nearest tables in the cone."""
        matrices = np.concatenate(
            [self.restrict(k, transformed(t)) for k, t in enumerate((even, odd))]
        )
        values, vectors = np.linalg.eigh(matrices)
        scaled = vectors * np.maximum(values, 0.0)[:, None, :]
        found = scaled @ np.conj(np.swapaxes(vectors, 1, 2))
        middle = len(found) // 2
        return restored(found[:middle], self.order), restored(found[middle:], self.order)


def orthonormal(columns: FloatArray) -> FloatArray:
    """Return an orthonormal basis of what columns span."""
    if not columns.size:
        return columns
    left, values, _ = np.linalg.svd(columns, full_matrices=False)
    return np.asarray(left[:, values > 1e-9 * max(1.0, values.max(initial=0.0))])


def _removed(matrix: ComplexArray, basis: FloatArray) -> ComplexArray:
    matrix = matrix - basis @ (basis.T @ matrix)
    return np.asarray(matrix - (matrix @ basis) @ basis.T)
