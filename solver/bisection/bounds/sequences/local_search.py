"""Local search, by steepest ascent, for sequences of 1 and -1 with large sums of products."""

from __future__ import annotations

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.common.compiled import compiled

SLIGHT = 1e-6  # what sums may differ by from rounding


def local_optima(between: FloatArray, entries: FloatArray) -> FloatArray:
    """Go from some sequences to where Σ_(i<j) between_ij·x_i·x_j is the largest nearby.

    Parameters
    ----------
    between
        Symmetric (entry × entry), with 0 in the diagonal.
    entries
        Where to start (try × entry): of one sequence after the other, of the same length.
    """
    optima = entries.copy()
    _ascend(between, optima)
    return optima


@compiled
def _ascend(between: FloatArray, entries: FloatArray) -> None:
    """Exchange the entry that raises Σ_(i<j) between_ij·x_i·x_j most, in place, while one does."""
    tries, length = entries.shape
    for t in range(tries):
        x = entries[t]
        fields = np.zeros(length)
        for i in range(length):
            for j in range(length):
                fields[i] += between[i, j] * x[j]
        while True:
            best, least = -1, -SLIGHT
            for i in range(length):
                if x[i] * fields[i] < least:
                    best, least = i, x[i] * fields[i]
            if best < 0:
                break
            for i in range(length):
                fields[i] -= 2.0 * between[i, best] * x[best]
            x[best] = -x[best]
