"""The bisection of one design, solved at the α of its question in some time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import ArrangementsError
from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.document import point_document
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.solver import Solver
from alphacut.solver.common.listening import told_to_stop

if TYPE_CHECKING:
    from alphacut.solver.common.alpha import Alpha

Json = Mapping[str, Any]


def solved(row: Json, alpha: Alpha, seconds: float) -> Json | None:
    """Return a point, `alphacut-point/1`; None for a network too large to be built here."""
    try:
        network = build(parse(dict(row["topology"])))
    except ArrangementsError:
        return None
    balance, solver = Balance.of(network, "hosts"), Solver()
    problem = CurveProblem(network=network, balance=balance, low=alpha, high=alpha)
    envelope = problem.start()
    if row["point"] is not None:
        envelope = envelope.absorb(Outcome(cuts=(Cut.of(network, row["point"]["side"]),)))
    envelope = trace(
        problem,
        lambda question: solver.answer(question, lambda _: not told_to_stop()),
        limits=Limits(seconds=seconds),
        should_continue=lambda _: not told_to_stop(),
        envelope=envelope,
    )
    if not envelope.cuts:
        return None
    return point_document(
        envelope, topology=row["topology"], network=network, balance=balance, provenance={}
    )
