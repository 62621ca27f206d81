"""Products of matrices of non-negative integers, exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Table = NDArray[Any]  # (n, n) int64, or Python's integers where they are larger
EXACT = 2.0**52  # sums of integers that stay below have no rounding in floating point


def product(one: Table, other: Table) -> Table:
    """Multiply two matrices.

    In floating point where the result shows that no sum was rounded: no entry is
    negative, so that all partial sums stay below the entries of the result.
    """
    if not one.any() or not other.any():
        return np.zeros((one.shape[0], other.shape[1]), dtype=np.int64)
    if one.dtype != object and other.dtype != object:
        found = one.astype(float) @ other.astype(float)
        if found.max(initial=0.0) < EXACT and max(_top(one), _top(other)) < EXACT:
            return np.asarray(found, dtype=np.int64)
    return _narrow(_of_large(one, other))


def _of_large(one: Table, other: Table) -> Table:
    """Multiply in integers of any size, by FLINT where it is there."""
    try:
        from flint import fmpz_mat
    except ModuleNotFoundError:  # who verifies need not have it
        return np.asarray(one.astype(object) @ other.astype(object))
    left, right = (
        fmpz_mat([[int(x) for x in row] for row in each.tolist()]) for each in (one, other)
    )
    return np.array([[int(x) for x in row] for row in (left * right).tolist()], dtype=object)


def total(*parts: Table) -> Table:
    """Add up matrices."""
    found = parts[0].astype(object)
    if all(part.dtype != object and _top(part) < EXACT for part in parts) and len(parts) < 1000:
        return np.asarray(sum(parts), dtype=np.int64)
    for part in parts[1:]:
        found = found + part.astype(object)
    return _narrow(found)


def times(one: Table, other: Table) -> Table:
    """Multiply entry by entry."""
    if one.dtype != object and other.dtype != object and _top(one) * _top(other) < EXACT:
        return np.asarray(one * other)
    return _narrow(one.astype(object) * other.astype(object))


def _top(table: Table) -> float:
    return float(table.max(initial=0))


def _narrow(table: Table) -> Table:
    """Return integers in 64 bits where they fit."""
    return table.astype(np.int64) if table.size and table.max() < 2**62 else table
