"""The states that a sweep has reached, each with the least capacity of a way to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.verify.sweep.fields import IntArray, Keys
from alphacut.solver.bisection.verify.sweep.layout import BoolArray, Step
from alphacut.solver.bisection.verify.sweep.symmetry import least_images
from alphacut.solver.common.limits import room_for

COPIES = 6  # of all keys that are there while the next switch is placed
AT_ONCE = 1 << 16  # states whose boundaries are computed together
MOST_MOVED = 1 << 30  # numbers that symmetries move at one step; above it images are not looked at


@dataclass(frozen=True, kw_only=True)
class States:
    """Different keys, and the least capacity severed among the placed switches."""

    keys: Keys  # (words × states)
    costs: IntArray  # (states)

    @classmethod
    def start(cls, words: int) -> States:
        """Return the one state in which nothing is placed."""
        return cls(keys=np.zeros((words, 1), dtype=np.uint64), costs=np.zeros(1, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.costs)

    def where(self, chosen: BoolArray) -> States:
        """Keep some of the states.

        Parameters
        ----------
        chosen
            (states,), whether to keep each.
        """
        return States(keys=self.keys[:, chosen], costs=self.costs[chosen])

    def placed(self, step: Step, *, both: bool) -> States:
        """Place the next switch on side 0, and after these states on side 1.

        Parameters
        ----------
        both
            False places it on side 0 only.
        """
        room_for(16 * COPIES * self.keys.size, f"{len(self):,} states of a sweep")
        keys, counted = self.keys.copy(), np.zeros(len(self), dtype=np.int64)
        if step.counted is not None:
            counted = step.counted.of(keys)
            keys[step.counted.word] &= ~step.counted.mask
        if not both:
            return States(keys=keys, costs=self.costs + counted)
        costs = [self.costs + counted, self.costs + (step.before - counted)]
        return States(
            keys=np.concatenate([keys, keys + step.added[:, None]], axis=1),
            costs=np.concatenate(costs),
        )

    def merged(self, step: Step) -> States:
        """Keep the least capacity of every key, and one of keys that are seen to be images."""
        if len(self) < 2:
            return self
        keys = self.keys
        moved = len(self) * sum(len(each.moves) for each in step.turns)
        if 0 < moved <= MOST_MOVED:
            keys = least_images(keys, step.turns)
        order = np.argsort(keys[0], kind="stable") if len(keys) == 1 else np.lexsort(keys)
        keys = keys[:, order]
        first = np.concatenate([[True], (keys[:, 1:] != keys[:, :-1]).any(axis=0)])
        least = np.minimum.reduceat(self.costs[order], np.flatnonzero(first))
        return States(keys=keys[:, first], costs=least)

    def boundary(self, step: Step, remaining: IntArray) -> IntArray:
        """Return what the links between placed switches and those to come sever at least.

        Parameters
        ----------
        remaining
            The weight of switches to come that is on side 1, in each state (columns)
            for each half (rows); where it is not possible, the number returned in its
            place means nothing.
        """
        number = min(len(self), AT_ONCE)
        room_for(
            8 * COPIES * number * len(step.open), f"boundaries of {number:,} states of a sweep"
        )
        boundary = np.empty(remaining.shape, dtype=np.int64)
        for start in range(0, len(self), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            boundary[:, part] = _boundary(self.keys[:, part], step, remaining[:, part])
        return boundary


def _boundary(keys: Keys, step: Step, remaining: IntArray) -> IntArray:
    """Sum up for every open switch what its links sever on the better side.

    `more` is what it severs more on side 1 than on side 0. If all switches weigh
    the same, a certain number must be on side 1. Where the others cannot take so
    many, or so few are left, these are the open switches with the least of it.
    """
    if not step.open:
        return np.zeros(remaining.shape, dtype=np.int64)
    on_0 = step.open_links(keys)
    more = step.open_totals[:, None] - 2 * on_0
    on_0 = on_0.sum(axis=0)
    least = np.broadcast_to(on_0 + np.minimum(more, 0).sum(axis=0), remaining.shape)
    if not step.alike:
        return least
    better = np.count_nonzero(more < 0, axis=0)
    fewest = np.maximum(0, remaining - (step.rest - len(step.open)))
    number = np.maximum(fewest, np.minimum(better, remaining))
    forced = (number != better) & (number >= 0) & (number <= len(step.open))
    some = np.flatnonzero(forced.any(axis=0))
    if not len(some):
        return least
    sums = np.zeros((len(more) + 1, len(some)), dtype=np.int64)
    np.cumsum(np.sort(more[:, some], axis=0), axis=0, out=sums[1:])
    chosen = sums[np.where(forced, number, 0)[:, some], np.arange(len(some))]
    least = least.copy()
    least[:, some] = np.where(forced[:, some], on_0[some] + chosen, least[:, some])
    return least
