"""OR-Tools CP-SAT, given the root relaxation's bound and inequalities."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from ortools.sat.python import cp_model

from alphacut.solver.bisection.bounds.general.strengthened import (
    Program,
    SolverRun,
    Strengthened,
    strengthen,
)
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.parameters import SolverParams
from alphacut.solver.bisection.problem import PointProblem

POLL_SECONDS = 0.2  # between two calls of `on_progress`
WORKERS = 2  # threads of its search


def solved(
    problem: PointProblem, budget: Budget, on_progress: OnProgress, params: SolverParams
) -> Outcome:
    """Minimise the scaled capacity within the budget.

    Parameters
    ----------
    on_progress
        Hears of each cut and bound; returns False to stop.
    params
        The numbers that tune the relaxation.
    """
    began = time.monotonic()
    root = strengthen(problem, budget, on_progress, params)
    run = _Run(root, budget, on_progress, began)
    if not root.closed:
        run.search()
    return run.outcome("cpsat")


class _Model(Program):
    """The model, with the best cut as a hint."""

    def __init__(self, root: Strengthened) -> None:
        self.model = cp_model.CpModel()
        super().__init__(root)
        self.model.minimize(self.capacity)
        for switch, side in root.signs().items():
            self.model.add_hint(self.apart[switch], side)

    def integer(self, name: str, most: int) -> cp_model.IntVar:
        return self.model.new_int_var(0, most, name)

    def weighted(self, terms: Iterable[tuple[cp_model.IntVar, int]]) -> cp_model.LinearExpr:
        listed = list(terms)
        return cp_model.LinearExpr.weighted_sum([x for x, _ in listed], [c for _, c in listed])

    def add(self, constraint: Any) -> None:
        self.model.add(constraint)

    def side(self, value: Callable[[cp_model.IntVar], int]) -> list[int]:
        """Return the switches on switch 0's side."""
        return [u for u, x in enumerate(self.apart) if not value(x)]


class _Run(SolverRun):
    """One call of the engine."""

    def search(self) -> None:
        """Let CP-SAT close what the relaxation left."""
        model = _Model(self.root)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = WORKERS
        if self.left is not None:
            solver.parameters.max_time_in_seconds = self.left
        finished = threading.Event()
        poller = threading.Thread(target=self._poll, args=(solver, finished), daemon=True)
        poller.start()
        status = solver.solve(model.model)
        finished.set()
        poller.join()
        self._take(model, solver, status)

    def _poll(self, solver: cp_model.CpSolver, finished: threading.Event) -> None:
        while not finished.wait(POLL_SECONDS):
            if not self.should_continue():
                solver.stop_search()
                return

    def _take(
        self, model: _Model, solver: cp_model.CpSolver, status: cp_model.CpSolverStatus
    ) -> None:
        problem = self.root.problem
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            self.improve(u for u in model.side(solver.value) if u < problem.network.switches)
        if status in (cp_model.MODEL_INVALID, cp_model.INFEASIBLE):
            raise RuntimeError("CP-SAT refused a model that the best cut satisfies")
        if status == cp_model.OPTIMAL:
            self.bound, self.reason = problem.scaled(self.best), StopReason.FINISHED
            return
        self.take_bound(solver.best_objective_bound)
