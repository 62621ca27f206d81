"""OR-Tools CP-SAT, given the root relaxation's bound and inequalities."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from ortools.sat.python import cp_model

from alphacut.solver.bisection.bounds.general.strengthened import (
    Pair,
    SolverRun,
    Strengthened,
    objective,
    rows,
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


class _Model:
    """The model: a side for each switch, and a variable for each pair that matters."""

    def __init__(self, root: Strengthened) -> None:
        self.model = cp_model.CpModel()
        size = len(root.balance.extended)
        self.apart = [self.model.new_bool_var(f"x{u}") for u in range(size)]
        self.model.add(self.apart[0] == 0)
        weights = root.balance.extended
        weight = sum(w * x for w, x in zip(weights, self.apart, strict=True))
        self.model.add(weight == root.balance.half)
        self.separated = {pair: self._pair(pair) for pair in root.pairs()}
        for row in rows(root):
            total = self._sum(row.terms)
            if row.low is not None:
                self.model.add(total >= row.low)
            if row.high is not None:
                self.model.add(total <= row.high)
        self._parity(root)
        self.model.minimize(self._sum(objective(root)))
        for switch, side in root.signs().items():
            self.model.add_hint(self.apart[switch], side)

    def _pair(self, pair: Pair) -> cp_model.IntVar:
        first, second = (self.apart[u] for u in pair)
        separated = self.model.new_bool_var(f"y{pair[0]}_{pair[1]}")
        self.model.add(separated >= first - second)
        self.model.add(separated >= second - first)
        self.model.add(separated <= first + second)
        self.model.add(separated <= 2 - first - second)
        return separated

    def _sum(self, terms: Mapping[Pair, int]) -> cp_model.LinearExpr:
        variables = [self.separated[pair] for pair in terms]
        return cp_model.LinearExpr.weighted_sum(variables, list(terms.values()))

    def _parity(self, root: Strengthened) -> None:
        """Say which intercepts and slopes are possible."""
        parts = zip(root.line_terms(), (root.region.intercept, root.region.slope), strict=True)
        for number, (terms, residue) in enumerate(parts):
            if residue.modulus > 1:
                most = sum(terms.values()) // residue.modulus + 1
                steps = self.model.new_int_var(0, most, f"steps{number}")
                total = residue.remainder + residue.modulus * steps
                self.model.add(self._sum(terms) == total)

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
