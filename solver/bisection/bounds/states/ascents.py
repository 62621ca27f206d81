"""Ascents for one aggregate of compositions after the other, each from where the last stopped."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.states.aggregate_ascent import AggregateAscent, AscentGoal
from alphacut.solver.bisection.bounds.states.dual_pool import DualPool
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.bounds.states.splitting import NO_BOUND
from alphacut.solver.bisection.bounds.states.stopping import FIRST, RunStopping
from alphacut.solver.bisection.verify.tables import Known

SCALE = 1 << 20  # a coarser one than elsewhere: slopes have to be reached, not passed narrowly
PENALTY = 3.0  # the first one of a run, for each state: bounds rise sooner than with less


class Ascents:
    """What makes them.

    Parameters
    ----------
    pool
        What they bring is kept there.
    """

    def __init__(self, programs: Programs, pool: DualPool, params: StateParams) -> None:
        self._programs, self._pool, self._params = programs, pool, params
        self._warm = programs.warm_starts.last_run(programs.name)

    def settle(self, goal: AscentGoal, should_continue: Callable[[], bool]) -> None:
        """Make one; what it proves is kept."""
        aggregate = goal.aggregate
        run = self.begin(aggregate.functions, aggregate.totals, by_minority=aggregate.single)
        stopping = RunStopping(goal.target, 0 if self._warm else FIRST)
        dual = AggregateAscent(run, goal, stopping, self._pool).go(should_continue)
        if dual.bound > self._programs.most_slope or dual.bound == NO_BOUND:
            return  # nothing is there: the multipliers were on their way beyond all limits
        self._warm = run.warm().without_idle()
        if should_continue():
            self._programs.warm_starts.remember_run(self._programs.name, self._warm)

    def begin(self, functions: IntArray, totals: IntArray, *, by_minority: bool) -> Run:
        """Begin a run where the last one stopped, for something else that is known.

        Parameters
        ----------
        functions, totals
            As `Aggregate` has them.
        by_minority
            Whether one composition is known.
        """
        structure = self._programs.structure
        everything = np.arange(structure.states)
        known = Known(everything, functions[:, structure.minority], tuple(totals.tolist()))
        return Run(
            self._programs,
            known,
            (0, 1),
            (),
            self._warm,
            by_minority=by_minority,
            scale=SCALE,
            penalty=PENALTY * structure.states,
            params=self._params,
        )
