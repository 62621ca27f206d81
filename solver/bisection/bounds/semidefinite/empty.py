"""Parts of a tree over pairs that hold no bisection in question, and the leaf that proves it.

Where a class of decided switches outweighs all others, the product of its sign and the sum of all
weights' signs cannot be 0. Where all switches are decided, the one cut that is left may have an
intercept or a slope that is not meant. The multipliers are written down, for steps would let them
grow for ever.
"""

from __future__ import annotations

import numpy as np

from alphacut.arrangements.network import Line
from alphacut.solver.bisection.bounds.semidefinite.one_matrix import OneMatrix
from alphacut.solver.bisection.certificate.leaves import SemidefiniteLeaf


def empty_leaf(question: OneMatrix) -> SemidefiniteLeaf | None:
    """Return a leaf that proves that no bisection is left; None where that is not told at once."""
    leaf = _of_weights(question)
    return _of_line(question) if leaf is None and len(question.weights) == 1 else leaf


def _of_weights(question: OneMatrix) -> SemidefiniteLeaf | None:
    """Show that a class outweighs the others: 0 = z_c·(w·z) ≥ |w_c| - Σ |w_j|, j not c."""
    weights = question.weights
    heaviest = int(np.argmax(np.abs(weights)))
    weight = int(weights[heaviest])
    if 2 * abs(weight) <= int(np.abs(weights).sum()):
        return None
    halves = np.zeros(len(weights), dtype=np.int64)
    halves[heaviest] = -question.overwhelming * len(weights) * (1 if weight > 0 else -1)
    product = np.outer(halves, weights)
    matrix = -(product + product.T)
    box = matrix - np.diag(np.diagonal(matrix))
    return question.refutation(matrix, halves, box)


def _of_line(question: OneMatrix) -> SemidefiniteLeaf | None:
    """Show that the one cut that is left is not among the lines that are meant."""
    region, known = question.region, len(question.problem.known)
    nothing = np.zeros(1, dtype=np.int64), np.zeros((1, 1), dtype=np.int64)
    for place, name in enumerate(Line._fields):
        table, total = question.part(name)
        value = (total - int(table[0, 0])) // 4
        sides = getattr(region.low, name) - value, value - getattr(region.high, name)
        for number, (missing, sign) in enumerate(zip(sides, (1, -1), strict=True)):
            if missing > 0:
                line = known + 2 * place + number, question.overwhelming
                return question.refutation(2 * sign * line[1] * table, *nothing, line)
    return None
