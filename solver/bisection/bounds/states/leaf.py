"""Rounded multipliers of the relaxation over states: what a leaf of a certificate holds.

All are integers in units of 1/(2·scale) of slope. See docs on the certificate
format for what the verifier computes with them.
"""

from __future__ import annotations

import base64
import math
import zlib
from dataclasses import dataclass, replace

import highspy
import numpy as np

from alphacut.solver.bisection.bounds.pairs import ComplexArray, FloatArray, IntArray
from alphacut.solver.bisection.bounds.states.cone import Cone, orthonormal, restored, transformed
from alphacut.solver.bisection.bounds.states.splitting import Added
from alphacut.solver.bisection.certificate.cuts import SumCut
from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.verify.states import Multiples
from alphacut.solver.bisection.verify.sums import IntegerSum

SCALE = 1 << 24
ROUNDING = 16 * 2.0**-53  # of the trace, for each row: what the verifier's factorisation loses
SPARE = 2  # units by which the smallest eigenvalue is raised above zero


@dataclass(frozen=True, kw_only=True)
class StateMultipliers:
    """Multipliers that prove a bound on the slope or the capacity, over the chosen states."""

    multiples: Multiples
    capacity: bool = False  # whether the scaled capacity is bounded, and not a slope

    def leaf(self, rotation: int | None = None) -> StatesLeaf:
        """Return the leaf of a certificate; of tables, it holds offsets up to half of all.

        Parameters
        ----------
        rotation
            Where it stands in the certificate; None for some multipliers of a leaf of all.
        """
        by = self.multiples
        half = len(by.even) // 2 + 1
        none = np.zeros(0, dtype=np.int64)
        return StatesLeaf(
            bounds="capacity" if self.capacity else None,
            rotation=rotation,
            scale=by.scale,
            even=packed(by.even[:half]),
            odd=packed(by.odd[:half]),
            shifts=by.shifts,
            potentials=packed(by.potentials),
            known=packed(by.known),
            totals=by.totals,
            balance=packed(by.balance),
            square=by.square,
            sums=tuple(
                SumCut(offsets=each.offsets, low=each.low, multiplier=value)
                for each, value in by.sums
            ),
            functions=packed(np.concatenate([none, *(each.values.ravel() for each, _ in by.sums)])),
            counts=by.counts,
        )


def packed(table: IntArray) -> str:
    """Write 64-bit integers as compressed base64, all lowest bytes first, then the next.

    Parameters
    ----------
    table
        Of any shape; the reader has to know it.
    """
    planes = np.ascontiguousarray(table, dtype="<i8").reshape(-1).view(np.uint8).reshape(-1, 8)
    return base64.b64encode(zlib.compress(planes.T.tobytes(), 6)).decode("ascii")


def rounded(
    cone: Cone,
    added: Added,
    functionals: IntArray,
    totals: IntArray,
    inequalities: tuple[IntegerSum, ...],
    counts: tuple[tuple[int, float, float], ...],
    difference: FloatArray,
    scale: int = SCALE,
) -> Multiples:
    """Turn floats that were added to the costs into integers.

    Parameters
    ----------
    functionals, totals
        Functions (functional × states) with their sums over all blocks.
    counts
        Index and multipliers of the lower and the upper limit.
    difference
        Multipliers (states) of the difference between the sides, with a block's sign in a
        state, where it is not zero.
    """
    order, unit = cone.order, 2.0 * scale
    even_matrices, odd_matrices = (transformed(t.astype(float)) for t in (added.even, added.odd))
    rest = cone.restrict(0, even_matrices.copy()), cone.restrict(1, odd_matrices.copy())
    rest[1][0] += added.multiple * np.outer(cone.odd, cone.odd)
    even, odd = (
        _symmetric(np.rint(unit * _definite(matrices, order)).astype(np.int64)) for matrices in rest
    )
    share = totals / order
    known = _along_known(even_matrices[0].real, (functionals - share[:, None]).T, order)
    potentials = _along_ones(even_matrices, order)
    # a functional less its mean is used above; the mean is moved to the potentials
    potentials = potentials - (known * share[:, None]).sum(axis=0)[None, :]
    balance = difference
    if cone.known_odd.size:
        balance = _along_known(odd_matrices[0].real, cone.odd[:, None], order)[0]
    multiplied = (
        (each, round(scale * value))
        for each, value in zip(inequalities, added.multipliers.tolist(), strict=True)
    )
    return Multiples(
        even=even,
        odd=odd,
        shifts=(shift_of(even), shift_of(odd)),
        potentials=np.rint(unit * potentials[1:]).astype(np.int64),
        known=np.rint(unit * known).astype(np.int64),
        totals=(0,) * len(totals),
        balance=np.rint(unit * balance).astype(np.int64),
        sums=tuple((each, value) for each, value in multiplied if value > 0),
        counts=tuple(
            (index, round(scale * low), round(scale * high)) for index, low, high in counts
        ),
        square=round(unit * added.multiple / order),
        scale=scale,
    )


def _definite(matrices: ComplexArray, order: int) -> FloatArray:
    """Return the semidefinite tables that make others semidefinite."""
    values, vectors = np.linalg.eigh(matrices)
    low = vectors * np.maximum(-values, 0.0)[:, None, :]
    return restored(low @ np.conj(np.swapaxes(vectors, 1, 2)), order)


def _symmetric(tables: IntArray) -> IntArray:
    """Make the table of each offset the transpose of its opposite's, exactly."""
    order = len(tables)
    symmetric = tables.copy()
    symmetric[0] = np.triu(tables[0]) + np.triu(tables[0], 1).T
    for offset in range(1, order // 2 + 1):
        if 2 * offset == order:
            symmetric[offset] = np.triu(tables[offset]) + np.triu(tables[offset], 1).T
        else:
            symmetric[order - offset] = tables[offset].T
    return symmetric


def shift_of(tables: IntArray) -> int:
    """Return how much of the identity shows the verifier that tables are semidefinite.

    Parameters
    ----------
    tables
        (offset, states, states).
    """
    least = float(np.linalg.eigvalsh(transformed(tables.astype(float))).min())
    order, size = len(tables), tables.shape[1]
    trace = order * float(np.abs(np.diagonal(tables[0])).sum())
    lost = 2 * ROUNDING * order * size * trace
    return max(0, math.ceil(-least)) + math.ceil(float(lost)) + SPARE


def _along_known(matrix: FloatArray, functions: FloatArray, order: int) -> FloatArray:
    """Write what a projection removed at frequency 0 as products with functions.

    Returns
    -------
    array (functions × states)
    """
    if not functions.size:
        return functions.T
    basis = orthonormal(functions)
    half = matrix @ basis - 0.5 * basis @ (basis.T @ matrix @ basis)
    weights = half @ (np.linalg.pinv(functions) @ basis).T
    return np.asarray((-2.0 / order) * weights.T)


def _along_ones(matrices: ComplexArray, order: int) -> FloatArray:
    """Write what was removed at the other frequencies as potentials (offset × states)."""
    states = matrices.shape[1]
    sums = matrices.sum(axis=2) / states
    means = sums.mean(axis=1, keepdims=True)
    removed = sums - 0.5 * means
    removed[0] = 0.0
    return np.asarray(-2.0 * np.fft.irfft(removed, n=order, axis=0))


def tightened(
    multiples: Multiples,
    pairs: FloatArray,
    single: FloatArray,
    parts: IntArray,
    sizes: IntArray,
) -> Multiples:
    """Move costs between pairs and single blocks, by parts of known sizes, for the best bound.

    Parameters
    ----------
    pairs
        Least cost (offset up to half × states × states) of each pair of states.
    single
        Cost of each state.
    sizes
        Number of blocks in each part; the parts are the functionals.
    """
    order, number = len(multiples.even), len(sizes)
    half = len(pairs)
    least = np.array(
        [
            [
                [pairs[d][np.ix_(parts == q, parts == r)].min() for r in range(number)]
                for q in range(number)
            ]
            for d in range(half)
        ]
    )
    alone = np.array([single[parts == q].min() for q in range(number)])
    scale = max(1.0, float(np.abs(least).max()))
    solution = _transport(least / scale, alone / scale, sizes, order)
    moves = np.rint(solution * scale).astype(np.int64)
    potentials = multiples.potentials.copy()  # by offset, from 1 on
    for d in range(1, half + 1):
        potentials[d - 1] += moves[2 * (d - 1)][parts]
        potentials[-d] += moves[2 * (d - 1) + 1][parts]
    totals = tuple(a + b for a, b in zip(multiples.totals, moves[-1].tolist(), strict=True))
    return replace(multiples, potentials=potentials, totals=totals)


def _transport(least: FloatArray, alone: FloatArray, sizes: IntArray, order: int) -> FloatArray:
    """Solve the linear program of `tightened`; return potentials (2·half + 1 × parts)."""
    half, number = len(least), len(sizes)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    infinite = highspy.kHighsInf
    moves = [[highs.addVariable(lb=-infinite, ub=infinite) for _ in sizes] for _ in range(2 * half)]
    totals = [highs.addVariable(lb=-infinite, ub=infinite) for _ in sizes]
    floors = [highs.addVariable(lb=-infinite, ub=infinite) for _ in range(half + 1)]
    for d in range(half):
        for q in range(number):
            for r in range(number):
                highs.addConstr(
                    floors[d] + moves[2 * d][q] + moves[2 * d + 1][r] <= float(least[d, q, r])
                )
    for q in range(number):
        moved = sum((move[q] for move in moves), start=highs.expr(0.0))
        highs.addConstr(floors[half] - moved + totals[q] <= float(alone[q]))
    known = sum(
        (float(size) / order * total for size, total in zip(sizes, totals, strict=True)),
        start=highs.expr(0.0),
    )
    highs.maximize(sum(floors, start=highs.expr(0.0)) + known)
    values = np.array(highs.getSolution().col_value)
    return values[: (2 * half + 1) * number].reshape(2 * half + 1, number)
