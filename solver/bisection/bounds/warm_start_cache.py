"""Warm-start cache of a solver: where a run stood, a plan, and bounds on sequences.

A run over states may begin anywhere, and of many states one that begins from nothing takes far
more rounds of steps than one that begins where another stood, at whatever α or intercept. A bound
on sequences of sides says something of sequences, whatever network they come from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from alphacut.solver.bisection.bounds.sequences.params import USUAL_SEQUENCE, SequenceParams
from alphacut.solver.bisection.problem import PointProblem

if TYPE_CHECKING:
    from alphacut.solver.bisection.bounds.elimination.plan import Plan
    from alphacut.solver.bisection.bounds.sequences.separator import SequenceSeparator
    from alphacut.solver.bisection.bounds.states.warm_start import Warm

MOST_SEPARATORS = 4  # lengths and widths whose bounds are kept


class WarmStartCache:
    """Kept by a solver; what is proven does not depend on it."""

    def __init__(self, params: SequenceParams = USUAL_SEQUENCE) -> None:
        self._params = params
        self._last: tuple[str, Warm] | None = None  # of one network at most: tables are large
        self._plan: tuple[object, Plan | None] | None = None  # and what it is of
        self._separators: dict[tuple[int, int], SequenceSeparator] = {}

    def last_run(self, name: str) -> Warm | None:
        """Return where the last run of all stopped, if its costs had the same name."""
        return self._last[1] if self._last is not None and self._last[0] == name else None

    def remember_run(self, name: str, warm: Warm) -> None:
        """Remember where a run stopped, and no other."""
        self._last = (name, warm)

    def plan(self, of: object, make: Callable[[], Plan | None]) -> Plan | None:
        """Return the plan of elimination of something, made anew unless it was the last one.

        The search for cuts asks for it, and then the engine.
        """
        if self._plan is None or self._plan[0] != of:
            self._plan = (of, make())
        return self._plan[1]

    def plan_of(self, problem: PointProblem) -> Plan | None:
        """Return the last plan, if it was made for such a problem."""
        if self._plan is None or self._plan[0] != planned_of(problem):
            return None
        return self._plan[1]

    def separator(self, length: int, width: int) -> SequenceSeparator | None:
        """Return what is known of sequences, unless they are too long."""
        from alphacut.solver.bisection.bounds.sequences import separator  # loads SciPy

        if length > separator.LONGEST:
            return None
        kept = self._separators.pop((length, width), None)
        if kept is None:
            kept = separator.SequenceSeparator(length, width, self._params)
        self._separators[length, width] = kept  # the last one that was asked for
        if len(self._separators) > MOST_SEPARATORS:
            del self._separators[next(iter(self._separators))]
        return kept


def planned_of(problem: PointProblem) -> object:
    """Return what a plan of elimination is of."""
    return problem.network, problem.alpha, problem.balance
