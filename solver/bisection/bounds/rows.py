"""Valid inequalities of the all-pairs relaxation, found where a solution violates them.

Every one is given by an integer vector v over the switches. For the signs
x = ±1 of a cut, v·x is an integer with the parity of Σv, so its square is at
least that parity; in terms of y_ij, which is 1 where i and j are separated,

    Σ_{i<j} v_i·v_j·y_ij ≤ ((Σv)² - parity) / 4.

Three entries ±1 give the triangle inequalities, more give hypermetric ones, and
a rounded eigenvector gives a cut that brings in the semidefinite relaxation.

References
----------
Deza and Laurent, Geometry of Cuts and Metrics, chapters 28 to 30.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray, Pairs
from alphacut.solver.bisection.certificate.cuts import Row

MOST_TRIPLES = 6_000_000  # beyond this many triples of switches a sample is searched
EIGENVECTOR_SCALE = 1_000  # largest entry of a rounded eigenvector
NOTHING = 1e-3  # eigenvalues that are no further below 0 count as 0
TOLERANCE = 1e-5
LARGEST_SUPPORT = 13  # entries of the longest hypermetric inequality searched
TRIES = 300  # supports that grow at the same time


@dataclass(frozen=True)
class Vector:
    """An integer vector over the switches, which gives one valid inequality."""

    switches: tuple[int, ...]  # where it is not zero, in order
    values: tuple[int, ...]

    @property
    def limit(self) -> int:
        """The right-hand side ((Σv)² - parity)/4."""
        total = sum(self.values)
        return (total * total - total % 2) // 4

    @property
    def row(self) -> Row:
        """The row of a certificate."""
        return Row(switches=self.switches, values=self.values)


def vector(switches: IntArray | NDArray[np.int32], values: IntArray) -> Vector:
    """Return the vector with some entries, without those that are zero.

    Parameters
    ----------
    switches, values
        (k,) each, in any order.
    """
    order = np.argsort(switches)
    kept = [int(i) for i in order if values[i]]
    return Vector(tuple(int(switches[i]) for i in kept), tuple(int(values[i]) for i in kept))


_SIGNS = np.array([[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]], dtype=np.int64)
# the products of these signs over the pairs (1,2), (1,3), (2,3)
_PRODUCTS = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], dtype=np.float64)
_LIMITS = np.array([2.0, 0.0, 0.0, 0.0])


class Triangles:
    """Searches the triangle inequalities, one for each orbit of triples."""

    def __init__(self, pairs: Pairs) -> None:
        switches = self._triples(pairs)
        orbit = pairs.orbit.astype(np.int32)
        orbits = np.stack(
            [orbit[switches[:, i], switches[:, j]] for i, j in ((0, 1), (0, 2), (1, 2))], axis=1
        )
        if pairs.generators:
            _, kept = np.unique(_numbered(np.sort(orbits, axis=1)), return_index=True)
            switches, orbits = switches[kept], orbits[kept]
        self._switches, self._orbits = switches, orbits

    @staticmethod
    def _triples(pairs: Pairs) -> NDArray[np.int32]:
        size, starts = pairs.size, pairs.representatives
        each = (size - 1) * (size - 2) // 2
        if len(starts) * each > MOST_TRIPLES:
            rng = np.random.default_rng(0)
            drawn = rng.integers(size, size=(MOST_TRIPLES, 3))
            different = (drawn[:, 0] != drawn[:, 1]) & (drawn[:, 0] != drawn[:, 2])
            return np.asarray(drawn[different & (drawn[:, 1] != drawn[:, 2])], dtype=np.int32)
        symmetric = bool(pairs.generators)
        blocks = []
        for start in starts:
            keep = (pairs.first != start) & (pairs.second != start)
            if not symmetric:
                keep &= pairs.first > start
            second, third = pairs.first[keep], pairs.second[keep]
            triples = np.stack([np.full(len(second), start), second, third], axis=1)
            blocks.append(triples.astype(np.int32))  # there are millions
        return np.concatenate(blocks)

    def violated(self, fractions: FloatArray, most: int) -> list[Vector]:
        """Return the most violated inequalities, at most so many.

        Parameters
        ----------
        fractions
            (orbits,), the separated fraction of each orbit's pairs, 0 to 1.
        most
            How many are returned.
        """
        excess = fractions[self._orbits] @ _PRODUCTS.T - _LIMITS
        triple, kind = np.nonzero(excess > TOLERANCE)
        if len(triple) > most:
            worst = np.argpartition(-excess[triple, kind], most)[:most]
            triple, kind = triple[worst], kind[worst]
        return [vector(self._switches[t], _SIGNS[k]) for t, k in zip(triple, kind, strict=True)]


def _numbered(rows: NDArray[np.int32]) -> IntArray:
    """Return a number for each row of three, in the order of rows: sorting rows takes far more."""
    base = int(rows.max(initial=0)) + 1
    numbers: IntArray = rows[:, 0].astype(np.int64)
    for column in rows.T[1:]:
        numbers *= base
        numbers += column
    return numbers


def eigenvectors(matrix: FloatArray, most: int) -> list[Vector]:
    """Return rounded eigenvectors of negative eigenvalues, one for each eigenvalue.

    Parameters
    ----------
    matrix
        (switches, switches), symmetric, products of signs.
    most
        How many are returned.
    """
    values, vectors = np.linalg.eigh(matrix)
    rounded: list[Vector] = []
    last = np.inf
    everything = np.arange(len(matrix))
    for value, direction in zip(values, vectors.T, strict=True):
        if value > -NOTHING or len(rounded) >= most:
            break
        if abs(value - last) < 1e-7:
            continue
        last = value
        scaled = direction * (EIGENVECTOR_SCALE / np.abs(direction).max())
        rounded.append(vector(everything, np.rint(scaled).astype(np.int64)))
    return rounded


def hypermetric(
    matrix: FloatArray, starts: IntArray, rng: np.random.Generator, most: int
) -> list[Vector]:
    """Search for violated inequalities with an odd number of entries ±1.

    Every try grows a support greedily, two switches at a time, so that the form
    vᵀXv falls, which must be at least 1; all tries advance together.

    Parameters
    ----------
    matrix
        (switches, switches), symmetric, products of signs.
    starts
        (n,), switches from which supports grow.
    rng
        What chooses among them.
    most
        How many are returned.
    """
    size = len(matrix)
    off_diagonal = matrix.copy()
    np.fill_diagonal(off_diagonal, 0.0)
    rows = np.arange(TRIES)
    signs = np.zeros((TRIES, size), dtype=np.int64)
    first = rng.choice(starts, size=TRIES)
    signs[rows, first] = 1
    form = off_diagonal[first]
    value = np.ones(TRIES)
    values: dict[Vector, float] = {}
    for count in range(2, min(LARGEST_SUPPORT, size) + 1):
        noise = 0.05 if count < 4 else 0.015
        score = noise * rng.random(form.shape) - np.abs(form)
        score[signs != 0] = np.inf
        new = score.argmin(axis=1)
        sign = np.where(form[rows, new] > 0, -1, 1)
        value += 1 + 2 * sign * form[rows, new]
        signs[rows, new] = sign
        form += sign[:, None] * off_diagonal[new]
        if count % 2 and count > 3:
            for row in np.nonzero(value < 1 - 1e-3)[0]:
                values[vector(np.arange(size), signs[row])] = float(value[row])
    return sorted(values, key=lambda each: values[each])[:most]
