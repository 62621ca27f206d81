"""The engines that exist, by name."""

from __future__ import annotations

from solver.bisection.engines._base import Engine
from solver.errors import QuestionError

NAMES = ("auto", "sweep", "branch_and_bound", "cpsat", "ilp", "brute_force")


def engine(name: str) -> Engine:
    """Return an engine by its name; its libraries are imported only now.

    Raises
    ------
    QuestionError
        For a name that is not known.
    """
    if name == "auto":
        from solver.bisection.engines.auto import Auto

        return Auto()
    if name == "sweep":
        from solver.bisection.engines.sweep import Sweep

        return Sweep()
    if name == "branch_and_bound":
        from solver.bisection.engines.branch_and_bound import BranchAndBound

        return BranchAndBound()
    if name == "cpsat":
        from solver.bisection.engines.cpsat import CpSat

        return CpSat()
    if name == "ilp":
        from solver.bisection.engines.ilp import Ilp

        return Ilp()
    if name == "brute_force":
        from solver.bisection.engines.brute_force import BruteForce

        return BruteForce()
    raise QuestionError("engine", f"{name!r} is unknown; the engines are {', '.join(NAMES)}")
