"""Deciding on a regular mapping: CP-SAT finds one, complete search proves that there is none."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from alphacut.solver.common.errors import SolverError
from alphacut.solver.placement.regular import cpsat, exhaustive
from alphacut.solver.placement.regular.question import Decision
from alphacut.solver.placement.verify import regular

if TYPE_CHECKING:
    from alphacut.solver.placement.regular.question import RegularQuestion


def decide(question: RegularQuestion, *, seconds: float = 120.0, workers: int = 2) -> Decision:
    """Decide, within a time.

    Raises
    ------
    SolverError
        If an engine gives a mapping that the checker does not accept: a fault of this software.
    """
    deadline = time.monotonic() + seconds
    impossible = True
    for shape in question.shapes:
        left = max(deadline - time.monotonic(), 0.1)
        found = cpsat.search(question, shape, cpsat.Params(seconds=left / 2, workers=workers))
        if found.mapping is not None:
            return _yes(question, found.mapping, 0)
        impossible &= found.impossible
    nodes, complete = 0, True
    for shape in question.shapes:
        left = max(deadline - time.monotonic(), 0.1)
        outcome = exhaustive.search(question, shape, left)
        nodes += outcome.nodes
        if outcome.mapping is not None:
            return _yes(question, outcome.mapping, nodes)
        complete &= outcome.complete
    return Decision(
        mapping=None,
        impossible=impossible or complete,
        proven=complete,
        nodes=nodes,
        stopped=not (impossible or complete),
    )


def _yes(question: RegularQuestion, mapping: tuple[int, ...], nodes: int) -> Decision:
    wrong = regular.problem(
        question.dragonfly.network(), mapping, question.sides,
        torus=question.torus, rule=question.rule,
    )  # fmt: skip
    if wrong is not None:
        raise SolverError(f"the checker refuses a mapping: {wrong}")
    return Decision(mapping=mapping, impossible=False, proven=True, nodes=nodes, stopped=False)
