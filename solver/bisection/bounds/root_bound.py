"""Bounds on the capacity of all bisections by states of groups: when, and which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from alphacut.solver.bisection.bounds.proven import Proven
from alphacut.solver.bisection.bounds.state_relaxations import Relaxation
from alphacut.solver.bisection.bounds.states.covering import Pressed
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.outcome import goal_of
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha

WIDE = 6  # switches of a block; with more, single intercepts are settled slowly


@dataclass(frozen=True, kw_only=True)
class RootBound:
    """What may bound all bisections of a problem together."""

    problem: PointProblem
    states: Relaxation
    gap: Fraction  # that is enough

    def bound(
        self,
        region: Region,
        target: int,
        should_continue: Callable[[], bool],
        pressed: Pressed | None = None,
    ) -> Proven | None:
        """Raise a bound above a scaled capacity, or return an earlier one; None: not worth it.

        Parameters
        ----------
        region
            The lines that are open.
        pressed
            When less than the target is aimed at; None: never.
        """
        if isinstance(self.states, StateRelaxation):
            return self._by_rotation(self.states, region, target, should_continue, pressed)
        return None

    def _by_rotation(
        self,
        states: StateRelaxation,
        region: Region,
        target: int,
        should_continue: Callable[[], bool],
        pressed: Pressed | None,
    ) -> Proven | None:
        """Do so where a rotation carries the blocks around."""
        alpha, of_lemma = self.problem.alpha, self.problem.target_lemma is not None
        if not (of_lemma or states.suits(alpha)):
            return None
        covering = states.covering(self.problem.warm_certificates)
        if covering is not None:
            rests = of_lemma or self.problem.deferred_before
            may_continue = (lambda: False) if rests else should_continue
            others = self._elsewhere()
            return covering.bound(alpha, region, target + 1, may_continue, others, pressed)
        if of_lemma:
            return None
        earlier = states.proven(alpha, self.problem.warm_certificates)
        lemmas_follow = self.gap == 0 and states.structure.width <= WIDE
        if lemmas_follow or (earlier is not None and self.problem.lemmas):
            return earlier
        return states.solve_at(alpha, target, should_continue)

    def _elsewhere(self) -> list[tuple[Alpha, int]]:
        """Return other α at which bounds are asked for, with what is enough there."""
        lines = [cut.line for cut in self.problem.cuts]
        best = ((alpha, min(map(alpha.scaled, lines))) for alpha in self.problem.sibling_alphas)
        return [(alpha, goal_of(value, self.gap)) for alpha, value in best]
