"""Whether a symmetric matrix of integers is positive semidefinite, by integers alone.

A factor L with integer entries is found such that R = 4^k·A - L·Lᵀ is small, and R is computed
exactly. Where no diagonal entry of R is below the sum of the absolute values beside it, R is
positive semidefinite (Gershgorin), and so is A. R has to leave room for rounding, so a matrix whose
least eigenvalue is 0 may be refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from operator import mul

from alphacut_verify.errors import Refused
from alphacut_verify.proofs.task import Task

BITS = 64  # by which entries are scaled


def check_definite(matrix: Sequence[Sequence[int]], task: Task, place: str) -> None:
    """Refuse a symmetric matrix that is not seen to be positive semidefinite."""
    n = len(matrix)
    task.work.take(n * n * n // 3, place)
    scaled = [[each << 2 * BITS for each in row] for row in matrix]
    factor: list[list[int]] = []  # row i has its first i + 1 entries
    margin = n << BITS + max(each.bit_length() for row in matrix for each in row) // 2 + 2
    for i in range(n):
        row: list[int] = []
        for j in range(i):
            left = scaled[i][j] - sum(map(mul, row, factor[j]))
            row.append(left // factor[j][j] if factor[j][j] else 0)
        left = scaled[i][i] - sum(map(mul, row, row)) - margin
        row.append(isqrt(left) if left > 0 else 0)
        factor.append(row)
    rest = [0] * n  # the diagonal entry of R, less the absolute values beside it
    for i in range(n):
        for j in range(i):
            off = abs(scaled[i][j] - sum(map(mul, factor[i], factor[j])))
            rest[i] -= off
            rest[j] -= off
        rest[i] += scaled[i][i] - sum(map(mul, factor[i], factor[i]))
    if min(rest) < 0:
        raise Refused(place, "a matrix is not seen to be positive semidefinite")
