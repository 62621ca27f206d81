"""An engine that works, and says of each proof that it proves one more than it does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from alphacut.jobs.execution import LocalExecution, Task
from alphacut.jobs.execution._base import News, Result
from alphacut.jobs.execution.local_step import LocalStep
from alphacut.jobs.tasks.solving import OnNews, Reporter, Solve
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.engines import _base, catalogue
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem


class Overclaiming:
    """Implements `Engine`."""

    def __init__(self, name: str) -> None:
        self._true = catalogue.engine(name)
        self.name = self._true.name
        self.capabilities: _base.Capabilities = self._true.capabilities

    def solve(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        found = self._true.solve(problem, budget, on_progress)
        if found.certificate is None:
            return found
        return replace(found, certified_bound=found.certified_bound + 1)


@dataclass(frozen=True, kw_only=True)
class SolveOverclaiming(Solve):
    """A question that such an engine answers."""

    def work(self, on_progress: OnNews) -> Outcome:
        return answer(self.question, Reporter(on_progress).on_progress, engine_of=Overclaiming)


class OverclaimingExecution(LocalExecution):
    """Has all questions about bisections answered so, in its child processes."""

    def start(self, task: Task[Result, News]) -> LocalStep[Result, News]:
        if isinstance(task, Solve):
            return super().start(SolveOverclaiming(question=task.question))
        return super().start(task)
