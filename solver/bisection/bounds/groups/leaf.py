"""Rounded multipliers of the relaxation over groups: what a leaf of a certificate holds.

All are integers in units of 1/(2·SCALE) of slope.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import highspy
import numpy as np

from alphacut.solver.bisection.bounds.groups.cone import Cone, Removed
from alphacut.solver.bisection.bounds.groups.model import Model
from alphacut.solver.bisection.bounds.groups.splitting import Dual
from alphacut.solver.bisection.bounds.groups.triangles import TriangleRows
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.states.leaf import packed
from alphacut.solver.bisection.certificate.leaves import GroupsLeaf
from alphacut.solver.bisection.verify.groups.leaf import Remainder, reduced
from alphacut.solver.bisection.verify.groups.multiples import Multiples

SCALE = 1 << 20
SPARE = 2  # units by which the smallest eigenvalue is raised above zero


@dataclass(frozen=True)
class GroupMultipliers:
    """Multipliers that prove a bound on the slope at one intercept."""

    multiples: Multiples

    @property
    def leaf(self) -> GroupsLeaf:
        """The leaf of a certificate."""
        by = self.multiples
        return GroupsLeaf(
            scale=by.scale,
            even=packed(by.even),
            odd=packed(by.odd),
            shifts=by.shifts,
            potentials=packed(by.potentials),
            known=packed(by.known),
            totals=by.totals,
            balance=packed(by.balance),
            number=int(by.triangles.shape[1]),
            triangles=packed(by.triangles),
        )


def proven(model: Model, dual: Dual) -> tuple[int, Multiples]:
    """Round a dual to the best multipliers; return 2·SCALE times the slope that they prove."""
    multiples = rounded(model, dual)
    rest = reduced(model.groups, model.known, multiples)
    multiples, rest = _moved(model, multiples, rest)
    totals = _totals(model, rest.single)
    multiples = replace(multiples, totals=totals)
    functions, sums = model.known.functions, model.known.totals
    single = rest.single - np.tensordot(np.array(totals, dtype=np.int64), functions, 1)
    constant = rest.constant + sum(k * total for k, total in zip(totals, sums, strict=True))
    return Remainder(rest.pairs, single, constant).least, multiples


def rounded(model: Model, dual: Dual) -> Multiples:
    """Turn the floats of a dual into integers."""
    order, states = model.order, model.states
    unit = SCALE * dual.penalty
    even_cone, odd_cone = model.cones
    sums, known = even_cone.written(dual.even)
    _, balance = odd_cone.written(dual.odd)
    share = np.array(model.known.totals, dtype=float) / order
    potentials = -2.0 * sums.reshape(order, states, order) + (2.0 * known @ share).reshape(
        order, states, 1
    )
    even, odd = (_matrix(c, r, unit) for c, r in ((even_cone, dual.even), (odd_cone, dual.odd)))
    return Multiples(
        scale=SCALE,
        even=even,
        odd=odd,
        shifts=(_shift(even), _shift(odd)),
        potentials=_integers(unit * potentials.transpose(0, 2, 1)),
        known=_integers(-2.0 * unit * known.T.reshape(-1, order, states)),
        totals=(0,) * len(share),
        balance=_integers(-2.0 * unit * balance.reshape(order, states)),
        triangles=_triangles(model, dual.rows),
    )


def _integers(values: FloatArray) -> IntArray:
    return np.ascontiguousarray(np.rint(values)).astype(np.int64)


def _matrix(cone: Cone, removed: Removed, unit: float) -> IntArray:
    """Write what was added in the cone's basis as a matrix over its features."""
    order, width = cone.order, cone.back.shape[1]
    table = removed.features.reshape(order, width, order, width)
    both = np.einsum("fi,bicj,gj->bfcg", cone.back, table, cone.back, optimize=True)
    size = order * len(cone.back)
    matrix = _integers(unit * both.reshape(size, size))
    return np.asarray(np.triu(matrix) + np.triu(matrix, 1).T)


def _shift(matrix: IntArray) -> int:
    """Return how much of the identity makes an integer matrix semidefinite."""
    least = float(np.linalg.eigvalsh(matrix.astype(float)).min())
    trace = float(np.abs(np.diagonal(matrix)).sum())
    rounding = 64.0 * (len(matrix) + 1) * 2.0**-53 * trace
    return max(0, int(np.ceil(rounding - least))) + SPARE


def _triangles(model: Model, rows: TriangleRows) -> IntArray:
    values = _integers(SCALE * rows.multipliers)
    used = values > 0
    switches = np.array(model.groups.blocks, dtype=np.int64).ravel()[rows.written[:3, used]]
    return np.concatenate([switches, rows.written[3:, used], values[None, used]])


def _moved(model: Model, multiples: Multiples, rest: Remainder) -> tuple[Multiples, Remainder]:
    """Move the least cost of each state, beside any other group's, to the group alone."""
    potentials, pairs, single = multiples.potentials.copy(), rest.pairs.copy(), rest.single.copy()
    for number, (b, c) in enumerate(combinations(range(model.order), 2)):
        table = pairs[number]
        first = table.min(axis=1)
        table -= first[:, None]
        second = table.min(axis=0)
        table -= second[None, :]
        potentials[b, c] += first
        potentials[c, b] += second
        single[b] += first
        single[c] += second
    return replace(multiples, potentials=potentials), Remainder(pairs, single, rest.constant)


def _totals(model: Model, single: IntArray) -> tuple[int, ...]:
    """Return multipliers of the functionals' sums that raise the sum of least costs most."""
    known, order, states = model.known, model.order, model.states
    scale = max(1.0, float(np.abs(single).max()))
    program = highspy.Highs()
    program.setOptionValue("output_flag", False)
    program.setOptionValue("threads", 1)
    costs = single.ravel() / scale
    for cost in costs.tolist():
        program.addVar(0.0, 1.0)
        program.changeColCost(program.getNumCol() - 1, cost)
    for b in range(order):
        places = np.arange(b * states, (b + 1) * states, dtype=np.int32)
        program.addRow(1.0, 1.0, states, places, np.ones(states))
    everywhere = np.arange(order * states, dtype=np.int32)
    for function, total in zip(known.functions, known.totals, strict=True):
        values = function.ravel().astype(float)
        program.addRow(float(total), float(total), len(values), everywhere, values)
    program.run()
    duals = program.getSolution().row_dual
    if len(duals) != order + len(known.totals):
        return (0,) * len(known.totals)
    return tuple(round(float(value) * scale) for value in duals[order:])
