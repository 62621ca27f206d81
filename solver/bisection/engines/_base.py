"""The two seams of a search at one α: methods that bound, and engines that choose among them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem


@dataclass(frozen=True, kw_only=True)
class Capabilities:
    """What a caller may expect of an engine."""

    largest_scaled: int  # most capacity of all links together that it takes, scaled at an α
    largest_alpha: int | None = None  # of an α's numerator and denominator; None: any


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What a method is likely to take of the time that is left."""

    # Until a problem is closed: one that closes few of those that it is tried on tells more than
    # an attempt takes, and one that may go on for as long as there is time tells some hours.
    seconds: float
    share: float = 1.0  # of the time, at most, while others may still help

    def within(self, budget: Budget, *, last: bool) -> Budget:
        """Return the part of a budget that an attempt is given."""
        if budget.seconds is None or last:
            return budget
        return replace(budget, seconds=self.share * budget.seconds)


class Method(Protocol):
    """Bounds the bisections of a problem from below; the libraries for it are loaded with that.

    `bound` returns an outcome for every problem of which `estimate` tells a cost: the incumbent is
    the best of the problem's own cuts and of those found, and the lower bound is valid. It calls
    `on_progress` when something improved and from time to time, and stops soon after that returns
    False. `StopReason.WORK_LIMIT` says that more time would not help, but others may.
    """

    name: str
    proves_lemmas: bool  # whether it also proves lemmas about one intercept

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:
        """Tell within a moment what it is likely to take, or None where it cannot help.

        It may be asked again whenever another method has ended.
        """
        ...

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Raise the bound within the budget.

        Parameters
        ----------
        problem
            With the cuts and bounds that are known.
        budget
            Time, and how near to the cut is enough.
        on_progress
            Hears of each cut and bound; returns False to stop.
        """
        ...


class Engine(Protocol):
    """Solves the bisection problem at one α.

    `solve` returns an outcome for every valid problem, whatever the budget:
    the incumbent is the best of the problem's own cuts and of those found, the
    lower bound is valid, and neither is worse than what the problem brought.
    An engine raises only for a problem beyond its capabilities (`QuestionError`)
    or a bug. It calls `on_progress` when something improved and from time to time,
    and stops soon after that returns False. The same problem and budget give
    the same bound, save for what the clock cuts off.
    """

    name: str
    capabilities: Capabilities

    def solve(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Minimise the scaled capacity within the budget.

        Parameters
        ----------
        problem
            With the cuts and bounds that are known.
        budget
            Time, and how near to the cut is enough.
        on_progress
            Hears of each cut and bound; returns False to stop.
        """
        ...
