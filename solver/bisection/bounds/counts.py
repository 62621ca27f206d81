"""How many of some pairs a cut separates: integers to branch on that keep symmetry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from alphacut.solver.bisection.parity import Parities, degree_mask
from alphacut.solver.bisection.region import Residue, crossing_residue


@dataclass(frozen=True, kw_only=True)
class Count:
    """The number of separated pairs in a set, within limits.

    The set is an orbit of pairs, or one pair alone.
    """

    members: tuple[tuple[int, int], ...] = field(repr=False)  # sorted, each in order
    residue: Residue  # what parity allows
    low: int
    high: int

    @classmethod
    def of(cls, parities: Parities, members: Iterable[tuple[int, int]]) -> Count:
        """Return the count of some pairs, limited by parity alone."""
        pairs = tuple(sorted(members))
        return cls(members=pairs, residue=Residue(0, 1), low=0, high=len(pairs)).under(parities)

    def under(self, parities: Parities) -> Count:
        """Return the count with what is known of its parity now."""
        residue = crossing_residue(parities, degree_mask(self.members))
        low, high = residue.at_least(self.low), residue.at_most(self.high)
        return replace(self, residue=residue, low=low, high=high)

    @property
    def empty(self) -> bool:
        """Whether no number is left."""
        return self.low > self.high

    def at_most(self, level: int) -> Count:
        """Return the count limited from above."""
        return replace(self, high=min(self.high, self.residue.at_most(level)))

    def at_least(self, level: int) -> Count:
        """Return the count limited from below."""
        return replace(self, low=max(self.low, self.residue.at_least(level)))


Limits = tuple[Count, ...]
