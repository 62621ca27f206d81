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
from alphacut.solver.bisection.verify.imbalances import Box
from alphacut.solver.bisection.verify.tables import Known

SCALE = 1 << 20  # a coarser one than elsewhere: slopes have to be reached, not passed narrowly
PENALTY = 3.0  # the first one of a run, for each state: bounds rise sooner than with less


class Runs:
    """What makes them, with the inequalities that are looked for by now."""

    def __init__(self, programs: Programs, kept: Kept, learning: Learning) -> None:
        self._programs, self._kept, self._learning = programs, kept, learning
        self._warm = standing(programs)

    def settle(self, aim: Aim, go_on: Callable[[], bool]) -> None:
        """Make one; what it proves is kept."""
        learning, family = self._learning, aim.family
        box = None if aim.part is None else learning.parts[aim.part]
        run = self.begin(family.functions, family.totals, box, by_class=family.single)
        # in a part new bounds are found at first, whatever is known of all bisections
        learns = learning.more or box is not None
        pace = Pace(aim.target, aim.more if self._warm else FIRST, learns)
        dual = Settling(run, aim, pace, self._kept, learning.triples).go(go_on)
        if dual.bound > self._programs.most_slope:
            return  # nothing is there: the multipliers were on their way beyond all limits
        warm = run.warm().without_idle()
        self._warm = self._warm if box else warm
        if go_on():
            stands(self._programs, warm, box)

    def begin(
        self, functions: IntArray, totals: IntArray, box: Box | None, *, by_class: bool
    ) -> Run:
        """Begin a run where the last one stopped, for something else that is known.

        Parameters
        ----------
        functions, totals
            As `Family` has them.
        box
            The imbalances of the bisections for which it is.
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
            self._warm if box is None else standing(self._programs, box),
            by_class=by_class,
            scale=SCALE,
            penalty=PENALTY * frame.states,
            learn=self._learning.missed,  # what is known serves also where no more is remembered
            on_three=self._learning.on_three,
            box=box,
        )
