"""What the sweep backward tells about the last switches of an order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.verify.sweep.fields import IntArray

IMPOSSIBLE = 1 << 60


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The least numbers for each weight of these switches on side 1.

    Every way to place them that belongs to a bisection of at most the highest
    capacity severs at least `inside` among them, or has more severed ends than the most.
    """

    inside: IntArray  # least capacity severed among them, of ways within the most
    severed_ends: IntArray  # the least of all ways; above the most, the next number to it
    most_ends: int

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
        inside = np.full(total + 1, IMPOSSIBLE, dtype=np.int64)
        least_ends = np.full(total + 1, most_ends + 1, dtype=np.int64)
        np.minimum.at(inside, weights, costs)
        np.minimum.at(least_ends, weights, severed_ends)
        return cls(  # the sides may be exchanged
            inside=np.minimum(inside, inside[::-1]),
            severed_ends=np.minimum(least_ends, least_ends[::-1]),
            most_ends=most_ends,
        )

    def least(self, boundary: IntArray, remaining: IntArray) -> IntArray:
        """Return twice what is severed across and among these switches at least.

        Parameters
        ----------
        boundary
            What is severed across at least, by what is before them.
        remaining
            Their weight on side 1.
        """
        within = np.minimum(2 * self.inside[remaining] + boundary, self.most_ends + 1)
        across: IntArray = boundary + np.maximum(self.severed_ends[remaining], within)
        return across
