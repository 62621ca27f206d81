"""An integer program through PuLP and HiGHS, given the root relaxation's inequalities."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import Any

import highspy
import pulp

from alphacut.solver.bisection.bounds.general.strengthened import (
    Program,
    SolverRun,
    Strengthened,
    strengthen,
)
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.parameters import SolverParams
from alphacut.solver.bisection.problem import PointProblem

COARSE = 10**6  # capacity of all links, scaled, up to which HiGHS's own tolerances will do
FINE = 1e-9  # those for more
INFINITE = 1e15  # a bound that is none
INTERRUPT = highspy.cb.HighsCallbackType.kCallbackMipInterrupt


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
    run.search()
    return run.outcome("ilp")


class _Model(Program):
    """The model: it asks for a bisection that is better than the best."""

    def __init__(self, root: Strengthened, most: int) -> None:
        self.program = pulp.LpProblem("bisection", pulp.LpMinimize)
        super().__init__(root)
        self.program += self.capacity
        self.program += self.capacity <= most

    def integer(self, name: str, most: int) -> Any:
        return self.program.add_variable(name, lowBound=0, upBound=most, cat=pulp.LpInteger)

    def weighted(self, terms: Iterable[tuple[Any, int]]) -> Any:
        return pulp.lpSum(coefficient * variable for variable, coefficient in terms)

    def add(self, constraint: Any) -> None:
        self.program += constraint


class _Run(SolverRun):
    """One call of the engine."""

    def search(self) -> None:
        """Let HiGHS close what the relaxation left."""
        problem = self.root.problem
        target = problem.scaled(self.best)
        most = self.root.region.highest(problem.alpha, target)
        if self.root.closed or most is None:
            self.bound = target
            return
        model = _Model(self.root, most)
        # the relaxation may have started HiGHS with another number of threads
        highspy.Highs.resetGlobalScheduler(True)
        model.program.solve(self._solver())
        highspy.Highs.resetGlobalScheduler(True)
        self._take(model)

    def _solver(self) -> Any:
        return pulp.HiGHS(
            msg=False,
            gapAbs=0.0,
            gapRel=0.0,
            threads=1,
            timeLimit=self.left,
            **_tolerances(self.root.problem),
            callbackTuple=(self._interrupt, None),
            callbacksToActivate=[INTERRUPT],
        )

    def _interrupt(self, kind: Any, _message: str, _out: Any, into: Any, _user: Any) -> None:
        if kind == INTERRUPT and not self.should_continue():
            into.user_interrupt = True

    def _take(self, model: _Model) -> None:
        problem, highs = self.root.problem, model.program.solverModel
        status, before = highs.getModelStatus(), problem.scaled(self.best)
        if status == highspy.HighsModelStatus.kNotset:
            raise RuntimeError("HiGHS did not start")
        self._improve(model)
        target = problem.scaled(self.best)
        if status == highspy.HighsModelStatus.kOptimal and target == before:
            self.reason = StopReason.WORK_LIMIT  # its solution is one within its tolerance only
        elif status in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible):
            self.bound, self.reason = target, StopReason.FINISHED
        else:
            bound = float(highs.getInfo().mip_dual_bound)
            self.take_bound(bound if abs(bound) < INFINITE else math.inf)

    def _improve(self, model: _Model) -> None:
        if model.apart[0].value() is None:
            return  # no solution
        # a switch without weight and links is in no row; either side will do
        switches = self.root.problem.network.switches
        values = [x.value() or 0.0 for x in model.apart[:switches]]
        self.improve(u for u, value in enumerate(values) if value < 0.5)


def _tolerances(problem: PointProblem) -> dict[str, float]:
    """Return tolerances within which capacities that differ are told apart."""
    if problem.alpha.scaled(problem.network.total) <= COARSE:
        return {}
    return {"mip_feasibility_tolerance": FINE, "primal_feasibility_tolerance": FINE}
