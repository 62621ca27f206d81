"""The methods and engines that exist; what a method computes with is loaded when it bounds."""

from __future__ import annotations

from collections.abc import Callable

from alphacut.arrangements.missing import require
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.engines._base import Capabilities, Cost, Engine, Method
from alphacut.solver.bisection.engines.branch_and_bound import BranchAndBound
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.elimination import Apart, Elimination
from alphacut.solver.bisection.engines.general import CpSat, Ilp
from alphacut.solver.bisection.engines.packing import Packing
from alphacut.solver.bisection.engines.search import Search
from alphacut.solver.bisection.engines.semidefinite import Rotating, Semidefinite
from alphacut.solver.bisection.engines.spectral import Spectral
from alphacut.solver.bisection.engines.structured import (
    Clos,
    LeafSpineGroups,
    Majority,
    Spreading,
    Uneven,
)
from alphacut.solver.bisection.engines.sweep import Sweep
from alphacut.solver.bisection.outcome import Budget
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.errors import QuestionError

NAMES = tuple(CAPABILITIES)
LIBRARIES = {"cpsat": "ortools", "ilp": "pulp"}  # of engines that not everybody installs


def all_methods(params: SolverParams, warm_starts: WarmStartCache) -> tuple[Method, ...]:
    """Return what `auto` chooses from; in which order they stand here does not matter."""
    patient = Elimination(params.elimination, warm_starts)
    return (
        Spreading(params.spreading),
        LeafSpineGroups(),
        Majority(params.majority, params.group_kinds),
        Uneven(params.uneven),
        Clos(params.clos),
        Spectral(params.spectral),
        Packing(params.packing),
        Elimination(params.elimination, warm_starts, soon=True),
        patient,
        *(Sweep(params.sweep, effort) for effort in params.sweep.efforts),
        Sweep(params.sweep, params.sweep.before_elimination, before=patient),
        Sweep(params.sweep),
        Rotating(params.semidefinite),
        Semidefinite(params.one_matrix, few=True),
        Semidefinite(params.one_matrix),
        BranchAndBound(params, warm_starts, searching=True),
        CpSat(params),
    )


ALONE: dict[str, Callable[[SolverParams, WarmStartCache], tuple[Method, ...]]] = {
    "sweep": lambda params, _: (Sweep(params.sweep),),
    "elimination": lambda params, warm_starts: (Elimination(params.elimination, warm_starts),),
    "branch_and_bound": lambda params, warm_starts: (
        Apart(params.elimination, warm_starts),
        BranchAndBound(params, warm_starts),
    ),
    "cpsat": lambda params, _: (CpSat(params),),
    "ilp": lambda params, _: (Ilp(params),),
}  # by the names of engines that are one method, and what comes before it


class Unconditional:
    """A method that is tried whatever it expects. See `Method` for the contract."""

    def __init__(self, method: Method) -> None:
        self.name, self.proves_lemmas, self.bound = method.name, True, method.bound

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost:  # noqa: ARG002
        """Leave the choice to whoever named it."""
        return Cost(seconds=0.0)


def only(method: Method, *before: Method) -> Engine:
    """Return the engine that tries one method, after others where these help."""
    return Search(method.name, (*before, Unconditional(method)))


def capabilities(name: str) -> Capabilities:
    """Return what an engine takes and promises; its libraries are not imported.

    Raises
    ------
    QuestionError
        For a name that is not known.
    """
    if name not in CAPABILITIES:
        raise QuestionError("engine", f"{name!r} is unknown; the engines are {', '.join(NAMES)}")
    return CAPABILITIES[name]


def engine(
    name: str, params: SolverParams = USUAL, warm_starts: WarmStartCache | None = None
) -> Engine:
    """Return an engine by its name; its libraries are imported when it solves.

    Parameters
    ----------
    params
        The numbers that tune it.
    warm_starts
        What an earlier one left that may help.

    Raises
    ------
    QuestionError
        For a name that is not known.
    MissingExtra
        If its library is not installed.
    """
    capabilities(name)
    if name in LIBRARIES:
        require(LIBRARIES[name])
    warm_starts = WarmStartCache() if warm_starts is None else warm_starts
    if name in ALONE:
        *before, method = ALONE[name](params, warm_starts)
        return only(method, *before)
    return Search(name, all_methods(params, warm_starts))
