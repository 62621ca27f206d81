"""Bisections of whole groups with the bounds of groups alone: there in a moment, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines._base import Engine
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.catalogue import only
from alphacut.solver.bisection.engines.structured import Clos, Majority, Uneven
from alphacut.solver.bisection.heuristics.starts import filled
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.common.alpha import Alpha


class Groupwise:
    """Asks the engines that look at groups alone. See `Engine` for the contract."""

    name = "auto"
    capabilities = CAPABILITIES["auto"]

    def __init__(self, params: SolverParams = USUAL) -> None:
        self._params = params

    def _engines(self) -> Iterator[Engine]:
        yield only(Uneven(self._params.uneven))
        yield only(Clos(self._params.clos))
        yield only(Majority(self._params.majority))

    def solve(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Return what the first engine that closes it finds, or the best of all."""
        best: Outcome | None = None
        for engine in self._engines():
            found = engine.solve(problem, budget, on_progress)
            if best is None or _closer(found, best, problem):
                best = found
            if found.stopped_because is StopReason.FINISHED:
                break
        assert best is not None
        return best


def _closer(found: Outcome, best: Outcome, problem: PointProblem) -> bool:
    def gap(outcome: Outcome) -> int:
        cut = outcome.incumbent
        return (problem.scaled(cut) if cut else 0) - outcome.lower_bound

    return gap(found) < gap(best)


def groupwise(network: Network, balance: Balance, alpha: Alpha) -> Outcome:
    """Answer by groups alone; the verifier has accepted what is certified."""
    order = sorted(range(network.switches), key=lambda switch: (network.groups[switch], switch))
    whole = Cut.of(network, filled(order, balance))
    problem = PointProblem(network=network, balance=balance, alpha=alpha, cuts=(whole,))

    def engine_of(name: str) -> Engine:
        del name
        return Groupwise()

    return answer(problem, engine_of=engine_of)
