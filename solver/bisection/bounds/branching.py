"""Choosing how a subproblem is divided: intercepts, compositions, states, counts.

References
----------
Achterberg, Koch and Martin, Branching rules revisited (2005).
"""

from __future__ import annotations

import math

import numpy as np

from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.node import (
    CompositionSplit,
    CountSplit,
    LevelSplit,
    Node,
    ParitySplit,
    Split,
    StateSplit,
)
from alphacut.solver.bisection.bounds.pairs import FloatArray, Pairs
from alphacut.solver.bisection.bounds.state_relaxations import Relaxation
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.parity import Parities
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import crossing_residue

LINKS_OF_KNOWN_PARITY, LINKS = 1.0, 0.4  # weights of counts, for the relaxation over states
OTHERS_OF_KNOWN_PARITY, OTHERS = 0.5, 0.1
MOST_STATE_VECTORS = 200  # into which a composition is divided
WORTHWHILE_SYMMETRY = 6  # pairs for each orbit from which counts are worth dividing by


class Branching:
    """Chooses splits for the nodes of one tree."""

    def __init__(self, problem: PointProblem, states: Relaxation) -> None:
        self._problem, self._states = problem, states

    def choose(self, node: Node, target: int) -> Split | None:
        """Return a split of a node whose bound is below the target; None if there is none."""
        return (
            self._level_split(node, target)
            or self._composition_split(node)
            or self._state_split(node)
            or self._set_split(node)
        )

    def preparation(self, node: Node) -> CountSplit | None:
        """Return a split that the relaxation over states should know of before it is solved again.

        Wherever a parity is known, it is what that says of a count: a part of
        such a split is empty.
        """
        if node.fractions is None or node.composition is None:
            return None
        pairs = self._states.pairs
        for orbit in np.nonzero(pairs.slope > 0)[0]:
            count = Count.of(node.parities, pairs.members(int(orbit)))
            if count.residue.modulus == 1:
                continue
            if any(limited.members == count.members for limited in node.counts):
                continue
            separated = float(node.fractions[orbit]) * len(count.members)
            if separated < count.low - 0.01:
                return CountSplit(count=count, level=count.low - 1)
            if separated > count.high + 0.01:
                return CountSplit(count=count, level=count.high)
        return None

    def _level_split(self, node: Node, target: int) -> LevelSplit | None:
        """Halve the open intercepts, or cut off what is closed beside the last one.

        The relaxation over states is strong where the intercept is decided, and gains
        nothing from a decided slope besides.
        """
        if not node.region.listable or node.region.one_intercept:
            return None
        spans = list(node.region.values(self._problem.alpha, node.bound, target))
        if not spans:
            return None
        least, most = min(low for _, low, _ in spans), max(high for _, _, high in spans)
        level = (least + most - 1) // 2 if least < most else most
        if least == most and node.region.low.intercept < least:
            level = least - 1
        return LevelSplit(level=level)

    def _composition_split(self, node: Node) -> CompositionSplit | None:
        """Decide how many blocks have each minority."""
        if node.composition is not None or node.counts or not node.region.one_intercept:
            return None
        vectors = self._states.structure.vectors(node.region.low.intercept)
        return CompositionSplit(vectors=tuple(vectors))

    def _state_split(self, node: Node) -> StateSplit | None:
        """Decide how many blocks are in each state, where the ways are few."""
        states = self._states
        if node.composition is None or node.states is not None or node.counts:
            return None
        if not isinstance(states, StateRelaxation):
            return None
        if states.structure.number_of_state_vectors(node.composition) > MOST_STATE_VECTORS:
            return None
        return StateSplit(vectors=tuple(states.structure.state_vectors(node.composition)))

    def _set_split(self, node: Node) -> CountSplit | ParitySplit | None:
        """Split the count that is most in doubt, its parity first."""
        pairs, fractions = self._states.pairs, node.fractions
        if fractions is None or len(pairs.first) < WORTHWHILE_SYMMETRY * pairs.count:
            return None
        orbit = most_promising(pairs, fractions, node.parities)
        if orbit is None:
            return None
        count = Count.of(node.parities, pairs.members(orbit))
        if count.residue.modulus == 1 and len(count.members) > 1:
            return ParitySplit(members=count.members)
        separated = float(fractions[orbit]) * len(count.members)
        level = count.residue.at_most(math.floor(separated + 1e-7))
        limited = next((c for c in node.counts if c.members == count.members), count)
        return CountSplit(count=limited, level=level)


def most_promising(pairs: Pairs, fractions: FloatArray, parities: Parities) -> int | None:
    """Return the orbit by whose count the relaxation over states is expected to gain most.

    The weights are what divisions by such counts have gained, relative to links
    whose parity is known.

    Parameters
    ----------
    fractions
        (orbits,), the separated fraction of each orbit's pairs, 0 to 1.
    parities
        Of the numbers of separated pairs that are known.
    """
    doubt, step = _doubts(pairs, fractions, parities)
    links = np.where(step > 1, LINKS_OF_KNOWN_PARITY, LINKS)
    others = np.where(step > 1, OTHERS_OF_KNOWN_PARITY, OTHERS)
    score = doubt / step * np.where(pairs.slope > 0, links, others)
    switches = pairs.network.switches
    score[pairs.orbit[switches:, :switches]] = 0.0  # the dummy has no place among states
    orbit = int(np.argmax(score))
    return orbit if score[orbit] > 0 else None


def _doubts(
    pairs: Pairs, fractions: FloatArray, parities: Parities
) -> tuple[FloatArray, FloatArray]:
    """Return how far each orbit's count is from a possible number, and the steps between these."""
    separated = fractions * pairs.orbit_size
    residues = [crossing_residue(parities, mask) for mask in pairs.masks]
    parity = np.array([residue.remainder for residue in residues], dtype=float)
    step = np.array([residue.modulus for residue in residues], dtype=float)
    below = separated - parity - step * np.floor((separated - parity) / step)
    doubt = np.minimum(below, step - below)
    doubt[doubt < 1e-5] = 0.0
    return doubt, step
