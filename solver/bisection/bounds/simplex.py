"""The nearest points of a simplex: frequencies that add up to what is known.

References
----------
Michelot, A finite algorithm for finding the projection of a point onto the
canonical simplex of ℝⁿ, 1986.
"""

from __future__ import annotations

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.common.compiled import compiled


def on_simplex(points: FloatArray, total: float = 1.0) -> FloatArray:
    """Return the nearest points (each a row) with entries ≥ 0 that add up to a total.

    Parameters
    ----------
    points
        (points, entries).
    """
    levels = _levels(points, total).astype(points.dtype)
    return np.asarray(np.maximum(points - levels[:, None], 0.0))


@compiled
def _levels(points: FloatArray, total: float) -> FloatArray:
    """Return what is taken from the entries of each row that stay above zero."""
    levels = np.empty(len(points))
    above = np.empty(points.shape[1], points.dtype)  # entries that are above the level so far
    for number in range(len(points)):
        above[:] = points[number]
        left, added = len(above), 0.0
        for entry in above:
            added += entry
        while True:
            level = (added - total) / left
            kept, added = 0, 0.0
            for place in range(left):
                entry = above[place]
                if entry > level:
                    above[kept] = entry
                    kept += 1
                    added += entry
            if kept == left or not kept:
                break
            left = kept
        levels[number] = level
    return levels
