"""What an engine takes, checked when a question is asked and not when it is answered."""

from __future__ import annotations

from alphacut.arrangements.missing import require
from alphacut.solver.bisection.curve import CurveProblem
from alphacut.solver.bisection.engines.catalogue import LIBRARIES, capabilities
from alphacut.solver.bisection.engines.limits import check_range


def check_curve_problem(problem: CurveProblem) -> None:
    """Refuse capacities that an engine does not take, and one whose library is not there.

    Raises
    ------
    QuestionError
        If there is no such engine, or for what is beyond it; it names the largest.
    MissingExtra
        If the library of the engine is not installed.
    """
    able = capabilities(problem.engine)
    if problem.engine in LIBRARIES:
        require(LIBRARIES[problem.engine])
    check_range(problem.engine, able, problem.network, problem.low, problem.high)
