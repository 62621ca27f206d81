"""Questions asked of engines with other parameters than the usual ones."""

from __future__ import annotations

from collections.abc import Callable

from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.parameters import ComponentParams, SolverParams
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.solver import Solver

# nothing is settled by counting divisions of components, as if all networks were large
TREES = SolverParams(components=ComponentParams(largest=0))


def asked_with(params: SolverParams) -> Callable[[Question], Outcome]:
    """Return what answers questions by engines with these parameters."""
    return Solver(params).answer
