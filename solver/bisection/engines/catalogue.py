"""The engines that exist, by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from alphacut.arrangements.missing import require
from alphacut.solver.bisection.engines._base import Capabilities, Engine
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.solver.bisection.bounds.memory import Memory

NAMES = tuple(CAPABILITIES)

_CLASSES = {  # in the module of each name
    "auto": "Auto",
    "sweep": "Sweep",
    "elimination": "Elimination",
    "branch_and_bound": "BranchAndBound",
    "cpsat": "CpSat",
    "ilp": "Ilp",
}
LIBRARIES = {"cpsat": "ortools", "ilp": "pulp"}  # of engines that not everybody installs
_REMEMBERING = ("auto", "branch_and_bound", "elimination")


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


def engine(name: str, params: SolverParams = USUAL, memory: Memory | None = None) -> Engine:
    """Return an engine by its name; its libraries are imported only now.

    Parameters
    ----------
    params
        The numbers that tune it.
    memory
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
    module = import_module(f"{__package__}.{name}")
    kept = (memory,) if name in _REMEMBERING else ()
    made: Engine = getattr(module, _CLASSES[name])(params, *kept)
    return made
