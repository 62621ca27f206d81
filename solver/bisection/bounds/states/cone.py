"""The cone of tables that are positive semidefinite over the rotation, and its projection.

The tables X[d] of all offsets are the blocks of a matrix over (block, state)
that the rotation leaves as it is. A Fourier transform over the offsets splits it
into one Hermitian matrix for each frequency.

References
----------
Gatermann and Parrilo, Symmetry groups, semidefinite programs, and sums of squares (2004).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.bounds.pairs import ComplexArray, FloatArray
from alphacut.solver.bisection.bounds.states.negative import NegativePart

ROOT_STEPS = 150
ROOT_TOLERANCE = 1e-11


def transformed(tables: FloatArray) -> ComplexArray:
    """Return the Hermitian matrices (frequency × states × states), 0 to half of all.

    They are as precise as the tables, and so is what is `restored` from them.
    """
    parts = _waves(len(tables), tables.dtype.name) @ tables.reshape(len(tables), -1)
    half = len(tables) // 2 + 1
    matrices = np.zeros((half, parts.shape[1]), dtype=np.result_type(tables, np.complex64))
    matrices.real, matrices.imag[1 : len(parts) - half + 1] = parts[:half], parts[half:]
    return matrices.reshape(half, *tables.shape[1:])


def restored(matrices: ComplexArray, order: int) -> FloatArray:
    """Return the tables (offset × states × states) of these matrices."""
    flat = matrices.reshape(len(matrices), -1)
    parts = np.concatenate([flat.real, flat.imag[1 : order - len(flat) + 1]])
    waves = _opposite_waves(order, parts.dtype.name)
    return np.asarray(waves @ parts).reshape(order, *matrices.shape[1:])


@lru_cache(maxsize=16)
def _waves(order: int, precision: str) -> FloatArray:
    """Return the transform's matrix: the rows of real parts, and of imaginary ones but zeros.

    With these a product is faster than a general transform at these sizes.
    """
    waves = np.fft.rfft(np.eye(order), axis=0)
    parts = np.concatenate([waves.real, waves.imag[1 : order - len(waves) + 1]])
    return parts.astype(precision)


@lru_cache(maxsize=16)
def _opposite_waves(order: int, precision: str) -> FloatArray:
    """Return what takes real and imaginary parts back to the tables."""
    return np.ascontiguousarray(np.linalg.inv(_waves(order, "float64")).astype(precision))


class Cone:
    """Even and odd tables that are semidefinite and vanish on what is known.

    Parameters
    ----------
    even
        Columns over the states: combinations of even indicators whose sum over
        all blocks is zero.
    odd
        A combination of odd indicators.
    square
        The square of its sum over all blocks, divided by their number.
    order
        Number of blocks.

    Attributes
    ----------
    multiple
        How often the product of that combination with itself was added by the last
        projection, besides what made tables semidefinite; 0 where its sum is zero.
    """

    def __init__(
        self,
        order: int,
        even: FloatArray,
        odd: FloatArray,
        square: float = 0.0,
    ) -> None:
        self.order = order
        states = len(odd)
        self.odd, self._square = odd, square
        self.multiple = 0.0
        self._negative = NegativePart()
        self.known_even = orthonormal(even)
        self.known_odd = orthonormal(np.zeros((states, 1)) if square else odd[:, None])
        self.ones = np.full((states, 1), states**-0.5)  # every block is in one state

    def known(self, kind: int, frequency: int) -> FloatArray:
        """Return an orthonormal basis of what vanishes at a frequency; kind 0 is even, 1 odd.

        Returns
        -------
        (states, n), columns.
        """
        if kind == 0:
            return self.known_even if frequency == 0 else self.ones
        return self.known_odd if frequency == 0 else self.ones[:, :0]

    def restrict(self, kind: int, matrices: NDArray[Any]) -> NDArray[Any]:
        """Remove rows and columns along what vanishes, in place.

        Parameters
        ----------
        matrices
            (frequency, states, states), Hermitian.
        """
        start = self.known(kind, 0)
        if start.size:
            matrices[0] = _removed(matrices[0], start)
        if kind == 0:
            rest = matrices[1:]
            rest -= rest.mean(axis=1, keepdims=True)
            rest -= rest.mean(axis=2, keepdims=True)
        return matrices

    def worth(self, multiple: float) -> float:
        """What a multiple of the odd combination's product with itself comes to, in all tables."""
        return multiple * self._square

    def _shift(self, matrix: FloatArray) -> float:
        """Return the multiple to add so that the nearest semidefinite matrix has the known square.

        The more is added, the larger is the square: the last multiple is where to look for it.
        """
        product = np.outer(self.odd, self.odd)

        def excess(multiple: float) -> float:
            values, vectors = np.linalg.eigh(matrix + multiple * product)
            return float(np.maximum(values, 0.0) @ (self.odd @ vectors) ** 2) - self._square

        return rising_root(excess, self.multiple, max(1e-3, abs(self.multiple) / 8))

    def project(self, even: FloatArray, odd: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the nearest tables in the cone; of many states, tables near to these.

        Parameters
        ----------
        even, odd
            (offset, states, states) each.
        """
        both = [self.restrict(kind, transformed(t)) for kind, t in enumerate((even, odd))]
        matrices = np.concatenate(both)
        if self._square:
            at = len(matrices) // 2  # the odd one at frequency 0
            self.multiple = self._shift(np.real(matrices[at]))
            matrices[at] += self.multiple * np.outer(self.odd, self.odd)
        nearest = matrices - self._negative.of(matrices)
        middle = len(nearest) // 2
        return restored(nearest[:middle], self.order), restored(nearest[middle:], self.order)


def rising_root(function: Callable[[float], float], near: float, step: float) -> float:
    """Return where a function that does not fall is 0: false position (Illinois), and halving.

    Parameters
    ----------
    near
        Where it is looked for first.
    step
        How far from there next, four times as far each time.
    """
    low = high = near
    below = above = function(near)
    while below > 0:
        high, above = low, below
        low, step = low - step, 4 * step
        below = function(low)
    while above < 0:
        low, below = high, above
        high, step = high + step, 4 * step
        above = function(high)
    for number in range(ROOT_STEPS):
        if high - low < ROOT_TOLERANCE * (1 + abs(low)):
            break
        middle = (low + high) / 2
        if number % 3 and above > below:
            middle = (low * above - high * below) / (above - below)
        value = function(middle)
        if abs(value) < ROOT_TOLERANCE:
            return middle
        if value < 0:
            low, below, above = middle, value, above / 2
        else:
            high, above, below = middle, value, below / 2
    return (low + high) / 2


def orthonormal(columns: FloatArray) -> FloatArray:
    """Return an orthonormal basis of what columns span.

    Parameters
    ----------
    columns
        (rows, n).
    """
    if not columns.size:
        return columns
    left, values, _ = np.linalg.svd(columns, full_matrices=False)
    return np.asarray(left[:, values > 1e-9 * max(1.0, values.max(initial=0.0))])


def _removed(matrix: ComplexArray, basis: FloatArray) -> ComplexArray:
    matrix = matrix - basis @ (basis.T @ matrix)
    return np.asarray(matrix - (matrix @ basis) @ basis.T)
