"""How long a run for a family of divisions goes on, and what of it is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.states.families import Family
from alphacut.solver.bisection.bounds.states.kept import Kept
from alphacut.solver.bisection.bounds.states.leaf import StateMultipliers
from alphacut.solver.bisection.bounds.states.pace import FIRST, NEAR, Pace
from alphacut.solver.bisection.bounds.states.resting import proofs, resting
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.bounds.states.splitting import Dual
from alphacut.solver.bisection.bounds.triples import Triples
from alphacut.solver.bisection.verify.divisions import NOTHING
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.triples import TripleBound

CLOSE = 0.1  # of slope: what rounding may cost where nothing is gained by moving
PROOF = 0.7  # rounds of a run that take as long as to prove a bound on three sequences
NEARLY = 0.95  # of what a run settles, where bounds turn out to be weaker than they were used


@dataclass(frozen=True, kw_only=True)
class Aim:
    """What a run is for.

    Attributes
    ----------
    part
        The part of all bisections for which it is.
    left
        The divisions that are left there: all that it may settle.
    needed
        The slopes that all divisions need.
    """

    family: Family
    part: int | None
    left: IntArray
    needed: IntArray

    @cached_property
    def wanted(self) -> IntArray:
        """The divisions for which it is first of all."""
        members = self.family.members
        return members[np.isin(members, self.left)]

    @property
    def target(self) -> float:
        """The slope that all of these need."""
        return float(self.needed[self.wanted].max())

    @property
    def more(self) -> int:
        """How many rounds it is allowed beyond the usual."""
        return 0 if self.part is None else FIRST

    def settled(self, slopes: IntArray) -> int:
        """Return how many divisions are settled if so much is proven of each."""
        return int((slopes[self.left] > self.needed[self.left]).sum())

    def reached(self, slopes: IntArray) -> bool:
        """Tell whether all that are wanted are settled then."""
        return bool((slopes[self.wanted] > self.needed[self.wanted]).all())


class Settling:
    """A run, and what it settles as it goes."""

    def __init__(self, run: Run, aim: Aim, pace: Pace, kept: Kept, triples: Triples | None) -> None:
        self._run, self._aim, self._pace = run, aim, pace
        self._kept, self._triples = kept, triples
        self._found: StateMultipliers | None = None  # at the last look
        self._best: StateMultipliers | None = None  # that settle the most
        self._own = False  # whether all that are wanted were settled at the last look

    def go(self, go_on: Callable[[], bool]) -> Dual:
        """Run until some divisions are settled, and while more of the others soon are.

        Returns
        -------
        what bounds in the end
        """
        run, pace = self._run, self._pace
        for number in range(1, pace.longest + 1):
            dual = run.advance(number, go_on)
            pace.bounds.append(dual.bound)
            last = self._is_last(number, go_on)
            if not last and dual.bound + NEAR < pace.target:
                continue
            pace.settled.append(self._look(dual))
            if pace.settled[-1] >= max(pace.settled):
                self._best = self._found
            owed = PROOF * proofs(run, self._triples) if self._triples else 0.0
            if not (last or self._may_stop(number, owed)):
                continue
            if self._triples and owed and any(pace.settled):
                own, dual = self._own, self._rest(self._triples, number, go_on)
                if own and not last and not self._own:
                    continue
                self._best = self._found
            if self._prove(go_on) or last:
                break
        return dual

    def _is_last(self, number: int, go_on: Callable[[], bool]) -> bool:
        """Tell whether this is the last round: time is over, or more would bring nothing."""
        pace, aim = self._pace, self._aim
        still = number > aim.more and self._run.settled(pace.target + CLOSE)
        hopeless = not (aim.family.single or pace.may_settle())
        return number == pace.longest or not go_on() or still or hopeless

    def _may_stop(self, number: int, owed: float) -> bool:
        """Tell whether the run gets slower, and what it is for is done, or is not to be hoped."""
        aim, pace = self._aim, self._pace
        hopeful = aim.family.single or number <= aim.more or pace.may_reach()
        return pace.slower(owed) and (self._own or not hopeful)

    def _rest(self, triples: Triples, number: int, go_on: Callable[[], bool]) -> Dual:
        """Leave out bounds as long as that makes up in time for what is settled no more.

        What is wanted stays settled while that is possible.

        Returns
        -------
        what bounds with those that are worth it: they have been looked at last
        """
        own, best = self._own, (False, 0.0)
        for dual, owed in resting(self._run, triples, go_on):
            settled = self._look(dual)
            found = self._own or not own, settled / (number + owed)
            if found >= best:
                best, kept = found, (dual, settled, self._found, self._own)
            else:
                break
        dual, self._pace.settled[-1], self._found, self._own = kept
        return dual

    def _look(self, dual: Dual) -> int:
        """Write what bounds now; return how many divisions are settled by it."""
        self._found, slopes = proven(self._run, dual, self._aim.family.functions, self._kept)
        self._own = self._aim.reached(slopes)
        return self._aim.settled(slopes)

    def _prove(self, go_on: Callable[[], bool]) -> bool:
        """Keep multipliers, whose bounds on three sequences are searched only now.

        Where nothing was settled, they are kept without these.

        Returns
        -------
        whether nearly all hold as they were used; else the run may go on with what is true
        """
        settled = self._pace.settled[-1]
        exchanged = dict[TripleBound, TripleBound | None]()
        for each in {id(each): each for each in (self._found, self._best) if each}.values():
            bounds = list[tuple[TripleBound, int]]()
            for bound, value in each.triples if settled else ():
                sure = self._triples.sure(bound) if self._triples and go_on() else None
                exchanged[bound] = sure
                bounds += [] if sure is None else [(sure, value)]
            self._kept.keep(replace(each, triples=tuple(bounds)).content)
        if exchanged:
            self._run.exchange(exchanged)
        if all(new is not None and new.most == old.most for old, new in exchanged.items()):
            return True
        return self._aim.settled(self._kept.proven(self._aim.part)) >= NEARLY * settled > 0


def proven(
    run: Run, dual: Dual, functions: IntArray, kept: Kept
) -> tuple[StateMultipliers | None, IntArray]:
    """Return multipliers of the number of blocks in each class, and the slopes they prove.

    Parameters
    ----------
    functions
        The sums of the run's family.
    """
    none = np.zeros(functions.shape[1], dtype=np.int64)
    try:
        found = run.rounded(dual)
        found = replace(found, known=functions.T @ found.known, totals=none)
        return found, kept.slopes(found.multiples)
    except Refused:  # they are too large
        return None, np.full_like(kept.proven(), NOTHING)
