"""How many of some pairs a cut separates: integers to branch on that keep symmetry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from solver.bisection.balance import Balance
from solver.bisection.bounds.pairs import Pairs
from solver.bisection.region import Residue, crossing_residue


@dataclass(frozen=True, kw_only=True)
class Count:
    """The number of separated pairs in a set, within limits.

    The set is an orbit of pairs, the links of a block, or one pair alone.
    """

    members: tuple[tuple[int, int], ...] = field(repr=False)  # sorted, each in order
    residue: Residue  # what parity allows
    low: int
    high: int

    @classmethod
    def of(cls, balance: Balance, members: Iterable[tuple[int, int]]) -> Count:
        """Return the unlimited count of some pairs."""
        pairs = tuple(sorted(members))
        return cls(members=pairs, residue=crossing_residue(balance, pairs), low=0, high=len(pairs))

    @classmethod
    def of_orbit(cls, pairs: Pairs, orbit: int) -> Count:
        """Return the unlimited count of an orbit."""
        places = np.nonzero(pairs.orbit[pairs.first, pairs.second] == orbit)[0]
        return cls.of(pairs.balance, ((int(pairs.first[p]), int(pairs.second[p])) for p in places))

    @property
    def single(self) -> bool:
        """Whether this is one pair alone."""
        return len(self.members) == 1

    @property
    def empty(self) -> bool:
        """Whether no number is left."""
        return self.low > self.high

    def doubt(self, separated: float) -> float:
        """Return how far a number is from those that parity allows."""
        above = (separated - self.residue.remainder) % self.residue.modulus
        return min(above, self.residue.modulus - above)

    def at_most(self, level: int) -> Count:
        """Return the count limited from above."""
        return replace(self, high=min(self.high, self.residue.at_most(level)))

    def at_least(self, level: int) -> Count:
        """Return the count limited from below."""
        return replace(self, low=max(self.low, self.residue.at_least(level)))
