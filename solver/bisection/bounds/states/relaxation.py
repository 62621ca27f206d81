"""The relaxation over states as the tree uses it: bounds at one intercept, or of all bisections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.pairs import FloatArray, Pairs
from alphacut.solver.bisection.bounds.proven import Proven
from alphacut.solver.bisection.bounds.states.covering import Covering
from alphacut.solver.bisection.bounds.states.leaf import StateMultipliers
from alphacut.solver.bisection.bounds.states.params import USUAL_STATE, StateParams
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.rotation import Rotation
from alphacut.solver.bisection.bounds.states.run import Run, limits_of
from alphacut.solver.bisection.bounds.states.warm_certificates import (
    multipliers_of_compositions,
    proven_earlier,
)
from alphacut.solver.bisection.bounds.states.warm_start import Warm
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.certificate.leaves import Leaf, StatesLeaf
from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.blocks import Counts
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.tables import Known
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused

LARGEST_ALPHA = 1_000  # numerator and denominator


@dataclass(frozen=True)
class Bounded:
    """What a run gave: a bound, what proves it, and the last frequencies."""

    bound: Fraction | None  # None if nothing was proven
    multipliers: StateMultipliers | None
    fractions: FloatArray  # separated shares of the rotation's orbits of pairs
    warm: Warm  # from where a part of the subproblem may go on


class StateRelaxation:
    """Bounds the slope of bisections at one intercept.

    Parameters
    ----------
    rotation
        That carries the blocks around.
    warm_starts
        Where earlier runs stood.

    Attributes
    ----------
    structure
        The blocks and their states, as the verifier sees them.
    pairs
        Pairs of switches up to the rotation alone.
    """

    def __init__(
        self,
        balance: Balance,
        rotation: Rotation,
        structure: BlockCyclic,
        params: StateParams = USUAL_STATE,
        warm_starts: WarmStartCache | None = None,
    ) -> None:
        self._params = params
        self.rotation = rotation
        self.structure = structure
        self.pairs = Pairs(structure.network, balance, (rotation.permutation,))
        self._programs = Programs(structure, warm_starts)

    def solve(
        self,
        level: int,
        composition: Counts | None,
        counts: Sequence[Count],
        target: float,
        should_continue: Callable[[], bool],
        warm: Warm | None = None,
        states: Counts | None = None,
    ) -> Bounded:
        """Raise the bound on the slope above a target, or see that it will not get there.

        Parameters
        ----------
        level
            The intercept.
        composition
            Numbers of blocks of each minority, where they are decided.
        counts
            Limits on numbers of separated pairs, kept by the rotation.
        target
            The slope to be passed.
        warm
            Where a run for the same intercept and composition stopped.
        states
            Numbers of blocks in each state, where these are decided as well.
        """
        known = Known.of(self.structure, level, composition, states)
        run = Run(
            self._programs,
            known,
            (0, 1),
            tuple(counts),
            warm,
            by_minority=composition is not None,
            params=self._params,
        )
        run.raise_bound(target, should_continue)
        fractions = self._fractions(known, run.odd)
        return Bounded(run.bound, run.multipliers, fractions, run.warm())

    def proven_slope(
        self,
        level: int,
        composition: Counts | None,
        counts: Sequence[Count],
        leaf: Leaf,
        states: Counts | None = None,
    ) -> Fraction | None:
        """Return what a leaf of an earlier certificate proves of a subproblem's slope.

        It is None for a leaf of another kind.

        Parameters
        ----------
        level, composition, counts, states
            As `solve` takes them.

        Raises
        ------
        Refused
            If the leaf is not about such blocks, or proves nothing.
        """
        if not isinstance(leaf, StatesLeaf) or leaf.bounds is not None:
            return None
        known = Known.of(self.structure, level, composition, states)
        return Fraction(*line_bound(self.structure, known, (0, 1), limits_of(counts), leaf))

    def solve_at(self, alpha: Alpha, target: int, should_continue: Callable[[], bool]) -> Proven:
        """Raise the bound on the scaled capacity of all bisections above a target, or give up.

        Parameters
        ----------
        alpha
            At which capacities are scaled.
        target
            Scaled, to be passed.
        should_continue
            Asked all the time.
        """
        weights = alpha.denominator, alpha.numerator
        known, params = Known.of(self.structure), self._params
        run = Run(self._programs, known, weights, (), None, by_minority=False, params=params)
        run.raise_bound(target, should_continue)
        return Proven(run.bound, run.multipliers)

    def covering(self, certificates: Sequence[Certificate]) -> Covering | None:
        """Return what settles all compositions, beginning with earlier certificates.

        None where the relaxation cannot do so.
        """
        try:
            covering = Covering(self._programs, self._params)
        except Refused:
            return None
        for each in certificates:
            covering.take_over(multipliers_of_compositions(self.rotation, each))
        return covering

    def proven(self, alpha: Alpha, certificates: Sequence[Certificate]) -> Proven | None:
        """Return what an earlier certificate proves of the capacity of all bisections."""
        found = (
            proven_earlier(self.structure, self.rotation, alpha, each) for each in certificates
        )
        return next((each for each in found if each is not None), None)

    def suits(self, alpha: Alpha) -> bool:
        """Tell whether capacities at an α are small enough for the multipliers of a leaf."""
        return alpha.finite and max(alpha.numerator, alpha.denominator) <= LARGEST_ALPHA

    def _fractions(self, known: Known, odd: FloatArray) -> FloatArray:
        """Return the separated share of each orbit of pairs."""
        pairs, structure = self.pairs, self.structure
        signs = structure.signs[known.chosen].astype(float)
        together = np.einsum("sj,dst,tk->djk", signs, odd, signs)
        fractions = np.zeros(pairs.count)
        places = self._programs.places
        for orbit in range(pairs.count):
            first, second = pairs.members(orbit)[0]
            if second not in places:  # the dummy, which no count here is about
                continue
            (b, j), (c, k) = places[first], places[second]
            fractions[orbit] = (1 - together[(c - b) % structure.order, j, k]) / 2
        return np.clip(fractions, 0.0, 1.0)
