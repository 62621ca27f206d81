"""Runs for one family of divisions after the other, each from where the last one stopped."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.states.kept import Kept
from alphacut.solver.bisection.bounds.states.learning import Learning
from alphacut.solver.bisection.bounds.states.pace import FIRST, Pace
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.bounds.states.settling import Aim, Settling
from alphacut.solver.bisection.bounds.states.standing import standing, stands
from alphacut.solver.bisection.parameters import StateParams
from alphacut.solver.bisection.verify.tables import Known

SCALE = 1 << 20  # a coarser one than elsewhere: slopes have to be reached, not passed narrowly
PENALTY = 3.0  # the first one of a run, for each state: bounds rise sooner than with less


class Runs:
    """What makes them, with the inequalities that are looked for by now."""

    def __init__(
        self, programs: Programs, kept: Kept, learning: Learning, params: StateParams
    ) -> None:
        self._programs, self._kept, self._learning = programs, kept, learning
        self._params = params
        self._warm = standing(programs)

    def settle(self, aim: Aim, go_on: Callable[[], bool]) -> None:
        """Make one; what it proves is kept."""
        family = aim.family
        run = self.begin(family.functions, family.totals, by_class=family.single)
        pace = Pace(aim.target, 0 if self._warm else FIRST, self._learning.more)
        dual = Settling(run, aim, pace, self._kept).go(go_on)
        if dual.bound > self._programs.most_slope:
            return  # nothing is there: the multipliers were on their way beyond all limits
        self._warm = run.warm().without_idle()
        if go_on():
            stands(self._programs, self._warm)

    def begin(self, functions: IntArray, totals: IntArray, *, by_class: bool) -> Run:
        """Begin a run where the last one stopped, for something else that is known.

        Parameters
        ----------
        functions, totals
            As `Family` has them.
        by_class
            Whether one division is known.
        """
        frame = self._programs.frame
        everything = np.arange(frame.states)
        known = Known(everything, functions[:, frame.classes], tuple(totals.tolist()))
        return Run(
            self._programs,
            known,
            (0, 1),
            (),
            self._warm,
            by_class=by_class,
            scale=SCALE,
            penalty=PENALTY * frame.states,
            params=self._params,
            learn=self._learning.missed,  # what is known serves also where no more is remembered
        )
