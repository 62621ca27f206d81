"""The engine that chooses: certified bounds first, a general solver for what they leave."""

from __future__ import annotations

import time
from dataclasses import replace

from solver.bisection.engines._base import Capabilities
from solver.bisection.engines.branch_and_bound import BranchAndBound
from solver.bisection.outcome import Budget, Observe, Outcome, StopReason
from solver.bisection.problem import Problem

LARGEST_LEFT = 200  # switches up to which a general solver may close what is left


class Auto:
    """Solves by branch and bound; CP-SAT takes over where its tree grows too large.

    See `Engine` for the contract.
    """

    name = "auto"
    capabilities = Capabilities(certifies=True, largest=None, observes=True)

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:
        """Minimise the scaled capacity within the budget."""
        began = time.monotonic()
        certified = BranchAndBound().solve(problem, budget, observe)
        small = problem.network.switches <= LARGEST_LEFT
        if certified.stopped_because is not StopReason.WORK_LIMIT or not small:
            return certified
        left = None if budget.seconds is None else budget.seconds - (time.monotonic() - began)
        return self._continued(problem, certified, replace(budget, seconds=left), observe)

    @staticmethod
    def _continued(
        problem: Problem, certified: Outcome, budget: Budget, observe: Observe
    ) -> Outcome:
        from solver.bisection.engines.cpsat import CpSat

        assert certified.incumbent is not None
        cuts = (*problem.cuts, certified.incumbent)
        closed = CpSat().solve(replace(problem, cuts=cuts), budget, observe)
        if closed.lower_bound <= certified.lower_bound:
            return replace(certified, incumbent=closed.incumbent)
        spent = certified.report.seconds + closed.report.seconds
        return replace(
            closed,
            report=replace(closed.report, seconds=spent),
            certified_bound=certified.certified_bound,
            certificate=certified.certificate,
        )
