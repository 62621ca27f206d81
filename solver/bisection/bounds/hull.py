"""How far correlations are from those of sequences, and weights that tell.

What frequencies present is an average over bisections, and lies in the hull of what single
sequences of 1 and -1 have. A linear program over sequences that were met finds weights by which it
does not, and a climb from random sequences whether one that was not met yet has more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.bisection.bounds.pairs import FloatArray
from solver.bisection.bounds.program import INFINITE, Program, Row
from solver.bisection.compiled import compiled

WEIGHT = 256  # the largest of a bound
WORTHWHILE = 2e-3  # least violation, with weights of at most 1
BETTER = 1.3  # factor by which a new bound is more violated than one that is known
ROUNDS = 40  # of the linear program
ADDED = 300  # of the sequences that a climb found, to it
SLIGHT = 1e-6  # violations that may come from rounding


@dataclass(frozen=True)
class Separated:
    """Weights of at most 1, by how much more is present than sequences have, and those met."""

    excess: float
    weights: FloatArray
    met: FloatArray  # with the least slack first

    @property
    def rounded(self) -> tuple[int, ...]:
        """The weights as integers."""
        return tuple(np.rint(WEIGHT * self.weights).astype(int).tolist())


def separated(
    present: FloatArray, met: FloatArray, climbed: Callable[[FloatArray], FloatArray]
) -> Separated:
    """Return the weights for which what is present is the furthest from the hull.

    Where the climb misses a sequence it is further from the hull of those that were met.

    Parameters
    ----------
    present
        Mean products of two letters.
    met
        Those of sequences (sequence × product).
    climbed
        Finds more sequences for given weights.
    """
    size = len(present)
    # columns, from 0 to 1: weights are 2·z - 1, and the bound is size·(2·u - 1)
    program = Program(np.append(-2.0 * present, 2.0 * size))
    program.add(map(_row, met))
    for _ in range(ROUNDS):
        solved = program.run(_never)
        if not solved.optimal:
            return Separated(0.0, np.zeros(size), met)
        weights, bound = 2 * solved.columns[:-1] - 1, size * (2 * solved.columns[-1] - 1)
        excess = float(weights @ present - bound)
        new = climbed(weights) if excess > WORTHWHILE / 2 else met[:0]
        over = new @ weights - bound
        order = np.argsort(-over)[:ADDED]
        new = new[order[over[order] > SLIGHT]]
        if not len(new):
            break
        program.add(map(_row, new))
        met = np.concatenate([met, new])
    return Separated(excess, weights, met[np.argsort(bound - met @ weights, kind="stable")])


def _never() -> bool:
    return False


def _row(met: FloatArray) -> Row:
    """No weights may give a sequence more than the bound."""
    size = len(met)
    return Row(
        np.arange(size + 1), np.append(2.0 * met, -2.0 * size), -INFINITE, float(met.sum()) - size
    )


@compiled
def climb(between: FloatArray, letters: FloatArray) -> None:
    """Exchange the letter that raises Σ_(i<j) between_ij·x_i·x_j most, in place, while one does."""
    tries, length = letters.shape
    for t in range(tries):
        x = letters[t]
        fields = np.zeros(length)
        for i in range(length):
            for j in range(length):
                fields[i] += between[i, j] * x[j]
        while True:
            best, least = -1, -SLIGHT
            for i in range(length):
                if x[i] * fields[i] < least:
                    best, least = i, x[i] * fields[i]
            if best < 0:
                break
            for i in range(length):
                fields[i] -= 2.0 * between[i, best] * x[best]
            x[best] = -x[best]
