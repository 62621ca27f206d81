"""The engines that exist, by name."""

from __future__ import annotations

from importlib import import_module

from alphacut.solver.bisection.engines._base import Capabilities, Engine
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.errors import QuestionError

NAMES = tuple(CAPABILITIES)

_CLASSES = {  # in the module of each name
    "auto": "Auto",
    "sweep": "Sweep",
    "elimination": "Elimination",
    "branch_and_bound": "BranchAndBound",
    "cpsat": "CpSat",
    "ilp": "Ilp",
}


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


def engine(name: str, params: SolverParams = USUAL) -> Engine:
    """Return an engine by its name; its libraries are imported only now.

    Parameters
    ----------
    params
        The numbers that tune it.

    Raises
    ------
    QuestionError
        For a name that is not known.
    """
    capabilities(name)
    module = import_module(f"{__package__}.{name}")
    made: Engine = getattr(module, _CLASSES[name])(params)
    return made
