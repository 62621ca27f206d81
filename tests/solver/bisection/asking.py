"""Questions asked of engines with other parameters than the usual ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from alphacut.solver.bisection.bounds.elimination.params import EliminationParams
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.parameters import SolverParams
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.solver import Solver

# trees by themselves: nothing is counted before, where a network falls apart
TREES = SolverParams(elimination=EliminationParams(apart=False))


def as_written(outcome: Outcome) -> dict[str, Any]:
    """Return the certificate of an outcome as a reader of a document gets it."""
    assert outcome.certificate is not None
    written: dict[str, Any] = json.loads(json.dumps(write(outcome.certificate)))
    return written


def asked_with(params: SolverParams) -> Callable[[Question], Outcome]:
    """Return what answers questions by engines with these parameters."""
    return Solver(params).answer
