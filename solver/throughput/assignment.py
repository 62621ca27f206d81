"""Assignments of greatest weight, and the exact bound that their potentials prove.

References
----------
Goldberg and Kennedy, An efficient cost scaling algorithm for the assignment problem,
Mathematical Programming 71, 1995 (as OR-Tools solves it). Kuhn, The Hungarian method for
the assignment problem, Naval Research Logistics Quarterly 2, 1955 (potentials).
"""

from __future__ import annotations

import numpy as np
from ortools.graph.python import linear_sum_assignment

from alphacut.solver.throughput.links import Integers
from alphacut.solver.throughput.primal_dual_bounds import Whole

FINE = 10**6  # steps of the largest weight, where weights are no integers


def longest(weights: Whole) -> Integers:
    """Return the image of each of N things that maximises the sum of weights.

    Parameters
    ----------
    weights
        (N, N) not negative; integers of at most 40 bits are compared exactly, others to
        within a millionth of the largest.
    """
    count = len(weights)
    if not np.issubdtype(weights.dtype, np.integer):
        scale = FINE / max(1e-300, weights.max())
        weights = np.rint(np.asarray(weights, dtype=float) * scale).astype(np.int64)
    costs = weights.max(initial=0) - weights
    assignment = linear_sum_assignment.SimpleLinearSumAssignment()
    places = np.arange(count, dtype=np.int32)
    assignment.add_arcs_with_cost(np.repeat(places, count), np.tile(places, count), costs.ravel())
    assignment.solve()
    return np.array([assignment.right_mate(place) for place in range(count)], dtype=np.int64)


def most(weights: Integers, image: Integers) -> int:
    """Return an upper bound on the sum of weights of any permutation, exactly.

    Whatever the potentials u and v are, if u_i + v_j is at least the weight of (i, j)
    for all i and j, no permutation has more than their sum. Those of a permutation of
    greatest weight prove that weight; those of another one prove a little more.

    Parameters
    ----------
    weights
        (N, N) integers, not negative.
    image
        (N,) a permutation of greatest weight, as far as is known.
    """
    taken = weights[np.arange(len(weights)), image]
    columns = np.zeros(len(weights), dtype=np.int64)
    for _ in range(len(weights)):
        reached = (weights - taken[:, None] + columns[image][:, None]).max(axis=0)
        if (reached <= columns).all():
            break
        columns = np.maximum(columns, reached)
    rows = (weights - columns).max(axis=1)
    return int(rows.sum() + columns.sum())
