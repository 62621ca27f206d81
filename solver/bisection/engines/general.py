"""General solvers with the root relaxation's bound and inequalities, believed on their word."""

from __future__ import annotations

from alphacut.arrangements.missing import installed
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import PointProblem


class CpSat:
    """Solves by OR-Tools CP-SAT. See `Method` for the contract."""

    name = "cpsat"
    library = "ortools"
    proves_lemmas = False

    def __init__(self, params: SolverParams = USUAL) -> None:
        self._params = params

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell a day: whatever leaves a certificate comes first."""
        if not self.helps(problem) or not installed(self.library):
            return None
        return Cost(seconds=self._params.tree.seconds_on_word)

    def helps(self, problem: PointProblem) -> bool:
        """Tell whether a network is small enough."""
        return problem.network.switches <= self._params.tree.large

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Let CP-SAT close what the relaxation leaves."""
        from alphacut.solver.bisection.bounds.general.cpsat import solved

        return solved(problem, budget, on_progress, self._params)


class Ilp:
    """Solves an integer program by PuLP and HiGHS. See `Method` for the contract."""

    name = "ilp"
    proves_lemmas = False

    def __init__(self, params: SolverParams = USUAL) -> None:
        self._params = params

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Cannot help where others are tried: CP-SAT closes what it closes."""
        return None

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Let HiGHS close what the relaxation leaves."""
        from alphacut.solver.bisection.bounds.general.ilp import solved

        return solved(problem, budget, on_progress, self._params)
