"""Matrices of integers that are shown to be positive semidefinite.

References
----------
Rump, Verification of positive definiteness, BIT 46 (2006), for the bound on
rounding errors.
"""

from __future__ import annotations

import hashlib

import numpy as np

from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.memo import once
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import at_most, room_for

LARGE = 1 << 16  # entries of tables that are worth to be remembered
COPIES = 6  # of a matrix that are there while it is factorised


def semidefinite(tables: IntArray, shift: int) -> bool:
    """Tell whether a matrix of integer tables, plus a multiple of the identity, is shown to be so.

    Large tables often stand in the certificates of several points, and are factorised once.

    Parameters
    ----------
    tables
        (offset, rows, rows), block-circulant; of one matrix (1, rows, rows).
    shift
        The multiple.
    """
    if tables.size < LARGE:
        return _shown(tables, shift)
    return once(_digest(tables, shift), lambda: _shown(tables, shift))


def _digest(tables: IntArray, shift: int) -> bytes:
    said = f"{tables.dtype.str} {tables.shape} {shift} ".encode()
    return hashlib.sha256(said + tables.tobytes()).digest()


def _shown(tables: IntArray, shift: int) -> bool:
    """Factorise.

    If the floating-point factorisation of A - c·I runs to its end, where c is at
    least γ/(1 - γ)·trace(A) with γ = (n + 1)·u/(1 - (n + 1)·u), then A is
    positive semidefinite. Every entry here is an integer below 2**53, so A
    itself is exact; c is taken 16 times as large, to cover its own rounding and
    that of the diagonal.
    """
    order, size = len(tables), tables.shape[1]
    rows = order * size
    at_most("matrix", rows, "rows of a semidefinite matrix")
    room_for(8 * COPIES * rows**2, f"a semidefinite matrix of {rows:,} rows")
    if int(np.abs(tables).max(initial=0)) + shift >= 1 << 52:
        raise Refused("the entries of a semidefinite table are too large")
    index = (np.arange(order)[None, :] - np.arange(order)[:, None]) % order
    matrix = tables[index].transpose(0, 2, 1, 3).reshape(rows, rows)
    if not np.array_equal(matrix, matrix.T):
        return False
    shifted = matrix.astype(np.float64)
    n = len(shifted)
    trace = float(np.abs(np.diagonal(shifted)).sum()) + n * float(shift)
    lowered = float(shift) - 16.0 * (n + 1) * 2.0**-53 * trace - 2.0**-20
    shifted[np.arange(n), np.arange(n)] += lowered
    try:
        np.linalg.cholesky(shifted)
    except np.linalg.LinAlgError:
        return False
    return True
