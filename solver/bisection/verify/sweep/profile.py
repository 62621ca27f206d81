"""What the sweep backward tells about the last switches of an order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.verify.sweep.fields import IntArray
from alphacut.solver.common.limits import room_for

IMPOSSIBLE = 1 << 60
MOST_LISTED = 1 << 16  # weights that have a number each, whether a way has them or not


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The least numbers for each weight of these switches on side 1.

    Every way to place them that belongs to a bisection of at most the highest
    capacity severs at least `inside` among them, or has more severed ends than the most.
    """

    inside: IntArray  # least capacity severed among them, of ways within the most
    severed_ends: IntArray  # the least of all ways; above the most, the next number to it
    most_ends: int
    # (weights), ascending: whose numbers these are, before one number of both kinds for all other
    # weights, of which there is no way. None: the numbers are of 0, 1, 2, … in turn
    weights: IntArray | None = None

    @classmethod
    def of_nothing(cls) -> Profile:
        """Return the profile of no switches."""
        nothing = np.zeros(1, dtype=np.int64)
        return cls(inside=nothing, severed_ends=nothing, most_ends=0)

    @classmethod
    def of(
        cls, total: int, weights: IntArray, costs: IntArray, severed_ends: IntArray, most_ends: int
    ) -> Profile:
        """Gather the states of these switches.

        Parameters
        ----------
        total
            What the switches weigh together.
        weights, costs, severed_ends
            Of each state: the weight on side 1, and what it severs and carries.
        most_ends
            Severed ends up to which states were followed.
        """
        known, back = None, slice(None, None, -1)
        number = total + 1
        if number > max(MOST_LISTED, 4 * len(weights)):
            known = np.unique(np.concatenate([weights, total - weights]))  # the same backward
            weights, number = np.searchsorted(known, weights), len(known)
        room_for(32 * number, f"{number:,} weights of a sweep")
        inside = np.full(number, IMPOSSIBLE, dtype=np.int64)
        least_ends = np.full(number, most_ends + 1, dtype=np.int64)
        np.minimum.at(inside, weights, costs)
        np.minimum.at(least_ends, weights, severed_ends)
        inside = np.minimum(inside, inside[back])  # the sides may be exchanged
        least_ends = np.minimum(least_ends, least_ends[back])
        if known is not None:
            inside = np.append(inside, IMPOSSIBLE)
            least_ends = np.append(least_ends, most_ends + 1)
        return cls(inside=inside, severed_ends=least_ends, most_ends=most_ends, weights=known)

    def least(self, boundary: IntArray, remaining: IntArray) -> IntArray:
        """Return twice what is severed across and among these switches at least.

        Parameters
        ----------
        boundary
            What is severed across at least, by what is before them.
        remaining
            Their weight on side 1.
        """
        at = self._places(remaining)
        within = np.minimum(2 * self.inside[at] + boundary, self.most_ends + 1)
        across: IntArray = boundary + np.maximum(self.severed_ends[at], within)
        return across

    def _places(self, weights: IntArray) -> IntArray:
        """Return where the numbers of weights stand."""
        if self.weights is None or not len(self.weights):
            return weights if self.weights is None else np.zeros_like(weights)
        at = np.minimum(np.searchsorted(self.weights, weights), len(self.weights) - 1)
        return np.where(self.weights[at] == weights, at, len(self.weights))
