"""Warm-start cache of a solver: where a run stood, and a plan.

A run over states may begin anywhere, and of many states one that begins from nothing takes far
more rounds of steps than one that begins where another stood, at whatever α or intercept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from alphacut.solver.bisection.problem import PointProblem

if TYPE_CHECKING:
    from alphacut.solver.bisection.bounds.elimination.plan import Plan
    from alphacut.solver.bisection.bounds.states.warm_start import Warm


class WarmStartCache:
    """Kept by a solver; what is proven does not depend on it."""

    def __init__(self) -> None:
        self._last: tuple[str, Warm] | None = None  # of one network at most: tables are large
        self._plan: tuple[object, Plan | None] | None = None  # and what it is of

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


def planned_of(problem: PointProblem) -> object:
    """Return what a plan of elimination is of."""
    return problem.network, problem.alpha, problem.balance
