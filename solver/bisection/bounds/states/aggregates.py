"""Aggregates of compositions: of which one a run is made next.

A run may know all numbers of a composition, or less: then it is for a
aggregate of compositions, and weaker. What settles one aggregate settles most of those
around it, so they are taken as wide as is enough.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.verify.compositions import Compositions

NEARBY = 16  # part of what sums range over, on either side of those that settle few
BOTH = 3  # minorities: of so many, the intercept and one number tell the others


@dataclass(frozen=True, kw_only=True)
class Aggregate:
    """Compositions of which the same is known.

    Attributes
    ----------
    functions
        Values by minority (function × minority), whose sums over the blocks are known.
    totals
        These sums.
    members
        Those of its compositions that are left.
    middle
        The one for which it was chosen.
    """

    functions: IntArray
    totals: IntArray
    members: IntArray
    middle: int

    @property
    def single(self) -> bool:
        """Whether it is one composition: all numbers are known."""
        return bool(len(self.functions) == self.functions.shape[1])


@dataclass(frozen=True)
class _Kind:
    """Functions whose sums make aggregates, and the sums of those that are too wide."""

    functions: IntArray
    weak: set[tuple[int, ...]] = field(default_factory=set)


class Aggregates:
    """The aggregates of all compositions, and which of them are known not to be enough."""

    def __init__(self, compositions: Compositions) -> None:
        self._compositions = compositions
        self._kinds = [_Kind(each) for each in kinds(compositions.each)]
        self._misses = 0  # aggregates in a row of which a run settled few

    def following(self, left: IntArray) -> Aggregate:
        """Choose the widest aggregate, not known to be too wide, in the middle of what is left.

        Parameters
        ----------
        left
            (n,), the numbers of the compositions that are left.
        """
        for kind in self._kinds:
            totals = self._compositions.numbers[left] @ kind.functions.T
            free = np.array([tuple(each) not in kind.weak for each in totals.tolist()])
            if free.any():
                break
        middle = self._middle(left[free])
        own = self._compositions.numbers[middle] @ kind.functions.T
        members = left[(totals == own).all(axis=1)]
        return Aggregate(functions=kind.functions, totals=own, members=members, middle=middle)

    def ran(self, aggregate: Aggregate, left: IntArray, *, still: int, settled: int) -> None:
        """Take note of what a run settled.

        If an aggregate is not enough, neither is it nearby: after several in a row, within
        twice as far each time.

        Parameters
        ----------
        left
            The compositions that were left before.
        still, settled
            How many of its own are left yet, and how many were settled of all.
        aggregate
            For which it was made.
        """
        misses, self._misses = self._misses + 1, 0
        own = len(aggregate.members)
        if aggregate.single or not still or settled >= own:
            return  # it may be gone on with if it brought enough elsewhere
        if 2 * still > own:
            self._misses = misses
        weak = next(kind.weak for kind in self._kinds if kind.functions is aggregate.functions)
        totals = self._compositions.numbers[left] @ aggregate.functions.T
        span = totals.max(axis=0) - totals.min(axis=0)
        reach = span * ((1 << self._misses) // 2) // NEARBY
        near = (np.abs(totals - aggregate.totals) <= reach).all(axis=1)
        weak.update(map(tuple, totals[near].tolist()))

    def _middle(self, left: IntArray) -> int:
        """Return the composition in the middle of some."""
        numbers = self._compositions.numbers[left]
        return int(left[np.abs(numbers - numbers.mean(axis=0)).sum(axis=1).argmin()])


def kinds(each: IntArray) -> list[IntArray]:
    """Return functions (function × minority) whose sums make aggregates of compositions.

    The first is the intercept. Then comes the number of blocks with the minority of the least
    one beside it, unless these two leave but one composition; the last are all numbers.

    Parameters
    ----------
    each
        The intercept of a block of each minority.
    """
    one = np.eye(len(each), dtype=np.int64)
    wide = [each[None, :]] if len(each) > 1 else []
    if len(each) > BOTH:
        wide.append(np.stack([each, one[int(each.argmin())]]))
    return [*wide, one]
