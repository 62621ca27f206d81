"""Rounded multipliers of the relaxation over pairs of groups: what a leaf holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from solver.bisection.bounds.groups.cone import Removed
from solver.bisection.bounds.groups.model import Model
from solver.bisection.bounds.groups.splitting import Dual
from solver.bisection.bounds.pairs import FloatArray, IntArray
from solver.bisection.bounds.states.leaf import packed, shift_of
from solver.bisection.verify.groups.leaf import Multiples, Remainder, reduced

SCALE = 1 << 20


@dataclass(frozen=True)
class GroupMultipliers:
    """Multipliers that prove a bound on the scaled capacity."""

    multiples: Multiples

    def as_json(self) -> dict[str, Any]:
        """Write the leaf; of symmetric matrices, the upper triangles."""
        by = self.multiples
        upper = np.triu_indices(len(by.even))
        none = np.zeros(0, dtype=np.int64)
        values = np.concatenate([none, *(each.values.ravel() for each, _ in by.sums)])
        return {
            "groups": {
                "scale": by.scale,
                "even": packed(by.even[upper]),
                "odd": packed(by.odd[upper]),
                "shifts": list(by.shifts),
                "potentials": packed(by.potentials),
                "balance": packed(by.balance),
                "sums": [[*each.offsets, each.low, value] for each, value in by.sums],
                "functions": packed(values),
            }
        }


def proven(model: Model, dual: Dual) -> tuple[Fraction, GroupMultipliers]:
    """Round a dual; return what it proves of the scaled capacity, and the multipliers."""
    found = _rounded(model, dual)
    found, rest = _moved(found, reduced(model.groups, model.weights, found))
    return Fraction(rest.least, 2 * SCALE), GroupMultipliers(found)


def _rounded(model: Model, dual: Dual) -> Multiples:
    """Turn the floats of a dual into integers."""
    order, states = model.single.shape
    unit = SCALE * dual.penalty
    even, odd = (_matrix(unit * by.added.astype(float)) for by in (dual.even, dual.odd))
    potentials = -2.0 * unit * _by_group(model, dual.even)
    return Multiples(
        scale=SCALE,
        even=even,
        odd=odd,
        shifts=(shift_of(even[None]), shift_of(odd[None])),
        potentials=_integers(potentials.reshape(order, states, order).transpose(0, 2, 1)),
        balance=_integers(-2.0 * unit * _by_weight(model, dual.odd).reshape(order, states)),
        sums=tuple(
            (each, round(SCALE * float(value)))
            for each, value in zip(dual.sums, dual.multipliers, strict=True)
            if round(SCALE * float(value)) > 0
        ),
    )


def _by_group(model: Model, removed: Removed) -> FloatArray:
    """Return what the even cone removed along the groups ((group, state) × group)."""
    order, states = model.single.shape
    each = removed.known.reshape(order, states, -1)[:, 0]  # the same at all states of a group
    return np.asarray(removed.along.astype(float) @ each.T)


def _by_weight(model: Model, removed: Removed) -> FloatArray:
    """Return what the odd cone removed along the weights, for each unit of weight."""
    weights = model.groups.weights.ravel().astype(float)
    ratio = float(removed.known[:, 0] @ weights) / float(weights @ weights)
    return np.asarray(ratio * removed.along[:, 0].astype(float))


def _matrix(values: FloatArray) -> IntArray:
    """Return the symmetric matrix of integers nearest to one of floats."""
    found = _integers(values)
    return np.asarray(np.triu(found) + np.triu(found, 1).T)


def _integers(values: FloatArray) -> IntArray:
    return np.ascontiguousarray(np.rint(values)).astype(np.int64)


def _moved(found: Multiples, rest: Remainder) -> tuple[Multiples, Remainder]:
    """Move the least cost of each state, beside any of another group's, to the group alone."""
    potentials, pairs, single = found.potentials.copy(), rest.pairs.copy(), rest.single.copy()
    for number, (b, c) in enumerate(combinations(range(len(single)), 2)):
        table = pairs[number]
        first = table.min(axis=1)
        table -= first[:, None]
        second = table.min(axis=0)
        table -= second[None, :]
        potentials[b, c] += first
        potentials[c, b] += second
        single[b] += first
        single[c] += second
    return replace(found, potentials=potentials), Remainder(pairs, single, rest.constant)
