"""The engine that chooses: certified bounds first, a general solver for what they leave."""

from __future__ import annotations

from dataclasses import replace

from solver.bisection.engines._base import Capabilities
from solver.bisection.engines.branch_and_bound import BranchAndBound
from solver.bisection.outcome import Budget, Observe, Outcome
from solver.bisection.problem import Problem


class Auto:
    """Solves by branch and bound. See `Engine` for the contract."""

    name = "auto"
    capabilities = Capabilities(certifies=True, largest=None, observes=True)

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:
        """Minimise the scaled capacity within the budget."""
        return BranchAndBound().solve(problem, budget, observe)
