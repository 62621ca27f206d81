"""Rounded multipliers of the semidefinite relaxation: what a leaf of a certificate holds.

See docs on the certificate format for what the verifier computes with them. The
matrix that has to be semidefinite is not stored: it is what the multipliers
leave of the capacity.

References
----------
Jansson, Chaykin and Keil, Rigorous error bounds for the optimal value in semidefinite programming
(2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.semidefinite.face import multipliers_of_balance
from alphacut.solver.bisection.bounds.semidefinite.layout import Layout
from alphacut.solver.bisection.bounds.semidefinite.splitting import Dual
from alphacut.solver.bisection.bounds.semidefinite.triangles import Triangles
from alphacut.solver.bisection.bounds.states.cone import transformed
from alphacut.solver.bisection.bounds.states.leaf import packed
from alphacut.solver.bisection.certificate.leaves import SemidefiniteLeaf
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.merged import Merged as Classes
from alphacut.solver.bisection.verify.semidefinite import Layout as VerifiedLayout
from alphacut.solver.bisection.verify.semidefinite import capacity_bound
from alphacut.solver.common.errors import Refused

LARGEST = 1 << 44  # of the matrix's entries
FINEST = 1 << 30  # of the unit
ROUNDING = 32 * 2.0**-53  # twice what the verifier's bound on rounding errors has


@dataclass(frozen=True)
class PairMultipliers:
    """Multipliers that prove a bound on the scaled capacity, in units of 1/objective.

    Attributes
    ----------
    objective
        Multiple of the capacity.
    diagonal
        Of the squares of the signs, by position.
    halves
        Of the balance, by position: a multiple of each switch's sign times the weights'.
    box
        Table of multipliers of the limits of each product; 0 on the diagonal.
    triangles
        Inequalities with their multipliers.
    lines
        Multipliers of known points, in their order, and of the four levels.
    """

    layout: Layout
    objective: int
    diagonal: IntArray
    halves: IntArray
    box: IntArray
    triangles: tuple[Triangles, IntArray]
    lines: tuple[int, ...]

    def leaf(self, rotation: int | None) -> SemidefiniteLeaf:
        """Return the leaf of a certificate; it holds only offsets up to half of all."""
        triangles, multipliers = self.triangles
        used = np.nonzero(multipliers)[0]
        columns = (*triangles.switches[used].T, triangles.kinds[used], multipliers[used])
        known, (least, most, flattest, steepest) = self.lines[:-4], self.lines[-4:]
        return SemidefiniteLeaf(
            objective=self.objective,
            diagonal=packed(self.diagonal),
            halves=packed(self.halves),
            box=packed(self.box[: self.layout.order // 2 + 1]),
            number=len(used),
            triangles=packed(np.stack(columns)),
            known=tuple((index, value) for index, value in enumerate(known) if value),
            intercept=(least, most),
            slope=(flattest, steepest),
            rotation=rotation,
        )


def rounded(
    layout: Layout,
    dual: Dual,
    capacity: IntArray,
    lines: Sequence[IntArray],
    lengths: FloatArray,
) -> PairMultipliers:
    """Round multipliers, and lower the diagonal until the matrix is semidefinite.

    Parameters
    ----------
    capacity
        Table of the scaled capacities of the links.
    lines
        Tables with which the certificate's matrix holds each line's multiplier.
    lengths
        By which the relaxation divided them.
    dual
        What is rounded.
    """
    objective = _unit(layout, dual, capacity)
    box = np.rint(8.0 * objective * layout.averaged(dual.box)).astype(np.int64)[layout.orbit]
    diagonal = box[layout.diagonal]
    box[layout.diagonal] = 0
    multipliers = np.rint(4.0 * objective * dual.multipliers).astype(np.int64)
    parts = np.rint(4.0 * objective * dual.lines / lengths).astype(np.int64)
    matrix = -2 * objective * capacity - box
    matrix[layout.diagonal] -= diagonal
    for table, value in zip(lines, parts, strict=True):
        matrix = matrix + int(value) * table
    add_triangles(matrix, layout, dual.triangles, -multipliers)
    halves = _halves(layout, matrix)
    product = np.outer(halves, layout.weights)
    matrix = matrix - (product + product.T)[None, :, :]
    return PairMultipliers(
        layout=layout,
        objective=objective,
        diagonal=diagonal + _lowest(layout, matrix),
        halves=halves,
        box=box,
        triangles=(dual.triangles, multipliers),
        lines=tuple(int(value) for value in parts),
    )


def add_triangles(
    table: IntArray, layout: Layout, triangles: Triangles, multipliers: IntArray
) -> None:
    """Add multiples of triangles to a table, in place.

    Parameters
    ----------
    table
        (offset, position, position).
    layout
        Where pairs of switches stand in it.
    multipliers
        (triangles,).
    """
    switches, signs = triangles.switches, triangles.signs
    for column, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
        values = multipliers * signs[:, column]
        for one, other in ((i, j), (j, i)):
            np.add.at(table, layout.place(switches[:, one], switches[:, other]), values)


def _unit(layout: Layout, dual: Dual, capacity: IntArray) -> int:
    """Return a power of two as large as the verifier's limits allow."""
    triangles = float(dual.multipliers.sum())
    largest = max(1.0, float(capacity.max(initial=0)), float(np.abs(dual.box).max(initial=0)))
    total = largest * layout.width + triangles
    return max(1, min(FINEST, 1 << int(np.log2(LARGEST / (64.0 * total)))))


def _halves(layout: Layout, matrix: IntArray) -> IntArray:
    """Return multipliers of the balance that make the weights an eigenvector, of a large value."""
    weights = layout.weights.astype(float)
    mean = matrix.sum(axis=0).astype(float)  # how the matrix acts on what is the same in all rows
    eigenvalue = max(0.0, float(np.abs(mean).sum(axis=1).max()))
    found = multipliers_of_balance(mean @ weights, weights, eigenvalue)
    return np.asarray(np.rint(found / layout.order), dtype=np.int64)


def _lowest(layout: Layout, matrix: IntArray) -> int:
    """Return a number that is surely below all eigenvalues, by more than rounding."""
    matrices = transformed(matrix.astype(float))
    least = min(float(np.linalg.eigvalsh(each).min()) for each in matrices)
    trace = layout.order * float(np.abs(matrix[layout.diagonal] - least).sum())
    return int(np.floor(least - ROUNDING * (layout.size + 1) * trace - 2.0))


def proven_by(
    leaf: SemidefiniteLeaf,
    layout: VerifiedLayout,
    problem: PointProblem,
    region: Region,
    classes: Classes | None = None,
) -> int:
    """Return what the verifier finds that a leaf proves: nothing, if it refuses the numbers.

    Parameters
    ----------
    region
        Of the lines that are open.
    classes
        Of switches, of which the leaf is; None: each is alone.
    """
    network, alpha, known = problem.network, problem.alpha, problem.known
    try:
        numerator, denominator = capacity_bound(
            layout, network, alpha, known, region, leaf, classes
        )
    except Refused:
        return 0
    return max(0, -(-numerator // denominator))
