"""Bounding all bisections by multipliers that settle many compositions each.

A run over states where the numbers n of blocks of each minority are decided is far
stronger than one for all bisections, but there are tens of thousands of n. The
multipliers that prove a slope for one n prove something for every other, and
near it almost as much: a few dozen runs may do for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.proven import Proven
from alphacut.solver.bisection.bounds.states.aggregate_ascent import AscentGoal
from alphacut.solver.bisection.bounds.states.aggregates import Aggregates
from alphacut.solver.bisection.bounds.states.ascents import Ascents
from alphacut.solver.bisection.bounds.states.dual_pool import DualPool
from alphacut.solver.bisection.bounds.states.params import USUAL_STATE, StateParams
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.compositions import SETTLED, Compositions
from alphacut.solver.common.alpha import Alpha


@dataclass(frozen=True, kw_only=True)
class Pressed:
    """When there may not be time enough for a target.

    Attributes
    ----------
    now
        Tells whether it is so by now.
    proven
        The scaled capacity that is proven without any of this.
    """

    now: Callable[[], bool]
    proven: int


class Covering:
    """All compositions, and what is proven of the slope in each.

    Attributes
    ----------
    compositions
        All of them.
    aggregates
        Of which runs are made, one after the other.
    pool
        The multipliers that they bring.
    ascents
        What makes them.

    Raises
    ------
    Refused
        If the compositions cannot be told apart by their intercepts, or are too many.
    """

    def __init__(self, programs: Programs, params: StateParams = USUAL_STATE) -> None:
        self.compositions = Compositions(programs.structure, params.most_compositions)
        self.aggregates = Aggregates(self.compositions)
        self.pool = DualPool(self.compositions)
        self.ascents = Ascents(programs, self.pool, params)
        self._possible: dict[int, bool] = {}

    def take_over(self, written: Sequence[StatesLeaf]) -> None:
        """Begin with multipliers of an earlier certificate."""
        for each in written:
            self.pool.take_over(each)

    def bound(
        self,
        alpha: Alpha,
        region: Region,
        target: int,
        should_continue: Callable[[], bool],
        elsewhere: Iterable[tuple[Alpha, int]] = (),
        pressed: Pressed | None = None,
    ) -> Proven:
        """Raise the bound on the scaled capacity of all bisections to a target.

        Where a composition stays below, the target is lowered to what it has reached. As nothing
        is proven of a target before all compositions are settled, one half way to it is aimed at
        when time presses, and half way on from there once that is reached.

        Parameters
        ----------
        elsewhere
            Other α with their targets: a composition of which one of them needs a larger slope,
            or a smaller one as large a slope, is left to it.
        pressed
            When time presses; None: never.
        """
        compositions = self.compositions
        needed = compositions.needed(region, alpha, target)
        others = [compositions.needed(region, a, t) + (a < alpha) for a, t in elsewhere]
        theirs = np.max(others, axis=0) if others else np.full_like(needed, SETTLED)
        goal = target
        while (
            len(left := self._left(np.where(theirs > needed, SETTLED, needed))) or target < goal
        ) and should_continue():
            if not len(left):
                target = (target + goal + 1) // 2
            elif pressed is not None and not others and pressed.now():
                reached = max(pressed.proven, self._capacity(alpha, region, target, left))
                target, pressed = (reached + goal) // 2, None
            else:
                lost = self._settle_some(left, needed, should_continue)
                if lost is None:
                    continue
                target = goal = self._capacity(alpha, region, target, left[left == lost])
            needed = compositions.needed(region, alpha, target)
        waits_for_siblings = not len(left) and bool(others)
        left = self._left(needed)
        bound = Fraction(self._capacity(alpha, region, target, left))
        if not len(left):
            return Proven(bound, self.pool.leaf(needed))
        leaf = self.pool.leaf(compositions.needed(region, alpha, int(bound)))
        return Proven(bound, leaf, self.pool.partial_leaf(), waits_for_siblings)

    def _capacity(self, alpha: Alpha, region: Region, target: int, left: IntArray) -> int:
        """Return the least scaled capacity that these compositions may have, or a target."""
        slopes = [region.slope.at_least(least) for least in self.pool.proven[left].tolist()]
        intercepts = self.compositions.intercepts[left].tolist()
        q, p = alpha.denominator, alpha.numerator
        reached = (q * i + p * s for i, s in zip(intercepts, slopes, strict=True))
        return max(0, min(reached, default=target))

    def _left(self, needed: IntArray) -> IntArray:
        """Return the compositions that are open, and possible."""
        left = np.nonzero((needed > SETTLED) & (self.pool.proven <= needed))[0]
        return left[[self._is_possible(number) for number in left.tolist()]]

    def _is_possible(self, number: int) -> bool:
        if number not in self._possible:
            self._possible[number] = self.compositions.possible(number)
        return self._possible[number]

    def _settle_some(
        self, left: IntArray, needed: IntArray, should_continue: Callable[[], bool]
    ) -> int | None:
        """Make a run for some of the compositions that are left.

        Returns
        -------
        a composition that stays below by itself, if it was one
        """
        aggregate = self.aggregates.following(left)
        self.ascents.settle(
            AscentGoal(aggregate=aggregate, left=left, needed=needed), should_continue
        )
        below = self.pool.proven <= needed
        still, settled = int(below[aggregate.members].sum()), int((~below[left]).sum())
        self.aggregates.ran(aggregate, left, still=still, settled=settled)
        return aggregate.middle if aggregate.single and still else None
