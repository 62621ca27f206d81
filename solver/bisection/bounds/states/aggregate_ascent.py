"""Dual ascent for an aggregate of compositions: how long it goes on, and what of it is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.states.aggregates import Aggregate
from alphacut.solver.bisection.bounds.states.dual_pool import DualPool
from alphacut.solver.bisection.bounds.states.leaf import StateMultipliers
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.bounds.states.splitting import NO_BOUND, Dual
from alphacut.solver.bisection.bounds.states.stopping import NEAR, RunStopping
from alphacut.solver.bisection.verify.compositions import NOTHING
from alphacut.solver.common.errors import Refused

CLOSE = 0.1  # of slope: what rounding may cost where nothing is gained by moving


@dataclass(frozen=True, kw_only=True)
class AscentGoal:
    """What a run is for.

    Attributes
    ----------
    left
        The compositions that are left: all that it may settle.
    needed
        The slopes that all compositions need.
    """

    aggregate: Aggregate
    left: IntArray
    needed: IntArray

    @property
    def target(self) -> float:
        """The slope that all of the aggregate need."""
        return float(self.needed[self.aggregate.members].max())

    def settled(self, slopes: IntArray) -> int:
        """Return how many compositions are settled if so much is proven of each.

        Parameters
        ----------
        slopes
            (compositions,), what is proven of each.
        """
        return int((slopes[self.left] > self.needed[self.left]).sum())

    def reached(self, slopes: IntArray) -> bool:
        """Tell whether all of the aggregate are settled then.

        Parameters
        ----------
        slopes
            (compositions,), what is proven of each.
        """
        members = self.aggregate.members
        return bool((slopes[members] > self.needed[members]).all())


class AggregateAscent:
    """A run, and what it settles as it goes.

    Parameters
    ----------
    run
        Where the ascent begins.
    goal
        What it is for.
    stopping
        When it ends.
    pool
        What it brings is kept there.
    """

    def __init__(self, run: Run, goal: AscentGoal, stopping: RunStopping, pool: DualPool) -> None:
        self._run, self._goal, self._stopping, self._pool = run, goal, stopping, pool
        self._found: StateMultipliers | None = None  # at the last look
        self._best: StateMultipliers | None = None  # that settle the most
        self._own = False  # whether all of the aggregate were settled at the last look

    def go(self, should_continue: Callable[[], bool]) -> Dual:
        """Run until some compositions are settled, and while more of the others soon are.

        Returns
        -------
        what bounds in the end
        """
        run, stopping = self._run, self._stopping
        for number in range(1, stopping.longest + 1):
            dual = run.advance(number, should_continue)
            stopping.bounds.append(dual.bound)
            last = dual.bound == NO_BOUND or self._is_last(number, should_continue)
            if not last and dual.bound + NEAR < stopping.target:
                continue
            stopping.settled.append(self._settle(dual))
            if stopping.settled[-1] >= max(stopping.settled):
                self._best = self._found
            if last or self._may_stop():
                break
        for each in {id(each): each for each in (self._found, self._best) if each}.values():
            self._pool.keep(each.leaf())
        return dual

    def _is_last(self, number: int, should_continue: Callable[[], bool]) -> bool:
        """Tell whether this is the last round: time is over, or more would bring nothing."""
        stopping = self._stopping
        still = self._run.settled(stopping.target + CLOSE)
        hopeless = not (self._goal.aggregate.single or stopping.may_settle())
        return number == stopping.longest or not should_continue() or still or hopeless

    def _may_stop(self) -> bool:
        """Tell whether the run gets slower, and what it is for is done, or is not to be hoped."""
        hopeful = self._goal.aggregate.single or self._stopping.may_reach()
        return self._stopping.slower() and (self._own or not hopeful)

    def _settle(self, dual: Dual) -> int:
        """Write what bounds now; return how many compositions are settled by it."""
        self._found, slopes = proven(self._run, dual, self._goal.aggregate.functions, self._pool)
        self._own = self._goal.reached(slopes)
        return self._goal.settled(slopes)


def proven(
    run: Run, dual: Dual, functions: IntArray, pool: DualPool
) -> tuple[StateMultipliers | None, IntArray]:
    """Return multipliers of the number of blocks of each minority, and the slopes they prove.

    Parameters
    ----------
    functions
        The sums of the run's aggregate.
    dual
        Of the run.
    pool
        Where the slopes of all compositions are told.

    Returns
    -------
    The multipliers, None if they are too large, and the slopes (compositions,).
    """
    try:
        multiples = run.rounded(dual).multiples
        none = (0,) * functions.shape[1]
        multiples = replace(multiples, known=functions.T @ multiples.known, totals=none)
        return StateMultipliers(multiples=multiples), pool.slopes(multiples)
    except Refused:  # they are too large
        return None, np.full_like(pool.proven, NOTHING)
