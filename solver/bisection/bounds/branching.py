"""Choosing how a subproblem is divided: levels, compositions, counts, single pairs.

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
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray, Pairs
from alphacut.solver.bisection.bounds.relaxations import Relaxations
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.parity import Parities
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import crossing_residue

LINKS_OF_KNOWN_PARITY, LINKS = 1.0, 0.4  # weights of counts, for the relaxation over states
OTHERS_OF_KNOWN_PARITY, OTHERS = 0.5, 0.1
MOST_STATE_VECTORS = 200  # into which a composition is divided
WORTHWHILE_SYMMETRY = 6  # pairs for each orbit from which counts are better than single pairs


class Branching:
    """Chooses splits for the nodes of one tree."""

    def __init__(self, problem: PointProblem, relaxations: Relaxations) -> None:
        self._problem = problem
        self._relaxations = relaxations

    @property
    def by_states(self) -> bool:
        """Whether single intercepts are bounded by the relaxation over states."""
        return self._problem.alpha.numerator > 0 and self._relaxations.states is not None

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
        pairs = self._pairs_of(node)
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
        """Halve the open slopes, then the open intercepts; with states the intercepts alone.

        The relaxation over states is strong where the intercept is decided, and gains
        nothing from a decided slope besides.
        """
        if not node.region.listable:
            return None
        spans = list(node.region.values(self._problem.alpha, node.bound, target))
        if self.by_states:
            return self._intercept_split(node, spans)
        if len(spans) > 1:
            return LevelSplit(part="slope", level=spans[(len(spans) - 1) // 2][0])
        if not spans:
            return None
        slope, least, most = spans[0]
        if node.region.low.slope < slope or slope < node.region.high.slope:
            part_low = node.region.low.slope < slope
            return LevelSplit(part="slope", level=slope - 1 if part_low else slope)
        if least < most:
            return LevelSplit(part="intercept", level=(least + most - 1) // 2)
        return None

    @staticmethod
    def _intercept_split(node: Node, spans: list[tuple[int, int, int]]) -> LevelSplit | None:
        """Halve the open intercepts, or cut off what is closed beside the last one."""
        if not spans or node.region.one_intercept:
            return None
        least, most = min(low for _, low, _ in spans), max(high for _, _, high in spans)
        level = (least + most - 1) // 2 if least < most else most
        if least == most and node.region.low.intercept < least:
            level = least - 1
        return LevelSplit(part="intercept", level=level)

    def _composition_split(self, node: Node) -> CompositionSplit | None:
        """Decide how many blocks have each minority, where the relaxation over states is used."""
        if not self.by_states or node.composition is not None or node.counts:
            return None
        assert self._relaxations.states is not None
        vectors = self._relaxations.states.structure.vectors(node.region.low.intercept)
        return CompositionSplit(vectors=tuple(vectors))

    def _state_split(self, node: Node) -> StateSplit | None:
        """Decide how many blocks are in each state, where the ways are few."""
        states = self._relaxations.states
        if node.composition is None or node.states is not None or node.counts:
            return None
        if not isinstance(states, StateRelaxation):
            return None
        if states.structure.number_of_state_vectors(node.composition) > MOST_STATE_VECTORS:
            return None
        return StateSplit(vectors=tuple(states.structure.state_vectors(node.composition)))

    def _set_split(self, node: Node) -> CountSplit | ParitySplit | None:
        """Split the count that is most in doubt, its parity first; else a single pair."""
        if node.fractions is None:
            return None
        pairs, fractions = self._pairs_of(node), node.fractions
        orbit = None
        if len(pairs.first) >= WORTHWHILE_SYMMETRY * pairs.count:
            by_states = node.relaxation is None  # there the intercept is decided
            if by_states:
                orbit = most_promising(pairs, fractions, node.parities)
            else:
                orbit = most_doubtful(pairs, fractions, self._objective(pairs), node.parities)
        if orbit is None:
            return None if node.relaxation is None else self._pair_split(pairs, node)
        count = Count.of(node.parities, pairs.members(orbit))
        if count.residue.modulus == 1 and not count.single:
            return ParitySplit(members=count.members)
        separated = float(fractions[orbit]) * len(count.members)
        level = count.residue.at_most(math.floor(separated + 1e-7))
        limited = next((c for c in node.counts if c.members == count.members), count)
        return CountSplit(count=limited, level=level)

    def _pairs_of(self, node: Node) -> Pairs:
        """Return the variables in which a node's solution is written."""
        if node.relaxation is not None:
            return self._relaxations[node.relaxation].pairs
        assert self._relaxations.states is not None
        return self._relaxations.states.pairs

    def _objective(self, pairs: Pairs) -> IntArray:
        alpha = self._problem.alpha
        return alpha.denominator * pairs.intercept + alpha.numerator * pairs.slope

    def _pair_split(self, pairs: Pairs, node: Node) -> CountSplit | None:
        """Decide one pair of the orbit that is farthest from together and from apart.

        Of two in like doubt, a link is better.
        """
        assert node.fractions is not None
        doubt = np.minimum(node.fractions, 1 - node.fractions)
        orbit = int(np.argmax(doubt * (1.0 + (self._objective(pairs) > 0))))
        if doubt[orbit] < 1e-6:
            return None
        pair = pairs.members(orbit)[:1]
        return CountSplit(count=Count.of(node.parities, pair), level=0)


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


def most_doubtful(
    pairs: Pairs, fractions: FloatArray, objective: IntArray, parities: Parities
) -> int | None:
    """Return the orbit whose number of separated pairs is farthest from what is possible.

    Orbits of links come first: their counts make up the capacity. None if every
    count is possible.

    Parameters
    ----------
    fractions
        (orbits,), the separated fraction of each orbit's pairs, 0 to 1.
    objective
        (orbits,), coefficients of the scaled capacity.
    parities
        Of the numbers of separated pairs that are known.
    """
    doubt, step = _doubts(pairs, fractions, parities)
    score = np.where(objective > 0, 4.0 * doubt, doubt * step / np.maximum(pairs.orbit_size, 1))
    orbit = int(np.argmax(score))
    return orbit if score[orbit] > 0 else None
