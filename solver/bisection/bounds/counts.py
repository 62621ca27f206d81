"""How many pairs of an orbit a cut separates: integers to branch on that keep symmetry."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from solver.bisection.bounds.pairs import Pairs
from solver.bisection.region import Residue, crossing_residue


@dataclass(frozen=True, kw_only=True)
class Count:
    """The number of separated pairs in an orbit, within limits.

    The orbit of a pair that is alone in it is the question whether the cut
    separates this pair.
    """

    symmetry: int  # number of the group whose orbit it is
    pair: tuple[int, int]  # one of the pairs
    members: tuple[tuple[int, int], ...] = field(repr=False)  # all of them
    residue: Residue  # what parity allows
    low: int
    high: int

    @classmethod
    def of(cls, pairs: Pairs, symmetry: int, orbit: int) -> Count:
        """Return the unlimited count of an orbit."""
        places = np.nonzero(pairs.orbit[pairs.first, pairs.second] == orbit)[0]
        members = tuple(
            (int(pairs.first[place]), int(pairs.second[place])) for place in places
        )
        return cls(
            symmetry=symmetry,
            pair=members[0],
            members=members,
            residue=crossing_residue(pairs.balance, members),
            low=0,
            high=len(members),
        )

    @property
    def single(self) -> bool:
        """Whether the orbit is one pair."""
        return len(self.members) == 1

    @property
    def empty(self) -> bool:
        """Whether no number is left."""
        return self.low > self.high

    def same_orbit(self, other: Count) -> bool:
        """Tell whether two counts are of the same orbit."""
        return (self.symmetry, self.pair) == (other.symmetry, other.pair)

    def at_most(self, level: int) -> Count:
        """Return the count limited from above."""
        return replace(self, high=min(self.high, self.residue.at_most(level)))

    def at_least(self, level: int) -> Count:
        """Return the count limited from below."""
        return replace(self, low=max(self.low, self.residue.at_least(level)))
