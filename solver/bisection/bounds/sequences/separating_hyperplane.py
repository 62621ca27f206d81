"""The hyperplane that separates correlations from the hull of those of sequences.

What frequencies present is an average over bisections, and lies in the hull of what single
sequences of 1 and -1 have. The nearest point of the hull of those that are known tells weights by
which it does not, and a local search from random sequences whether one that is not known has more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.sequences.nearest_point import Mixture, nearest
from alphacut.solver.bisection.bounds.sequences.params import SequenceParams

WEIGHT = 256  # the largest of a bound
SLIGHT = 1e-6  # violations that may come from rounding


@dataclass(frozen=True)
class Separated:
    """Weights of at most 1 by which more is present than sequences have.

    Attributes
    ----------
    excess
        How much more that is.
    most
        And how much at most with the last weights.
    vertices
        Correlations of known sequences, those with the least slack first.
    """

    excess: float
    most: float
    weights: FloatArray
    vertices: FloatArray

    @property
    def rounded(self) -> tuple[int, ...]:
        """The weights as integers."""
        return tuple(np.rint(WEIGHT * self.weights).astype(int).tolist())


def separated(
    present: FloatArray,
    vertices: FloatArray,
    search: Callable[[FloatArray], FloatArray],
    params: SequenceParams,
) -> Separated:
    """Return weights that tell what is present from the point of the hull that is nearest to it.

    As far as the local search sees: where it misses a sequence, that is further.

    Parameters
    ----------
    present
        Mean products of two entries.
    vertices
        Those of sequences (sequence × product).
    search
        Finds more sequences for given weights.
    """
    best, bound = Separated(0.0, 0.0, np.zeros(len(present)), vertices), 0.0
    weights, mixture = best.weights, Mixture.of(vertices - present)
    for _ in range(params.rounds):
        mixture = nearest(vertices - present, mixture)
        towards = present - mixture.at(vertices)
        if not np.abs(towards).max() > SLIGHT:
            best = replace(best, most=0.0)
            break
        weights = towards / np.abs(towards).max()
        bound = float((vertices @ weights).max())
        most = float(weights @ present) - bound
        best = replace(best, most=most)
        if most <= params.worthwhile:
            break
        new = search(weights)
        over = new @ weights - bound
        reached = most - max(0.0, float(over.max()))
        if reached > best.excess:
            best = Separated(reached, most, weights, vertices)
        order = np.argsort(-over)[: params.added]
        new = new[order[over[order] > SLIGHT]]
        vertices = np.concatenate([vertices, new])
        if not len(new) or best.excess > params.enough * most:
            break
    return replace(best, vertices=vertices[np.argsort(bound - vertices @ weights, kind="stable")])
