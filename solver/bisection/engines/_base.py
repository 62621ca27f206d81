"""The seam that every engine for one α implements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from alphacut.solver.bisection.outcome import Budget, Observe, Outcome
from alphacut.solver.bisection.problem import Problem


@dataclass(frozen=True, kw_only=True)
class Capabilities:
    """What a caller may expect of an engine."""

    largest_scaled: int  # most capacity of all links together that it takes, scaled at an α


class Engine(Protocol):
    """Solves the bisection problem at one α.

    `solve` returns an outcome for every valid problem, whatever the budget:
    the incumbent is the best of the problem's own cuts and of those found, the
    lower bound is valid, and neither is worse than what the problem brought.
    An engine raises only for a problem beyond its capabilities (`QuestionError`)
    or a bug. It calls `observe` when something improved and from time to time,
    and stops soon after that returns False. The same problem and budget give
    the same bound, save for what the clock cuts off.
    """

    name: str
    capabilities: Capabilities

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:
        """Minimise the scaled capacity within the budget."""
        ...
